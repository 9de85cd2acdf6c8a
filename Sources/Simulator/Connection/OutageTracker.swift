import Faults
import Primitives
import Sessions

/// The record of which clients have the connection they want, and which can still get one by
/// themselves.
final class OutageTracker<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
  }

  /// Brings a client's presence and its being settled up to the present moment.
  /// - Returns: whether it has come back just now.
  @inline(__always)
  func refresh(_ client: UInt32, at now: Instant, isOwnAccord: Bool) -> Bool {
    let standing = clients[client].slot.machine.standing
    let isSilent = network.isSilent(client, at: now)
    let isLive =
      standing == .content
      || standing == .connected && clients[client].slot.connection == .open
        && clients[client].connection.isWhole && !isSilent
    let presence: Presence = isLive ? .up : standing == .idle ? .idle : .down
    let hasChanged = presence != clients[client].presence
    if hasChanged { change(client, to: presence, at: now, isOwnAccord: isOwnAccord) }
    if clients[client].marks.contains(.hit) && standing != .connected {
      // One that leaves of its own accord has not found anything out.
      if standing != .idle {
        statistics.recorder.detect.record(now - clients.statistics[client].hitAt)
      }
      clients[client].marks.remove(.hit)
    }
    let isSettled = isLive ? isProven(client) : isSettled(client, standing, at: now)
    if isSettled != clients[client].marks.contains(.settled) { settle(client, isSettled, at: now) }
    return hasChanged && presence == .up
  }

  /// Returns true if a connection that lives again after a silence has shown that it does. A probe
  /// of its own may already be lost, and may still end it.
  @inline(__always)
  private func isProven(_ client: UInt32) -> Bool {
    !clients[client].marks.contains(.hit) || !clients[client].slot.hasKeepalive
  }

  // MARK: Presence

  private func change(
    _ client: UInt32, to presence: Presence, at now: Instant, isOwnAccord: Bool
  ) {
    let since = clients.statistics[client].since
    switch clients[client].presence {
    case .up:
      statistics.changeConnected(by: -1, ofCohort: clients.cohort(client), at: now)
    case .down:
      statistics.changeDown(by: -1, at: now)
      if clients[client].marks.contains(.everConnected) {
        clients.statistics[client].downtime = clients.statistics[client].downtime + (now - since)
      }
      if clients[client].marks.contains(.affected),
        clients.statistics[client].recoveryMarks.contains(.isInterrupted)
      {
        statistics.recorder.interruption.record(now - since)
      }
    case .idle: break
    }
    if presence == .down {
      note(client, isInterrupted: clients[client].presence == .up && !isOwnAccord)
    }
    clients[client].presence = presence
    clients.statistics[client].since = now
    switch presence {
    case .up: cameBack(client, downSince: since, at: now)
    case .down: wentDown(client, at: now, isOwnAccord: isOwnAccord)
    case .idle:
      // A client that leaves without having been back does not count for the recovery.
      if clients.statistics[client].recovery == nil { clients.excuse(client) }
    }
  }

  /// A client is down, and had a connection until now, or none. Most have the mark from an earlier time.
  @inline(__always)
  private func note(_ client: UInt32, isInterrupted: Bool) {
    if clients.statistics[client].recoveryMarks.contains(.isInterrupted) == isInterrupted { return }
    clients.statistics[client].recoveryMarks.formSymmetricDifference(.isInterrupted)
  }

  private func cameBack(_ client: UInt32, downSince: Instant, at now: Instant) {
    statistics.changeConnected(by: 1, ofCohort: clients.cohort(client), at: now)
    if clients[client].marks.contains(.ownAccord) {
      clients[client].marks.remove(.ownAccord)
    } else {
      if let devices = clients.devices { devices[client].backAt = now }
      noteRecovery(of: client, downSince: downSince, at: now)
      if isSetUp(client) { statistics.recorder.counted.completed.add(at: now) }
    }
    clients[client].marks.insert(.everConnected)
  }

  /// Returns true if a client that is back has set anything up since it was gone. A client whose
  /// socket outlived a gap has not.
  private func isSetUp(_ client: UInt32) -> Bool {
    clients[client].connection.attemptsInOutage > 0
      || clients[client].slot.machine.standing == .content
      || !clients[client].marks.contains(.everConnected)
  }

  private func wentDown(_ client: UInt32, at now: Instant, isOwnAccord: Bool) {
    statistics.changeDown(by: 1, at: now)
    // The attempt that a fresh client has just begun belongs to this outage spell.
    clients[client].connection.beginOutage(
      attempts: clients[client].slot.connection == .connecting ? 1 : 0)
    // A connection that a user asks for once the way is clear is not the fault's doing.
    let isOwn =
      isOwnAccord && clients[client].marks.contains(.everConnected)
      && now >= statistics.recorder.clear ?? .never
    if isOwn {
      clients[client].marks.insert(.ownAccord)
    } else {
      clients[client].marks.remove(.ownAccord)
      if statistics.recovery.dropWindow.contains(now),
        !clients.statistics[client].recoveryMarks.contains(.absentAtClear)
      {
        clients[client].marks.insert(.affected)
      }
      noteRelapse(of: client)
    }
  }

  /// A client has got a connection that its user has not just asked for.
  private func noteRecovery(of client: UInt32, downSince: Instant, at now: Instant) {
    guard clients.statistics[client].recovery == nil, let clear = statistics.recorder.clear,
      now >= clear
    else { return }
    // Without faults the time runs from when the client first wanted a connection.
    clients.statistics[client].recovery = now - (statistics.recovery.hasCounted ? clear : downSince)
  }

  /// A client has lost its connection, or wants one and has none yet.
  private func noteRelapse(of client: UInt32) {
    guard clients.statistics[client].recovery != nil else { return }
    if clients[client].marks.contains(.hit), let clear = statistics.recorder.clear,
      clients.statistics[client].hitAt < clear
    {
      // A silence from before clear ended the connection: the client was not back.
      clients.statistics[client].recovery = nil
    } else {
      clients.statistics[client].recoveryMarks.insert(.relapsed)
    }
  }

  // MARK: Settled

  private func settle(_ client: UInt32, _ isSettled: Bool, at now: Instant) {
    if isSettled {
      clients[client].marks.insert(.settled)
      statistics.changeUnsettled(by: -1, at: now)
    } else {
      clients[client].marks.remove(.settled)
      statistics.changeUnsettled(by: 1, at: now)
    }
  }

  /// Returns true if a client without a live connection is settled.
  @inline(__always)
  private func isSettled(
    _ client: UInt32, _ standing: Standing, at now: Instant
  ) -> Bool {
    if clients[client].marks.contains(.ownAccord) { return true }
    switch standing {
    case .idle: return clients[client].marks.contains(.started)
    case .needsPerson, .gaveUp: return true
    case .connected, .content, .waiting, .waitingForDevice:
      return isStuck(client, standing, at: now)
    }
  }

  /// Returns true if a client without a connection still does something to get one.
  func isStillTrying(_ client: UInt32, at now: Instant) -> Bool {
    let standing = clients[client].slot.machine.standing
    switch standing {
    case .needsPerson, .gaveUp: return false
    case .connected, .content, .waiting, .waitingForDevice, .idle:
      return !isStuck(client, standing, at: now)
    }
  }

  /// Returns true if nothing of the client's own is pending that could bring a connection.
  private func isStuck(_ client: UInt32, _ standing: Standing, at now: Instant) -> Bool {
    if standing == .waitingForDevice && network.reach(client, at: now) == .offline {
      return false
    }
    if clients[client].slot.hasPromisingTimer || clients[client].slot.isCalling { return false }
    switch clients[client].slot.connection {
    case .none: return true
    case .connecting: return false
    case .open:
      if clients[client].slot.machine.ready != nil
        && !clients[client].connection.isGreeted
      {
        return false
      }
      let isHealthy =
        clients[client].connection.isWhole
        && !network.isSilent(client, at: now)
      return isHealthy || !clients[client].slot.hasKeepalive
    }
  }
}
