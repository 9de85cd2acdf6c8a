/// One metric that a run reports: its name, its unit, what it means and how it is read.
package struct MetricRow: Sendable {
  package let path: String
  package let unit: MetricUnit
  /// Its own, or that of all under one name: of `recover.p99` that of `recover`.
  let definition: MetricDefinition
  /// All that it may be, where it is a word.
  let words: [String]
  /// nil where it is told of the whole fleet alone.
  let ofPart: (@Sendable (PartFacts) -> MetricValue)?
  let value: @Sendable (SummaryFacts) -> MetricValue

  init(
    _ path: String, _ unit: MetricUnit, _ definition: MetricDefinition, words: [String] = [],
    _ value: @escaping @Sendable (SummaryFacts) -> MetricValue,
    ofPart: (@Sendable (PartFacts) -> MetricValue)? = nil
  ) {
    self.path = path
    self.unit = unit
    self.definition = definition
    self.words = words
    self.ofPart = ofPart
    self.value = value
  }
}

/// All declarations, in the order in which their metrics are reported and explained.
private let metricDeclarations: [MetricDeclaration] =
  loadMetrics + arrivalMetrics + recoveryMetrics + outcomeMetrics + gatewayMetrics + stormMetrics
  + stoatMetrics + chatSocketMetrics + primerMetrics + appExtensionMetrics + optimisticMetrics

/// All metrics, in the order in which they are reported.
package let metricRows: [MetricRow] = metricDeclarations.flatMap(\.rows)

/// All definitions, in the order of the metrics.
package let metricDefinitions: [MetricDefinition] = metricDeclarations.flatMap(\.definitions)
