import Faults
import Primitives
import Sessions

/// Which clients have the connection they want, and which can still get one by themselves.
final class Presences<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let books: Books

  init(_ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ books: Books) {
    self.clients = clients
    self.network = network
    self.books = books
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
        && clients[client].link.isDisjoint(with: [.severed, .vanished]) && !isSilent
    let presence: Presence = isLive ? .up : standing == .idle ? .idle : .down
    let hasChanged = presence != clients[client].presence
    if hasChanged { change(client, to: presence, at: now, isOwnAccord: isOwnAccord) }
    if clients[client].marks.contains(.hit) && standing != .connected {
      // One that leaves of its own accord has not found anything out.
      if standing != .idle {
        books.recorder.detect.record(now - clients.ledgers[client].hitAt)
      }
      clients[client].marks.remove(.hit)
    }
    let isSettled = isLive ? isProven(client) : isSettled(client, standing, at: now)
    if isSettled != clients[client].marks.contains(.settled) { settle(client, isSettled, at: now) }
    return hasChanged && presence == .up
  }

  /// Whether a connection that lives again after a silence has shown that it does: a probe of its own
  /// may be lost already, and end it yet.
  @inline(__always)
  private func isProven(_ client: UInt32) -> Bool {
    !clients[client].marks.contains(.hit) || !clients[client].slot.hasKeepalive
  }

  // MARK: Presence

  private func change(
    _ client: UInt32, to presence: Presence, at now: Instant, isOwnAccord: Bool
  ) {
    let since = clients.ledgers[client].since
    switch clients[client].presence {
    case .up:
      books.changeConnected(by: -1, ofCohort: clients.cohort(client), at: now)
    case .down:
      books.changeDown(by: -1, at: now)
      if clients[client].marks.contains(.everConnected) {
        clients.ledgers[client].downtime = clients.ledgers[client].downtime + (now - since)
      }
    case .idle: break
    }
    clients[client].presence = presence
    clients.ledgers[client].since = now
    switch presence {
    case .up: cameBack(client, downSince: since, at: now)
    case .down: wentDown(client, at: now, isOwnAccord: isOwnAccord)
    case .idle:
      // Whoever leaves without having been back is no measure of the recovery.
      if clients.ledgers[client].recovery == nil { clients[client].marks.remove(.affected) }
    }
  }

  private func cameBack(_ client: UInt32, downSince: Instant, at now: Instant) {
    books.changeConnected(by: 1, ofCohort: clients.cohort(client), at: now)
    if clients[client].marks.contains(.ownAccord) {
      clients[client].marks.remove(.ownAccord)
    } else {
      if let devices = clients.devices { devices[client].backAt = now }
      noteRecovery(of: client, downSince: downSince, at: now)
      if isSetUp(client) { books.recorder.counted.completed.add(at: now) }
    }
    clients[client].marks.insert(.everConnected)
  }

  /// Whether a client that is back has set anything up since it was gone: a socket that outlived a gap has not.
  private func isSetUp(_ client: UInt32) -> Bool {
    clients[client].attemptsInOutage > 0 || clients[client].slot.machine.standing == .content
      || !clients[client].marks.contains(.everConnected)
  }

  private func wentDown(_ client: UInt32, at now: Instant, isOwnAccord: Bool) {
    books.changeDown(by: 1, at: now)
    // The attempt that a fresh client has just begun belongs to this outage spell.
    clients[client].attemptsInOutage = clients[client].slot.connection == .connecting ? 1 : 0
    // A connection that a user asks for once the way is clear is not the fault's doing.
    let isOwn =
      isOwnAccord && clients[client].marks.contains(.everConnected)
      && now >= books.recorder.clear ?? .never
    if isOwn {
      clients[client].marks.insert(.ownAccord)
    } else {
      clients[client].marks.remove(.ownAccord)
      if books.recovery.dropWindow.contains(now),
        !clients.ledgers[client].recoveryMarks.contains(.absentAtClear)
      {
        clients[client].marks.insert(.affected)
      }
      noteRelapse(of: client)
    }
  }

  /// A client has got a connection that its user has not just asked for.
  private func noteRecovery(of client: UInt32, downSince: Instant, at now: Instant) {
    guard clients.ledgers[client].recovery == nil, let clear = books.recorder.clear,
      now >= clear
    else { return }
    // Without faults the time runs from when the client first wanted a connection.
    clients.ledgers[client].recovery = now - (books.recovery.hasCounted ? clear : downSince)
  }

  /// A client has lost its connection, or wants one and has none yet.
  private func noteRelapse(of client: UInt32) {
    guard clients.ledgers[client].recovery != nil else { return }
    if clients[client].marks.contains(.hit), let clear = books.recorder.clear,
      clients.ledgers[client].hitAt < clear
    {
      // What ended it is a silence from before clear: it was not back.
      clients.ledgers[client].recovery = nil
    } else {
      clients.ledgers[client].recoveryMarks.insert(.relapsed)
    }
  }

  // MARK: Settled

  private func settle(_ client: UInt32, _ isSettled: Bool, at now: Instant) {
    if isSettled {
      clients[client].marks.insert(.settled)
      books.changeUnsettled(by: -1, at: now)
    } else {
      clients[client].marks.remove(.settled)
      books.changeUnsettled(by: 1, at: now)
    }
  }

  /// Of a client that has no live connection.
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

  /// Whether a client without a connection still does something to get one.
  func isStillTrying(_ client: UInt32, at now: Instant) -> Bool {
    let standing = clients[client].slot.machine.standing
    switch standing {
    case .needsPerson, .gaveUp: return false
    case .connected, .content, .waiting, .waitingForDevice, .idle:
      return !isStuck(client, standing, at: now)
    }
  }

  /// Whether nothing of the client's own is pending that could bring a connection.
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
        && !clients[client].link.contains(.greeted)
      {
        return false
      }
      let isHealthy =
        clients[client].link.isDisjoint(with: [.severed, .vanished])
        && !network.isSilent(client, at: now)
      return isHealthy || !clients[client].slot.hasKeepalive
    }
  }
}
