/// One run, as its manifest says it.
package struct RunRecord: StudyRecord {
  package static var kind: ResultsKind { .run }

  /// The result of a promise.
  package struct Promise: Codable, Hashable, Sendable {
    package var promise: String
    package var kept: Bool
    package var found: String
    package var reason: String?

    package init(promise: String, kept: Bool, found: String, reason: String?) {
      self.promise = promise
      self.kept = kept
      self.found = found
      self.reason = reason
    }
  }

  @Inlined package var scenario: ScenarioRecord
  package var seed: UInt64
  package var clients: Int
  package var digest: String
  package var events: Int
  package var virtualS: Double
  package var truncated: Bool
  package var slo: [Promise]

  package init(
    _ scenario: ScenarioRecord, seed: UInt64, clients: Int, digest: String, events: Int,
    virtualS: Double, truncated: Bool, slo: [Promise]
  ) {
    self.scenario = scenario
    self.seed = seed
    self.clients = clients
    self.digest = digest
    self.events = events
    self.virtualS = virtualS
    self.truncated = truncated
    self.slo = slo
  }
}
