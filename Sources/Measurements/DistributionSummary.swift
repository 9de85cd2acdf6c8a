import Primitives

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

  /// Exact nearest-rank figures of values of which `infinite` more are beyond any number.
  public init(values: [Interval], infinite: Int = 0) {
    self.init(count: values.count)
    let sorted = values.map(\.nanoseconds).sorted()
    let total = sorted.count + infinite
    guard total > 0 else { return }
    func ranked(_ rank: Int) -> Double? {
      rank <= sorted.count ? Double(sorted[rank - 1]) / 1e9 : nil
    }
    percentiles = Self.ranks.map { ranked(nearestRank($0, of: total)) }
    max = ranked(total)
    guard !sorted.isEmpty else { return }
    mean = sorted.reduce(0.0) { $0 + Double($1) / 1e9 } / Double(sorted.count)
  }

  public var p50: Double? { percentiles[0] }
  public var p90: Double? { percentiles[1] }
  public var p95: Double? { percentiles[2] }
  public var p99: Double? { percentiles[3] }
  public var p999: Double? { percentiles[4] }
}

/// The nearest rank of a fraction in (0, 1] among `total` > 0 sorted values, 1-based.
///
/// Exact in integers for fractions given to three decimals: 99 % of 200 is the 198th value.
public func nearestRank(_ fraction: Double, of total: Int) -> Int {
  let thousandths = Int((fraction * 1000).rounded())
  return Swift.max(1, (thousandths * total + 999) / 1000)
}
