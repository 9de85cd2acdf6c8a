/// A headline metric of one variant over all seeds.
public struct VariantEstimate: Hashable, Sendable {
  public let metric: HeadlineMetric
  /// nil where any seed has no number: somebody never came back, or there was nothing to measure.
  public let interval: MeanInterval?

  init(_ metric: HeadlineMetric, _ values: [Double?], quantile: Double?) {
    self.metric = metric
    interval = MeanInterval(complete: values, quantile: quantile)
  }

  public var mean: Double? { interval?.mean }
}

/// How much more of a metric the second of two variants has than the first.
public struct PairedDifference: Hashable, Sendable {
  public let a: String
  public let b: String
  public let metric: HeadlineMetric
  /// Of b - a, seed by seed; nil where either has no number with any seed.
  public let interval: MeanInterval?
  /// By the sign-flip test, on its own; nil without an interval.
  public let rawP: Double?
  /// The same after Holm's correction; only for the metrics that are tested.
  public internal(set) var p: Double?
  /// Mean over standard deviation of the differences. 0 where all are 0; nil where they are all the
  /// same but not 0, and without an interval.
  public let effect: Double?

  init(
    _ a: String, _ b: String, _ metric: HeadlineMetric, from first: [Double?], to second: [Double?],
    quantile: Double?
  ) {
    self.a = a
    self.b = b
    self.metric = metric
    let pairs = zip(first, second).compactMap { one, other in
      one.flatMap { one in other.map { $0 - one } }
    }
    guard pairs.count == first.count, let interval = MeanInterval(pairs, quantile: quantile) else {
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
