import GatewayModel
import Measurements
import Primitives
import Sessions

extension Simulation {
  /// What the run gave, read off where it stands now.
  func result(isTruncated: Bool) -> RunResult {
    let parts = takeCensus()
    let whole = parts.count == 1 ? parts[0] : CohortResult(name: "all", sumOf: parts)
    var result = RunResult(
      clients: clients.count, end: now, clear: recorder.clear, isTruncated: isTruncated,
      events: events, digest: digest, attempts: recorder.attempts,
      attemptsBeforeClear: recorder.attemptsBeforeClear, arrivals: recorder.arrivals,
      failures: recorder.failureCounts,
      arrivalsBeforeClear: recorder.arrivalsBefore, arrivalsAfterClear: recorder.arrivalsAfter,
      perSecond: recorder.seriesPerSecond, spread: recorder.spread.entries.map(SpreadResult.init),
      detect: recorder.detect, outcomes: whole.outcomes, affected: whole.affected,
      recoveries: whole.recoveries, downtimes: whole.downtimes,
      downtimeCensored: whole.downtimeCensored, usefulWork: work.useful, wastedWork: work.wasted,
      shed: gateway.shed, acceptOverflow: gateway.acceptOverflow,
      stations: StationRole.allCases.map { ($0, gateway.statistics(of: $0)) },
      milestones: zip(Machine.milestoneNames, recorder.milestones.entries).map {
        MilestoneCount(name: $0, count: $1.count, after: $1.after)
      },
      displays: zip(Machine.displayNames, recorder.displays.totals(at: now)).map {
        DisplayTime(name: $0, seconds: $1)
      },
      calls: recorder.calls, callFailures: recorder.callFailures, pushes: pushFigures,
      reads: recorder.reads, contention: contention)
    result.synRepeats = recorder.synRepeats
    result.incidentBegin = timeline.incidentBegin
    result.awayBefore = timeline.incidentBegin == nil ? nil : recovery.awayBefore
    result.atClear = recovery.atClear
    result.affectedAway = whole.affectedAway
    result.recoveriesOfAway = whole.recoveriesOfAway
    result.lastRecoveries = whole.lastRecoveries
    result.relapsed = whole.relapsed
    result.affectedTrying = whole.affectedTrying
    result.work = work.roles.entries
    result.cohorts = parts.count == 1 ? [] : parts
    return result
  }

  /// What a pass over all clients finds, by cohort.
  private func takeCensus() -> [CohortResult] {
    var parts = plan.cohorts.map { CohortResult(name: $0.name) }
    if parts.count == 1 { parts[0].reserve(clients.count) }
    for client in 0..<UInt32(clients.count) { count(client, &parts[cohort(client)]) }
    return parts
  }

  private func count(_ client: UInt32, _ part: inout CohortResult) {
    let record = clients.records + Int(client)
    let ledger = clients.ledger(client)
    part.clients += 1
    part.attempts += Int(record.pointee.slot.attempt)
    count(client, &part.outcomes)
    if ledger.pointee.standing.contains(.awayAtClear) { part.awayAtClear += 1 }
    // Without a clear whoever wants a connection at the end counts.
    guard record.pointee.marks.contains(.affected),
      recorder.clear != nil || record.pointee.presence != .idle
    else { return }
    part.affected += 1
    if ledger.pointee.standing.contains(.relapsed) { part.relapsed += 1 }
    if let recovery = ledger.pointee.recovery { part.recoveries.append(recovery) }
    if ledger.pointee.standing.contains(.awayAtClear) {
      part.affectedAway += 1
      if let recovery = ledger.pointee.recovery { part.recoveriesOfAway.append(recovery) }
    }
    if let clear = recorder.clear, let back = back(client) {
      part.lastRecoveries.append(max(.zero, back - clear))
    }
    if record.pointee.presence == .down, !record.pointee.marks.contains(.ownAccord) {
      let standing = record.pointee.slot.machine.standing
      if isStillTrying(client, standing) { part.affectedTrying += 1 }
    }
    guard record.pointee.marks.contains(.everConnected) else { return }
    var downtime = ledger.pointee.downtime
    if record.pointee.presence == .down {
      downtime = downtime + (now - ledger.pointee.since)
      part.downtimeCensored += 1
    }
    part.downtimes.append(downtime)
  }

  private func isStillTrying(_ client: UInt32, _ standing: Standing) -> Bool {
    switch standing {
    case .needsPerson, .gaveUp: false
    case .connected, .content, .waiting, .waitingForDevice, .idle:
      !isStuck(client, standing, reach(client))
    }
  }

  private var contention: ContentionFigures {
    var figures = ContentionFigures()
    figures.rowVersion = Int(gateway.row.version)
    for client in 0..<UInt32(clients.count) where clients[client].slot.machine.contends {
      count(client, &figures)
    }
    return figures
  }

  private func count(_ client: UInt32, _ contention: inout ContentionFigures) {
    contention.clients += 1
    // Who has written stays up from that moment on.
    guard clients[client].presence == .up else { return }
    contention.successes += 1
    contention.lastSuccess = max(contention.lastSuccess, clients.ledger(client).pointee.since)
  }

  /// When a client came back for good; nil where it has not.
  private func back(_ client: UInt32) -> Instant? {
    let isUp = clients[client].presence == .up
    if let device = clients.device(client), device.pointee.backAt != .never,
      isUp || clients[client].marks.contains(.ownAccord)
    {
      return device.pointee.backAt
    }
    return isUp ? clients.ledger(client).pointee.since : nil
  }

  private func count(_ client: UInt32, _ outcomes: inout Outcomes) {
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
      if !isStillTrying(client, standing) {
        outcomes.stuck += 1
      } else {
        outcomes.stillTrying += 1
        if clients[client].marks.contains(.ownAccord) { outcomes.connecting += 1 }
      }
    }
  }
}
