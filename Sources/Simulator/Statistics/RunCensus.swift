import Faults
import GatewayModel
import Measurements
import Primitives

/// The result of a run, read off where it stands now.
final class RunCensus<Clients: Clientele> {
  private let clients: Clients
  private let statistics: RunStatistics
  private let gateway: Gateway
  private let timeline: FaultTimeline
  private let cohorts: [String]
  private let ranksClients: Bool

  init(
    _ clients: Clients, _ statistics: RunStatistics, _ gateway: Gateway, _ timeline: FaultTimeline,
    _ plan: SimulationPlan
  ) {
    self.clients = clients
    self.statistics = statistics
    self.gateway = gateway
    self.timeline = timeline
    cohorts = plan.cohorts.map(\.name)
    ranksClients = plan.ranksClients
  }

  func result(at now: Instant, isTruncated: Bool) -> RunResult {
    let parts = takeCensus(at: now)
    var whole = parts[0].recovery
    for part in parts.dropFirst() { whole.add(part.recovery) }
    var load = statistics.recorder.load(until: now)
    load.idleKills = parts.reduce(0) { $0 + $1.idleKills }
    return RunResult(
      course: course(at: now, isTruncated), load: load,
      recovery: whole, gateway: gatewayFigures, sessions: sessions(at: now), log: log(at: now),
      cohorts: parts.count == 1 ? [] : parts)
  }

  private func course(at now: Instant, _ isTruncated: Bool) -> RunCourse {
    var course = RunCourse(clients: clients.count, end: now, clear: statistics.recorder.clear)
    course.isTruncated = isTruncated
    course.events = statistics.events
    course.digest = statistics.facts.runningDigests.last ?? Digest()
    course.incidentBegin = timeline.incidentBegin
    course.awayBefore = timeline.incidentBegin == nil ? nil : statistics.recovery.awayBefore
    course.atClear = statistics.recovery.atClear
    return course
  }

  private var gatewayFigures: GatewayFigures {
    var figures = GatewayFigures(
      stations: StationRole.allCases.filter { $0 != .egress || gateway.hasLinks }
        .map { ($0, gateway.statistics(of: $0)) })
    figures.usefulWork = statistics.work.useful
    figures.wastedWork = statistics.work.wasted
    figures.shed = gateway.shed
    gateway.checkSlots()
    figures.slotsInUse = gateway.slotsInUse
    figures.slotsPeak = gateway.slotsPeak
    figures.backlogPeak = gateway.backlogPeak
    figures.acceptOverflow = gateway.acceptOverflow
    figures.work = statistics.work.roles.entries.map(\.settled)
    return figures
  }

  private func sessions(at now: Instant) -> SessionFigures {
    var figures = SessionFigures()
    figures.milestones = clients.milestones
    figures.states = clients.states(at: now)
    figures.pushes = pushFigures
    figures.reads = statistics.recorder.reads
    figures.contention = contention
    return figures
  }

  private func log(at now: Instant) -> RunLog {
    var log = RunLog()
    log.runningDigests = statistics.facts.runningDigests
    log.trace = statistics.facts.tracer?.entries(until: now) ?? []
    log.facts = statistics.facts.tracer?.facts.sorted() ?? []
    log.ranking = ranksClients ? clients.ranking(at: now) : []
    return log
  }

  /// Returns the findings of a pass over all clients, by cohort.
  private func takeCensus(at now: Instant) -> [CohortResult] {
    var parts = cohorts.map { CohortResult(name: $0) }
    if parts.count == 1 { parts[0].recovery.reserve(clients.count) }
    for client in everybody {
      clients.count(client, &parts[clients.cohort(client)], at: now)
    }
    return parts
  }

  private var everybody: Range<UInt32> { 0..<UInt32(clients.count) }

  /// The outcomes of all pushes, with those still owed at the end.
  private var pushFigures: [PushFigures] {
    var figures = statistics.recorder.pushes.map(PushFigures.init)
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
