import GatewayModel
import NetworkModel
import Primitives
import Sessions
import VirtualTime

/// The gateway's end of connections: which packets have been there, and when.
///
/// Elsewhere a message and its answer are one exchange, which is known when the message is sent. Here the message's
/// arrival is an event of its own, which is not counted as one of the world's.
final class Wires<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let gateway: Gateway
  private let records: Column<WireRecord>
  /// The boxes, by cohort; nil where there is none.
  private let boxes: FixedTable<IdleLimits?>
  /// Messages under way, and the places of those that have arrived.
  @exclusivity(unchecked) private var uplinks: [Uplink] = []
  @exclusivity(unchecked) private var free: [UInt32] = []

  /// nil where nothing depends on the gateway's end in the whole run.
  init?(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ gateway: Gateway,
    _ plan: SimulationPlan
  ) {
    guard let records = clients.wires else { return nil }
    self.clients = clients
    self.network = network
    self.gateway = gateway
    self.records = records
    boxes = FixedTable(count: plan.cohorts.count) { cohort in
      plan.cohorts[cohort].network.idle.map { IdleLimits($0) }
    }
  }

  // MARK: The box

  func end(of client: UInt32) -> IdleBox.End? { boxes[clients.cohort(client)]?.how }

  /// How long a client's connection may be quiet; nil without a box.
  func limit(of client: UInt32) -> Interval? {
    boxes[clients.cohort(client)]?.limit(of: client, network.random)
  }

  /// Returns true if the box can forget no connection of a client of which packets pass that often.
  func outlives(_ client: UInt32, _ quiet: Interval) -> Bool {
    limit(of: client).map { quiet <= $0 } ?? true
  }

  /// Returns true if the box lets a connection live until heartbeats pass from a moment on.
  func outlives(_ client: UInt32, until instant: Instant) -> Bool {
    limit(of: client).map { instant <= records[client].lastPassed + $0 } ?? true
  }

  /// When the box forgets the present connection if nothing more passes.
  func deadline(of client: UInt32) -> Instant {
    limit(of: client).map { records[client].lastPassed + $0 } ?? .never
  }

  /// The box has forgotten the present connection of a client.
  func forget(_ client: UInt32, answersByReset: Bool) {
    records[client].kills += 1
    if answersByReset { records[client].forgotten = clients[client].slot.attempt &+ 1 }
  }

  // MARK: Passing

  /// A packet of a client's present connection is at the gateway's end at a moment.
  @inline(__always)
  func passes(_ client: UInt32, at moment: Instant, _ buffer: inout EventBuffer) {
    guard let limit = limit(of: client) else { return }
    records[client].lastPassed = max(records[client].lastPassed, moment)
    look(at: client, after: limit, &buffer)
  }

  /// As `passes`, of a client that is not looked at yet: its heartbeats are not simulated.
  func passes(unseen client: UInt32, at moment: Instant) {
    records[client].lastPassed = moment
  }

  /// A look that was posted is over.
  func lookIsOver(of client: UInt32) { records[client].lookAt = .never }

  /// Posts the next look at a connection, unless one is due.
  func look(at client: UInt32, _ buffer: inout EventBuffer) {
    guard let limit = limit(of: client) else { return }
    look(at: client, after: limit, &buffer)
  }

  private func look(at client: UInt32, after limit: Interval, _ buffer: inout EventBuffer) {
    if records[client].lookAt != .never { return }
    let at = max(records[client].lastPassed + limit, buffer.now)
    records[client].lookAt = at
    buffer.post(EventCode.client(.idleLook, client, stamp: 0), at: at)
  }

  // MARK: Messages

  /// Returns true if the arrival of a client's messages must be an event.
  func watches(_ client: UInt32) -> Bool {
    boxes[clients.cohort(client)] != nil || network[pathOf: client].isMeasured
      || gateway.description.egress != nil
  }

  // MARK: Links

  /// How long a packet of the gateway to a client waits behind payloads.
  func linkWait(of client: UInt32, at now: Instant) -> Interval {
    gateway.linkWait(node: clients[client].connection.node, at: now)
  }

  /// A message of a client leaves, which is there at `arrival`.
  /// - Returns: whether it is there at once: before the client's timers of that moment.
  @discardableResult
  func send(_ uplink: Uplink, arrival: Instant, _ buffer: inout EventBuffer) -> Bool {
    if arrival == buffer.now {
      take(uplink, &buffer)
      return true
    }
    var place = UInt32(uplinks.count)
    if let known = free.popLast() {
      place = known
      uplinks[Int(place)] = uplink
    } else {
      uplinks.append(uplink)
    }
    let number = Ordinal(place)
    buffer.post(
      EventCode.client(.uplink, uplink.client, stamp: number.stamp, operand: number.operand),
      at: arrival)
    return false
  }

  /// A message has arrived.
  func arrived(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    let place = Ordinal(event).value
    let uplink = uplinks[Int(place)]
    free.append(place)
    take(uplink, &buffer)
  }

  private func take(_ uplink: Uplink, _ buffer: inout EventBuffer) {
    let (client, attempt) = (uplink.client, uplink.attempt)
    let isPresent = clients.isPresent(client, attempt)
    if isPresent, clients[client].connection.isWhole { passes(client, at: buffer.now, &buffer) }
    guard let answerAt = uplink.answerAt else {
      if isPresent { answerInLine(uplink, &buffer) }
      return
    }
    if isPresent, records[client].forgotten == attempt &+ 1 {
      // An answer has its turn since the message was sent.
      var at = answerAt
      if case .nothing = uplink.answer { at = clients.inOrder(at, to: client) }
      return buffer.close(client, attempt, Closing(.reset, lost: 1), at: at)
    }
    let wait = linkWait(of: client, at: buffer.now)
    if wait == .zero || !isPresent { return answer(uplink, at: answerAt, &buffer) }
    answer(uplink, at: clients.inOrder(answerAt + wait, to: client), &buffer)
  }

  private func answer(_ uplink: Uplink, at instant: Instant, _ buffer: inout EventBuffer) {
    switch uplink.answer {
    case .nothing: break
    case .message(let code):
      buffer.post(
        EventCode.client(.message(code), uplink.client, stamp: uplink.attempt), at: instant)
    case .close: buffer.close(uplink.client, uplink.attempt, Closing(.normal), at: instant)
    // Its first reset may have been lost on the way.
    case .reset:
      buffer.close(uplink.client, uplink.attempt, Closing(.reset, lost: 1), at: instant)
    }
  }

  // MARK: Lines

  /// Returns true if messages of a client keep their order, and stop its connection where they do not get through.
  func keepsLines(of client: UInt32) -> Bool { network[pathOf: client].isMeasured }

  /// Sends a message up the connection of a client.
  /// - Returns: whether it is there at once.
  @discardableResult
  func send(
    _ answer: Uplink.Answer, from client: UInt32, _ buffer: inout EventBuffer
  ) -> Bool {
    let (now, attempt) = (buffer.now, clients[client].slot.attempt)
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.message(at: now))
    let own = network.transmission(key, .out, at: now).map { now + $0 }
    let schedule = network.schedule(of: client, at: now)
    prepareLines(of: client, attempt)
    let course = records[client].out.send(at: now, own: own, schedule)
    trace(course, key, .out, at: now, own: own)
    switch course {
    case .arrives(let arrival):
      return send(
        Uplink(client: client, attempt: attempt, answer: answer, sent: now, answerAt: nil),
        arrival: arrival, &buffer)
    case .aborts(let end):
      buffer.close(client, attempt, Closing(.timeout, lost: 2), at: end)
      return false
    case .waitsForEver: return false
    }
  }

  /// Sends a packet down the connection of a client, behind the payloads that wait.
  /// - Returns: when it gets through; nil where it never does.
  func send(down key: PacketKey, _ buffer: inout EventBuffer) -> Instant? {
    send(down: key, at: buffer.now + linkWait(of: key.client, at: buffer.now), &buffer)
  }

  /// Sends a packet down the connection of a client that leaves the gateway at a moment.
  func send(down key: PacketKey, at now: Instant, _ buffer: inout EventBuffer) -> Instant? {
    let client = key.client
    let own = network.transmission(key, .back, at: now).map { now + $0 }
    let schedule = network.schedule(of: client, at: now)
    prepareLines(of: client, key.attempt)
    let course = records[client].back.send(at: now, own: own, schedule)
    trace(course, key, .back, at: now, own: own)
    switch course {
    case .arrives(let arrival): return clients.inOrder(arrival, to: client)
    case .aborts(let end):
      buffer.post(EventCode.client(.abort, client, stamp: key.attempt), at: end)
      return nil
    case .waitsForEver: return nil
    }
  }

  /// Writes down what is lost of a message, where that is why it comes when it does.
  @inline(__always)
  private func trace(
    _ course: Line.Course, _ key: PacketKey, _ direction: Direction, at now: Instant, own: Instant?
  ) {
    guard network.follows(key.client), course.follows(own: own) else { return }
    network.traceLosses(key, direction, at: now, minds: .silence, silencesAtRadio: true)
  }

  private func prepareLines(of client: UInt32, _ attempt: UInt32) {
    if records[client].lineAttempt == attempt { return }
    records[client].lineAttempt = attempt
    records[client].out = Line()
    records[client].back = Line()
  }

  /// The gateway answers a message whose client is still at that attempt.
  private func answerInLine(_ uplink: Uplink, _ buffer: inout EventBuffer) {
    let (client, attempt) = (uplink.client, uplink.attempt)
    if clients[client].connection.isVanished { return }
    let step = PacketStep.message(at: uplink.sent)
    let key = PacketKey(client: client, attempt: attempt, step: step)
    if clients[client].connection.isSevered {
      // The reset is sent once: the gateway knows the connection no more.
      // A box answers in front of the link.
      let isOfBox = records[client].forgotten == attempt &+ 1
      let leaves = isOfBox ? buffer.now : buffer.now + linkWait(of: client, at: buffer.now)
      let arrival = leaves + network.delay(key, .back, at: leaves)
      return buffer.close(
        client, attempt, Closing(.reset, lost: 1), at: clients.inOrder(arrival, to: client))
    }
    if case .nothing = uplink.answer { return }
    if let arrival = send(down: key, &buffer) { answer(uplink, at: arrival, &buffer) }
  }

  /// Sends the latest message of a client again whose heartbeats have not been simulated, at the moment at which it was
  /// sent.
  /// - Parameters:
  ///   - end: when it is answered, if nothing changes.
  ///   - there: when it is at the gateway, if nothing changes.
  /// - Returns: whether it was there before `moment`; otherwise it is under way.
  func replay(
    _ answer: Uplink.Answer, from client: UInt32, answeredAt end: Instant, there: Instant,
    before moment: PendingEvent, _ buffer: inout EventBuffer
  ) -> Bool {
    let place = buffer.count
    if keepsLines(of: client) {
      if send(answer, from: client, &buffer) { return true }
    } else {
      clients.statistics[client].lastArrival = end
      let uplink = Uplink(
        client: client, attempt: clients[client].slot.attempt, answer: answer, sent: buffer.now,
        answerAt: end)
      if send(uplink, arrival: there, &buffer) { return true }
    }
    // Where the message is given up at once, nothing is under way.
    if buffer.count == place { return false }
    let event = buffer[place].event
    guard case .client(let arrival) = LoopEvent(event.key), arrival.kind == .uplink,
      event < moment
    else { return false }
    buffer.remove(at: place)
    buffer.now = event.instant
    arrived(arrival, &buffer)
    return true
  }
}

extension SimulationPlan {
  /// True if something depends on when packets are at the gateway's end.
  public var hasWires: Bool {
    hasIdleBoxes || gateway.egress != nil
      || cohorts.contains { $0.network.retransmission == .measured }
  }

  /// True if boxes on the way forget quiet connections.
  public var hasIdleBoxes: Bool { cohorts.contains { $0.network.idle != nil } }
}
