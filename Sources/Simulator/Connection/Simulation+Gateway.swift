import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions

// The walk of one connection attempt at the gateway: listener -> handshake -> auth -> ready.
extension Simulation {
  /// The owner of events that no node has yet.
  var gatewayListener: Int { plan.gateway.nodes + 2 }

  func owner(of id: StationID) -> Int {
    switch id.name {
    case .handshake, .ready: Int(id.node)
    case .auth: plan.gateway.nodes
    case .api: plan.gateway.nodes + 1
    }
  }

  /// The number of the attempt that an event at the gateway is about.
  func attempt(of event: GatewayEvent) -> UInt32 {
    event.attempt(latest: clients[event.client].slot.attempt)
  }

  func isPresent(_ client: UInt32, _ attempt: UInt32) -> Bool {
    clients[client].slot.attempt == attempt && clients[client].slot.connection != .none
  }

  func handle(_ event: GatewayEvent) {
    let client = event.client
    switch event.kind {
    case .syn(let syn): synArrived(client, attempt(of: event), syn: syn)
    case .request(let lost): request(event, lost: lost)
    case .handshakeDone: finished(StationID(.handshake, node: UInt16(event.owner)), event)
    case .authDone: finished(StationID(.auth), event)
    case .readyDone: finished(StationID(.ready, node: UInt16(event.owner)), event)
    case .rejectionDone: rejectionDone(StationID(.handshake, node: UInt16(event.owner)), event)
    case .notice:
      gateway.noticed(
        client: client, attempt: attempt(of: event), node: UInt16(event.owner), at: now)
    case .serverPing: serverPingDue(event)
    case .call(let code): callArrived(event, code: code)
    case .callDone(let code): callFinished(event, code: code)
    }
  }

  private func synArrived(_ client: UInt32, _ attempt: UInt32, syn: Int) {
    let isPresent = isPresent(client, attempt)
    let reach = reach(client)
    if !reach.carriesPackets { return synDied(client, attempt, syn: syn, isPresent: isPresent) }
    if reach == .resets || reach == .refuses || reach == .draining {
      countArrival(client, attempt, syn: syn, isPresent: isPresent)
      return turnAway(client, attempt, reach == .resets ? .reset : .refused, syn: syn)
    }
    if gateway.upNodes.isEmpty && inForce.closedListener == .silent {
      return synDied(client, attempt, syn: syn, isPresent: isPresent)
    }
    let verdict = gateway.arrival(of: client, attempt: attempt, at: now)
    countArrival(client, attempt, syn: syn, isPresent: isPresent)
    switch verdict {
    case .overflow:
      if isPresent { clients.records[Int(client)].stage = .overflowed }
      synDied(client, attempt, syn: syn, isPresent: isPresent)
    case .refused:
      turnAway(client, attempt, inForce.closedListener == .resets ? .reset : .refused, syn: syn)
    case .shed:
      if isPresent { clients[client].syn = syn }
      rejected(client, attempt, isPresent: isPresent)
    case .admitted(let node):
      if isPresent { clients[client].syn = syn }
      takeIn(client, attempt, node, isPresent: isPresent)
    }
  }

  /// Counts a first packet at the listener. It is an arrival, unless a full backlog has dropped it
  /// there before.
  private func countArrival(_ client: UInt32, _ attempt: UInt32, syn: Int, isPresent: Bool) {
    if isPresent && clients.records[Int(client)].stage == .overflowed {
      recorder.synRepeats += 1
      clients.records[Int(client)].stage = .outside
    } else if !isPresent && syn > 0
      && clients.ledger(client).pointee.standing.contains(.leftOverflowed)
    {
      // It was on its way when the client gave up.
      recorder.synRepeats += 1
    } else {
      arrived(client, attempt, isPresent: isPresent)
    }
  }

