import Metrics

/// All declarations, in the order in which their metrics are reported and explained: those of every
/// run, then those of each session system.
private let metricDeclarations: [MetricDeclaration] =
  commonMetrics + SessionSystem.all.flatMap(\.metrics)

/// All metrics, in the order in which they are reported.
package let metricRows: [MetricRow] = metricDeclarations.flatMap(\.rows)

/// All definitions, in the order of the metrics.
package let metricDefinitions: [MetricDefinition] = metricDeclarations.flatMap(\.definitions)

extension SummaryFacts {
  /// Those that every run has, in the order of their rows.
  package var metrics: [Metric] {
    metricRows.map { row in
      let value = row.isReported(plan) ? row.value(self) : .undefined
      return Metric(path: row.path, unit: row.unit, value: value)
    }
  }
}

extension MetricValue {
  /// All words that a metric may be.
  package static let words = metricRows.flatMap(\.words)
}
