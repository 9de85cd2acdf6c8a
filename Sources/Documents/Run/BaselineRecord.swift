import Metrics

/// How runs stand against earlier ones.
package struct BaselineRecord: Codable, Hashable, Sendable {
  package var folder: String
  package var tool: String
  /// How the seeds were set against each other, in words.
  package var compared: String
  package var tolerance: Double
  package var notes: [String]
  package var metrics: [Change]

  /// A metric then and now; `change`, `low` and `high` are fractions of what was.
  package struct Change: Codable, Hashable, Sendable {
    package var scenario: String
    package var variant: String?
    package var metric: String
    package var better: String
    package var statistic: String
    package var was: JSONValue
    package var `is`: JSONValue
    package var change: Double?
    package var low: Double?
    package var high: Double?
    package var tolerance: Double
    /// `kept`, `broken`, `undecided` or `not judged`.
    package var outcome: String
    package var why: String?

    package init(
      scenario: String, variant: String?, metric: String, better: String, statistic: String,
      was: MetricValue, is now: MetricValue, change: Double?, low: Double?, high: Double?,
      tolerance: Double, outcome: String, why: String?
    ) {
      self.scenario = scenario
      self.variant = variant
      self.metric = metric
      self.better = better
      self.statistic = statistic
      self.was = JSONValue(was)
      self.is = JSONValue(now)
      self.change = change
      self.low = low
      self.high = high
      self.tolerance = tolerance
      self.outcome = outcome
      self.why = why
    }
  }

  package init(
    folder: String, tool: String, compared: String, tolerance: Double, notes: [String],
    metrics: [Change]
  ) {
    self.folder = folder
    self.tool = tool
    self.compared = compared
    self.tolerance = tolerance
    self.notes = notes
    self.metrics = metrics
  }
}
