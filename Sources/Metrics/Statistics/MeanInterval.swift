/// A mean with its 95 % interval, by the method that fits the shape of the sample.
///
/// Student's t holds what it promises where values are about symmetric. Where the sample's skewness
/// is beyond 1 in size the interval is bootstrap-t's, unless there are fewer than ten values or too
/// few of them differ.
package struct MeanInterval: Hashable, Sendable {
  package let mean: Double
  /// nil for a single value.
  package let low: Double?
  package let high: Double?
  package let method: Method

  package enum Method: String, Hashable, Sendable {
    case studentT = "t"
    case bootstrapT = "bootstrap-t"
  }

  /// Sample skewness beyond which Student's t is not trusted.
  package static let skewnessLimit = 1.0

  /// Values below which Student's t stands whatever the shape. The tails of bootstrap-t hang on draws
  /// that are nearly without spread: of five normal values with such a skewness, half of its intervals
  /// are more than 1.4 times as wide as t's, a tenth more than 3 times, and some 50 times.
  package static let fewestForBootstrap = 10

  /// nil without values, or where one of them is not finite.
  /// - Parameter quantile: `MeanEstimate.quantile` of as many values, where it is known already.
  package init?(_ values: [Double], quantile: Double? = nil) {
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    let sample = Sample(values)
    mean = sample.mean
    if values.count >= Self.fewestForBootstrap, let skewness = sample.skewness,
      abs(skewness) > Self.skewnessLimit,
      let bounds = bootstrapT(sample)
    {
      (low, high) = bounds
      method = .bootstrapT
      return
    }
    let estimate = MeanEstimate(values, quantile: quantile)
    low = estimate?.low
    high = estimate?.high
    method = .studentT
  }
}
