import Primitives
import Sessions

// How a client stands to the recovery that is measured.
extension ClientTable where Machine: SimulatedSession {
  /// Notes how a client stands just before the first incident.
  func standBeforeIncident(_ client: UInt32) {
    if self[client].presence == .down { self[client].marks.insert(.affected) }
  }

  /// Notes how a client stands just before clear.
  func standAtClear(_ client: UInt32) {
    switch self[client].presence {
    case .up: statistics[client].recovery = .zero
    case .down:
      self[client].marks.insert(.affected)
      statistics[client].recoveryMarks.insert(.awayAtClear)
    case .idle:
      excuse(client)
      statistics[client].recoveryMarks.insert(.absentAtClear)
    }
  }

  /// A client that wants no connection does not count for the recovery.
  func excuse(_ client: UInt32) {
    guard self[client].marks.contains(.affected) else { return }
    self[client].marks.remove(.affected)
    statistics[client].recoveryMarks.insert(.excused)
  }

  /// Counts a client among those that are away at clear, once the faults that end there have ended.
  /// - Returns: whether it has yet to find the service.
  func count(
    _ client: UInt32, _ stand: inout StandAtClear, _ places: borrowing StandingPlaces
  ) -> Bool {
    guard statistics[client].recoveryMarks.contains(.awayAtClear) else { return false }
    stand.away += 1
    guard self[client].presence == .down else { return false }
    let isDead = !self[client].connection.isWhole
    let hasSucceeded = self[client].connection.hasSucceeded
    // Its socket lives on, and is only out of reach because of the weather.
    if hasSucceeded && !isDead { return false }
    stand.waiting += 1
    stand.hasWaiting[cohort(client)] = true
    // A client that does not know yet that its connection is gone has all the way to go.
    places.add(
      Machine.setUpStages, self[client].connection.stage,
      isUnderWay: self[client].slot.connection != .none && !isDead)
    return isDead || !self[client].connection.stage.isInside
  }
}
