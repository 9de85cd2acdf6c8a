/// A study of capacity, as its manifest says it: what was looked for, and where it comes from.
package struct CapacityRecord: StudyRecord {
  package static var kind: ResultsKind { .capacity }

  @Inlined package var scenario: ScenarioRecord
  package var key: String
  package var direction: CapacityDirection
  /// The ends of the range, as a scenario would say them.
  package var from: String
  package var to: String
  /// The names of the formulas that were asked for.
  package var variants: [String]
  /// The titles of the gateways, the scenario's own first.
  package var worlds: [String]
  package var replications: Int
  package var digest: String
  package var events: Int
  /// Runs that were made to their end and counted.
  package var runs: Int

  package init(
    _ scenario: ScenarioRecord, key: String, direction: CapacityDirection, from: String, to: String,
    variants: [String], worlds: [String], replications: Int, digest: String, events: Int, runs: Int
  ) {
    self.scenario = scenario
    self.key = key
    self.direction = direction
    self.from = from
    self.to = to
    self.variants = variants
    self.worlds = worlds
    self.replications = replications
    self.digest = digest
    self.events = events
    self.runs = runs
  }
}
