import GatewayModel
import NetworkModel
import Primitives
import Sessions

// The walk of one connection attempt: SYN -> door -> handshake -> round trips of the set-up -> auth
// -> Authenticated and ready stage -> Ready. Client events of an attempt that was given up die in
// the session slot; what the gateway has queued by then is worked off.
extension Simulation {
  // MARK: At the client

  mutating func beginAttempt(_ client: UInt32) {
    let attempt = clients[client].slot.open()
    clients[client].link.formIntersection(.started)
    clients[client].node = ClientRecord<Machine>.noNode
    recorder.attemptBegan(at: now)
    note(.attemptBegan, client)
    if reach(client) == .offline {
      close(client, attempt, .offline, at: now)
    } else {
      sendSyn(client, attempt, 0)
    }
  }

  /// Sends the SYN of try `syn`; where it is lost, the next one is due after the system's pause.
  private mutating func sendSyn(_ client: UInt32, _ attempt: UInt32, _ syn: Int) {
    let cohort = cohort(client)
    let conditions = conditions(client)
    if paths[cohort].pointee.losesSyn(syn, client: client, attempt: attempt, conditions, random) {
      return scheduleSyn(client, attempt, after: syn, sent: now)
    }
    let key = PacketKey(client: client, attempt: attempt, step: 0)
    let arrival = now + paths[cohort].pointee.delay(key, .out, conditions, random)
    schedule(arrival, EventKey.gateway(.syn(syn), owner: door, client: client, low: attempt))
  }

  /// Nobody answers the SYN of try `syn`: the next one, or the end of the system's patience.
  private mutating func scheduleSyn(
    _ client: UInt32, _ attempt: UInt32, after syn: Int, sent: Instant
  ) {
    let cohort = cohort(client)
    let times = paths[cohort].pointee.synTimes
    let begun = sent - times[syn]
    if syn + 1 < times.count {
      let key = EventKey.client(.syn, client, stamp: attempt, operand: UInt8(syn + 1))
      schedule(max(now, begun + times[syn + 1]), key)
    } else {
      let over = max(now, begun + paths[cohort].pointee.system.giveUp)
      close(client, attempt, .timeout, at: over)
    }
  }

  mutating func resendSyn(_ event: ClientEvent) {
    guard clients[event.client].slot.concerns(event.stamp),
      clients[event.client].slot.connection == .connecting
    else { return }
    sendSyn(event.client, clients[event.client].slot.attempt, Int(event.operand))
  }

  /// The connection or attempt of a client is over; called before the slot forgets it.
  mutating func connectionEnded(_ client: UInt32) {
    let link = clients[client].link
    if !link.contains(.succeeded) {
      if cause == .normal { cause = link.contains(.closing) ? .timeout : .reset }
      recorder.failed(cause, at: now)
      note(.attemptFailed(cause), client)
      bookWork(client, wasUseful: false)
      if plan.gateway.abandonment == .notice && clients[client].node != ClientRecord<Machine>.noNode
      {
        sendNotice(client)
      }
    }
    clients[client].link.formIntersection(.started)
  }

  mutating func attemptSucceeded(_ client: UInt32) {
    if clients[client].link.contains(.succeeded) { return }
    clients[client].link.insert(.succeeded)
    bookWork(client, wasUseful: true)
    note(.attemptSucceeded, client)
  }

  private mutating func sendNotice(_ client: UInt32) {
    let attempt = clients[client].slot.attempt
    let key = PacketKey(client: client, attempt: attempt, step: 15)
    let delay = paths[cohort(client)].pointee.segmentDelay(key, .out, conditions(client), random)
    let owner = Int(clients[client].node)
    schedule(now + delay, EventKey.gateway(.notice, owner: owner, client: client, low: attempt))
  }

  mutating func close(
    _ client: UInt32, _ attempt: UInt32, _ reason: CloseReason, at instant: Instant
  ) {
    close(client, attempt, Closing(reason), at: instant)
  }

  mutating func close(
    _ client: UInt32, _ attempt: UInt32, _ closing: Closing, at instant: Instant
  ) {
    let key = EventKey.client(.closed, client, stamp: attempt, operand: closing.operand)
    schedule(instant, key)
  }

