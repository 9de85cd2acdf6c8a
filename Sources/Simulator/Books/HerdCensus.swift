import Measurements
import Primitives
import Sessions

/// What became of the clients of one herd, read off where they stand now.
final class HerdCensus<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let books: Books
  private let presences: Presences<Machine>
  private let backend: Backend<Machine>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>, _ books: Books,
    _ presences: Presences<Machine>, _ backend: Backend<Machine>
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.books = books
    self.presences = presences
    self.backend = backend
  }

  /// Counts what became of a client.
  func count(_ client: UInt32, _ part: inout CohortResult, at now: Instant) {
    part.clients += 1
    part.attempts += Int(clients[client].slot.attempt)
    count(client, &part.outcomes, at: now)
    if clients.ledgers[client].recoveryMarks.contains(.awayAtClear) { part.awayAtClear += 1 }
    // Without a clear whoever wants a connection at the end counts.
    guard clients[client].marks.contains(.affected),
      books.recorder.clear != nil || clients[client].presence != .idle
    else { return }
    part.affected += 1
    if clients.ledgers[client].recoveryMarks.contains(.relapsed) { part.relapsed += 1 }
    if let recovery = clients.ledgers[client].recovery { part.recoveries.append(recovery) }
    if clients.ledgers[client].recoveryMarks.contains(.awayAtClear) {
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

  func count(_ client: UInt32, _ contention: inout ContentionFigures) {
    guard clients[client].slot.machine.contends else { return }
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

  func countUndelivered(_ client: UInt32, _ pushes: inout [PushFigures]) {
    backend.countUndelivered(client, &pushes)
  }

  var milestones: [MilestoneCount] {
    let first = cohorts.place.firstMilestone
    return Machine.milestoneNames.enumerated().map { number, name in
      books.recorder.milestones.withEntry(first + number) { MilestoneCount(name, $0) }
    }
  }

  func states(at end: Instant) -> [StateTime] {
    let first = cohorts.place.firstState
    return Machine.stateNames.enumerated().map { number, name in
      books.recorder.states.time(in: first + number, name, until: end)
    }
  }
}
