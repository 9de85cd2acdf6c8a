import Metrics

/// The definition that covers a metric's path: its own, or that of the distribution or group it is
/// a figure of. nil for a path that no run has.
///
/// - Parameter path: such as `recover.p99`, `stations.auth.wait.p50` or `gave_up`.
package func metricDefinition(of path: String) -> MetricDefinition? {
  if let part = PartPath(path), part.unit != nil, let whole = metricDefinition(of: part.metric) {
    let what = part.group == "cohorts" ? "the cohort \(part.part)" : "the \(part.part) clients"
    return MetricDefinition(
      path, whole.unit, "Of \(what) alone. \(whole.definition)", source: whole.source
    ).better(whole.better)
  }
  if let own = metricDefinitions.first(where: { $0.name == path }) { return own }
  if let row = metricRows.first(where: { $0.path == path }) {
    let statistic = Metric(path: path, unit: row.unit, value: .undefined).statistic
    let opening = Metric.statisticTexts[statistic].map { "\($0) of this distribution. " } ?? ""
    return MetricDefinition(
      path, row.unit.rawValue, opening + row.definition.definition, source: row.definition.source
    ).better(row.better)
  }
  // Several metrics: those of stations.auth.wait share a definition, those of stations.auth a group.
  let below = metricRows.filter { $0.path.hasPrefix(path + ".") }.map(\.definition.name)
  let name = firstWords(sharedBy: below)
  guard let group = metricDefinitions.first(where: { $0.name == name }) else { return nil }
  return MetricDefinition(path, group.unit, group.definition, source: group.source)
    .better(group.better)
}

/// Returns the common beginning of some paths, in whole words; empty where there is none.
private func firstWords(sharedBy paths: [String]) -> String {
  let words = paths.map { $0.split(separator: ".") }
  guard var shared = words.first else { return "" }
  for other in words {
    shared = zip(shared, other).prefix { $0 == $1 }.map(\.0)
  }
  return shared.joined(separator: ".")
}
