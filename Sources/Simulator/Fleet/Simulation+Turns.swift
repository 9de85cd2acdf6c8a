import Faults
import NetworkModel
import Primitives
import Sessions
import VirtualTime

extension Simulation {
  // MARK: Delivering to a client

  @inline(__always)
  func handle(_ event: ClientEvent) {
    let client = event.client
    if clients[client].marks.contains(.fastForwarded) {
      resume(client, before: PendingEvent(at: now, key: event.word))
    }
    if isHeldBack(event) { return holdBack(event) }
    switch event.kind {
    case .opened: opened(event)
    case .message(let code): message(event, code: code)
    case .closed: closed(event)
    case .timer(let code): fire(event, Machine.Timer(rawValue: code))
    case .answer(let code): answered(event, code: code)
    case .retransmit: retransmit(event)
    case .syn: resendSyn(event)
    case .flap: flap(client, fault: Int(event.stamp))
    case .start: comeToLife(client)
    case .named: named(event)
    case .behaviour(let stream): move(stream, on: event)
    case .backgroundTimeNotice: noteBackgroundTime(event)
    case .freeze: freeze(event)
    case .notification: happen(.push, to: client)
    case .firstScreen: firstScreen(event)
    // No event of the world's.
    case .resumption: events -= 1
    }
  }

  @inline(__always)
  private func fire(_ event: ClientEvent, _ timer: Machine.Timer?) {
    let client = event.client
    guard let timer, clients[client].slot.isCurrent(timer, stamp: event.stamp) else {
      // A timer that was disarmed or armed anew: nothing happens.
      events -= 1
      return
    }
    if clients[client].slot.machine.keepaliveTimers.contains(timer),
      fastForward(client, timer, from: now)
    {
      events -= 1
      return
    }
    clients[client].slot.disarm(timer)
    step(client, .fired(timer), .because(.timeout))
  }

  private func closed(_ event: ClientEvent) {
    let closing = Closing(operand: event.operand)
    guard clients[event.client].slot.concerns(event.stamp) else { return }
    // Nothing that a peer says reaches a connection whose network is gone.
    if clients[event.client].link.contains(.vanished) && !closing.isOwnFinding { return }
    if !comesThrough(closing, to: event.client) { return closeAgain(event, closing) }
    guard clients[event.client].slot.acceptsClosed(attempt: event.stamp) else { return }
    connectionEnded(event.client, because: closing.reason)
    step(event.client, .closed(closing.reason), .because(closing.reason))
  }

  private func comesThrough(_ closing: Closing, to client: UInt32) -> Bool {
    if closing.isLastWord || closing.isOwnFinding {
      return true
    }
    return reach(client).carriesPackets
  }

  /// A reset of an established connection is sent once: if it is lost, the next message of the
  /// client's finds out. Anything else is repeated, by one side or the other.
  private func closeAgain(_ event: ClientEvent, _ closing: Closing) {
    let isEstablished = clients[event.client].slot.connection == .open
    guard closing.lost < Resending.most, closing.reason != .reset || !isEstablished else { return }
    let wait = Path.retransmissionPause(after: closing.lost)
    var next = closing
    next.lost += 1
    let attempt = clients[event.client].slot.attempt
    close(event.client, attempt, next, at: inOrder(now + wait, to: event.client))
  }

  // MARK: One turn

  @inline(__always)
  func prepareTurn(_ client: UInt32, at instant: Instant, isDeviceOnline: Bool) {
    turn.begin(at: instant, isDeviceOnline: isDeviceOnline)
    turn.random = random.stream(
      owner: client, .backoff, attempt: clients[client].slot.attempt)
    turn.perClient = random.stream(owner: client, .backoff, attempt: 0)
  }

  /// Lets the machine take one event, performs what it wants done, and keeps the books.
  func step(_ client: UInt32, _ event: Event<Machine>, _ context: TurnContext) {
    let isOnline = reach(client) != .offline
    prepareTurn(client, at: now, isDeviceOnline: isOnline)
    let cohort = cohort(client)
    let before = clients[client].slot.machine.display
    clients[client].slot.machine.handle(event, under: configurations[cohort].pointee, in: &turn)
    let after = clients[client].slot.machine.display
    if before != after {
      recorder.displays.leave(before, at: now)
      recorder.displays.enter(after, at: now)
    }
    for index in 0..<turn.count { perform(turn.action(index), for: client, context) }
    refresh(client, isOwnAccord: context.isOwnAccord)
  }

  @inline(__always)
  private func perform(
    _ action: Action<Machine>, for client: UInt32, _ context: TurnContext
  ) {
    switch action {
    case .open: beginAttempt(client)
    case .send(let message): send(message, from: client, lost: 0)
    case .close:
      connectionEnded(client, because: context.cause)
      clients[client].slot.close()
    case .call(let call): begin(call, of: client)
    case .forget(let call): clients[client].slot.forget(call)
    case .arm(let timer, let after): arm(timer, after: after, of: client)
    case .disarm(let timer): clients[client].slot.disarm(timer)
    case .reached(let milestone, let after):
      recorder.reached(Int(milestone.rawValue), after: after)
      note(.milestone(milestone.rawValue), client)
      if Machine.hasEntities { noteCopies(milestone, client, of: context.entity) }
    }
  }

  // MARK: Books

