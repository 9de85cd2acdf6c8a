import Documents
import Findings
import Store
import Studies

/// The manifest of one run.
func runManifest(
  _ summary: Summary, slo: [SloResult], facts: RunFacts, files: [WrittenFile]
) -> String {
  let run = summary.run
  let record = RunRecord(
    ScenarioRecord(summary.scenario), seed: summary.scenario.seed, clients: run.course.clients,
    digest: run.course.digest.text,
    events: run.course.events, virtualS: run.course.end.seconds, truncated: run.course.isTruncated,
    slo: slo.map { result in
      .init(
        promise: result.level.text, kept: result.isKept, found: result.found, reason: result.reason)
    })
  return documentText(Manifest(record, timed: facts, files: files))
}

/// The manifest of several runs.
func replicationsManifest(
  _ summary: ReplicatedSummary, facts: RunFacts, files: [WrittenFile]
) -> String {
  let record = ReplicationsRecord(
    ScenarioRecord(summary.scenario), replications: summary.seeds.count,
    seeds: SeedsRecord(summary.seeds),
    clients: summary.scenario.clients.count, digest: summary.digestText, events: summary.events,
    virtualS: summary.replications.reduce(0) { $0 + $1.end.seconds },
    truncated: summary.isTruncated,
    slo: summary.slo.map(JudgedPromise.init))
  return documentText(Manifest(record, timed: facts, files: files))
}

extension SeedsRecord {
  init(_ seeds: SeedRange) { self.init(first: seeds.first, last: seeds.last) }
}

extension JudgedPromise {
  init(_ result: ReplicatedSloResult) {
    var estimate: Estimate?
    if case .estimate(let figure, let bound, _) = result.basis {
      estimate = Estimate(figure, bound: bound)
    }
    self.init(
      promise: result.level.text, kept: result.isKept, by: estimate,
      brokenSeeds: result.brokenSeeds,
      found: result.found, reason: result.reason)
  }
}
