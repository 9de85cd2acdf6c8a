import Measurements
import Primitives
import Sessions

/// The outcomes of the clients of one subfleet, read off where they stand now.
final class SubfleetCensus<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let statistics: RunStatistics
  private let tracker: OutageTracker<Machine>
  private let backend: Backend<Machine>
  private let names: Names<Machine>?

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>, _ statistics: RunStatistics,
    _ tracker: OutageTracker<Machine>, _ backend: Backend<Machine>, _ names: Names<Machine>?
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.statistics = statistics
    self.tracker = tracker
    self.backend = backend
    self.names = names
  }

  /// Counts a client among those that are away at clear.
  func count(
    _ client: UInt32, _ stand: inout StandAtClear, _ places: borrowing StandingPlaces
  ) {
    guard clients.count(client, &stand, places), let names, let clear = statistics.recorder.clear
    else { return }
    let found = names.findsService(client, movedBy: clear)
    if found > clear { stand.nameWaits.append(found - clear) }
  }

  /// Counts the outcome of a client.
  func count(_ client: UInt32, _ part: inout CohortResult, at now: Instant) {
    part.clients += 1
    part.attempts += Int(clients[client].slot.attempt)
    if let wires = clients.wires { part.idleKills += Int(wires[client].kills) }
    count(client, &part.recovery.outcomes, at: now)
    if clients.statistics[client].recoveryMarks.contains(.awayAtClear) { part.awayAtClear += 1 }
    // Without a clear, a client counts if it wants a connection at the end.
    guard clients[client].marks.contains(.affected),
      statistics.recorder.clear != nil || clients[client].presence != .idle
    else {
      if clients.statistics[client].recoveryMarks.contains(.excused) { part.recovery.excused += 1 }
      return
    }
    part.recovery.affected += 1
    if clients[client].presence == .down,
      clients.statistics[client].recoveryMarks.contains(.isInterrupted)
    {
      part.recovery.openInterruptions.append(now - clients.statistics[client].since)
    }
    if clients.statistics[client].recoveryMarks.contains(.relapsed) { part.recovery.relapsed += 1 }
    if let recovery = clients.statistics[client].recovery {
      part.recovery.recoveries.append(recovery)
    }
    if clients.statistics[client].recoveryMarks.contains(.awayAtClear) {
      part.recovery.affectedAway += 1
      if let recovery = clients.statistics[client].recovery {
        part.recovery.recoveriesOfAway.append(recovery)
      }
    }
    if let clear = statistics.recorder.clear, let back = back(client) {
      part.recovery.lastRecoveries.append(max(.zero, back - clear))
    }
    if clients[client].presence == .down, !clients[client].marks.contains(.ownAccord) {
      if tracker.isStillTrying(client, at: now) { part.recovery.affectedTrying += 1 }
    }
    guard clients[client].marks.contains(.everConnected) else { return }
    var downtime = clients.statistics[client].downtime
    if clients[client].presence == .down {
      downtime = downtime + (now - clients.statistics[client].since)
      part.recovery.downtimeCensored += 1
    }
    part.recovery.downtimes.append(downtime)
  }

  func count(_ client: UInt32, _ contention: inout ContentionFigures) {
    guard clients[client].slot.machine.contends else { return }
    contention.clients += 1
    // A client that has written stays up from that moment on.
    guard clients[client].presence == .up else { return }
    contention.successes += 1
    contention.lastSuccess = max(contention.lastSuccess, clients.statistics[client].since)
  }

  /// When a client came back for good; nil where it has not.
  private func back(_ client: UInt32) -> Instant? {
    let isUp = clients[client].presence == .up
    if let devices = clients.devices, devices[client].backAt != .never,
      isUp || clients[client].marks.contains(.ownAccord)
    {
      return devices[client].backAt
    }
    return isUp ? clients.statistics[client].since : nil
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
      if !tracker.isStillTrying(client, at: now) {
        outcomes.stuck += 1
      } else {
        outcomes.stillTrying += 1
        if clients[client].marks.contains(.ownAccord) { outcomes.connecting += 1 }
      }
    }
  }

  func countUndelivered(_ client: UInt32, _ pushes: inout [PushFigures]) {
    backend.countUndelivered(client, &pushes)
  }

  var milestones: [MilestoneCount] {
    let first = cohorts.place.firstMilestone
    return Machine.milestoneNames.enumerated().map { number, name in
      statistics.recorder.milestones.withEntry(first + number) { MilestoneCount(name, $0) }
    }
  }

  func states(at end: Instant) -> [StateTime] {
    let first = cohorts.place.firstState
    return Machine.stateNames.enumerated().map { number, name in
      statistics.recorder.states.time(in: first + number, name, until: end)
    }
  }
}