  /// Brings a client's presence and its being settled up to the present moment.
  @inline(__always)
  func refresh(_ client: UInt32, isOwnAccord: Bool = false) {
    let record = clients.records + Int(client)
    let standing = record.pointee.slot.machine.standing
    let reach = reach(client)
    let isLive =
      standing == .content
      || standing == .connected && record.pointee.slot.connection == .open
        && record.pointee.link.isDisjoint(with: [.severed, .vanished]) && reach.carriesPackets
    let presence: Presence = isLive ? .up : standing == .idle ? .idle : .down
    if presence != record.pointee.presence {
      change(client, record, to: presence, isOwnAccord: isOwnAccord)
    }
    if record.pointee.marks.contains(.hit) && standing != .connected {
      // One that leaves of its own accord has not found anything out.
      if standing != .idle { recorder.detect.record(now - clients.ledger(client).pointee.hitAt) }
      record.pointee.marks.remove(.hit)
    }
    let isSettled = isLive ? isProven(record) : isSettled(client, standing, reach)
    if isSettled != record.pointee.marks.contains(.settled) { settle(record, isSettled) }
  }

  /// Whether a connection that lives again after a silence has shown that it does: a probe of its own
  /// may be lost already, and end it yet.
  @inline(__always)
  private func isProven(_ record: UnsafeMutablePointer<ClientRecord<Machine>>) -> Bool {
    !record.pointee.marks.contains(.hit) || !record.pointee.slot.hasKeepalive
  }

  private func change(
    _ client: UInt32, _ record: UnsafeMutablePointer<ClientRecord<Machine>>,
    to presence: Presence, isOwnAccord: Bool
  ) {
    let ledger = clients.ledger(client)
    switch record.pointee.presence {
    case .up:
      recorder.connected -= 1
      recorder.connectedOfCohort[Int(record.pointee.cohort)].pointee -= 1
    case .down:
      down -= 1
      if record.pointee.marks.contains(.everConnected) {
        ledger.pointee.downtime = ledger.pointee.downtime + (now - ledger.pointee.since)
      }
    case .idle: break
    }
    record.pointee.presence = presence
    let downSince = ledger.pointee.since
    ledger.pointee.since = now
    switch presence {
    case .up: cameBack(client, record, downSince: downSince)
    case .down: wentDown(record, ledger, isOwnAccord: isOwnAccord)
    case .idle:
      // Whoever leaves without having been back is no measure of the recovery.
      if ledger.pointee.recovery == nil { record.pointee.marks.remove(.affected) }
    }
  }

  private func cameBack(
    _ client: UInt32, _ record: UnsafeMutablePointer<ClientRecord<Machine>>, downSince: Instant
  ) {
    recorder.connected += 1
    recorder.connectedOfCohort[Int(record.pointee.cohort)].pointee += 1
    if record.pointee.marks.contains(.ownAccord) {
      record.pointee.marks.remove(.ownAccord)
    } else {
      clients.device(client)?.pointee.backAt = now
      noteRecovery(of: client, downSince: downSince)
      recorder.perSecond.completed.add(at: now)
    }
    record.pointee.marks.insert(.everConnected)
    if record.pointee.slot.connection == .open { attemptSucceeded(client) }
    deliverOwed(client)
  }

  private func wentDown(
    _ record: UnsafeMutablePointer<ClientRecord<Machine>>, _ ledger: UnsafeMutablePointer<Ledger>,
    isOwnAccord: Bool
  ) {
    down += 1
    // The attempt that a fresh client has just begun belongs to this outage spell.
    record.pointee.attemptsInOutage = record.pointee.slot.connection == .connecting ? 1 : 0
    // A connection that a user asks for once the way is clear is not the fault's doing.
    let isOwn =
      isOwnAccord && record.pointee.marks.contains(.everConnected)
      && now >= recorder.clear ?? .never
    if isOwn {
      record.pointee.marks.insert(.ownAccord)
    } else {
      record.pointee.marks.remove(.ownAccord)
      if recovery.dropWindow.contains(now), !ledger.pointee.standing.contains(.absentAtClear) {
        record.pointee.marks.insert(.affected)
      }
      noteRelapse(record, ledger)
    }
  }

  private func settle(_ record: UnsafeMutablePointer<ClientRecord<Machine>>, _ isSettled: Bool) {
    if isSettled {
      record.pointee.marks.insert(.settled)
      unsettled -= 1
    } else {
      record.pointee.marks.remove(.settled)
      unsettled += 1
    }
  }

  /// Of a client that has no live connection.
  @inline(__always)
  private func isSettled(
    _ client: UInt32, _ standing: Standing, _ reach: World.Reach
  ) -> Bool {
    if clients[client].marks.contains(.ownAccord) { return true }
    switch standing {
    case .idle: return clients[client].marks.contains(.started)
    case .needsPerson, .gaveUp: return true
    case .connected, .content, .waiting, .waitingForDevice: return isStuck(client, standing, reach)
    }
  }

  /// Whether nothing of the client's own is pending that could bring a connection.
  func isStuck(_ client: UInt32, _ standing: Standing, _ reach: World.Reach) -> Bool {
    let slot = clients[client].slot
    if standing == .waitingForDevice && reach == .offline { return false }
    if slot.hasPromisingTimer || slot.isCalling { return false }
    switch slot.connection {
    case .none: return true
    case .connecting: return false
    case .open:
      if slot.machine.ready != nil && !clients[client].link.contains(.greeted) { return false }
      let isHealthy =
        reach.carriesPackets && clients[client].link.isDisjoint(with: [.severed, .vanished])
      return isHealthy || !slot.hasKeepalive
    }
  }
}
