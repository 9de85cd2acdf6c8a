import Campaigns
import Metrics
import Scenarios
import Systems

/// The figures of a comparison as people read them.
enum ComparisonText {
  /// A mean and half the width of its interval: `25.7 ± 0.1 s`. By bootstrap-t, whose intervals are
  /// not symmetric, both ends: `22.7 [21.5, 40.2] s`, unless they only differ beyond the digits shown.
  static func estimate(_ interval: MeanInterval, _ unit: MetricUnit) -> String {
    let mean = signed(interval.mean, unit)
    guard let low = interval.low, let high = interval.high, high > low else { return mean }
    let isSkewed =
      interval.method == .bootstrapT && !(mean == signed(low, unit) && mean == signed(high, unit))
    if isSkewed { return withEnds(mean, low, high, unit) }
    let half = HumanText.value(.number(max(high - interval.mean, interval.mean - low)), unit)
    let isShared = mean.hasSuffix(" s") && !mean.contains("min") && half.hasSuffix(" s")
    return "\(isShared ? String(mean.dropLast(2)) : mean) ± \(half)"
  }

  private static func withEnds(
    _ mean: String, _ low: Double, _ high: Double, _ unit: MetricUnit
  ) -> String {
    let ends = [low, high].map { signed($0, unit) }
    let isShared = ([mean] + ends).allSatisfy { $0.hasSuffix(" s") && !$0.contains("min") }
    func bare(_ text: String) -> String { isShared ? String(text.dropLast(2)) : text }
    return "\(bare(mean)) [\(bare(ends[0])), \(bare(ends[1]))]\(isShared ? " s" : "")"
  }

  private static func signed(_ number: Double, _ unit: MetricUnit) -> String {
    (number < 0 ? "-" : "") + HumanText.value(.number(abs(number)), unit)
  }

  /// How far apart two means are; of shares, in points.
  static func distance(_ number: Double, _ unit: MetricUnit) -> String {
    unit == .share
      ? "\(HumanText.number(abs(number) * 100)) points"
      : HumanText.value(.number(abs(number)), unit)
  }

  /// What a variant came to in a metric; `never` where somebody was left behind.
  static func estimate(_ result: VariantResult, _ path: String) -> String {
    guard let estimate = result.estimate(path), let interval = estimate.interval else {
      return result.leavesSomebody ? "never" : "-"
    }
    return Self.estimate(interval, estimate.metric.unit)
  }

  /// `-48.2 ± 0.3 s`.
  static func difference(_ pair: PairedDifference) -> String {
    guard let interval = pair.interval else { return "-" }
    return (interval.mean > 0 ? "+" : "") + estimate(interval, pair.metric.unit)
  }

  static func p(_ p: Double?) -> String {
    guard let p else { return "-" }
    if p < 0.0005 { return "<0.001" }
    // Three decimals: 0.046 and 0.054 are not the same.
    return p >= 0.9995 ? "1" : "0." + "\(1_000 + Int((p * 1_000).rounded()))".dropFirst()
  }

  /// A text cut to a width, with dots where something is missing.
  static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(max(1, width - 3)) + "..."
  }

  /// `a`, `a and b`, `a, b and c`; beyond `most` the rest is counted.
  static func list(_ names: [String], most: Int = 8) -> String {
    if names.count > most {
      return names.prefix(most - 1).joined(separator: ", ") + " and \(names.count - most + 1) more"
    }
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }
}

extension VariantResult {
  /// Clients that were not back when a run ended, in the mean.
  var notBack: Double {
    ["gave_up", "in_error", "stuck", "still_trying"].reduce(0) { $0 + (mean($1) ?? 0) }
  }

  /// Whether any client was not back at the end of some run.
  var leavesSomebody: Bool { notBack > 0 }

  var givesUp: Bool { (mean("gave_up") ?? 0) > 0 }
}
