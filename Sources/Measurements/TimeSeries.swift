import Primitives

/// Counts per bin of equal width; bins are aligned at virtual time 0.
public struct TimeSeries: Sendable {
  public let width: Interval
  public private(set) var counts: [UInt32] = []

  /// - Parameter width: > 0.
  public init(width: Interval) {
    precondition(width > .zero, "a bin has a width")
    self.width = width
  }

  /// The bin that `instant` >= 0 falls into.
  public func bin(of instant: Instant) -> Int {
    Int(instant.nanoseconds / width.nanoseconds)
  }

  public mutating func add(_ amount: UInt32 = 1, at instant: Instant) {
    let bin = bin(of: instant)
    if bin >= counts.count { grow(to: bin + 1) }
    counts[bin] += amount
  }

  private mutating func grow(to size: Int) {
    while counts.count < size { counts.append(0) }
  }

  /// Sets the bin to a value, for gauges that are sampled once per bin.
  public mutating func set(_ value: UInt32, bin: Int) {
    if bin >= counts.count { grow(to: bin + 1) }
    counts[bin] = value
  }

  public subscript(bin: Int) -> UInt32 { bin < counts.count ? counts[bin] : 0 }

  /// The largest bin and the second at which it begins; nil when nothing was counted.
  public var peak: (value: UInt32, at: Instant)? {
    guard let value = counts.max(), value > 0, let bin = counts.firstIndex(of: value) else {
      return nil
    }
    return (value, Instant(nanoseconds: Int64(bin) * width.nanoseconds))
  }

  /// The same counts in bins `factor` times as wide.
  public func coarsened(by factor: Int) -> TimeSeries {
    var result = TimeSeries(width: width * Int64(factor))
    result.counts = stride(from: 0, to: counts.count, by: factor).map { first in
      counts[first..<Swift.min(first + factor, counts.count)].reduce(0, +)
    }
    return result
  }

  /// The bin-wise sum of two series of the same width.
  public static func + (a: TimeSeries, b: TimeSeries) -> TimeSeries {
    precondition(a.width == b.width, "series of different bins")
    var sum = TimeSeries(width: a.width)
    sum.counts = (0..<Swift.max(a.counts.count, b.counts.count)).map { a[$0] + b[$0] }
    return sum
  }
}
