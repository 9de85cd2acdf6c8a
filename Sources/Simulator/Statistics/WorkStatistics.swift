import GatewayModel
import Primitives

/// The cost of attempts for the gateway, and whether it was good for anything.
///
/// A service is booked in the second in which it begins. Whether it was wasted is known only when its
/// attempt has become ready or has failed: until then the attempt's services wait in an entry.
struct WorkStatistics: ~Copyable {
  /// The work of each role.
  let roles = FixedTable(count: StationRole.allCases.count) { _ in RoleWork() }
  private(set) var useful = Interval.zero
  private(set) var wasted = Interval.zero
  /// The entries of attempts. The first stands for none.
  private var entries = [AttemptWork()]
  private var firstFree: UInt32 = 0

  /// Books a service that begins now for an attempt whose fate is open.
  /// - Parameter entry: the entry in which the attempt's services wait; 0 before the first.
  mutating func book(
    _ role: StationRole, _ duration: Interval, at now: Instant, entry: inout UInt32
  ) {
    let (second, spent) = add(role, duration, at: now)
    if entry == 0 { entry = newEntry() }
    entries[Int(entry)].add(role, spent, second: second)
  }

  /// Books a service that begins now and is known to be of use, or to be wasted.
  mutating func book(
    _ role: StationRole, _ duration: Interval, at now: Instant, isUseful: Bool
  ) {
    let (second, spent) = add(role, duration, at: now)
    if isUseful {
      useful = useful.addingSaturated(.microseconds(Int64(spent)))
    } else {
      waste(role, spent, second: second)
    }
  }

  /// An attempt has become ready, or has failed.
  @inline(__always)
  mutating func settle(_ entry: inout UInt32, isUseful: Bool) {
    if entry != 0 { close(&entry, isUseful: isUseful) }
  }

  private mutating func close(_ entry: inout UInt32, isUseful: Bool) {
    let work = entries[Int(entry)]
    if isUseful {
      useful = useful.addingSaturated(.microseconds(work.total))
    } else {
      for role in StationRole.allCases {
        let (second, spent) = work.spent(at: role)
        if spent > 0 { waste(role, spent, second: second) }
      }
    }
    entries[Int(entry)] = AttemptWork(nextFree: firstFree)
    firstFree = entry
    entry = 0
  }

  private mutating func add(
    _ role: StationRole, _ duration: Interval, at now: Instant
  ) -> (second: UInt32, spent: UInt32) {
    let second = UInt32(now.nanoseconds / 1_000_000_000)
    let spent = UInt32(min(duration.nanoseconds / 1_000, Int64(UInt32.max)))
    roles[role.index].booked.add(Int64(spent), second: second)
    return (second, spent)
  }

  private mutating func waste(_ role: StationRole, _ spent: UInt32, second: UInt32) {
    wasted = wasted.addingSaturated(.microseconds(Int64(spent)))
    roles[role.index].wasted.add(Int64(spent), second: second)
  }

  private mutating func newEntry() -> UInt32 {
    let entry = firstFree
    if entry == 0 {
      entries.append(AttemptWork())
      return UInt32(entries.count - 1)
    }
    firstFree = entries[Int(entry)].nextFree
    entries[Int(entry)] = AttemptWork()
    return entry
  }
}

/// Busy time of the stations of one role, by the second in which the service began.
public struct RoleWork: Sendable {
  public var booked = SecondSums()
  /// The part of it that went to attempts which never became ready.
  public var wasted = SecondSums()

  public init() {}

  /// The same, whatever the order in which it was booked.
  var settled: RoleWork {
    var settled = RoleWork()
    settled.booked = booked.settled
    settled.wasted = wasted.settled
    return settled
  }
}

/// Sums in microseconds, one for each second of virtual time.
public struct SecondSums: Sendable {
  private var closed: [Int64] = []
  /// The second that was added to last, and what is not in `closed` yet.
  private var open = (second: UInt32(0), sum: Int64(0))

  public init() {}

  /// From second 0 to the last one that anything was added to.
  public var microseconds: [Int64] {
    var sums = self
    sums.close()
    return sums.closed
  }

  @inline(__always)
  public mutating func add(_ amount: Int64, second: UInt32) {
    if second != open.second {
      close()
      open.second = second
    }
    open.sum += amount
  }

  /// The same sums, whatever the order in which they were added up.
  var settled: SecondSums {
    var sums = self
    sums.close()
    sums.open.second = 0
    return sums
  }

  private mutating func close() {
    if open.sum == 0 { return }
    while closed.count <= Int(open.second) { closed.append(0) }
    closed[Int(open.second)] += open.sum
    open.sum = 0
  }
}

/// The services of one attempt: for each role the second of the first one, and microseconds in all.
private struct AttemptWork: BitwiseCopyable {
  private var handshake: (second: UInt32, spent: UInt32) = (0, 0)
  private var auth: (second: UInt32, spent: UInt32) = (0, 0)
  private var ready: (second: UInt32, spent: UInt32) = (0, 0)
  private var egress: (second: UInt32, spent: UInt32) = (0, 0)
  private var api: (second: UInt32, spent: UInt32) = (0, 0)

  init() {}

  /// A free entry.
  init(nextFree: UInt32) { handshake.second = nextFree }

  var nextFree: UInt32 { handshake.second }

  /// Microseconds at all stations.
  var total: Int64 {
    Int64(handshake.spent) + Int64(auth.spent) + Int64(ready.spent) + Int64(egress.spent)
      + Int64(api.spent)
  }

  func spent(at role: StationRole) -> (second: UInt32, spent: UInt32) {
    switch role {
    case .handshake: handshake
    case .auth: auth
    case .ready: ready
    case .egress: egress
    case .api: api
    }
  }

  mutating func add(_ role: StationRole, _ spent: UInt32, second: UInt32) {
    switch role {
    case .handshake: Self.add(&handshake, spent, second)
    case .auth: Self.add(&auth, spent, second)
    case .ready: Self.add(&ready, spent, second)
    case .egress: Self.add(&egress, spent, second)
    case .api: Self.add(&api, spent, second)
    }
  }

  private static func add(
    _ sum: inout (second: UInt32, spent: UInt32), _ spent: UInt32, _ second: UInt32
  ) {
    if sum.spent == 0 { sum.second = second }
    sum.spent = sum.spent.addingReportingOverflow(spent).overflow ? .max : sum.spent + spent
  }
}