  /// The answer that closes an attempt goes out.
  private func turnAway(
    _ client: UInt32, _ attempt: UInt32, _ reason: CloseReason, syn: Int
  ) {
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    let back = paths[cohort(client)].pointee.delay(key, .back, conditions(client), random)
    if clients[client].slot.attempt == attempt {
      close(client, attempt, Closing(reason), at: inOrder(now + back, to: client))
    } else {
      // Nobody takes it. Only the number of the SYN tells it from the answer to another.
      close(client, attempt, Closing(reason, lost: syn), at: now + back)
    }
  }

  private func synDied(_ client: UInt32, _ attempt: UInt32, syn: Int, isPresent: Bool) {
    guard isPresent else { return }
    let cohort = cohort(client)
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    let sent = now - paths[cohort].pointee.delay(key, .out, conditions(client), random)
    scheduleSyn(client, attempt, after: syn, sent: sent)
  }

  private func arrived(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    recorder.arrived(at: now)
    note(.arrived, client)
    let ledger = clients.ledger(client)
    let standing = ledger.pointee.standing
    if standing.contains(.awayAtClear), !standing.contains(.hasArrived) {
      noteFirstAfterClear(ledger)
    }
    guard isPresent, clients[client].presence == .down,
      recovery.dropWindow.contains(ledger.pointee.since)
    else { return }
    let ordinal = Int(clients[client].attemptsInOutage)
    if (1...Recorder.spreadAttempts).contains(ordinal) {
      recorder.spread[ordinal - 1].pointee.record(now - ledger.pointee.since, at: now)
    }
  }

  /// Each away client's first arrival after clear.
  private func noteFirstAfterClear(_ ledger: UnsafeMutablePointer<Ledger>) {
    guard let clear = recorder.clear, now >= clear else { return }
    ledger.pointee.standing.insert(.hasArrived)
    recorder.spread[Recorder.spreadAttempts].pointee.record(now - clear, at: now)
  }

  /// A node takes an attempt in.
  private func takeIn(
    _ client: UInt32, _ attempt: UInt32, _ node: UInt16, isPresent: Bool
  ) {
    if isPresent { clients[client].node = node }
    if !gateway.admitsAfterHandshake { noteAdmission(client) }
    // A client that has left by now sends nothing after its first packet.
    if !isPresent && paths[cohort(client)].pointee.setup.connection > 0 { return }
    offer(client, attempt, to: StationID(.handshake, node: node))
  }

  private func noteAdmission(_ client: UInt32) {
    recorder.perSecond.accepted.add(at: now)
    note(.admitted, client)
  }

  /// Hands a request to a station; one that neither delays nor limits is passed at once.
  private func offer(_ client: UInt32, _ attempt: UInt32, to id: StationID) {
    if gateway.isTransparent(id) {
      if isPresent(client, attempt) { clients.records[Int(client)].stage = .service(at: id.name) }
      return finished(id, client, attempt)
    }
    let request = Request(client: client, tag: attempt, arrived: now)
    if let service = gateway.offered(request, to: id, at: now) {
      begun(service)
    } else if isPresent(client, attempt) {
      clients.records[Int(client)].stage = .queue(at: id.name)
    }
  }

  /// Schedules the end of a service.
  func begun(_ service: Service) {
    if service.station.name == .api { return begunCall(service) }
    spend(service)
    schedule(
      GatewayEventKind(endOf: service.station.name), service.station,
      service.request.client, service.request.tag, at: service.finish)
  }

  private func schedule(
    _ kind: GatewayEventKind, _ id: StationID, _ client: UInt32, _ attempt: UInt32,
    at instant: Instant
  ) {
    let key = EventCode.gateway(kind, owner: owner(of: id), client: client, low: attempt)
    schedule(instant, key)
  }

  private func finished(_ id: StationID, _ event: GatewayEvent) {
    let attempt = attempt(of: event)
    if id.name == .handshake && gateway.admitsAfterHandshake {
      return handshakeFinished(id, event.client, attempt)
    }
    release(id)
    finished(id, event.client, attempt)
  }

