import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions

// The walk of one connection attempt: SYN -> listener -> handshake -> round trips of the set-up ->
// auth -> Authenticated and ready stage -> Ready. Client events of an attempt that was given up die
// in the session slot; what the gateway has queued by then is worked off.
extension Simulation {
  // MARK: At the client

  func beginAttempt(_ client: UInt32) {
    let attempt = clients[client].slot.open()
    clients[client].countAttempt()
    clients[client].link = []
    clients[client].node = ClientRecord<Machine>.noNode
    clients.ledger(client).pointee.lastArrival = Ledger.noArrival
    recorder.attemptBegan(at: now)
    note(.attemptBegan, client)
    if reach(client) == .offline {
      close(client, attempt, .offline, at: now)
    } else {
      sendSyn(client, attempt, 0)
    }
  }

  /// Sends the SYN of try `syn`; where it is lost, the next one is due after the system's pause.
  private func sendSyn(_ client: UInt32, _ attempt: UInt32, _ syn: Int) {
    let cohort = cohort(client)
    let conditions = conditions(client)
    if clients[client].link.contains(.vanished) {
      return scheduleSyn(client, attempt, after: syn, sent: now)
    }
    if paths[cohort].pointee.losesSyn(syn, client: client, attempt: attempt, conditions, random) {
      return scheduleSyn(client, attempt, after: syn, sent: now)
    }
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    let arrival = now + paths[cohort].pointee.delay(key, .out, conditions, random)
    schedule(
      arrival, EventCode.gateway(.syn(syn), owner: gatewayListener, client: client, low: attempt))
  }

  /// Nobody answers the SYN of try `syn`: the next one, or the end of the system's patience.
  func scheduleSyn(
    _ client: UInt32, _ attempt: UInt32, after syn: Int, sent: Instant
  ) {
    let cohort = cohort(client)
    let times = paths[cohort].pointee.synTimes
    let begun = sent - times[syn]
    if syn + 1 < times.count {
      let key = EventCode.client(.syn, client, stamp: attempt, operand: UInt8(syn + 1))
      schedule(max(now, begun + times[syn + 1]), key)
    } else {
      let over = max(now, begun + paths[cohort].pointee.system.giveUp)
      close(client, attempt, .timeout, at: over)
    }
  }

  func resendSyn(_ event: ClientEvent) {
    guard clients[event.client].slot.concerns(event.stamp),
      clients[event.client].slot.connection == .connecting
    else { return }
    sendSyn(event.client, clients[event.client].slot.attempt, Int(event.operand))
  }

  /// The connection or attempt of a client is over; called before the slot forgets it.
  func connectionEnded(_ client: UInt32, because cause: CloseReason) {
    let record = clients.records + Int(client)
    let link = record.pointee.link
    if !link.contains(.succeeded) {
      var cause = cause
      if cause == .normal { cause = link.contains(.closing) ? .timeout : .reset }
      recorder.failed(cause, isAtGateway: record.pointee.stage.failsAtGateway, at: now)
      note(.attemptFailed(cause), client)
      work.settle(&record.pointee.work, isUseful: false)
      if plan.gateway.backlog != nil { noteOverflow(client, record.pointee.stage) }
      if plan.gateway.abandonment == .notice && record.pointee.node != ClientRecord<Machine>.noNode
      {
        sendNotice(client)
      }
    }
    record.pointee.link = []
    record.pointee.stage = .outside
  }

  /// Whether the attempt that ends leaves a first packet behind that a full backlog has dropped.
  private func noteOverflow(_ client: UInt32, _ stage: AttemptStage) {
    let ledger = clients.ledger(client)
    if stage == .overflowed {
      ledger.pointee.standing.insert(.leftOverflowed)
    } else {
      ledger.pointee.standing.remove(.leftOverflowed)
    }
  }

  func attemptSucceeded(_ client: UInt32) {
    if clients[client].link.contains(.succeeded) { return }
    clients[client].link.insert(.succeeded)
    recorder.perSecond.succeeded.add(at: now)
    work.settle(&clients.records[Int(client)].work, isUseful: true)
    note(.attemptSucceeded, client)
  }

