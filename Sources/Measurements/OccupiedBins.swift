import Primitives

/// The bins of a series that hold something, in order.
public struct OccupiedBins {
  public typealias Bin = (bin: Int, count: UInt32)

  let width: Interval
  public let bins: [Bin]

  /// Returns the number of seconds over which an even stream would be as crowded, as seen in bins
  /// of `factor` of these: width x n (n - 1) / sum of n_i (n_i - 1), which does not depend on how
  /// many there are.
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
