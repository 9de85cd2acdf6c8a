import Metrics

/// How much more of a metric the second of two variants has than the first.
package struct PairedDifference: Hashable, Sendable {
  package let a: String
  package let b: String
  package let metric: HeadlineMetric
  /// The estimate of b - a, seed by seed: the mean of the differences, or their median if the
  /// metric is told by its median. nil if either has no number with any seed.
  package let estimate: SeedEstimate?
  /// The p value of the sign-flip test of their mean or the sign test of their median, on its own;
  /// nil without an estimate.
  package let rawP: Double?
  /// The same after Holm's correction; only for the metrics that are tested.
  package internal(set) var p: Double?
  /// Mean over standard deviation of the differences. 0 where all are 0; nil where they are all the
  /// same but not 0, and without an estimate.
  package let effect: Double?

  /// True if the differences are 0 with every seed.
  package var isNone: Bool { effect == 0 && estimate?.low == estimate?.high }

  /// True if the seeds leave open which of the two has more: the interval holds 0. If there are so
  /// few seeds that a rank interval has no 95 %, they decide only if Student's interval of their
  /// mean leaves out 0 as well.
  package let isUndecided: Bool

  /// - Parameters:
  ///   - first: of the variant a, seed by seed; nil where a run has no such number.
  ///   - second: the same of the variant b, as many.
  init(
    _ metric: HeadlineMetric, from first: [Double?], of a: String, to second: [Double?],
    of b: String, _ intervals: SeedIntervals
  ) {
    self.a = a
    self.b = b
    self.metric = metric
    let pairs = zip(first, second).compactMap { one, other in
      one.flatMap { one in other.map { $0 - one } }
    }
    guard pairs.count == first.count,
      let estimate = SeedEstimate(pairs, metric.statistic, intervals)
    else {
      estimate = nil
      isUndecided = true
      rawP = nil
      effect = nil
      return
    }
    self.estimate = estimate
    isUndecided = estimate.holdsZero || !estimate.isSure && SeedEstimate(pairs, .mean)!.holdsZero
    rawP = metric.statistic == .median ? signP(pairs) : signFlipP(pairs)
    if pairs.allSatisfy({ $0 == 0 }) {
      effect = 0
    } else {
      let deviation = Sample(pairs).standardDeviation ?? 0
      effect = deviation > 0 ? estimate.mean / deviation : nil
    }
  }
}

extension SeedEstimate {
  /// True if the interval holds 0, or there is none.
  fileprivate var holdsZero: Bool {
    guard let low, let high else { return true }
    return low <= 0 && high >= 0
  }
}