  mutating func opened(_ event: ClientEvent) {
    let client = event.client
    if !reach(client).carriesPackets { return sendAgain(event) }
    guard clients[client].slot.acceptsOpened(attempt: event.stamp) else { return }
    step(client, .opened)
    let attempt = clients[client].slot.attempt
    let cohort = cohort(client)
    if paths[cohort].pointee.setup.connection > 0 {
      let key = PacketKey(
        client: client, attempt: attempt, step: UInt32(paths[cohort].pointee.setup.connection))
      let delay = paths[cohort].pointee.segmentDelay(key, .out, conditions(client), random)
      let owner = Int(clients[client].node)
      schedule(
        now + delay, EventKey.gateway(.request(0), owner: owner, client: client, low: attempt))
    }
    if clients[client].link.contains(.earlyAuthenticated) { deliverAuthenticated(client) }
  }

  /// A message reaches the client; what was sent later waits for what was sent before.
  mutating func message(_ event: ClientEvent, code: UInt8) {
    let client = event.client
    if !reach(client).carriesPackets { return sendAgain(event) }
    guard clients[client].slot.concerns(event.stamp),
      clients[client].slot.connection != .none, let message = Machine.Message(rawValue: code)
    else { return }
    switch message {
    case Machine.authenticated:
      if clients[client].slot.connection == .open { return deliverAuthenticated(client) }
      clients[client].link.insert(.earlyAuthenticated)
    case Machine.ready:
      if clients[client].link.contains(.authenticated) { return deliverReady(client) }
      clients[client].link.insert(.earlyReady)
    case _:
      guard clients[client].slot.connection == .open else { return }
      // What was on its way when the connection was dropped proves nothing.
      if !clients[client].link.contains(.severed) { clients.ledger(client).pointee.hitAt = .never }
      cause = message == Machine.serverError ? .auth : .reset
      step(client, .received(message))
    }
  }

  private mutating func deliverAuthenticated(_ client: UInt32) {
    clients[client].link.insert(.authenticated)
    step(client, .received(Machine.authenticated))
    if clients[client].link.contains(.earlyReady) { deliverReady(client) }
  }

  private mutating func deliverReady(_ client: UInt32) {
    clients[client].link.insert(.greeted)
    cause = .reset
    step(client, .received(Machine.ready))
  }

  /// The packet did not get through: it comes again after the next retransmission timeout.
  mutating func sendAgain(_ event: ClientEvent) {
    guard clients[event.client].slot.concerns(event.stamp), event.operand < 15 else { return }
    let lost = Int(event.operand)
    let wait = Path.retransmissionPause(after: lost)
    let key = EventKey.client(
      event.kind, event.client, stamp: event.stamp, operand: event.operand + 1)
    schedule(now + wait, key)
  }

  // MARK: At the gateway

  /// The owner of events that no node has yet.
  var door: Int { plan.gateway.nodes + 2 }

  func owner(of id: StationID) -> Int {
    switch id.name {
    case .handshake, .ready: Int(id.node)
    case .auth: plan.gateway.nodes
    case .api: plan.gateway.nodes + 1
    }
  }

  /// The number of the attempt whose low 18 bits are `low`: the latest that fits.
  func attempt(_ client: UInt32, low: UInt32) -> UInt32 {
    let latest = clients[client].slot.attempt
    return latest &- ((latest &- low) & 0x3_FFFF)
  }

  func isPresent(_ client: UInt32, _ attempt: UInt32) -> Bool {
    clients[client].slot.attempt == attempt && clients[client].slot.connection != .none
  }

  mutating func handle(_ event: GatewayEvent) {
    let client = event.client
    switch event.kind.rawValue {
    case 0..<16: knock(client, attempt(client, low: event.low), syn: Int(event.kind.rawValue))
    case 16..<32: request(event, lost: Int(event.kind.rawValue) - 16)
    case 32: finished(StationID(.handshake, node: UInt16(event.owner)), event)
    case 33: finished(StationID(.auth), event)
    case 34: finished(StationID(.ready, node: UInt16(event.owner)), event)
    case 36:
      gateway.noticed(
        client: client, attempt: attempt(client, low: event.low), node: UInt16(event.owner), at: now
      )
    case 40..<48: callArrived(event, code: event.kind.rawValue - 40)
    case _: callFinished(event, code: event.kind.rawValue - 48)
    }
  }

