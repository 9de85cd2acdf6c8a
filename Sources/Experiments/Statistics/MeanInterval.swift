/// A mean with its 95 % interval, by the method that fits the shape of the sample.
///
/// Student's t holds what it promises where values are about symmetric. Where the sample's skewness
/// is beyond 1 in size the interval is bootstrap-t's, unless too few of the values differ for that.
public struct MeanInterval: Hashable, Sendable {
  public let mean: Double
  /// nil for a single value.
  public let low: Double?
  public let high: Double?
  public let method: Method

  public enum Method: String, Hashable, Sendable {
    case studentT = "t"
    case bootstrapT = "bootstrap-t"
  }

  /// Sample skewness beyond which Student's t is not trusted.
  public static let skewnessLimit = 1.0

  /// nil without values, or where one of them is not finite.
  /// - Parameter quantile: `MeanEstimate.quantile` of as many values, where it is known already.
  public init?(_ values: [Double], quantile: Double? = nil) {
    guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
    let sample = Sample(values)
    mean = sample.mean
    if let skewness = sample.skewness, abs(skewness) > Self.skewnessLimit,
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
