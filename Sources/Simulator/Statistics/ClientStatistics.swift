import Primitives

/// The record of a client for the results, and of its connection: 40 bytes.
struct ClientStatistics: BitwiseCopyable {
  // Each time leaves room for a part of the small values.
  private var presence = PackedTime()
  private var outages = PackedTime()
  /// A client that is hit is never fast-forwarded: its time stands where the other has the next heartbeat.
  private var hitOrBeat = PackedTime()
  private var back = PackedTime()
  private var arrival = PackedTime()

  /// When the client's presence last changed.
  var since: Instant {
    @inline(__always) get { .start + .nanoseconds(presence.time) }
    @inline(__always) set { presence.time = newValue.nanoseconds }
  }

  /// The sum of the outage spells that are over. The one before the first connection is left out.
  var downtime: Interval {
    get { .nanoseconds(outages.time) }
    set { outages.time = newValue.nanoseconds }
  }

  /// The begin of the fault that cut the connection of a client that is hit.
  var hitAt: Instant {
    @inline(__always) get { .start + .nanoseconds(hitOrBeat.time) }
    @inline(__always) set { hitOrBeat.time = newValue.nanoseconds }
  }

  /// The moment at which the first heartbeat of a fast-forwarded client is due that has not been counted.
  var nextBeatAt: Instant {
    @inline(__always) get { .start + .nanoseconds(hitOrBeat.time) }
    @inline(__always) set { hitOrBeat.time = newValue.nanoseconds }
  }

  /// The time from clear (without faults: from when it first wanted one) to the first moment at
  /// which the client was connected; nil before that.
  var recovery: Interval? {
    get { back.time == 0 ? nil : .nanoseconds(back.time - 1) }
    set { back.time = newValue.map { $0.nanoseconds + 1 } ?? 0 }
  }

  /// When the latest thing that the peer has said over the present connection arrives: TCP keeps the
  /// order. Before the first: a nanosecond before the attempt began. No earlier than a nanosecond before
  /// the run, and no later than 52 days after its start, when it is over.
  var lastArrival: Instant {
    @inline(__always) get { beganAt - .nanoseconds(1) }
    @inline(__always) set { begin(at: newValue + .nanoseconds(1)) }
  }

  /// When the present attempt began, as long as the peer has said nothing.
  var beganAt: Instant {
    @inline(__always) get { .start + .nanoseconds(arrival.time) }
  }

  /// An attempt begins.
  @inline(__always)
  mutating func begin(at now: Instant) { arrival.time = now.nanoseconds }

  // MARK: What is small

  var recoveryMarks: RecoveryMarks {
    @inline(__always) get { RecoveryMarks(rawValue: UInt8(truncatingIfNeeded: presence.more)) }
    @inline(__always) set { presence.more = presence.more & 0xF00 | UInt64(newValue.rawValue) }
  }

  /// Calls on their way to the gateway, or there; at the maximum they are no longer counted.
  private(set) var callsUnderWay: UInt8 {
    get { UInt8(truncatingIfNeeded: presence.more >> 8) }
    set { presence.more = presence.more & 0xFF | UInt64(newValue) << 8 }
  }
  private static var mostCallsUnderWay: UInt8 { 15 }

  mutating func callSetsOut() { if callsUnderWay < Self.mostCallsUnderWay { callsUnderWay += 1 } }
  mutating func callIsDone() { if callsUnderWay < Self.mostCallsUnderWay { callsUnderWay -= 1 } }

  /// Calls to the gateway begun, where they belong to no attempt.
  var calls: UInt16 {
    get { UInt16(truncatingIfNeeded: outages.more | hitOrBeat.more << 12) }
    set {
      outages.more = UInt64(newValue) & 0xFFF
      hitOrBeat.more = hitOrBeat.more & 0xFF0 | UInt64(newValue) >> 12
    }
  }

  /// 1 + the number of the last attempt that the gateway dropped.
  var severed: UInt32 {
    @inline(__always) get {
      UInt32(truncatingIfNeeded: back.more | arrival.more << 12 | (hitOrBeat.more >> 4) << 24)
    }
    @inline(__always) set {
      back.more = UInt64(newValue) & 0xFFF
      arrival.more = (UInt64(newValue) >> 12) & 0xFFF
      hitOrBeat.more = hitOrBeat.more & 0xF | (UInt64(newValue) >> 24) << 4
    }
  }
}

extension ClientStatistics {
  /// The limit of a run's length. A run takes less, and its remembered times are exact up to there.
  static var longestRun: Interval { .nanoseconds(PackedTime.most) }
}

/// A time of a run in nanoseconds since its start, or an interval of it, in 52 bits, and 12 bits of
/// something else. 52 bits are 52 days.
private struct PackedTime: BitwiseCopyable {
  private var bits: UInt64 = 0

  static var most: Int64 { 1 << 52 - 1 }

  /// The time. One that is earlier than the start is kept as the start, and one later than `most`
  /// as that.
  var time: Int64 {
    @inline(__always) get { Int64(bits >> 12) }
    @inline(__always) set {
      bits = bits & 0xFFF | UInt64(min(max(newValue, 0), Self.most)) << 12
    }
  }

  /// Below 4,096.
  var more: UInt64 {
    @inline(__always) get { bits & 0xFFF }
    @inline(__always) set { bits = bits & ~0xFFF | newValue }
  }
}
