import Primitives
import Sessions
import VirtualTime

/// The clients' side of everything: takes what happens at a client, its device or its user.
final class ClientProcess<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let turns: Turns<Machine>
  private let devices: Devices<Machine>
  private let ahead: Ahead<Machine>
  private let impacts: Impacts<Machine>
  private let connections: Connections<Machine>
  private let incoming: Incoming<Machine>
  private let people: People<Machine>

  init(
    _ clients: ClientTable<Machine>, _ connections: Connections<Machine>,
    _ incoming: Incoming<Machine>, _ turns: Turns<Machine>, _ devices: Devices<Machine>,
    _ people: People<Machine>, _ impacts: Impacts<Machine>,
    _ ahead: Ahead<Machine>
  ) {
    self.clients = clients
    self.impacts = impacts
    self.connections = connections
    self.incoming = incoming
    self.turns = turns
    self.devices = devices
    self.people = people
    self.ahead = ahead
  }

  /// Takes what happens at a client.
  /// - Returns: whether it was an event of the world; otherwise it only served the loop.
  @inline(__always)
  func take(_ event: ClientEvent, _ postings: inout Postings) -> Bool {
    let client = event.client
    if Machine.servesReads { return takeBetweenMoves(event, &postings) }
    if clients[client].marks.contains(.fastForwarded) {
      ahead.fastForward.resume(
        client, before: PendingEvent(at: postings.now, key: event.word), &postings)
    }
    return happen(event, &postings)
  }

  /// Takes what happens at a client whose streams are passed over.
  private func takeBetweenMoves(_ event: ClientEvent, _ postings: inout Postings) -> Bool {
    ahead.streams.catchUp(event.client, postings)
    defer { ahead.streams.settle(event.client, &postings) }
    return happen(event, &postings)
  }

  @inline(__always)
  private func happen(_ event: ClientEvent, _ postings: inout Postings) -> Bool {
    let client = event.client
    if devices.isHeldBack(event) && !devices.holdBack(event, &postings) { return true }
    switch event.kind {
    case .opened: incoming.receiver.opened(event, &postings)
    case .message(let code): incoming.receiver.message(event, code: code, &postings)
    case .closed: incoming.closings.learnt(event, &postings)
    case .timer(let code): return fire(event, Machine.Timer(rawValue: code), &postings)
    case .answer(let code): incoming.receiver.answered(event, code: code, &postings)
    case .retransmit: connections.messages.retransmit(event, &postings)
    case .syn: connections.attempts.firstPackets.due(event, &postings)
    case .flap: impacts.flap(client, fault: Int(event.stamp), &postings)
    case .start: people.comeToLife(client, &postings)
    case .named: incoming.receiver.named(event, &postings)
    case .behaviour(let stream):
      people.move(stream, on: event, &postings)
      ahead.streams.keep(stream, of: client, &postings)
    case .backgroundTimeNotice: devices.noteBackgroundTime(event, &postings)
    case .freeze: devices.freeze(event, &postings)
    case .notification: turns.happen(.push, to: client, &postings)
    case .firstScreen: people.firstScreen(event, &postings)
    case .resumption: return false
    }
    return true
  }

  @inline(__always)
  private func fire(
    _ event: ClientEvent, _ timer: Machine.Timer?, _ postings: inout Postings
  ) -> Bool {
    let client = event.client
    // Of a timer that was disarmed or armed anew nothing happens.
    guard let timer, clients[client].slot.isCurrent(timer, stamp: event.stamp) else {
      return false
    }
    if clients[client].slot.machine.keepaliveTimers.contains(timer),
      ahead.fastForward.begin(client, timer, from: postings.now, &postings)
    {
      return false
    }
    let waits = clients[client].slot.isWaiting(forNothingBut: timer)
    if waits && ahead.shutGateway.passOver(client, &postings) { return true }
    turns.fire(timer, of: client, &postings)
    if waits { ahead.shutGateway.playOn(client, &postings) }
    return true
  }
}

/// What lets clients pass over events that concern nobody else.
struct Ahead<Machine: SimulatedSession> {
  let fastForward: FastForward<Machine>
  let shutGateway: ShutGateway<Machine>
  let streams: PassedStreams<Machine>
}
