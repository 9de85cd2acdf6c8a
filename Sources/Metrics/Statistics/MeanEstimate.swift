/// The mean of a sample, and the interval that holds the mean of what it was drawn from with 95 %
/// confidence where the values are about normal.
package struct MeanEstimate: Hashable, Sendable {
  package let mean: Double
  /// nil for a single value, which says nothing about its spread.
  package let low: Double?
  package let high: Double?

  /// The share of all intervals that hold the mean.
  package static let confidence = 0.95

  /// By Student's t; nil without values.
  /// - Parameter quantile: `quantile(count:)` of these values, where it is known already.
  package init?(_ values: [Double], quantile: Double? = nil) {
    guard let first = values.first else { return nil }
    // Differences to the first value keep what is the same everywhere exact.
    let count = Double(values.count)
    let mean = first + values.reduce(0) { $0 + ($1 - first) } / count
    self.mean = mean
    guard let factor = quantile ?? Self.quantile(count: values.count) else {
      low = nil
      high = nil
      return
    }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let half = factor * (squares / (count - 1) / count).squareRoot()
    low = mean - half
    high = mean + half
  }

  /// Half the width of the interval in standard errors; nil below two values.
  package static func quantile(count: Int) -> Double? {
    count >= 2 ? studentTQuantile((1 + confidence) / 2, degrees: count - 1) : nil
  }
}
