/// What a metric means, as `simulate explain` prints it.
package struct MetricDefinition: Hashable, Sendable {
  /// A metric's path, or the part that several share: `recover` stands for `recover.p99` too, and
  /// `stations` for every station.
  package let name: String
  /// A `MetricUnit`; `distribution` where the name stands for a count and several times in seconds.
  package let unit: String
  /// One or more sentences, with what an undefined value means.
  package let definition: String
  /// Where the notion comes from; nil where it is this simulator's own.
  package let source: String?

  init(_ name: String, _ unit: String, _ definition: String, source: String? = nil) {
    self.name = name
    self.unit = unit
    self.definition = definition
    self.source = source
  }
}

/// All definitions, in the order of the metrics.
package let metricDefinitions: [MetricDefinition] =
  loadDefinitions + recoveryDefinitions + outcomeShareDefinitions + gatewayDefinitions
  + stormDefinitions
  + systemDefinitions

/// The definition that covers a metric's path: its own, or that of the distribution or group it is
/// a figure of. nil for a path that no run has.
///
/// - Parameter path: such as `recover.p99`, `stations.auth.wait.p50` or `gave_up`.
package func metricDefinition(of path: String) -> MetricDefinition? {
  if let part = PartPath(path), part.unit != nil, let whole = metricDefinition(of: part.metric) {
    let what = part.group == "cohorts" ? "the cohort \(part.part)" : "the \(part.part) clients"
    return MetricDefinition(
      path, whole.unit, "Of \(what) alone. \(whole.definition)", source: whole.source)
  }
  var words = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  if let own = metricDefinitions.first(where: { $0.name == path }) { return own }
  let row = metricRows.first { $0.path == path }
  if row == nil, !metricRows.contains(where: { $0.path.hasPrefix(path + ".") }) { return nil }
  // stations.auth.wait is defined once for all stations, spread.1 once for all attempt numbers.
  if words.count > 1, ["stations", "spread"].contains(words[0]) { words.remove(at: 1) }
  while !words.isEmpty {
    let name = words.joined(separator: ".")
    if let group = metricDefinitions.first(where: { $0.name == name }) {
      let statistic = row.flatMap { statisticTexts[Metric($0).statistic] }
      return MetricDefinition(
        path, row?.unit.rawValue ?? group.unit,
        (statistic.map { $0 + " of this distribution. " } ?? "") + group.definition,
        source: group.source)
    }
    words.removeLast()
  }
  return nil
}

extension Metric {
  fileprivate init(_ row: MetricRow) {
    self.init(path: row.path, unit: row.unit, value: .undefined)
  }
}

private let statisticTexts = [
  "count": "How many (finite) values there are", "mean": "The mean of the finite values",
  "max": "The largest value", "p5": "The 5th percentile", "p25": "The 25th percentile",
  "p50": "The median", "p75": "The 75th percentile", "p90": "The 90th percentile",
  "p95": "The 95th percentile", "p99": "The 99th percentile", "p999": "The 99.9th percentile",
  "effective_s": "Over how many seconds an even stream would be as crowded in bins of 100 ms, "
    + "whatever the number of clients; undefined below 100 arrivals",
]
