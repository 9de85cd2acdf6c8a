import GatewayModel
import Measurements
import Primitives
import Sessions

extension Simulation {
  /// What the run gave, read off where it stands now.
  func result(isTruncated: Bool) -> RunResult {
    let census = takeCensus()
    return RunResult(
      clients: clients.count, end: now, clear: timeline.clear, isTruncated: isTruncated,
      events: events, digest: digest, attempts: recorder.attempts,
      attemptsBeforeClear: recorder.attemptsBeforeClear, arrivals: recorder.arrivals,
      failures: CloseReason.allCases.map { ($0, recorder.failures[Int($0.rawValue)]) },
      arrivalsBeforeClear: recorder.arrivalsBefore, arrivalsAfterClear: recorder.arrivalsAfter,
      perSecond: recorder.perSecond, spread: recorder.spread.entries.map(\.sinceDrop),
      sameInstantShare: sameInstantShare, detect: recorder.detect, outcomes: census.outcomes,
      affected: census.affected, recoveries: census.recoveries, downtimes: census.downtimes,
      downtimeCensored: census.censored, usefulWork: recorder.usefulWork,
      wastedWork: recorder.wastedWork, shed: gateway.shed, acceptOverflow: gateway.acceptOverflow,
      stations: StationRole.allCases.map { ($0, gateway.statistics(of: $0)) },
      milestones: zip(Machine.milestoneNames, recorder.milestones.entries).map {
        MilestoneCount(name: $0, count: $1.count, after: $1.after)
      },
      displays: zip(Machine.displayNames, recorder.displays.totals(at: now)).map {
        DisplayTime(name: $0, seconds: $1)
      },
      calls: recorder.calls, callFailures: recorder.callFailures, pushes: pushFigures,
      reads: recorder.reads, contention: census.contention)
  }

  /// What a pass over all clients finds.
  private struct Census {
    var outcomes = Outcomes()
    var affected = 0
    var recoveries: [Interval] = []
    var downtimes: [Interval] = []
    var censored = 0
    var contention = ContentionFigures()
  }

  private func takeCensus() -> Census {
    var census = Census()
    census.contention.rowVersion = Int(gateway.row.version)
    let clear = timeline.clear ?? end
    for client in 0..<UInt32(clients.count) {
      let record = clients.records + Int(client)
      let ledger = clients.ledger(client).pointee
      count(client, &census.outcomes)
      if record.pointee.slot.machine.contends { count(client, &census.contention) }
      guard record.pointee.marks.contains(.affected), record.pointee.spell != .idle else {
        continue
      }
      census.affected += 1
      if let back = back(client) { census.recoveries.append(max(.zero, back - clear)) }
      guard record.pointee.marks.contains(.everConnected) else { continue }
      var downtime = ledger.downtime
      if record.pointee.spell == .down {
        downtime = downtime + (now - ledger.since)
        census.censored += 1
      }
      census.downtimes.append(downtime)
    }
    return census
  }

  private func count(_ client: UInt32, _ contention: inout ContentionFigures) {
    contention.clients += 1
    // Who has written stays up from that moment on.
    guard clients[client].spell == .up else { return }
    contention.successes += 1
    contention.lastSuccess = max(contention.lastSuccess, clients.ledger(client).pointee.since)
  }

  /// When a client came back for good; nil where it has not.
  private func back(_ client: UInt32) -> Instant? {
    let isUp = clients[client].spell == .up
    if let device = clients.device(client), device.pointee.backAt != .never,
      isUp || clients[client].marks.contains(.ownAccord)
    {
      return device.pointee.backAt
    }
    return isUp ? clients.ledger(client).pointee.since : nil
  }

  private func count(_ client: UInt32, _ outcomes: inout Outcomes) {
    let standing = clients[client].slot.machine.standing
    switch clients[client].spell {
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
      if isStuck(client, standing, reach(client)) {
        outcomes.stuck += 1
      } else {
        outcomes.stillTrying += 1
        if clients[client].marks.contains(.ownAccord) { outcomes.connecting += 1 }
      }
    }
  }

  /// Over attempt numbers with at least max(100, 1 % of clients) arrivals.
  private var sameInstantShare: Double? {
    let least = max(100, (clients.count + 99) / 100)
    return recorder.spread.entries.filter { $0.sinceDrop.count >= least }.compactMap { spread in
      spread.bins.peak.map { Double($0.value) / Double(spread.sinceDrop.count) }
    }.max()
  }
}
