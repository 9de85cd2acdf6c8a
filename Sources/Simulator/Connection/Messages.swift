import NetworkModel
import Primitives
import Sessions

/// Messages on an open connection, up and down.
final class Messages<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  /// nil where nothing depends on the gateway's end of connections.
  private let wires: Wires<Machine>?

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ wires: Wires<Machine>?
  ) {
    self.clients = clients
    self.network = network
    self.wires = wires
  }

  // MARK: Up

  /// Sends a message of the client's; `lost` transmissions of it did not get through.
  func send(
    _ message: Machine.Message, from client: UInt32, lost: Int, _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    let attempt = clients[client].slot.attempt
    if case .close = clients[client].slot.machine.answer(to: message) {
      clients[client].connection.beginClosing()
    }
    if clients[client].connection.isVanished { return }
    if let wires, wires.keepsLines(of: client) {
      wires.send(answer(to: message, from: client), from: client, &buffer)
      return
    }
    if !network.reach(client, at: now).carriesPackets {
      guard lost < Resending.most else { return }
      let operand = Resending(message.rawValue, lost: lost + 1).operand
      return buffer.post(
        EventCode.client(.retransmit, client, stamp: attempt, operand: operand),
        at: now + network.pause(after: lost, of: client, .out, at: now))
    }
    let arrival = now + network.exchangeDelay(client, attempt, at: now)
    if network.follows(client) { trace(message, from: client, attempt, at: now) }
    if let wires, wires.watches(client) {
      return send(message, from: client, answeredAt: arrival, over: wires, &buffer)
    }
    if clients[client].connection.isSevered {
      // Its first reset may have been lost on the way.
      return buffer.close(
        client, attempt, Closing(.reset, lost: 1), at: clients.inOrder(arrival, to: client))
    }
    switch clients[client].slot.machine.answer(to: message) {
    case .nothing: break
    case .reply(let answer):
      buffer.post(
        EventCode.client(.message(answer.rawValue), client, stamp: attempt),
        at: clients.inOrder(arrival, to: client))
    case .close:
      buffer.close(
        client, attempt, Closing(.normal), at: clients.inOrder(arrival, to: client))
    }
  }

  /// Sends a message whose arrival at the gateway is an event.
  private func send(
    _ message: Machine.Message, from client: UInt32, answeredAt end: Instant,
    over wires: Wires<Machine>, _ buffer: inout EventBuffer
  ) {
    let (now, attempt) = (buffer.now, clients[client].slot.attempt)
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.message(at: now))
    let answer =
      clients[client].connection.isSevered ? .reset : answer(to: message, from: client)
    var end = end
    if case .nothing = answer {} else { end = clients.inOrder(end, to: client) }
    let uplink = Uplink(
      client: client, attempt: attempt, answer: answer, sent: now, answerAt: end)
    wires.send(uplink, arrival: now + network.segmentDelay(key, .out, at: now), &buffer)
  }

  private func trace(
    _ message: Machine.Message, from client: UInt32, _ attempt: UInt32, at now: Instant
  ) {
    var isAnswered = true
    if case .nothing = answer(to: message, from: client) { isAnswered = false }
    // A connection that is over at the gateway is reset.
    if clients[client].connection.isSevered { isAnswered = true }
    network.traceExchange(client, attempt, at: now, isAnswered: isAnswered)
  }

  private func answer(to message: Machine.Message, from client: UInt32) -> Uplink.Answer {
    switch clients[client].slot.machine.answer(to: message) {
    case .nothing: .nothing
    case .reply(let reply): .message(reply.rawValue)
    case .close: .close
    }
  }

  /// A message of the client's is sent again.
  func retransmit(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    let resending = Resending(operand: event.operand)
    guard clients[event.client].slot.acceptsMessage(attempt: event.stamp),
      let message = Machine.Message(rawValue: resending.code)
    else { return }
    send(message, from: event.client, lost: resending.lost, &buffer)
  }

  // MARK: Down

  /// How long something sent now takes to a client.
  func delay(to client: UInt32, at now: Instant) -> Interval {
    let key = PacketKey(
      client: client, attempt: clients[client].slot.attempt, step: PacketStep.push(at: now))
    return network.segmentDelay(key, .back, at: now)
  }

  /// When something arrives that is pushed now; nil where it never does.
  private func arrival(ofPushTo client: UInt32, _ buffer: inout EventBuffer) -> Instant? {
    if let wires, wires.keepsLines(of: client) {
      let key = PacketKey(
        client: client, attempt: clients[client].slot.attempt,
        step: PacketStep.push(at: buffer.now))
      return wires.send(down: key, &buffer)
    }
    let leaves = buffer.now + (wires?.linkWait(of: client, at: buffer.now) ?? .zero)
    return clients.inOrder(leaves + delay(to: client, at: leaves), to: client)
  }

  /// Sends a message down an open connection and returns when it arrives.
  @discardableResult
  func push(
    _ message: Machine.Message, about entity: UInt16?, to client: UInt32,
    _ buffer: inout EventBuffer
  ) -> Instant {
    let attempt = clients[client].slot.attempt
    if clients[client].connection.isWhole { wires?.passes(client, at: buffer.now, &buffer) }
    guard let arrival = arrival(ofPushTo: client, &buffer) else { return buffer.now + .longest }
    if let entity {
      let key = EventCode.client(
        .named, client, stamp: EntityStamp(attempt: attempt, entity: entity).stamp,
        operand: Resending(message.rawValue, lost: 0).operand)
      buffer.post(key, at: arrival)
    } else {
      buffer.post(
        EventCode.client(.message(message.rawValue), client, stamp: attempt), at: arrival)
    }
    return arrival
  }
}
