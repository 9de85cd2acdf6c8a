import Metrics
import Scenarios
import Systems

/// A metric by which backoffs are compared.
package struct HeadlineMetric: Hashable, Sendable {
  /// The metric's path: `recover.p99`.
  package let path: String
  package let unit: MetricUnit
  /// True if less of it is better, otherwise more.
  package let isBetterLow: Bool
  /// The figure in which it is told over several seeds.
  package let statistic: SeedStatistic

  private init(_ path: String) {
    let row = metricRows.first { $0.path == path }
    guard let row, row.better != .neither else {
      preconditionFailure("\(path): a metric that can get better")
    }
    self.path = path
    unit = row.unit
    isBetterLow = row.better == .less
    statistic = row.seedStatistic
  }

  /// Any metric that is a number or a truth, also one of a cohort or a session system; nil where there is none.
  ///
  /// Where neither way is better, less ranks first.
  private init?(any path: String) {
    let name = PartPath(path)?.metric ?? path
    guard let unit = MetricNames.unit(of: path), unit != .word,
      let row = metricRows.first(where: { $0.path == name })
    else { return nil }
    self.path = path
    self.unit = unit
    isBetterLow = row.better != .more
    statistic = row.seedStatistic
  }

  /// The metrics of every scenario, in the order in which they are reported.
  package static let all: [HeadlineMetric] = [
    HeadlineMetric("recover.p50"), HeadlineMetric("recover.p99"), HeadlineMetric("recover.max"),
    HeadlineMetric("downtime.p99"), HeadlineMetric("peak_arrivals_100ms"),
    HeadlineMetric("peak_arrivals_1s"), HeadlineMetric("peak_arrivals_1s_after_clear"),
    HeadlineMetric("attempts_per_client"), HeadlineMetric("gave_up"), HeadlineMetric("in_error"),
    HeadlineMetric("stuck"), HeadlineMetric("still_trying"), HeadlineMetric("metastable"),
    HeadlineMetric("shed"), HeadlineMetric("wasted_work_share"),
    HeadlineMetric("storm_efficiency"),
  ]

  /// The metrics that only the clients of some session systems have.
  private static let special = special(of: SessionSystem.all)

  private static func special(of systems: [SessionSystem]) -> [HeadlineMetric] {
    systems.flatMap(\.figures.compared).withoutRepetition.map { HeadlineMetric($0) }
  }

  /// Returns the metrics that a scenario's clients have.
  package static func reported(for scenario: Scenario) -> [HeadlineMetric] {
    all + special(of: FleetView(scenario.clients).sessions)
  }

  /// The times of every distribution that stand in `comparison.csv` beside the metrics that are reported.
  package static func distributed(in scenario: Scenario) -> [HeadlineMetric] {
    let reported = Set(reported(for: scenario).map(\.path))
    let paths = metricRows.filter { row in
      row.definition.unit == MetricDefinition.distribution
        && [".p50", ".p90", ".p99"].contains { row.path.hasSuffix($0) }
    }.map(\.path)
    return paths.filter { !reported.contains($0) }.compactMap { HeadlineMetric(any: $0) }
  }

  /// The metrics whose differences are tested: the family of Holm's correction.
  /// - Parameter recovery: what coming back is measured by.
  package static func tested(_ recovery: String) -> [HeadlineMetric] {
    named(TradedMetrics.all(recovery) + ["gave_up"])
  }

  /// The metrics that a backoff trades off: the axes of the Pareto front.
  package static let traded = named(TradedMetrics.all)

  /// Returns any metric of that path that is not a word; nil where there is none.
  package static func named(_ path: String) -> HeadlineMetric? {
    (all + special).first { $0.path == path } ?? HeadlineMetric(any: path)
  }

  package static func named(_ paths: [String]) -> [HeadlineMetric] {
    paths.map { path in all.first { $0.path == path }! }
  }

  /// Why the clients of a scenario have no such metric; nil where they have it.
  package func problem(in scenario: Scenario) -> String? {
    if let part = PartPath(path) { return part.problem(in: scenario.clients) }
    let isSpecial = Self.special.contains(self)
    return isSpecial && !Self.reported(for: scenario).contains(self)
      ? "the clients of \(scenario.name) have no such metric" : nil
  }
}

extension Replication {
  /// The metric of that path; nil where the run has none of that name.
  package func metric(at path: String) -> Metric? {
    guard let index = metricIndices[path] else { return parts.first { $0.path == path } }
    let row = metricRows[index]
    return Metric(path: row.path, unit: row.unit, value: values[index])
  }

  /// The metric as a number: nil where it is undefined or infinite; 1 for true.
  package func number(_ path: String) -> Double? {
    switch metric(at: path)?.value ?? .undefined {
    case .boolean(let truth): truth ? 1 : 0
    case let value: value.number
    }
  }

  /// Returns the value of a metric; undefined if there is no metric of that path.
  package func value(_ path: String) -> MetricValue {
    metricIndices[path].map { values[$0] } ?? .undefined
  }
}

private let metricIndices = Dictionary(
  uniqueKeysWithValues: metricRows.enumerated().map { ($0.element.path, $0.offset) })
