/// A search for a formula, as its manifest says it.
package struct TuningRecord: StudyRecord {
  package static var kind: ResultsKind { .tuning }

  /// A scenario that candidates are tried on.
  package struct Trial: Codable, Hashable, Sendable {
    package var scenario: String
    package var resolvedHash: String
    package var resolved: Members<String>

    package init(_ record: ScenarioRecord) {
      scenario = record.scenario
      resolvedHash = record.resolvedHash.value
      resolved = record.resolved
    }
  }

  package var scenario: String
  package var tunedOn: [Trial]
  package var testedOn: [Trial]
  package var testedBehindLimits: [Trial]
  package var seed: UInt64
  package var clients: Int
  package var command: [String]
  package var digest: String
  package var events: Int
  package var truncated: Bool

  package init(
    _ scenario: String, tunedOn: [Trial], testedOn: [Trial], testedBehindLimits: [Trial],
    seed: UInt64, clients: Int, command: [String], digest: String, events: Int, truncated: Bool
  ) {
    self.scenario = scenario
    self.tunedOn = tunedOn
    self.testedOn = testedOn
    self.testedBehindLimits = testedBehindLimits
    self.seed = seed
    self.clients = clients
    self.command = command
    self.digest = digest
    self.events = events
    self.truncated = truncated
  }
}
