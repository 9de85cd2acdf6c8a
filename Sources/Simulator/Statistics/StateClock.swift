import Measurements
import Primitives

/// The clients in each state of their sessions: how long all together, and how many at which time.
struct StateClock: ~Copyable {
  /// By state: the sum of differences that gives the times there, in microseconds. Entering subtracts the
  /// moment, leaving adds it.
  private let sums: FixedTable<Int64>
  /// By second and state: how the number of clients changed in it.
  private var changes: SecondTable<Int32>

  init(kinds: Int) {
    sums = FixedTable(count: kinds) { _ in 0 }
    changes = SecondTable(columns: kinds, filledWith: 0)
    changes.reach(0)
  }

  /// A client begins the run in a state.
  func begin(in kind: Int) { changes[0, kind] += 1 }

  /// A client changes its state. Changes may come in any order.
  @inline(__always)
  mutating func move(from old: Int, to new: Int, at now: Instant) {
    let second = now.second
    changes.reach(second)
    changes[second, old] &-= 1
    changes[second, new] &+= 1
    let microseconds = now.nanoseconds / 1_000
    sums[old] &+= microseconds
    sums[new] &-= microseconds
  }

  /// A client is in another state for a while, and then as before.
  /// - Parameters:
  ///   - beginSecond: the second of `begin`.
  ///   - endSecond: the second of `end`.
  @inline(__always)
  mutating func visit(
    _ state: Int, from home: Int, since begin: Instant, _ beginSecond: Int, until end: Instant,
    _ endSecond: Int
  ) {
    changes.reach(endSecond)
    changes[beginSecond, home] &-= 1
    changes[beginSecond, state] &+= 1
    changes[endSecond, state] &-= 1
    changes[endSecond, home] &+= 1
    let microseconds = end.nanoseconds / 1_000 &- begin.nanoseconds / 1_000
    sums[home] &-= microseconds
    sums[state] &+= microseconds
  }

  /// A state as it stands at `end`.
  func time(in kind: Int, _ name: SystemWord, until end: Instant) -> StateTime {
    var clients: [Int] = []
    var count = 0
    for second in 0..<changes.count {
      count += Int(changes[second, kind])
      clients.append(count)
    }
    let sum = sums[kind] + Int64(count) * (end.nanoseconds / 1_000)
    let whole = Int(end.nanoseconds / 1_000_000_000)
    let known = clients.prefix(whole)
    let gauge = TimeSeries(known + Array(repeating: count, count: whole - known.count))
    return StateTime(name: name, seconds: Double(sum) / 1e6, clients: gauge)
  }
}
