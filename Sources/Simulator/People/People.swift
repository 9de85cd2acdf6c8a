import Primitives
import Sessions
import VirtualTime

/// The actions that users take by themselves. Each stream has one pending event, which carries how
/// often the stream has moved on; draws are keyed by that number, so that nothing else shifts them.
final class People<Machine: SimulatedSession> {
  let clients: ClientTable<Machine>
  let habits: Habits<Machine>
  private let driver: SessionDriver<Machine>
  private let devices: Devices<Machine>
  private let backend: Backend<Machine>

  init(
    _ clients: ClientTable<Machine>, _ habits: Habits<Machine>, _ driver: SessionDriver<Machine>,
    _ devices: Devices<Machine>, _ backend: Backend<Machine>
  ) {
    self.clients = clients
    self.habits = habits
    self.driver = driver
    self.devices = devices
    self.backend = backend
  }

  func comeToLife(_ client: UInt32, _ buffer: inout EventBuffer) {
    clients[client].marks.insert(.started)
    begin(client, isLongUnderWay: false, &buffer)
    driver.happen(.start, to: client, &buffer)
    driver.refresh(client, &buffer)
  }

  // MARK: Moving on

  /// A stream of behaviour moves on.
  func move(_ stream: BehaviourStream, on event: ClientEvent, _ buffer: inout EventBuffer) {
    let client = event.client
    let ordinal = Ordinal(event).value
    switch stream {
    case .app: appMoves(client, ordinal, &buffer)
    case .screens: screenMoves(client, ordinal, &buffer)
    case .listeners: listenerMoves(client, ordinal, &buffer)
    case .actions:
      let entity = habits.entity(
        client, bits: habits.draw(client, .actions, ordinal, .circumstance))
      driver.happen(.action(entity: entity), to: client, &buffer)
      pauseAfter(ordinal, of: .actions, habits[client].actions, client, &buffer)
    case .launches:
      launch(client, ordinal, &buffer)
      pauseAfter(ordinal, of: .launches, habits[client].launches, client, &buffer)
    case .pushes:
      let next = habits.nextPush(to: client, after: buffer.now, ordinal)
      buffer.move(.pushes, of: client, to: ordinal + 1, at: next)
      backend.push(client, ordinal, &buffer)
    }
  }

  private func pauseAfter(
    _ ordinal: UInt32, of stream: BehaviourStream, _ pauses: SamplerTable?, _ client: UInt32,
    _ buffer: inout EventBuffer
  ) {
    guard let pauses else { return }
    let gap = habits.pause(pauses, client, stream, ordinal)
    buffer.move(stream, of: client, to: ordinal + 1, at: buffer.now + gap)
  }

  private func appMoves(_ client: UInt32, _ phase: UInt32, _ buffer: inout EventBuffer) {
    guard let records = clients.devices, let phases = habits[client].app else { return }
    let over = buffer.now + habits.length(phases, client, .app, phase)
    if phase & 1 == 1 {
      records[client].flags.insert(.putBehind)
      records[client].frontAt = over
    } else {
      records[client].flags.remove(.putBehind)
      records[client].frontAt = .never
    }
    buffer.move(.app, of: client, to: phase + 1, at: over)
    devices.updateApp(client, &buffer)
  }

  private func screenMoves(_ client: UInt32, _ phase: UInt32, _ buffer: inout EventBuffer) {
    guard let records = clients.devices, let phases = habits[client].screens else { return }
    let isOn = phase & 1 == 0
    if isOn {
      records[client].flags.insert(.onScreen)
    } else {
      records[client].flags.remove(.onScreen)
    }
    driver.happen(isOn ? .screenEntered : .screenLeft, to: client, &buffer)
    let over = buffer.now + habits.length(phases, client, .screens, phase)
    buffer.move(.screens, of: client, to: phase + 1, at: over)
  }

  private func listenerMoves(_ client: UInt32, _ phase: UInt32, _ buffer: inout EventBuffer) {
    guard let phases = habits[client].listeners else { return }
    let entity = habits.listenedEntity(client, phase)
    let isOn = phase & 1 == 0
    driver.happen(
      isOn ? .listenerAdded(entity: entity) : .listenerRemoved(entity: entity), to: client,
      &buffer)
    let over = buffer.now + habits.length(phases, client, .listeners, phase)
    buffer.move(.listeners, of: client, to: phase + 1, at: over)
  }

  private func launch(_ client: UInt32, _ ordinal: UInt32, _ buffer: inout EventBuffer) {
    guard let records = clients.devices else { return }
    let newUser = habits[client].plan.newUser
    if unitFraction(habits.draw(client, .launches, ordinal, .circumstance)) < newUser {
      records[client].user &+= 1
    }
    driver.happen(.launch(user: records[client].user), to: client, &buffer)
  }

  /// The next read of a first screen.
  func firstScreen(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    guard let records = clients.devices,
      records[event.client].screens & EventCode.stampMask == event.stamp
    else { return }
    let index = UInt32(event.operand)
    let bits = habits.bits(.firstScreen(event.stamp, of: event.client, readsLeft: index))
    let entity = habits.entity(event.client, bits: bits)
    driver.happen(.action(entity: entity), to: event.client, &buffer)
    if index > 1 {
      buffer.readFirstScreen(
        event.client, left: Int(index) - 1, screen: records[event.client].screens)
    }
  }
}

extension EventBuffer {
  /// Posts the next move of a stream of behaviour.
  mutating func move(
    _ stream: BehaviourStream, of client: UInt32, to ordinal: UInt32, at instant: Instant
  ) {
    let ordinal = Ordinal(ordinal)
    post(
      EventCode.client(
        .behaviour(stream), client, stamp: ordinal.stamp, operand: ordinal.operand),
      at: instant)
  }
}
