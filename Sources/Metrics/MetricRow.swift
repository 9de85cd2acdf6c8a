import Simulator

/// One metric that a run reports: its name, its unit, its meaning and how it is read.
package struct MetricRow: Sendable {
  package let path: String
  package let unit: MetricUnit
  /// Its own definition, or that of all under one name: `recover.p99` has that of `recover`.
  package let definition: MetricDefinition
  /// All words that it may be, where it is a word.
  package let words: [String]
  /// nil where it is told of the whole fleet alone.
  package let ofPart: (@Sendable (PartFacts) -> MetricValue)?
  package let value: @Sendable (SummaryFacts) -> MetricValue
  /// Which way it gets better.
  package private(set) var better = MetricDirection.neither
  /// In which figure it is told over several seeds.
  package private(set) var seedStatistic = SeedStatistic.mean

  /// True of plans whose runs report it. In other runs it is undefined and stands in no file.
  package private(set) var isReported: @Sendable (SimulationPlan) -> Bool = { _ in true }

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

  func told(by statistic: SeedStatistic) -> MetricRow {
    var row = self
    row.seedStatistic = statistic
    return row
  }

  func only(where isReported: @escaping @Sendable (SimulationPlan) -> Bool) -> MetricRow {
    var row = self
    row.isReported = isReported
    return row
  }

  func better(_ direction: MetricDirection) -> MetricRow {
    var row = self
    row.better = direction
    return row
  }
}
