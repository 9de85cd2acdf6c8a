import Primitives

/// Counts per bin of equal width; bins are aligned at virtual time 0.
public struct TimeSeries: Sendable {
  public let width: Interval
  /// Counts from time 0 to the last bin that was counted into.
  public private(set) var counts: [UInt32]

  /// - Parameter width: > 0.
  public init(width: Interval) { self.init(width: width, counts: []) }

  init(width: Interval, counts: [UInt32]) {
    precondition(width > .zero, "a bin has a width")
    self.width = width
    self.counts = counts
  }

  /// Bins from time 0 to the last one that was counted into.
  public var binCount: Int { counts.count }

  /// The bin that `instant` >= 0 falls into.
  public func bin(of instant: Instant) -> Int {
    Int(instant.nanoseconds / width.nanoseconds)
  }

  /// Counts at `instant` >= 0. On every event of a run a `SeriesTally` does so at a lower price.
  public mutating func add(_ amount: UInt32 = 1, at instant: Instant) {
    let bin = bin(of: instant)
    grow(to: bin + 1)
    counts[bin] += amount
  }

  private mutating func grow(to size: Int) {
    while counts.count < size { counts.append(0) }
  }

  /// Sets the bin to a value, for gauges that are sampled once per bin.
  public mutating func set(_ value: UInt32, bin: Int) {
    grow(to: bin + 1)
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
    let wider = stride(from: 0, to: counts.count, by: factor).map { first in
      counts[first..<Swift.min(first + factor, counts.count)].reduce(0, +)
    }
    return TimeSeries(width: width * Int64(factor), counts: wider)
  }

  /// The bin-wise sum of two series of the same width.
  public static func + (a: TimeSeries, b: TimeSeries) -> TimeSeries {
    precondition(a.width == b.width, "series of different bins")
    let longer = a.binCount > b.binCount ? a.counts : b.counts
    let both = zip(a.counts, b.counts).map { $0 + $1 }
    return TimeSeries(width: a.width, counts: both + longer.dropFirst(both.count))
  }
}
