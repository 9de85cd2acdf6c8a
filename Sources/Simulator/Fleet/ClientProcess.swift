import Primitives
import Sessions
import VirtualTime

/// The clients' side of everything: takes what happens at a client, its device or its user.
final class ClientProcess<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let driver: SessionDriver<Machine>
  private let devices: Devices<Machine>
  private let ahead: Ahead<Machine>
  private let clientEffects: ClientEffects<Machine>
  private let connections: Connections<Machine>
  private let receiver: Receiver<Machine>
  private let closings: Closings<Machine>
  private let people: People<Machine>
  private let ends: GatewayEnds<Machine>

  init(
    _ clients: ClientTable<Machine>, _ connections: Connections<Machine>,
    _ receiver: Receiver<Machine>, _ closings: Closings<Machine>,
    _ driver: SessionDriver<Machine>, _ devices: Devices<Machine>,
    _ people: People<Machine>, _ clientEffects: ClientEffects<Machine>,
    _ ahead: Ahead<Machine>, _ ends: GatewayEnds<Machine>
  ) {
    self.clients = clients
    self.clientEffects = clientEffects
    self.connections = connections
    self.receiver = receiver
    self.closings = closings
    self.driver = driver
    self.devices = devices
    self.people = people
    self.ahead = ahead
    self.ends = ends
  }

  /// Takes what happens at a client.
  /// - Returns: whether it was an event of the world; otherwise it only served the loop.
  @inline(__always)
  func take(_ event: ClientEvent, _ buffer: inout EventBuffer) -> Bool {
    let client = event.client
    if Machine.servesReads { return takeBetweenMoves(event, &buffer) }
    if clients[client].marks.contains(.fastForwarded) {
      if event.kind == .idleLook { return ends.boxes.look(at: client, &buffer) }
      // It is connected.
      if event.kind.isOfAddresses { return false }
      ahead.fastForward.resume(
        client, before: PendingEvent(at: buffer.now, key: event.word), &buffer)
    }
    return happen(event, &buffer)
  }

  /// Takes what happens at a client whose streams are passed over.
  private func takeBetweenMoves(_ event: ClientEvent, _ buffer: inout EventBuffer) -> Bool {
    ahead.streams.catchUp(event.client, buffer)
    defer { ahead.streams.settle(event.client, &buffer) }
    return happen(event, &buffer)
  }

  @inline(__always)
  private func happen(_ event: ClientEvent, _ buffer: inout EventBuffer) -> Bool {
    let client = event.client
    if devices.isHeldBack(event) && !devices.holdBack(event, &buffer) { return true }
    switch event.kind {
    case .opened: receiver.opened(event, &buffer)
    case .message(let code): receiver.message(event, code: code, &buffer)
    case .closed: closings.learnt(event, &buffer)
    case .nameAnswer: connections.attempts.nameAnswered(event, &buffer)
    case .timer(let code): return fire(event, Machine.Timer(rawValue: code), &buffer)
    case .answer(let code): receiver.answered(event, code: code, &buffer)
    case .retransmit: connections.messages.retransmit(event, &buffer)
    case .syn: connections.attempts.firstPackets.due(event, &buffer)
    case .flap: clientEffects.flap(client, fault: Int(event.stamp), &buffer)
    case .start: people.comeToLife(client, &buffer)
    case .named: receiver.named(event, &buffer)
    case .behaviour(let stream):
      people.move(stream, on: event, &buffer)
      ahead.streams.keep(stream, of: client, &buffer)
    case .backgroundTimeNotice: devices.noteBackgroundTime(event, &buffer)
    case .freeze: devices.freeze(event, &buffer)
    case .notification: driver.happen(.push, to: client, &buffer)
    case .firstScreen: people.firstScreen(event, &buffer)
    case .uplink:
      ends.wires?.arrived(event, &buffer)
      return false
    case .abort: closings.giveUp(event, &buffer)
    case .nextAddress, .addressRefused, .addressTimedOut:
      connections.attempts.firstPackets.takeAddress(event, &buffer)
      return false
    case .idleLook: return ends.boxes.look(at: client, &buffer)
    case .resumption: return false
    }
    return true
  }

  @inline(__always)
  private func fire(
    _ event: ClientEvent, _ timer: Machine.Timer?, _ buffer: inout EventBuffer
  ) -> Bool {
    let client = event.client
    // A timer that was disarmed or armed anew does nothing.
    guard let timer, clients[client].slot.isCurrent(timer, stamp: event.stamp) else {
      return false
    }
    if clients[client].slot.machine.keepaliveTimers.contains(timer),
      ahead.fastForward.begin(client, timer, from: buffer.now, &buffer)
    {
      return false
    }
    let waits = clients[client].slot.isWaiting(forNothingBut: timer)
    if waits && ahead.retries.passOver(client, &buffer) { return true }
    driver.fire(timer, of: client, &buffer)
    if waits { ahead.retries.playOn(client, &buffer) }
    return true
  }
}

/// The processes that let clients pass over events that concern no other client.
struct Ahead<Machine: SimulatedSession> {
  let fastForward: FastForward<Machine>
  let retries: RetryFastForward<Machine>
  let streams: PassedStreams<Machine>
}

/// The processes at the gateway's end of the clients' connections.
struct GatewayEnds<Machine: SimulatedSession> {
  /// nil where nothing depends on that end.
  let wires: Wires<Machine>?
  let boxes: IdleBoxes<Machine>

  init(
    _ clients: ClientTable<Machine>, _ statistics: RunStatistics, _ wires: Wires<Machine>?,
    _ closings: Closings<Machine>
  ) {
    self.wires = wires
    boxes = IdleBoxes(clients, statistics, wires, closings)
  }
}
