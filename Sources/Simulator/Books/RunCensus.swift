import Faults
import GatewayModel
import Measurements
import Primitives
import Sessions

/// What a run gave, read off where it stands now.
final class RunCensus<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let books: Books
  private let presences: Presences<Machine>
  private let backend: Backend<Machine>
  private let gateway: Gateway
  private let timeline: FaultTimeline
  private let cohorts: [String]

  /// - Parameter cohorts: their names.
  init(
    _ clients: ClientTable<Machine>, _ books: Books, _ presences: Presences<Machine>,
    _ backend: Backend<Machine>, _ gateway: Gateway, _ timeline: FaultTimeline,
    cohorts: [String]
  ) {
    self.clients = clients
    self.books = books
    self.presences = presences
    self.backend = backend
    self.gateway = gateway
    self.timeline = timeline
    self.cohorts = cohorts
  }

  func result(at now: Instant, isTruncated: Bool) -> RunResult {
    let parts = takeCensus(at: now)
    let whole = parts.count == 1 ? parts[0] : CohortResult(name: "all", sumOf: parts)
    var result = RunResult(
      clients: clients.count, end: now, clear: books.recorder.clear, isTruncated: isTruncated,
      events: books.events, digest: books.digest, attempts: books.recorder.attempts,
      attemptsBeforeClear: books.recorder.attemptsBeforeClear, arrivals: books.recorder.arrivals,
      failures: books.recorder.failureCounts,
      arrivalsBeforeClear: books.recorder.arrivalsBefore,
      arrivalsAfterClear: books.recorder.arrivalsAfter,
      perSecond: books.recorder.seriesPerSecond,
      spread: books.recorder.spread.entries.map(SpreadResult.init),
      detect: books.recorder.detect, outcomes: whole.outcomes, affected: whole.affected,
      recoveries: whole.recoveries, downtimes: whole.downtimes,
      downtimeCensored: whole.downtimeCensored, usefulWork: books.work.useful,
      wastedWork: books.work.wasted,
      shed: gateway.shed, acceptOverflow: gateway.acceptOverflow,
      stations: StationRole.allCases.map { ($0, gateway.statistics(of: $0)) },
      milestones: zip(Machine.milestoneNames, books.recorder.milestones.entries).map {
        MilestoneCount(name: $0, count: $1.count, after: $1.after)
      },
      displays: zip(Machine.displayNames, books.recorder.displays.totals(at: now)).map {
        DisplayTime(name: $0, seconds: $1)
      },
      calls: books.recorder.calls, callFailures: books.recorder.callFailures,
      pushes: backend.pushFigures,
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
    result.work = books.work.roles.entries
    result.cohorts = parts.count == 1 ? [] : parts
    return result
  }

  /// What a pass over all clients finds, by cohort.
  private func takeCensus(at now: Instant) -> [CohortResult] {
    var parts = cohorts.map { CohortResult(name: $0) }
    if parts.count == 1 { parts[0].reserve(clients.count) }
    for client in clients.all { count(client, &parts[clients.cohort(client)], at: now) }
    return parts
  }

  private func count(_ client: UInt32, _ part: inout CohortResult, at now: Instant) {
    part.clients += 1
    part.attempts += Int(clients[client].slot.attempt)
    count(client, &part.outcomes, at: now)
    if clients.ledgers[client].standing.contains(.awayAtClear) { part.awayAtClear += 1 }
    // Without a clear whoever wants a connection at the end counts.
    guard clients[client].marks.contains(.affected),
      books.recorder.clear != nil || clients[client].presence != .idle
    else { return }
    part.affected += 1
    if clients.ledgers[client].standing.contains(.relapsed) { part.relapsed += 1 }
    if let recovery = clients.ledgers[client].recovery { part.recoveries.append(recovery) }
    if clients.ledgers[client].standing.contains(.awayAtClear) {
      part.affectedAway += 1
      if let recovery = clients.ledgers[client].recovery { part.recoveriesOfAway.append(recovery) }
    }
    if let clear = books.recorder.clear, let back = back(client) {
      part.lastRecoveries.append(max(.zero, back - clear))
    }
    if clients[client].presence == .down, !clients[client].marks.contains(.ownAccord) {
      if presences.isStillTrying(client, at: now) { part.affectedTrying += 1 }
    }
    guard clients[client].marks.contains(.everConnected) else { return }
    var downtime = clients.ledgers[client].downtime
    if clients[client].presence == .down {
      downtime = downtime + (now - clients.ledgers[client].since)
      part.downtimeCensored += 1
    }
    part.downtimes.append(downtime)
  }

  private var contention: ContentionFigures {
    var figures = ContentionFigures()
    figures.rowVersion = Int(gateway.row.version)
    for client in clients.all where clients[client].slot.machine.contends {
      count(client, &figures)
    }
    return figures
  }

  private func count(_ client: UInt32, _ contention: inout ContentionFigures) {
    contention.clients += 1
    // Who has written stays up from that moment on.
    guard clients[client].presence == .up else { return }
    contention.successes += 1
    contention.lastSuccess = max(contention.lastSuccess, clients.ledgers[client].since)
  }

  /// When a client came back for good; nil where it has not.
  private func back(_ client: UInt32) -> Instant? {
    let isUp = clients[client].presence == .up
    if let devices = clients.devices, devices[client].backAt != .never,
      isUp || clients[client].marks.contains(.ownAccord)
    {
      return devices[client].backAt
    }
    return isUp ? clients.ledgers[client].since : nil
  }

  private func count(_ client: UInt32, _ outcomes: inout Outcomes, at now: Instant) {
    let standing = clients[client].slot.machine.standing
    switch clients[client].presence {
    case .up:
      outcomes.recovered += 1
      return
    case .idle where clients[client].marks.contains(.started):
      outcomes.recovered += 1
      outcomes.idle += 1
      return
    case .idle:
      outcomes.stillTrying += 1
      return
    case .down: break
    }
    switch standing {
    case .needsPerson: outcomes.inError += 1
    case .gaveUp: outcomes.gaveUp += 1
    case .connected, .content, .waiting, .waitingForDevice, .idle:
      if !presences.isStillTrying(client, at: now) {
        outcomes.stuck += 1
      } else {
        outcomes.stillTrying += 1
        if clients[client].marks.contains(.ownAccord) { outcomes.connecting += 1 }
      }
    }
  }
}
