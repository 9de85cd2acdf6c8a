import Documents
import Metrics
import Primitives
import Systems

/// How far the figures of later runs lie from those of earlier ones, with the interval of that.
struct MetricMovement {
  /// The figure of the earlier runs.
  let old: Double
  /// The later figure less the earlier one; for pairs the mean or the median of their differences.
  let difference: Double
  /// The interval of the difference, at the confidence that all metrics of a family share; nil for
  /// single runs.
  let interval: (low: Double, high: Double)?

  /// - Parameters:
  ///   - before: finite values, and at least one; as many as after where they are paired.
  ///   - statistic: `statistic(of:_:_:_:family:)`.
  ///   - family: how many metrics are judged together.
  init(
    _ before: [Double], _ after: [Double], _ pairing: SeedPairing, _ statistic: SeedStatistic,
    family: Int
  ) {
    let (first, second) = (Sample(before), Sample(after))
    if statistic == .median, case .paired = pairing,
      let ranks = Self.ranks(of: before.count, family: family)
    {
      let differences = zip(before, after).map { $1 - $0 }.sorted()
      old = sortedMedian(before.sorted()) ?? first.mean
      difference = sortedMedian(differences) ?? second.mean - first.mean
      interval = ranks.bounds(of: differences)
      return
    }
    old = first.mean
    let moved = second.mean - first.mean
    difference = moved
    interval = Self.spread(before, after, pairing).map { spread in
      let half =
        studentTQuantile(1 - Self.error(family) / 2, degrees: spread.degrees) * spread.error
      return (moved - half, moved + half)
    }
  }

  /// Returns the statistic by which a metric is judged.
  ///
  /// A median takes so many pairs that its interval may leave out the outermost difference: with fewer a
  /// single odd seed would hide any change. Runs with other seeds are compared by means: equal programs have
  /// figures of the same skewness, so that their difference has none.
  static func statistic(
    of path: String, _ base: [MetricValue], _ now: [MetricValue], _ pairing: SeedPairing,
    family: Int
  ) -> SeedStatistic {
    guard case .paired = pairing, MetricNames.seedStatistic(of: path) == .median else {
      return .mean
    }
    let pairs = zip(base, now).count { $0.rank.isFinite && $1.rank.isFinite }
    return ranks(of: pairs, family: family) == nil ? .mean : .median
  }

  /// nil where there are too few pairs.
  private static func ranks(of pairs: Int, family: Int) -> RankInterval? {
    RankInterval(count: pairs, confidence: 1 - error(family)).flatMap { $0.rank > 1 ? $0 : nil }
  }

  /// The chance that one metric of a family may fail by.
  private static func error(_ family: Int) -> Double {
    BaselineRecord.Change.falseAlarm / Double(family)
  }

  /// The standard error of the difference of the means and its degrees of freedom; nil for single runs.
  private static func spread(
    _ before: [Double], _ after: [Double], _ pairing: SeedPairing
  ) -> (error: Double, degrees: Int)? {
    switch pairing {
    case .single: return nil
    case .paired:
      guard before.count >= 2 else { return nil }
      let differences = Sample(zip(before, after).map { $1 - $0 })
      return (differences.standardError ?? 0, before.count - 1)
    case .unpaired:
      // Welch 1947: the two may spread differently.
      let errors = [before, after].map { Sample($0).standardError ?? 0 }
      guard before.count >= 2, after.count >= 2 else { return nil }
      let squares = errors.map { $0 * $0 }
      let sum = squares[0] + squares[1]
      if sum == 0 { return (0, before.count + after.count - 2) }
      let below =
        squares[0] * squares[0] / Double(before.count - 1)
        + squares[1] * squares[1] / Double(after.count - 1)
      return (sum.squareRoot(), max(1, Int(sum * sum / below)))
    }
  }
}