  /// A server of a station is free.
  private func release(_ id: StationID) {
    if let next = gateway.finished(at: id, now: now) { begun(next) }
  }

  private func finished(_ id: StationID, _ client: UInt32, _ attempt: UInt32) {
    // The gateway works no further for a connection that it has dropped itself.
    if isSevered(client, attempt) { return }
    let isPresent = isPresent(client, attempt)
    switch id.name {
    case .handshake:
      if gateway.admitsAfterHandshake && asksForAdmission(client, isPresent: isPresent) {
        guard gateway.admits(node: id.node, at: now) else {
          return rejected(client, attempt, isPresent: isPresent)
        }
        noteAdmission(client)
      }
      handshakeDone(client, attempt, isPresent: isPresent)
    case .auth: authDone(client, attempt, isPresent: isPresent)
    case .ready: readyDone(client, attempt)
    case .api: break
    }
  }

  // MARK: Admission after the handshake

  /// The core that did the handshake goes on with the answer to whom it turns away.
  private func handshakeFinished(_ id: StationID, _ client: UInt32, _ attempt: UInt32) {
    let isPresent = isPresent(client, attempt)
    guard !isSevered(client, attempt), asksForAdmission(client, isPresent: isPresent) else {
      release(id)
      return finished(id, client, attempt)
    }
    if gateway.admits(node: id.node, at: now) {
      noteAdmission(client)
      release(id)
      return handshakeDone(client, attempt, isPresent: isPresent)
    }
    let cost = gateway.rejectionCost(node: id.node)
    if cost == .zero {
      release(id)
      return rejected(client, attempt, isPresent: isPresent)
    }
    gateway.prolong(at: id, by: cost)
    if isPresent {
      clients.records[Int(client)].stage = .rejected
      spend(cost, at: .handshake, client)
    } else {
      work.book(.handshake, cost, at: now, isUseful: false)
    }
    schedule(.rejectionDone, id, client, attempt, at: now + cost)
  }

  private func rejectionDone(_ id: StationID, _ event: GatewayEvent) {
    let attempt = attempt(of: event)
    release(id)
    if isSevered(event.client, attempt) { return }
    rejected(event.client, attempt, isPresent: isPresent(event.client, attempt))
  }

  /// A client that has left after its first packet sends no request that could be admitted.
  private func asksForAdmission(_ client: UInt32, isPresent: Bool) -> Bool {
    isPresent || paths[cohort(client)].pointee.setup.connection == 0
  }

  private func rejected(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    if isPresent {
      clients.records[Int(client)].stage = .rejected
      clients[client].node = ClientRecord<Machine>.noNode
    }
    turnAway(client, attempt, .shed, syn: isPresent ? clients[client].syn : 0)
  }

  private func isSevered(_ client: UInt32, _ attempt: UInt32) -> Bool {
    clients.ledger(client).pointee.severed == attempt &+ 1
  }

  private func handshakeDone(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    if isPresent { clients.records[Int(client)].stage = .admitted }
    let path = paths[cohort(client)]
    // What is sent to a client that has left, here and below, finds nobody.
    if isPresent {
      let conditions = conditions(client)
      var key = PacketKey(client: client, attempt: attempt, syn: clients[client].syn)
      var delay = path.pointee.delay(key, .back, conditions, random)
      if path.pointee.setup.connection > 1 {
        key.step = 1
        delay =
          delay
          + path.pointee.roundTrips(
            path.pointee.setup.connection - 1, from: key, first: .out, conditions, random)
      }
      schedule(now + delay, EventCode.client(.opened, client, stamp: attempt))
    }
    if path.pointee.setup.connection == 0 { offer(client, attempt, to: StationID(.auth)) }
  }

