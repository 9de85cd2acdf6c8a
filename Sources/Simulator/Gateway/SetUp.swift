import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The walk of one connection attempt through the gateway: handshake -> admission -> auth -> ready.
final class SetUp<Machine: SimulatedSession> {
  let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  let gateway: Gateway
  let admission: Admission<Machine>
  let costs: ServiceCosts<Machine>
  let messages: Messages<Machine>
  private let foresight: Foresight<Machine>
  let looseEnds: LooseEnds
  let wires: Wires<Machine>?
  private let addresses: Addresses<Machine>?

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ gateway: Gateway,
    _ admission: Admission<Machine>, _ costs: ServiceCosts<Machine>, _ messages: Messages<Machine>,
    _ foresight: Foresight<Machine>, _ looseEnds: LooseEnds,
    _ wires: Wires<Machine>?, _ addresses: Addresses<Machine>?
  ) {
    self.clients = clients
    self.network = network
    self.gateway = gateway
    self.admission = admission
    self.costs = costs
    self.messages = messages
    self.foresight = foresight
    self.looseEnds = looseEnds
    self.wires = wires
    self.addresses = addresses
  }

  private var owners: GatewayOwners { GatewayOwners(nodes: gateway.description.nodes) }

  // MARK: Stations

  /// A node takes an attempt in.
  func takeIn(
    _ client: UInt32, _ attempt: UInt32, _ node: UInt16, isPresent: Bool,
    _ buffer: inout EventBuffer
  ) {
    if isPresent {
      clients[client].connection.join(node)
      wires?.passes(client, at: buffer.now, &buffer)
    }
    if !gateway.admitsAfterHandshake { admission.note(client, attempt, at: buffer.now) }
    if !isPresent {
      // A client that has left by now sends nothing after its first packet.
      if network[pathOf: client].setup.connection > 0 {
        return gateway.freeSlot(client, attempt, .left, at: buffer.now)
      }
      looseEnds.works(for: client, attempt, on: node, at: buffer.now)
    }
    offer(client, attempt, to: StationID(.handshake, node: node), &buffer)
  }

  /// Hands a request to a station; one that neither delays nor limits is passed at once.
  func offer(
    _ client: UInt32, _ attempt: UInt32, to id: StationID, _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    if gateway.isTransparent(id) {
      if clients.isPresent(client, attempt) {
        clients[client].connection.serve(at: id.role)
        foresight.passes(client, attempt, id, &buffer)
      }
      return finished(id, client, attempt, &buffer)
    }
    let request = Request(client: client, tag: attempt, arrived: now)
    switch gateway.offered(request, to: id, at: now) {
    case .begins(let service):
      begun(service, &buffer)
      foresight.begins(client, attempt, service, &buffer)
    case .waits:
      costs.trace(queued: request, at: id, behind: gateway.ahead(at: id, now: now))
      if clients.isPresent(client, attempt) {
        clients[client].connection.move(to: .queue(at: id.role))
        foresight.waits(client, attempt, at: id, &buffer)
      }
    // The loop tells it.
    case .dropped: break
    }
  }

  /// Posts the end of a service.
  func begun(_ service: Service, _ buffer: inout EventBuffer) {
    costs.begin(service, at: buffer.now)
    if let next = gateway.nextClient(at: service.station) { clients.prefetchAtGateway(next) }
    post(
      GatewayEventKind(endOf: service.station.role), service.station, service.request.client,
      service.request.tag, at: service.finish, &buffer)
  }

  func post(
    _ kind: GatewayEventKind, _ id: StationID, _ client: UInt32, _ attempt: UInt32,
    at instant: Instant, _ buffer: inout EventBuffer
  ) {
    buffer.post(
      EventCode.gateway(kind, owner: owners.number(of: id), client: client, low: attempt),
      at: instant)
  }

  func finished(_ id: StationID, _ event: GatewayEvent, _ buffer: inout EventBuffer) {
    release(id, &buffer)
    finished(id, event.client, clients.attempt(of: event), &buffer)
  }

  /// A server of a station is free.
  func release(_ id: StationID, _ buffer: inout EventBuffer) {
    if let next = gateway.finished(at: id, now: buffer.now) { buffer.handOn(next) }
  }

  private func finished(
    _ id: StationID, _ client: UInt32, _ attempt: UInt32, _ buffer: inout EventBuffer
  ) {
    let isPresent = clients.isPresent(client, attempt)
    if isDropped(client, attempt, isPresent: isPresent) { return }
    // A client that has been played on knows already: after auth nothing keeps it.
    if isPresent && clients[client].connection.isGreeted {
      return gateway.freeSlot(client, attempt, .ready, at: buffer.now)
    }
    switch id.role {
    case .handshake:
      if gateway.admitsAfterHandshake
        && !admission.letsIn(client, attempt, node: id.node, isPresent: isPresent, at: buffer.now)
      {
        return shed(client, attempt, isPresent: isPresent, &buffer)
      }
      handshakeDone(client, attempt, isPresent: isPresent, &buffer)
    case .auth: authDone(client, attempt, isPresent: isPresent, &buffer)
    case .ready: readyDone(client, attempt, on: id.node, &buffer)
    case .egress: payloadSent(client, attempt, &buffer)
    case .api: break
    }
  }

  /// Returns true if the gateway has dropped the connection of an attempt itself: it works no further for it.
  func isDropped(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) -> Bool {
    if isPresent && !clients[client].connection.isSevered { return false }
    guard isPresent || looseEnds.isDropped(client, attempt) else { return false }
    looseEnds.workEnded(client, attempt)
    return true
  }

  /// How long a packet to a client waits behind payloads.
  func linkWait(_ client: UInt32, at now: Instant) -> Interval {
    gateway.linkWait(node: clients[client].connection.node, at: now)
  }

  // MARK: Admission behind the handshake

  /// Handles the end of a handshake behind which admission decides. The core that did it goes on with the
  /// answer to an attempt that is turned away, where that costs time.
  func handshakeFinished(
    _ id: StationID, _ event: GatewayEvent, _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    let client = event.client
    let attempt = clients.attempt(of: event)
    let isPresent = clients.isPresent(client, attempt)
    if isDropped(client, attempt, isPresent: isPresent) { return release(id, &buffer) }
    if admission.letsIn(client, attempt, node: id.node, isPresent: isPresent, at: now) {
      release(id, &buffer)
      return handshakeDone(client, attempt, isPresent: isPresent, &buffer)
    }
    let cost = gateway.rejectionCost(node: id.node)
    if cost == .zero {
      release(id, &buffer)
      return shed(client, attempt, isPresent: isPresent, &buffer)
    }
    gateway.prolong(at: id, by: cost)
    if isPresent {
      clients[client].connection.move(to: .rejected)
      costs.spend(cost, at: .handshake, client, now: now)
    } else {
      costs.waste(cost, at: .handshake, now: now)
    }
    post(.rejectionDone, id, client, attempt, at: now + cost, &buffer)
  }

  private func shed(
    _ client: UInt32, _ attempt: UInt32, isPresent: Bool, _ buffer: inout EventBuffer
  ) {
    if !isPresent { looseEnds.workEnded(client, attempt) }
    admission.shed(client, attempt, isPresent: isPresent, &buffer)
  }

  /// The answer to an attempt that admission has turned away goes out.
  func rejectionDone(_ id: StationID, _ event: GatewayEvent, _ buffer: inout EventBuffer) {
    let attempt = clients.attempt(of: event)
    release(id, &buffer)
    let isPresent = clients.isPresent(event.client, attempt)
    if isDropped(event.client, attempt, isPresent: isPresent) { return }
    shed(event.client, attempt, isPresent: isPresent, &buffer)
  }

  // MARK: Through the stations

  func handshakeDone(
    _ client: UInt32, _ attempt: UInt32, isPresent: Bool, _ buffer: inout EventBuffer
  ) {
    if isPresent { clients[client].connection.move(to: .admitted) }
    let roundTrips = network[pathOf: client].setup.connection
    // A message to a client that has left, here and below, is not received.
    if isPresent {
      let now = buffer.now
      let delay =
        !gateway.hasLinks
        ? network.delay(ofOpening: client, attempt, at: now)
        : network.delay(ofOpening: client, attempt, at: now) { linkWait(client, at: $0) }
      buffer.post(
        EventCode.client(.opened, client, stamp: attempt), at: now + delay)
      if let addresses, addresses.areSeveral(for: client) {
        let packet = clients.answeredPacket(of: client)
        addresses[client].answer(
          at: admission.answerArrival(client, attempt, packet, at: now))
      }
      // The round trips up to there pass at their own moments, which are not kept.
      wires?.passes(client, at: roundTrips > 1 ? now + delay : now, &buffer)
    }
    if roundTrips == 0 { return offer(client, attempt, to: StationID(.auth), &buffer) }
    gateway.awaitsRequest(client, attempt, at: buffer.now)
  }

  /// The request that carries the credentials comes.
  func request(_ event: GatewayEvent, lost: Int, _ buffer: inout EventBuffer) {
    let now = buffer.now
    let client = event.client
    let attempt = clients.attempt(of: event)
    let isPresent = clients.isPresent(client, attempt)
    if !network.reach(client, at: now).carriesPackets {
      guard isPresent, lost < Resending.most else { return looseEnds.workEnded(client, attempt) }
      let kind = GatewayEventKind.request(lost: lost + 1)
      return buffer.post(
        EventCode.gateway(kind, owner: event.owner, client: client, low: event.low),
        at: now + network.pause(after: lost, of: client, .out, at: now))
    }
    if isDropped(client, attempt, isPresent: isPresent) {
      if isPresent { resetAgain(client, attempt, &buffer) }
      return
    }
    if isPresent { wires?.passes(client, at: now, &buffer) }
    gateway.takesRequest(client, attempt)
    offer(client, attempt, to: StationID(.auth), &buffer)
  }

  /// Answers a client that does not know that the gateway has closed its connection: the first reset may have been
  /// lost on the way.
  private func resetAgain(_ client: UInt32, _ attempt: UInt32, _ buffer: inout EventBuffer) {
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.lastWord)
    let leaves = buffer.now + linkWait(client, at: buffer.now)
    let arrival = leaves + network.delay(key, .back, at: leaves)
    buffer.close(
      client, attempt, Closing(.reset, lost: 1), at: clients.inOrder(arrival, to: client))
  }

  /// A client's notice that it has given up arrives.
  func noticed(_ event: GatewayEvent, at now: Instant) {
    let client = event.client
    let attempt = clients.attempt(of: event)
    // A client that was not taken in by then does not know its node.
    let node =
      event.owner == owners.listener ? looseEnds.node(client, attempt) : UInt16(event.owner)
    guard let node else { return }
    if gateway.noticed(client: client, attempt: attempt, node: node, at: now) {
      looseEnds.workEnded(client, attempt)
    }
  }

  private func authDone(
    _ client: UInt32, _ attempt: UInt32, isPresent: Bool, _ buffer: inout EventBuffer
  ) {
    let failure = network.authFailure(client, attempt)
    if isPresent { answerCredentials(of: client, attempt, failure, &buffer) }
    let node = isPresent ? clients[client].connection.node : looseEnds.node(client, attempt)
    if !isPresent { looseEnds.workEnded(client, attempt) }
    guard failure == nil, let node else {
      return gateway.freeSlot(client, attempt, .left, at: buffer.now)
    }
    offer(client, attempt, to: StationID(.ready, node: node), &buffer)
  }

  private func answerCredentials(
    of client: UInt32, _ attempt: UInt32, _ failure: AuthAnswer?, _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    wires?.passes(client, at: now, &buffer)
    let leaves = now + linkWait(client, at: now)
    guard let arrival = arrival(ofAnswer: 1, to: client, attempt, leaving: leaves, &buffer) else {
      return
    }
    let message =
      switch failure {
      case .permanent: clients[client].slot.machine.serverError
      case .temporary: Machine.Message?.none
      case nil: clients[client].slot.machine.authenticated
      }
    if let message {
      buffer.post(
        EventCode.client(.message(message.rawValue), client, stamp: attempt), at: arrival)
    }
    if failure != nil {
      buffer.close(
        client, attempt, Closing(.auth), at: clients.inOrder(arrival, to: client))
    }
  }

  private func readyDone(
    _ client: UInt32, _ attempt: UInt32, on node: UInt16, _ buffer: inout EventBuffer
  ) {
    if let ping = clients[client].slot.machine.serverPing {
      startPings(client, attempt, at: buffer.now + ping.every, &buffer)
    }
    // The payload of a client that has left goes out all the same.
    guard let link = gateway.link(of: node) else { return payloadSent(client, attempt, &buffer) }
    offer(client, attempt, to: link, &buffer)
  }

  /// The last bytes of the first payload leave.
  private func payloadSent(_ client: UInt32, _ attempt: UInt32, _ buffer: inout EventBuffer) {
    gateway.freeSlot(client, attempt, .ready, at: buffer.now)
    guard let message = clients[client].slot.machine.ready, clients.isPresent(client, attempt)
    else { return }
    if clients[client].slot.machine.contends { gateway.row.read(by: client, attempt: attempt) }
    let now = buffer.now
    wires?.passes(client, at: now, &buffer)
    let leaves =
      gateway.hasLinks
      ? now + network.payloadExcess(of: client, gateway.description.egress) : now
    guard let arrival = arrival(ofAnswer: 2, to: client, attempt, leaving: leaves, &buffer) else {
      return
    }
    buffer.post(EventCode.client(.message(message.rawValue), client, stamp: attempt), at: arrival)
  }

  /// When an answer of the set-up gets through; nil where it never does.
  @inline(__always)
  func arrival(
    ofAnswer ordinal: UInt32, to client: UInt32, _ attempt: UInt32, leaving leaves: Instant,
    _ buffer: inout EventBuffer
  ) -> Instant? {
    if let wires, wires.keepsLines(of: client), clients.isPresent(client, attempt) {
      let packet = network.packet(ofAnswer: ordinal, to: client, attempt)
      return wires.send(down: packet, at: leaves, &buffer)
    }
    return leaves + network.delay(ofAnswer: ordinal, to: client, attempt, at: leaves)
  }
}
