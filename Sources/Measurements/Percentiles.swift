import Primitives

// How percentiles are computed: the nearest rank, of values that are all known and of those that a
// histogram has counted.

/// The nearest rank of a fraction in (0, 1] among `total` > 0 sorted values, 1-based.
///
/// Exact in integers for fractions given to three decimals: 99 % of 200 is the 198th value.
public func nearestRank(_ fraction: Double, of total: Int) -> Int {
  let thousandths = Int((fraction * 1000).rounded())
  return Swift.max(1, (thousandths * total + 999) / 1000)
}

extension DistributionSummary {
  /// Exact nearest-rank figures of values of which `infinite` more are beyond any number.
  public init(values: [Interval], infinite: Int = 0) {
    self.init(count: values.count)
    let sorted = ascending(values.map(\.nanoseconds))
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
}

extension DurationClasses {
  /// Percentiles, mean and maximum in seconds.
  public var summary: DistributionSummary {
    var summary = DistributionSummary(count: count)
    guard count > 0 else { return summary }
    summary.mean = meanSeconds
    summary.max = Double(maximum) / 1e6
    summary.percentiles = nearestRanks(DistributionSummary.ranks).map { Double($0) / 1e6 }
    return summary
  }

  /// Values at the given fractions in (0, 1], ascending, by nearest rank, in microseconds.
  public func nearestRanks(_ fractions: [Double]) -> [UInt64] {
    var result: [UInt64] = []
    var passed: UInt64 = 0
    for element in classes {
      passed += element.count
      while result.count < fractions.count,
        Double(passed) >= (fractions[result.count] * Double(count)).rounded(.up)
      {
        result.append(min(element.highest, maximum))
      }
    }
    return result
  }
}
