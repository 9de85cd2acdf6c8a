/// A comparison, as its manifest says it: all that is needed to make it again.
package struct ComparisonRecord: StudyRecord {
  package static var kind: ResultsKind { .comparison }

  /// The names of all scenarios.
  package var scenario: String
  package var scenarios: [ScenarioRecord]
  package var variants: [String]
  /// True if every rule around the formulas is the session's own.
  package var sameAxes: Bool
  /// Relative; nil where the number of seeds was given.
  package var precision: Double?
  package var rankedBy: String
  /// The rate that each single limit of the gateway lets through; nil if the gateway is the
  /// scenario's own.
  package var limitPerSecond: Double?
  package var replications: Int
  package var command: [String]
  package var digest: String
  package var events: Int
  package var truncated: Bool

  package init(
    _ scenarios: [ScenarioRecord], variants: [String], sameAxes: Bool, precision: Double?,
    rankedBy: String, limitPerSecond: Double?, replications: Int, command: [String], digest: String,
    events: Int, truncated: Bool
  ) {
    scenario = scenarios.map(\.scenario).joined(separator: " + ")
    self.scenarios = scenarios
    self.variants = variants
    self.sameAxes = sameAxes
    self.precision = precision
    self.rankedBy = rankedBy
    self.limitPerSecond = limitPerSecond
    self.replications = replications
    self.command = command
    self.digest = digest
    self.events = events
    self.truncated = truncated
  }
}
