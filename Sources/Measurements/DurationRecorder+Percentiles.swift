import Histogram

extension DurationRecorder {
  /// One line of a percentile distribution.
  public struct PercentileStep: Hashable, Sendable {
    /// Microseconds: the highest value that counts as equal to the recorded one.
    public let microseconds: UInt64
    /// The fraction in [0, 1] that was asked for.
    public let level: Double
    /// Values up to this one.
    public let cumulativeCount: UInt64
  }

  /// The distribution in steps that get finer towards 1: `ticks` of them to every half of what is
  /// left. The last step is 1. Empty without values.
  public func percentileSteps(ticks: Int = 5) -> [PercentileStep] {
    histogram.percentiles(ticksPerHalfDistance: ticks).map { step in
      PercentileStep(
        microseconds: min(step.value, maximum), level: step.percentileLevelIteratedTo / 100,
        cumulativeCount: step.totalCountToThisValue)
    }
  }

  /// Largest value in microseconds; 0 without values.
  public var maxMicroseconds: UInt64 { maximum }

  /// How the histogram divides its range: buckets, each twice as wide as the one before, and the
  /// counters within each.
  public var bucketCounts: (buckets: Int, subBuckets: Int) {
    // Two counters per unit of the last decimal kept, rounded up to a power of two.
    let least =
      2
      * (0..<histogram.numberOfSignificantValueDigits.rawValue).reduce(1) { n, _ in
        n * 10
      }
    var subBuckets = 1
    while subBuckets < Int(least) { subBuckets *= 2 }
    var buckets = 1
    var covered = UInt64(subBuckets)
    while covered <= histogram.highestTrackableValue {
      covered *= 2
      buckets += 1
    }
    return (buckets, subBuckets)
  }
}
