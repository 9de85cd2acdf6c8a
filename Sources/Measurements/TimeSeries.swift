import Primitives

/// Counts per bin of equal width; bins are aligned at virtual time 0.
@frozen
public struct TimeSeries: Sendable {
  public let width: Interval
  /// All bins but the one that is being counted into.
  private var closed: [UInt32] = []
  /// The bin that was counted into last: what happens next is mostly there.
  @usableFromInline var open: OpenBin

  /// A bin, where it begins, and what has been counted into it since it was opened.
  @frozen @usableFromInline struct OpenBin: BitwiseCopyable, Sendable {
    @usableFromInline var number = 0
    @usableFromInline var begin: Int64 = 0
    @usableFromInline var count: UInt32 = 0
    @usableFromInline var isUsed = false
  }

  /// - Parameter width: > 0.
  public init(width: Interval) {
    precondition(width > .zero, "a bin has a width")
    self.width = width
    open = OpenBin()
  }

  /// Counts from time 0 to the last bin that was counted into.
  ///
  /// - Complexity: O(bins).
  public var counts: [UInt32] {
    var series = self
    series.close()
    return series.closed
  }

  /// Bins from time 0 to the last one that was counted into.
  public var binCount: Int { Swift.max(closed.count, open.isUsed ? open.number + 1 : 0) }

  /// The bin that `instant` >= 0 falls into.
  public func bin(of instant: Instant) -> Int {
    Int(instant.nanoseconds / width.nanoseconds)
  }

  @inlinable public mutating func add(_ amount: UInt32 = 1, at instant: Instant) {
    let since = instant.nanoseconds - open.begin
    if since < 0 || since >= width.nanoseconds || !open.isUsed { move(to: instant) }
    open.count += amount
  }

  @usableFromInline mutating func move(to instant: Instant) {
    close()
    let number = bin(of: instant)
    open = OpenBin(number: number, begin: Int64(number) * width.nanoseconds, isUsed: true)
  }

  private mutating func close() {
    guard open.isUsed else { return }
    grow(to: open.number + 1)
    closed[open.number] += open.count
    open.count = 0
  }

  private mutating func grow(to size: Int) {
    while closed.count < size { closed.append(0) }
  }

  /// Sets the bin to a value, for gauges that are sampled once per bin.
  public mutating func set(_ value: UInt32, bin: Int) {
    close()
    grow(to: bin + 1)
    closed[bin] = value
  }

  public subscript(bin: Int) -> UInt32 {
    let added = open.isUsed && bin == open.number ? open.count : 0
    return (bin < closed.count ? closed[bin] : 0) + added
  }

  /// The largest bin and the second at which it begins; nil when nothing was counted.
  public var peak: (value: UInt32, at: Instant)? {
    let counts = counts
    guard let value = counts.max(), value > 0, let bin = counts.firstIndex(of: value) else {
      return nil
    }
    return (value, Instant(nanoseconds: Int64(bin) * width.nanoseconds))
  }

  /// The same counts in bins `factor` times as wide.
  public func coarsened(by factor: Int) -> TimeSeries {
    var result = TimeSeries(width: width * Int64(factor))
    let counts = counts
    result.closed = stride(from: 0, to: counts.count, by: factor).map { first in
      counts[first..<Swift.min(first + factor, counts.count)].reduce(0, +)
    }
    return result
  }

  /// The bin-wise sum of two series of the same width.
  public static func + (a: TimeSeries, b: TimeSeries) -> TimeSeries {
    precondition(a.width == b.width, "series of different bins")
    var sum = TimeSeries(width: a.width)
    sum.closed = zip(a.counts, b.counts).map { $0 + $1 }
    let longer = a.counts.count > b.counts.count ? a.counts : b.counts
    sum.closed += longer.dropFirst(sum.closed.count)
    return sum
  }
}
