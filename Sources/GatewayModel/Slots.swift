import Primitives

/// Admission by slots: an attempt that is let in holds one until the gateway is done with it, or hears that its
/// client has left.
struct Slots {
  /// One for each node, or one for all.
  private var pools: [SlotPool]
  private var holders: [UInt64: Holder] = [:]

  /// An attempt that holds a slot.
  private struct Holder {
    var since: Instant
    /// Slots in use just after this one was taken.
    var inflight: Int
    var pool: Int
    var node: UInt16
    /// The gateway waits for the request that follows the handshake.
    var isOnTheRoad = false
    /// The gateway has heard that the client has left.
    var hasLeft = false
  }

  init(_ limit: SlotLimit, pools: Int, _ random: RandomSource) {
    self.pools = (0..<pools).map { SlotPool(limit, owner: UInt32($0), random) }
  }

  /// Slots in use, of all pools.
  var inUse: Int { pools.reduce(0) { $0 + $1.inUse } }
  /// The slots that there are, of all pools.
  var limit: Int { pools.reduce(0) { $0 + Int($1.limit) } }
  /// The most that ever were.
  private(set) var peak = 0
  /// Attempts of which the gateway waits for the request that follows the handshake.
  var onTheRoad: Int { holders.values.count { $0.isOnTheRoad } }

  /// Returns true if an attempt is let in, which then holds a slot.
  mutating func admits(_ attempt: UInt64, node: UInt16, at now: Instant) -> Bool {
    let pool = pools.count == 1 ? 0 : Int(node)
    guard pools[pool].hasRoom else { return false }
    pools[pool].inUse += 1
    let holder = Holder(since: now, inflight: pools[pool].inUse, pool: pool, node: node)
    let former = holders.updateValue(holder, forKey: attempt)
    precondition(former == nil, "an attempt holds one slot")
    peak = max(peak, inUse)
    return true
  }

  /// An attempt is over for the gateway; it may hold no slot any more.
  mutating func free(_ attempt: UInt64, _ end: SlotEnd, at now: Instant) {
    guard let holder = holders.removeValue(forKey: attempt) else { return }
    pools[holder.pool].inUse -= 1
    precondition(pools[holder.pool].inUse >= 0, "more slots are given back than were taken")
    pools[holder.pool].sample(now - holder.since, inflight: holder.inflight, end)
  }

  /// The handshake of an attempt is done. It goes on only if its client has not left by now.
  mutating func awaitsRequest(_ attempt: UInt64, at now: Instant) {
    guard var holder = holders[attempt] else { return }
    if holder.hasLeft { return free(attempt, .left, at: now) }
    holder.isOnTheRoad = true
    holders[attempt] = holder
  }

  /// The request of an attempt has come.
  mutating func takesRequest(_ attempt: UInt64) { holders[attempt]?.isOnTheRoad = false }

  /// The gateway hears that a client has left. Work that is under way is done to its end.
  mutating func clientLeft(_ attempt: UInt64, isWithdrawn: Bool, at now: Instant) {
    guard let holder = holders[attempt] else { return }
    if isWithdrawn || holder.isOnTheRoad { return free(attempt, .left, at: now) }
    holders[attempt]?.hasLeft = true
  }

  /// The gateway severs the connections of the attempts that `isHit` names.
  mutating func free(
    at now: Instant,
    where isHit: (_ client: UInt32, _ attempt: UInt32, _ node: UInt16) -> Bool
  ) {
    for (key, holder) in holders
    where isHit(UInt32(key >> 32), UInt32(truncatingIfNeeded: key), holder.node) {
      free(key, .left, at: now)
    }
  }

  /// The key of an attempt.
  static func key(_ client: UInt32, _ attempt: UInt32) -> UInt64 {
    UInt64(client) << 32 | UInt64(attempt)
  }
}

/// How an attempt comes to hold a slot no longer.
public enum SlotEnd: Sendable {
  /// Its last station is done.
  case ready
  /// A station has dropped it.
  case dropped
  /// It was refused, severed, or its client left: it says nothing of how long a set-up takes.
  case left
}

/// The law of a number of slots.
public enum SlotLimit: Hashable, Sendable {
  case fixed(Int)
  case vegas(VegasDescription)
  case gradient2(Gradient2Description)
}

/// The slots of one node, or of all.
private struct SlotPool {
  private var law: Law
  var inUse = 0

  private enum Law {
    case fixed(Double)
    case vegas(Vegas)
    case gradient2(Gradient2)
  }

  init(_ limit: SlotLimit, owner: UInt32, _ random: RandomSource) {
    switch limit {
    case .fixed(let count): law = .fixed(Double(count))
    case .vegas(let description):
      law = .vegas(
        Vegas(description) { ordinal in
          random.uniform(owner: owner, .probe, attempt: ordinal, index: 0)
        })
    case .gradient2(let description): law = .gradient2(Gradient2(description))
    }
  }

  var limit: Double {
    switch law {
    case .fixed(let limit): limit
    case .vegas(let vegas): vegas.limit
    case .gradient2(let gradient): gradient.limit
    }
  }

  var hasRoom: Bool { Double(inUse) < limit.rounded(.down) }

  mutating func sample(_ time: Interval, inflight: Int, _ end: SlotEnd) {
    if end == .left { return }
    switch law {
    case .fixed: break
    case .vegas(var vegas):
      vegas.sample(time, inflight: inflight, isDropped: end == .dropped)
      law = .vegas(vegas)
    case .gradient2(var gradient):
      // A drop says nothing of the time.
      if end == .dropped { return }
      gradient.sample(time, inflight: inflight)
      law = .gradient2(gradient)
    }
  }
}