  private mutating func knock(_ client: UInt32, _ attempt: UInt32, syn: Int) {
    let isPresent = isPresent(client, attempt)
    let reach = reach(client)
    let key = PacketKey(client: client, attempt: attempt, step: 0)
    if !reach.carriesPackets { return synDied(client, attempt, syn: syn, isPresent: isPresent) }
    if reach == .resets || reach == .refuses || reach == .draining {
      arrived(client, attempt, isPresent: isPresent)
      let back = paths[cohort(client)].pointee.delay(key, .back, conditions(client), random)
      return close(client, attempt, reach == .resets ? .reset : .refused, at: now + back)
    }
    if gateway.upNodes.isEmpty && closedDoor == .silent {
      return synDied(client, attempt, syn: syn, isPresent: isPresent)
    }
    let verdict = gateway.knock(client: client, attempt: attempt, at: now)
    if case .overflow = verdict {
      return synDied(client, attempt, syn: syn, isPresent: isPresent)
    }
    arrived(client, attempt, isPresent: isPresent)
    switch verdict {
    case .overflow: break
    case .refused, .shed:
      let back = paths[cohort(client)].pointee.delay(key, .back, conditions(client), random)
      var reason = closedDoor == .resets ? CloseReason.reset : .refused
      if case .shed = verdict { reason = .shed }
      close(client, attempt, reason, at: now + back)
    case .admitted(let node): admitted(client, attempt, node, isPresent: isPresent)
    }
  }

  private mutating func synDied(_ client: UInt32, _ attempt: UInt32, syn: Int, isPresent: Bool) {
    guard isPresent else { return }
    let cohort = cohort(client)
    let key = PacketKey(client: client, attempt: attempt, step: 0)
    let sent = now - paths[cohort].pointee.delay(key, .out, conditions(client), random)
    scheduleSyn(client, attempt, after: syn, sent: sent)
  }

  private mutating func arrived(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    recorder.arrived(at: now)
    note(.arrived, client)
    let ledger = clients.ledger(client)
    guard isPresent, ledger.pointee.spell == .down else { return }
    let ordinal = Int(attempt &- ledger.pointee.firstAttempt)
    if (1...Recorder.spreadAttempts).contains(ordinal) {
      recorder.spread[ordinal - 1].record(now - ledger.pointee.since, at: now)
    }
  }

  private mutating func admitted(
    _ client: UInt32, _ attempt: UInt32, _ node: UInt16, isPresent: Bool
  ) {
    recorder.perSecond.accepted.add(at: now)
    note(.admitted, client)
    if isPresent { clients[client].node = node }
    // A client that has left by now sends nothing after its first packet.
    if !isPresent && paths[cohort(client)].pointee.setup.connection > 0 { return }
    offer(client, attempt, to: StationID(.handshake, node: node))
  }

  /// Hands a request to a station; one that neither delays nor limits is passed at once.
  private mutating func offer(_ client: UInt32, _ attempt: UInt32, to id: StationID) {
    if gateway.isTransparent(id) { return finished(id, client, attempt) }
    let request = Request(client: client, tag: attempt, arrived: now)
    if let service = gateway.offered(request, to: id, at: now) { begun(service) }
  }

  /// Schedules the end of a service.
  mutating func begun(_ service: Service) {
    let client = service.request.client
    if service.station.name == .api { return begunCall(service) }
    spend(service.duration, client, attempt: service.request.tag)
    let kind = GatewayEventKind(rawValue: 32 + service.station.name.rawValue)
    let owner = owner(of: service.station)
    schedule(
      service.finish, EventKey.gateway(kind, owner: owner, client: client, low: service.request.tag)
    )
  }

  private mutating func finished(_ id: StationID, _ event: GatewayEvent) {
    if let next = gateway.finished(at: id, now: now) { begun(next) }
    finished(id, event.client, attempt(event.client, low: event.low))
  }

