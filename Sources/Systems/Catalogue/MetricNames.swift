import Metrics
import Words

/// The names of metrics.
package enum MetricNames {
  /// Those that every run has, in order.
  package static var all: [String] { metricRows.map(\.path) }

  /// Returns the unit of the metric of that path; nil where there is no metric of that name.
  package static func unit(of path: String) -> MetricUnit? {
    PartPath(path).map(\.unit) ?? unitsByPath[path]
  }

  /// In which figure the metric of that path is told over several seeds.
  package static func seedStatistic(of path: String) -> SeedStatistic {
    statisticsByPath[PartPath(path).map(\.metric) ?? path] ?? .mean
  }

  /// Returns the message for a path that no metric has. It names the nearest one, or the figures of
  /// a group.
  package static func noMetric(named path: String) -> String {
    let opening = "there is no metric '\(path)'"
    if let successor = retired(path) { return "\(opening) any more: \(successor)" }
    if let part = PartPath(path), let near = nearest(to: part.metric, in: partRows.map(\.path)) {
      return "\(opening); did you mean '\(part.group).\(part.part).\(near)'?"
    }
    // `recover` alone: the figure that is promised most often, if the group has it.
    let figures = metricRows.map(\.path).filter { $0.hasPrefix(path + ".") }
    if let first = figures.first(where: { $0 == path + ".p99" }) ?? figures.first {
      return "\(opening) alone; name one figure of it, such as \(first)"
    }
    // `p99` alone is most likely that of the time to recover.
    if all.contains("recover.\(path)") { return "\(opening); did you mean 'recover.\(path)'?" }
    // `peak` alone: what formulas trade off, if it begins like that.
    if let first = (TradedMetrics.all + all).first(where: { $0.hasPrefix(path + "_") }) {
      return "\(opening); did you mean '\(first)'?"
    }
    let hint = didYouMean(path, in: all)
    return "\(opening); \(hint ?? "`simulate explain` lists them")"
  }

  /// Returns the replacement of a metric that older versions had, with the reason; nil for any
  /// other name.
  package static func retired(_ path: String) -> String? {
    switch path {
    case "dispersion_1s", "peak_to_mean_1s":
      "it grew with the fleet; crowding_1s.p50 says how bunched the arrivals are"
    case _ where path.hasPrefix("spread.") && path.hasSuffix(".cv"):
      "it took a fleet in step for a spread one; \(path.dropLast(2))effective_s says over how many "
        + "seconds the attempts were spread"
    case _: nil
    }
  }
}

private let statisticsByPath = Dictionary(
  uniqueKeysWithValues: metricRows.map { ($0.path, $0.seedStatistic) })

private let unitsByPath = Dictionary(
  uniqueKeysWithValues: metricRows.map { ($0.path, $0.unit) })