  /// The request that carries the credentials comes.
  private func request(_ event: GatewayEvent, lost: Int) {
    let client = event.client
    let attempt = attempt(of: event)
    if !reach(client).carriesPackets {
      guard isPresent(client, attempt), lost < Resending.most else { return }
      let wait = Path.retransmissionPause(after: lost)
      let kind = GatewayEventKind.request(lost: lost + 1)
      return schedule(
        now + wait, EventCode.gateway(kind, owner: event.owner, client: client, low: event.low))
    }
    if isPresent(client, attempt) && clients[client].link.contains(.severed) {
      // Its first reset may have been lost on the way.
      let key = PacketKey(client: client, attempt: attempt, step: PacketStep.lastWord)
      let back = paths[cohort(client)].pointee.delay(key, .back, conditions(client), random)
      let arrival = inOrder(now + back, to: client)
      return close(client, attempt, Closing(.reset, lost: 1), at: arrival)
    }
    offer(client, attempt, to: StationID(.auth))
  }

  private func authDone(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    let failure = authFailure(client, attempt)
    if isPresent { answerCredentials(of: client, attempt, failure) }
    guard failure == nil,
      let node = isPresent ? clients[client].node : staleNode(client, attempt)
    else { return }
    offer(client, attempt, to: StationID(.ready, node: node))
  }

  private func answerCredentials(
    of client: UInt32, _ attempt: UInt32, _ failure: AuthAnswer?
  ) {
    let cohort = cohort(client)
    let key = PacketKey(client: client, attempt: attempt, step: answerStep(client, 1))
    let arrival = now + paths[cohort].pointee.segmentDelay(key, .back, conditions(client), random)
    let machine = clients[client].slot.machine
    let message =
      switch failure {
      case .permanent: machine.serverError
      case .temporary: Machine.Message?.none
      case nil: machine.authenticated
      }
    if let message {
      schedule(arrival, EventCode.client(.message(message.rawValue), client, stamp: attempt))
    }
    if failure != nil { close(client, attempt, .auth, at: inOrder(arrival, to: client)) }
  }

  /// What authentication answers an attempt that it does not let in.
  private func authFailure(_ client: UInt32, _ attempt: UInt32) -> AuthAnswer? {
    if clients[client].marks.contains(.loggedOut) { return .permanent }
    return world.isQuiet ? nil : world.authFailure(subject(client), attempt: attempt)
  }

  private func readyDone(_ client: UInt32, _ attempt: UInt32) {
    if let ping = clients[client].slot.machine.serverPing {
      startServerPing(client, attempt, at: now + ping.every)
    }
    guard let message = clients[client].slot.machine.ready, isPresent(client, attempt) else {
      return
    }
    if clients[client].slot.machine.contends { gateway.row.read(by: client, attempt: attempt) }
    let cohort = cohort(client)
    let key = PacketKey(client: client, attempt: attempt, step: answerStep(client, 2))
    let arrival = now + paths[cohort].pointee.segmentDelay(key, .back, conditions(client), random)
    schedule(arrival, EventCode.client(.message(message.rawValue), client, stamp: attempt))
  }

  /// Draw index of what the gateway pushes in the course of a set-up, first or second. To a read that
  /// is the first packet itself, all of it is one answer, on its way in one packet.
  private func answerStep(_ client: UInt32, _ ordinal: UInt32) -> UInt32 {
    let roundTrips = UInt32(paths[cohort(client)].pointee.setup.connection)
    return clients[client].slot.machine.contends && roundTrips == 0
      ? PacketStep.syn(clients[client].syn) : roundTrips + ordinal
  }

  /// The node of an attempt that its client has left: drawn as the balancer drew it. nil where none
  /// is up any more.
  private func staleNode(_ client: UInt32, _ attempt: UInt32) -> UInt16? {
    let nodes = gateway.upNodes
    if nodes.isEmpty { return nil }
    let draw = random.bits(.node(of: client, attempt: attempt))
    return nodes[Int(draw.multipliedFullWidth(by: UInt64(nodes.count)).high)]
  }
}
