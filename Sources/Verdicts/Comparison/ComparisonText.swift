import Documents
import Metrics
import Scenarios
import Studies
import Systems
import Words

/// The figures of a comparison as people read them.
package enum ComparisonText {
  /// A mean and half the width of its interval: `25.7 ± 0.1 s`. A median, whose interval is not symmetric,
  /// with both ends: `22.7 [21.5 to 40.2] s`, unless they only differ beyond the digits shown.
  private static func estimate(
    _ middle: Double, _ low: Double?, _ high: Double?, _ metric: HeadlineMetric
  ) -> String {
    let unit = metric.unit
    let figure = signed(middle, unit)
    guard let low, let high, high > low else { return figure }
    let ends = [low, high].map { signed($0, unit) }
    if metric.statistic == .median, ends != [figure, figure] { return withEnds(figure, ends) }
    let half = max(high - middle, middle - low)
    let width = HumanText.value(.number(half), unit)
    let isShared = isInSeconds([figure, width])
    return "\(isShared ? String(figure.dropLast(2)) : figure) ± \(width)"
  }

  private static func withEnds(_ figure: String, _ ends: [String]) -> String {
    let isShared = isInSeconds([figure] + ends)
    func bare(_ text: String) -> String { isShared ? String(text.dropLast(2)) : text }
    return "\(bare(figure)) [\(bare(ends[0])) to \(bare(ends[1]))]\(isShared ? " s" : "")"
  }

  /// Returns true if all texts are in seconds, so that the unit needs to be said only once.
  private static func isInSeconds(_ texts: [String]) -> Bool {
    texts.allSatisfy { $0.hasSuffix(" s") && !$0.contains("min") }
  }

  private static func signed(_ number: Double, _ unit: MetricUnit) -> String {
    (number < 0 ? "-" : "") + HumanText.value(.number(abs(number)), unit)
  }

  /// How far apart two figures are; of shares, in points.
  package static func distance(_ number: Double, _ unit: MetricUnit) -> String {
    unit == .share
      ? "\(HumanText.number(abs(number) * 100)) points"
      : HumanText.value(.number(abs(number)), unit)
  }

  /// Returns the result of a variant in a metric; `never` if some clients were left behind.
  package static func estimate(
    _ result: ComparisonDocument.Variant, _ path: String, hasInterval: Bool = true
  ) -> String {
    guard let metric = HeadlineMetric.named(path), let found = result.metrics[path]?.estimate,
      let figure = found.figure
    else { return result.leavesSomebody ? "never" : "-" }
    return hasInterval
      ? estimate(figure, found.low, found.high, metric) : signed(figure, metric.unit)
  }

  /// `-48.2 [-48.5 to -47.9] s`.
  package static func difference(_ pair: ComparisonDocument.Pair) -> String {
    guard let metric = HeadlineMetric.named(pair.metric), let found = pair.difference else {
      return "-"
    }
    return (found > 0 ? "+" : "") + estimate(found, pair.low, pair.high, metric)
  }

  package static func p(_ p: Double?) -> String {
    guard let p else { return "-" }
    if p < 0.0005 { return "<0.001" }
    // Three decimals: 0.046 and 0.054 are not the same.
    return p >= 0.9995 ? "1" : "0." + "\(1_000 + Int((p * 1_000).rounded()))".dropFirst()
  }
}
