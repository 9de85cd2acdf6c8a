import Metrics

/// How runs stand against earlier ones.
package struct BaselineRecord: Codable, Hashable, Sendable {
  package var folder: String
  package var tool: String
  /// How the seeds were set against each other, in words.
  package var compared: String
  /// The tolerance of all headline metrics; nil where only named ones were judged.
  package var tolerance: Double?
  /// The limits of the comparison, in sentences.
  package var notes: [String]
  /// One for each metric that either has, by scenario and variant.
  package var metrics: [Change]

  package enum Outcome: String, Codable, Hashable, Sendable {
    case kept
    case broken
    /// Worse than the tolerance allows, but by no more than chance may bring.
    case undecided
    case notJudged = "not judged"
  }

  /// How far a metric has moved from its baseline, and whether that is too far.
  package struct Change: Codable, Hashable, Sendable {
    package var scenario: String
    package var variant: String?
    package var metric: String
    package var better: MetricDirection
    /// The statistic by which several runs are compared: the median if the metric is told by it and
    /// there are seeds enough for its interval, otherwise the mean.
    package var statistic = SeedStatistic.mean
    /// The value of the baseline and the value now: each is the value of a single run, or the mean or
    /// the median.
    package var was = MetricValue.undefined
    package var `is` = MetricValue.undefined
    /// The difference over the baseline; nil where there is none.
    package var change: Double?
    /// The ends of its interval; nil for single runs, and where there is none.
    package var low: Double?
    package var high: Double?
    /// A fraction of the baseline.
    package var tolerance: Double
    package var outcome = Outcome.notJudged
    /// Why it is judged like this, where the figures do not say it.
    package var why: String?

    /// One that is not judged.
    package init(
      _ metric: String, scenario: String, variant: String?, better: MetricDirection,
      tolerance: Double, why: String? = nil
    ) {
      self.scenario = scenario
      self.variant = variant
      self.metric = metric
      self.better = better
      self.tolerance = tolerance
      self.why = why
    }
  }

  package init(
    folder: String, tool: String, compared: String, tolerance: Double?, notes: [String],
    metrics: [Change]
  ) {
    self.folder = folder
    self.tool = tool
    self.compared = compared
    self.tolerance = tolerance
    self.notes = notes
    self.metrics = metrics
  }

  package func changes(_ outcome: Outcome) -> [Change] { metrics.filter { $0.outcome == outcome } }
}

extension MetricDirection: Codable {}
extension SeedStatistic: Codable {}

extension MetricValue: Codable {
  package init(from decoder: any Decoder) throws {
    switch try decoder.singleValueContainer().decode(JSONValue.self) {
    case .integer(let count): self = .count(count)
    case .number(let number): self = .number(number)
    case .boolean(let truth): self = .boolean(truth)
    case .string(let word): self = .word(word)
    case _: self = .undefined
    }
  }

  /// Writes an undefined or infinite figure as null.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(JSONValue(self))
  }
}