  private func sendNotice(_ client: UInt32) {
    let attempt = clients[client].slot.attempt
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.lastWord)
    let delay = paths[cohort(client)].pointee.segmentDelay(key, .out, conditions(client), random)
    let owner = Int(clients[client].node)
    schedule(now + delay, EventCode.gateway(.notice, owner: owner, client: client, low: attempt))
  }

  func close(
    _ client: UInt32, _ attempt: UInt32, _ reason: CloseReason, at instant: Instant
  ) {
    close(client, attempt, Closing(reason), at: instant)
  }

  func close(
    _ client: UInt32, _ attempt: UInt32, _ closing: Closing, at instant: Instant
  ) {
    let key = EventCode.client(.closed, client, stamp: attempt, operand: closing.operand)
    schedule(instant, key)
  }

  /// When something that the peer says over the present connection, and that would be here at
  /// `arrival`, comes: never before, nor at the same moment as, what was said before it.
  func inOrder(_ arrival: Instant, to client: UInt32) -> Instant {
    let ledger = clients.ledger(client)
    let turn = max(arrival, ledger.pointee.lastArrival + .nanoseconds(1))
    ledger.pointee.lastArrival = turn
    return turn
  }

  func opened(_ event: ClientEvent) {
    let client = event.client
    if !reach(client).carriesPackets { return sendAgain(event) }
    if isVanished(client, event.stamp) { return }
    guard clients[client].slot.acceptsOpened(attempt: event.stamp) else { return }
    step(client, .opened, .usual)
    // The turn may have given the connection up at once.
    if clients[client].slot.connection != .open { return }
    let attempt = clients[client].slot.attempt
    let cohort = cohort(client)
    if paths[cohort].pointee.setup.connection > 0 {
      let key = PacketKey(
        client: client, attempt: attempt, step: UInt32(paths[cohort].pointee.setup.connection))
      let delay = paths[cohort].pointee.segmentDelay(key, .out, conditions(client), random)
      let owner = Int(clients[client].node)
      schedule(
        now + delay,
        EventCode.gateway(.request(lost: 0), owner: owner, client: client, low: attempt))
    }
    if clients[client].link.contains(.earlyAuthenticated) { deliverAuthenticated(client) }
  }

  /// A message reaches the client; what was sent later waits for what was sent before.
  func message(_ event: ClientEvent, code: UInt8) {
    let client = event.client
    // What waited in the system for the frozen app has come all the way.
    let hasArrived = Arrival(operand: event.operand).hasArrived
    if !hasArrived && !reach(client).carriesPackets { return sendAgain(event) }
    guard clients[client].slot.concerns(event.stamp), !isVanished(client, event.stamp),
      clients[client].slot.connection != .none, let message = Machine.Message(rawValue: code)
    else { return }
    if message == clients[client].slot.machine.authenticated {
      if clients[client].slot.connection == .open { return deliverAuthenticated(client) }
      clients[client].link.insert(.earlyAuthenticated)
    } else if message == clients[client].slot.machine.ready {
      if clients[client].link.contains(.authenticated) { return deliverReady(client) }
      clients[client].link.insert(.earlyReady)
    } else {
      deliver(message, about: 0, to: client)
    }
  }

  /// A message of an established connection.
  func deliver(_ message: Machine.Message, about entity: UInt16, to client: UInt32) {
    guard clients[client].slot.connection == .open else { return }
    // What was on its way when the connection was dropped proves nothing.
    if !clients[client].link.contains(.severed) { clients[client].marks.remove(.hit) }
    let isError = message == clients[client].slot.machine.serverError
    step(client, .received(message, operand: entity), isError ? .because(.auth) : .usual)
  }

  /// Whether the network of the connection that `attempt` began is gone.
  func isVanished(_ client: UInt32, _ attempt: UInt32) -> Bool {
    clients[client].link.contains(.vanished) && clients[client].slot.concerns(attempt)
  }

  private func deliverAuthenticated(_ client: UInt32) {
    clients[client].link.insert(.authenticated)
    guard let message = clients[client].slot.machine.authenticated else { return }
    step(client, .received(message), .usual)
    if clients[client].link.contains(.earlyReady) { deliverReady(client) }
  }

  private func deliverReady(_ client: UInt32) {
    clients[client].link.insert(.greeted)
    guard let message = clients[client].slot.machine.ready else { return }
    step(client, .received(message), .usual)
  }

  /// The packet did not get through: it comes again after the next retransmission timeout.
  func sendAgain(_ event: ClientEvent) {
    let lost = Arrival(operand: event.operand).lost
    guard clients[event.client].slot.concerns(event.stamp), lost < Resending.most else { return }
    let wait = Path.retransmissionPause(after: lost)
    let key = EventCode.client(
      event.kind, event.client, stamp: event.stamp, operand: Arrival(lost: lost + 1).operand)
    schedule(now + wait, key)
  }
}
