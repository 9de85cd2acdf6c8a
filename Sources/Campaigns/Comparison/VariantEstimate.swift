import Metrics

/// A headline metric of one variant over all seeds.
package struct VariantEstimate: Hashable, Sendable {
  package let metric: HeadlineMetric
  /// Seed by seed; nil where a run has no such number.
  package let values: [Double?]
  /// nil where any seed has no number: somebody never came back, or there was nothing to measure.
  package let interval: MeanInterval?

  init(_ metric: HeadlineMetric, _ values: [Double?], quantile: Double?) {
    self.metric = metric
    self.values = values
    interval = MeanInterval(complete: values, quantile: quantile)
  }

  package var mean: Double? { interval?.mean }
}

/// How much more of a metric the second of two variants has than the first.
package struct PairedDifference: Hashable, Sendable {
  package let a: String
  package let b: String
  package let metric: HeadlineMetric
  /// Of b - a, seed by seed; nil where either has no number with any seed.
  package let interval: MeanInterval?
  /// By the sign-flip test, on its own; nil without an interval.
  package let rawP: Double?
  /// The same after Holm's correction; only for the metrics that are tested.
  package internal(set) var p: Double?
  /// Mean over standard deviation of the differences. 0 where all are 0; nil where they are all the
  /// same but not 0, and without an interval.
  package let effect: Double?

  /// Whether the differences are 0 with every seed.
  package var isNone: Bool { effect == 0 && interval?.low == interval?.high }

  /// Whether the interval leaves open which of the two has more.
  package var isUndecided: Bool {
    guard let interval else { return true }
    guard let low = interval.low, let high = interval.high else { return true }
    return low <= 0 && high >= 0
  }

  /// - Parameters:
  ///   - first: of the variant a.
  ///   - second: of the variant b, of the same metric and as many seeds.
  init(
    from first: VariantEstimate, of a: String, to second: VariantEstimate, of b: String,
    quantile: Double?
  ) {
    self.a = a
    self.b = b
    metric = first.metric
    let pairs = zip(first.values, second.values).compactMap { one, other in
      one.flatMap { one in other.map { $0 - one } }
    }
    guard pairs.count == first.values.count, let interval = MeanInterval(pairs, quantile: quantile)
    else {
      self.interval = nil
      rawP = nil
      effect = nil
      return
    }
    self.interval = interval
    rawP = signFlipP(pairs)
    if pairs.allSatisfy({ $0 == 0 }) {
      effect = 0
    } else {
      let deviation = Sample(pairs).standardDeviation ?? 0
      effect = deviation > 0 ? interval.mean / deviation : nil
    }
  }
}

extension MeanInterval {
  /// nil where any value is missing.
  fileprivate init?(complete values: [Double?], quantile: Double?) {
    let numbers = values.compactMap { $0 }
    guard numbers.count == values.count else { return nil }
    self.init(numbers, quantile: quantile)
  }
}
