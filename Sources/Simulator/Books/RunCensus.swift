import Faults
import GatewayModel
import Measurements
import Primitives

/// What a run gave, read off where it stands now.
final class RunCensus<Clients: Clientele> {
  private let clients: Clients
  private let books: Books
  private let gateway: Gateway
  private let timeline: FaultTimeline
  private let cohorts: [String]
  private let ranksClients: Bool

  init(
    _ clients: Clients, _ books: Books, _ gateway: Gateway, _ timeline: FaultTimeline,
    _ plan: SimulationPlan
  ) {
    self.clients = clients
    self.books = books
    self.gateway = gateway
    self.timeline = timeline
    cohorts = plan.cohorts.map(\.name)
    ranksClients = plan.ranksClients
  }

  func result(at now: Instant, isTruncated: Bool) -> RunResult {
    let parts = takeCensus(at: now)
    let digests = books.facts.runningDigests
    let whole = parts.count == 1 ? parts[0] : CohortResult(name: "all", sumOf: parts)
    var result = RunResult(
      clients: clients.count, end: now, clear: books.recorder.clear, isTruncated: isTruncated,
      events: books.events, digest: digests.last ?? Digest(), attempts: books.recorder.attempts,
      attemptsBeforeClear: books.recorder.attemptsBeforeClear, arrivals: books.recorder.arrivals,
      failures: books.recorder.failureCounts,
      arrivalsBeforeClear: books.recorder.arrivalsBefore.series,
      arrivalsAfterClear: books.recorder.arrivalsAfter.series,
      perSecond: books.recorder.seriesPerSecond(until: now),
      spread: books.recorder.spread.map(SpreadResult.init),
      detect: books.recorder.detect.recorder, outcomes: whole.outcomes, affected: whole.affected,
      recoveries: whole.recoveries, downtimes: whole.downtimes,
      downtimeCensored: whole.downtimeCensored, usefulWork: books.work.useful,
      wastedWork: books.work.wasted,
      shed: gateway.shed, acceptOverflow: gateway.acceptOverflow,
      stations: StationRole.allCases.map { ($0, gateway.statistics(of: $0)) },
      milestones: clients.milestones,
      states: clients.states(at: now),
      calls: books.recorder.calls, callFailures: books.recorder.callFailures,
      pushes: pushFigures,
      reads: books.recorder.reads, contention: contention)
    result.synRepeats = books.recorder.synRepeats
    result.incidentBegin = timeline.incidentBegin
    result.awayBefore = timeline.incidentBegin == nil ? nil : books.recovery.awayBefore
    result.atClear = books.recovery.atClear
    result.affectedAway = whole.affectedAway
    result.recoveriesOfAway = whole.recoveriesOfAway
    result.lastRecoveries = whole.lastRecoveries
    result.relapsed = whole.relapsed
    result.affectedTrying = whole.affectedTrying
    result.work = books.work.roles.entries.map(\.settled)
    result.cohorts = parts.count == 1 ? [] : parts
    result.runningDigests = digests
    result.trace = books.facts.tracer?.entries ?? []
    result.facts = books.facts.tracer?.facts.sorted() ?? []
    result.ranking = ranksClients ? clients.ranking(at: now) : []
    return result
  }

  /// What a pass over all clients finds, by cohort.
  private func takeCensus(at now: Instant) -> [CohortResult] {
    var parts = cohorts.map { CohortResult(name: $0) }
    if parts.count == 1 { parts[0].reserve(clients.count) }
    for client in everybody {
      clients.count(client, &parts[clients.cohort(client)], at: now)
    }
    return parts
  }

  private var everybody: Range<UInt32> { 0..<UInt32(clients.count) }

  /// What became of all pushes, with those still owed at the end.
  private var pushFigures: [PushFigures] {
    var figures = books.recorder.pushes.map(PushFigures.init)
    for client in everybody { clients.countUndelivered(client, &figures) }
    return figures
  }

  private var contention: ContentionFigures {
    var figures = ContentionFigures()
    figures.rowVersion = Int(gateway.row.version)
    for client in everybody { clients.count(client, &figures) }
    return figures
  }
}
