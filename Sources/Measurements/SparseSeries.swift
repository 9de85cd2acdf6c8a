import Primitives

/// Counts per bin of equal width, aligned at virtual time 0, for narrow bins of which most are
/// empty: pages are made where something is counted.
@frozen
public struct SparseSeries: Sendable {
  public let width: Interval
  private var pages: [[UInt32]] = []
  /// The bin that was counted into last, where it begins, and what is not in its page yet: what
  /// happens next is mostly there.
  @usableFromInline var open = (bin: 0, begin: Int64(0), count: UInt32(0))

  private static var pageBits: Int { 10 }

  /// - Parameter width: > 0.
  public init(width: Interval) {
    precondition(width > .zero, "a bin has a width")
    self.width = width
  }

  /// Counts one at `instant` >= 0.
  @inlinable public mutating func add(at instant: Instant) {
    let since = instant.nanoseconds - open.begin
    if since < 0 || since >= width.nanoseconds { move(to: instant) }
    open.count += 1
  }

  @usableFromInline mutating func move(to instant: Instant) {
    close()
    let bin = instant.nanoseconds / width.nanoseconds
    open = (Int(bin), bin * width.nanoseconds, 0)
  }

  private mutating func close() {
    if open.count == 0 { return }
    let page = open.bin >> Self.pageBits
    while pages.count <= page { pages.append([]) }
    if pages[page].isEmpty { pages[page] = Array(repeating: 0, count: 1 << Self.pageBits) }
    pages[page][open.bin & (1 << Self.pageBits - 1)] += open.count
    open.count = 0
  }

  /// The bins that hold something, in order.
  public var occupied: OccupiedBins {
    var series = self
    series.close()
    var bins: [OccupiedBins.Bin] = []
    for (number, page) in series.pages.enumerated() {
      for (place, count) in page.enumerated() where count > 0 {
        bins.append((number << Self.pageBits + place, count))
      }
    }
    return OccupiedBins(width: width, bins: bins)
  }
}

/// The bins of a series that hold something, in order.
public struct OccupiedBins {
  public typealias Bin = (bin: Int, count: UInt32)

  let width: Interval
  public let bins: [Bin]

  /// Over how many seconds an even stream would be as crowded, as seen in bins of `factor` of these:
  /// width x n (n - 1) / sum of n_i (n_i - 1), which does not depend on how many there are.
  ///
  /// nil below 100 counted, and where no two of them share a bin.
  public func effectiveSeconds(binsOf factor: Int) -> Double? {
    var pairs = 0.0
    var total = 0.0
    var current = (bin: -1, count: 0.0)
    for (bin, count) in bins {
      if bin / factor != current.bin {
        pairs += current.count * (current.count - 1)
        current = (bin / factor, 0)
      }
      current.count += Double(count)
      total += Double(count)
    }
    pairs += current.count * (current.count - 1)
    guard total >= 100, pairs > 0 else { return nil }
    return width.seconds * Double(factor) * total * (total - 1) / pairs
  }

  /// The largest sum of `span` bins side by side.
  public func largestSum(of span: Int) -> Int {
    var largest = 0
    var sum = 0
    var first = 0
    for (bin, count) in bins {
      sum += Int(count)
      while bins[first].bin <= bin - span {
        sum -= Int(bins[first].count)
        first += 1
      }
      largest = max(largest, sum)
    }
    return largest
  }
}
