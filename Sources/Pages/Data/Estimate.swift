import Documents

/// A metric over the seeds that has a figure: its mean or its median, with the interval of that.
struct Estimate: Hashable {
  let figure: Double
  /// nil with one seed.
  var low: Double?
  var high: Double?

  /// nil with one seed.
  var ends: (low: Double, high: Double)? { low.flatMap { low in high.map { (low, $0) } } }
}

extension Estimate {
  init?(_ estimate: EstimateRecord) {
    guard let figure = estimate.figure else { return nil }
    self.init(figure: figure, low: estimate.low, high: estimate.high)
  }

  init?(_ mean: TuningDocument.Mean) {
    guard let figure = mean.mean else { return nil }
    self.init(figure: figure, low: mean.low, high: mean.high)
  }
}
