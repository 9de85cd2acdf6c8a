/// A distribution in a few figures. Times in seconds; nil where it has no value or that value is
/// infinite.
public struct DistributionSummary: Hashable, Sendable {
  /// Finite values.
  public var count: Int
  /// Mean of the finite values.
  public var mean: Double?
  /// Values at `ranks`; nil where the rank falls on an infinite one.
  public var percentiles: [Double?]
  public var max: Double?

  /// The fractions reported of every distribution.
  public static let ranks = [0.5, 0.9, 0.95, 0.99, 0.999]
  /// Their names in results.
  public static let rankNames = ["p50", "p90", "p95", "p99", "p999"]

  public init(count: Int) {
    self.count = count
    percentiles = Array(repeating: nil, count: Self.ranks.count)
  }

  public var p50: Double? { percentiles[0] }
  public var p90: Double? { percentiles[1] }
  public var p95: Double? { percentiles[2] }
  public var p99: Double? { percentiles[3] }
  public var p999: Double? { percentiles[4] }
}
