import Primitives

/// How a number that goes up and down stood at the end of each second, from its changes.
///
/// The changes may come in any order.
public struct GaugeSeries: Sendable {
  /// By the second in which they happened.
  private var changes: [Int32] = []

  public init() {}

  /// The number changed by `amount` at `instant`, 0 or later.
  @inline(__always)
  public mutating func change(by amount: Int32, at instant: Instant) {
    let second = Int(instant.nanoseconds / 1_000_000_000)
    if second >= changes.count { grow(to: second) }
    changes[second] += amount
  }

  @inline(never)
  private mutating func grow(to second: Int) {
    // In leaps, because a run goes on second by second.
    changes += Array(repeating: 0, count: max(64, second + 1 + second / 2 - changes.count))
  }

  /// The number just before each full second from 1 to `end`, which is when that second is over.
  public func values(until end: Instant) -> [Int] {
    var value = 0
    return (0..<Int(end.nanoseconds / 1_000_000_000)).map { second in
      if second < changes.count { value += Int(changes[second]) }
      return value
    }
  }
}

extension TimeSeries {
  /// Gauges by the second.
  public init(_ values: [Int]) {
    self.init(width: .seconds(1))
    for (second, value) in values.enumerated() { set(UInt32(value), bin: second) }
  }
}
