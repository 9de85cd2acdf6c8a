import Histogram
import Primitives

/// A distribution of durations: an HdrHistogram of microseconds from 1 us to 24 h and beyond.
///
/// Two recorders of the same precision can be added up. Recording allocates only when a value beyond
/// 24 h makes it grow.
public struct DurationRecorder: Sendable {
  public private(set) var histogram: Histogram<UInt64>
  /// The largest value, exactly, in microseconds.
  public private(set) var maximum: UInt64 = 0

  /// - Parameter digits: significant decimal digits kept of every value.
  public init(digits: SignificantDigits = .three) {
    histogram = Histogram(
      lowestDiscernibleValue: 1, highestTrackableValue: 86_400_000_000,
      numberOfSignificantValueDigits: digits)
    histogram.autoResize = true
  }

  /// Records one duration; a negative one counts as 0.
  public mutating func record(_ duration: Interval) {
    let value = UInt64(max(0, duration.nanoseconds / 1_000))
    histogram.record(value)
    maximum = max(maximum, value)
  }

  public mutating func add(_ other: DurationRecorder) {
    histogram.add(other.histogram)
    maximum = max(maximum, other.maximum)
  }

  public var count: Int { Int(histogram.totalCount) }

  /// Percentiles, mean and maximum in seconds, from one pass over the counts.
  public var summary: DistributionSummary {
    var summary = DistributionSummary(count: count)
    guard count > 0 else { return summary }
    summary.mean = histogram.mean / 1e6
    summary.max = Double(maximum) / 1e6
    let values = nearestRanks(DistributionSummary.ranks)
    summary.percentiles = values.map { Double($0) / 1e6 }
    return summary
  }

  /// Values at the given fractions in (0, 1], ascending, by nearest rank.
  public func nearestRanks(_ fractions: [Double]) -> [UInt64] {
    let total = Double(count)
    var result: [UInt64] = []
    for value in histogram.recordedValues() {
      while result.count < fractions.count,
        Double(value.totalCountToThisValue) >= (fractions[result.count] * total).rounded(.up)
      {
        result.append(min(histogram.highestEquivalentForValue(value.value), maximum))
      }
    }
    return result
  }
}