  private mutating func finished(_ id: StationID, _ client: UInt32, _ attempt: UInt32) {
    let isPresent = isPresent(client, attempt)
    // The gateway works no further for a connection that it has dropped itself.
    if clients.ledger(client).pointee.severed == attempt &+ 1 { return }
    switch id.name {
    case .handshake: handshakeDone(client, attempt, isPresent: isPresent)
    case .auth: authDone(client, attempt, isPresent: isPresent)
    case .ready: readyDone(client, attempt)
    case .api: break
    }
  }

  private mutating func handshakeDone(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    let cohort = cohort(client)
    let conditions = conditions(client)
    var key = PacketKey(client: client, attempt: attempt, step: 0)
    var delay = paths[cohort].pointee.delay(key, .back, conditions, random)
    if paths[cohort].pointee.setup.connection > 1 {
      key.step = 1
      delay =
        delay
        + paths[cohort].pointee.roundTrips(
          paths[cohort].pointee.setup.connection - 1, from: key, first: .out, conditions, random)
    }
    schedule(now + delay, EventKey.client(.opened, client, stamp: attempt))
    if paths[cohort].pointee.setup.connection == 0 { offer(client, attempt, to: StationID(.auth)) }
  }

  /// The request that carries the credentials comes.
  private mutating func request(_ event: GatewayEvent, lost: Int) {
    let client = event.client
    let attempt = attempt(client, low: event.low)
    if !reach(client).carriesPackets {
      guard isPresent(client, attempt), lost < 15 else { return }
      let wait = Path.retransmissionPause(after: lost)
      let kind = GatewayEventKind.request(lost + 1)
      return schedule(
        now + wait, EventKey.gateway(kind, owner: event.owner, client: client, low: event.low))
    }
    if isPresent(client, attempt) && clients[client].link.contains(.severed) {
      // Its reset may have been lost on the way; this one is told apart from it, as both may arrive
      // at the same instant.
      let key = PacketKey(client: client, attempt: attempt, step: 15)
      let back = paths[cohort(client)].pointee.delay(key, .back, conditions(client), random)
      return close(client, attempt, Closing(.reset, lost: 1), at: now + back)
    }
    offer(client, attempt, to: StationID(.auth))
  }

  private mutating func authDone(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    let cohort = cohort(client)
    let step = UInt32(paths[cohort].pointee.setup.connection) + 1
    let key = PacketKey(client: client, attempt: attempt, step: step)
    let arrival = now + paths[cohort].pointee.segmentDelay(key, .back, conditions(client), random)
    let failure = world.isQuiet ? nil : world.authFailure(subject(client), attempt: attempt)
    switch failure {
    case .permanent:
      schedule(
        arrival, EventKey.client(.message(Machine.serverError.rawValue), client, stamp: attempt))
      close(client, attempt, .auth, at: arrival)
    case .temporary: close(client, attempt, .auth, at: arrival)
    case nil:
      schedule(
        arrival, EventKey.client(.message(Machine.authenticated.rawValue), client, stamp: attempt))
      guard let node = isPresent ? clients[client].node : staleNode(client, attempt) else { return }
      offer(client, attempt, to: StationID(.ready, node: node))
    }
  }

  private mutating func readyDone(_ client: UInt32, _ attempt: UInt32) {
    let cohort = cohort(client)
    let step = UInt32(paths[cohort].pointee.setup.connection) + 2
    let key = PacketKey(client: client, attempt: attempt, step: step)
    let arrival = now + paths[cohort].pointee.segmentDelay(key, .back, conditions(client), random)
    schedule(arrival, EventKey.client(.message(Machine.ready.rawValue), client, stamp: attempt))
  }

  /// The node of an attempt that its client has left: drawn as the balancer drew it. nil where none
  /// is up any more.
  private func staleNode(_ client: UInt32, _ attempt: UInt32) -> UInt16? {
    let nodes = gateway.upNodes
    if nodes.isEmpty { return nil }
    let draw = random.bits(owner: client, .balance, attempt: attempt, index: 0)
    return nodes[Int(draw.multipliedFullWidth(by: UInt64(nodes.count)).high)]
  }
}
