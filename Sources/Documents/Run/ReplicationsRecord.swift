/// Several runs with different seeds, as their manifest says it: `resolved` has the first seed, `events` and
/// `virtual_s` are sums, and `digest` tells one set of runs from another.
package struct ReplicationsRecord: StudyRecord {
  package static var kind: ResultsKind { .run }

  @Inlined package var scenario: ScenarioRecord
  package var replications: Int
  package var seeds: SeedsRecord
  package var clients: Int
  package var digest: String
  package var events: Int
  package var virtualS: Double
  package var truncated: Bool
  package var slo: [JudgedPromise]

  package init(
    _ scenario: ScenarioRecord, replications: Int, seeds: SeedsRecord, clients: Int, digest: String,
    events: Int, virtualS: Double, truncated: Bool, slo: [JudgedPromise]
  ) {
    self.scenario = scenario
    self.replications = replications
    self.seeds = seeds
    self.clients = clients
    self.digest = digest
    self.events = events
    self.virtualS = virtualS
    self.truncated = truncated
    self.slo = slo
  }
}
