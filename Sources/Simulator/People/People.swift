import Primitives
import Sessions
import VirtualTime

/// What users do by themselves. Each stream has one pending event, which carries how often the stream
/// has moved on; draws are keyed by that number, so that nothing else shifts them.
final class People<Machine: SimulatedSession> {
  let clients: ClientTable<Machine>
  let habits: Habits<Machine>
  private let turns: Turns<Machine>
  private let devices: Devices<Machine>
  private let backend: Backend<Machine>

  init(
    _ clients: ClientTable<Machine>, _ habits: Habits<Machine>, _ turns: Turns<Machine>,
    _ devices: Devices<Machine>, _ backend: Backend<Machine>
  ) {
    self.clients = clients
    self.habits = habits
    self.turns = turns
    self.devices = devices
    self.backend = backend
  }

  func comeToLife(_ client: UInt32, _ postings: inout Postings) {
    clients[client].marks.insert(.started)
    begin(client, isLongUnderWay: false, &postings)
    turns.happen(.start, to: client, &postings)
    turns.refresh(client, &postings)
  }

  // MARK: Moving on

  /// A stream of behaviour moves on.
  func move(_ stream: BehaviourStream, on event: ClientEvent, _ postings: inout Postings) {
    let client = event.client
    let ordinal = Ordinal(event).value
    switch stream {
    case .app: appMoves(client, ordinal, &postings)
    case .screens: screenMoves(client, ordinal, &postings)
    case .listeners: listenerMoves(client, ordinal, &postings)
    case .actions:
      let entity = habits.entity(
        client, bits: habits.draw(client, .actions, ordinal, .circumstance))
      turns.happen(.action(entity: entity), to: client, &postings)
      pauseAfter(ordinal, of: .actions, habits[client].actions, client, &postings)
    case .launches:
      launch(client, ordinal, &postings)
      pauseAfter(ordinal, of: .launches, habits[client].launches, client, &postings)
    case .pushes:
      let next = habits.nextPush(to: client, after: postings.now, ordinal)
      postings.move(.pushes, of: client, to: ordinal + 1, at: next)
      backend.push(client, ordinal, &postings)
    }
  }

  private func pauseAfter(
    _ ordinal: UInt32, of stream: BehaviourStream, _ pauses: SamplerTable?, _ client: UInt32,
    _ postings: inout Postings
  ) {
    guard let pauses else { return }
    let gap = habits.pause(pauses, client, stream, ordinal)
    postings.move(stream, of: client, to: ordinal + 1, at: postings.now + gap)
  }

  private func appMoves(_ client: UInt32, _ phase: UInt32, _ postings: inout Postings) {
    guard let records = clients.devices, let phases = habits[client].app else { return }
    let over = postings.now + habits.length(phases, client, .app, phase)
    if phase & 1 == 1 {
      records[client].flags.insert(.putBehind)
      records[client].frontAt = over
    } else {
      records[client].flags.remove(.putBehind)
      records[client].frontAt = .never
    }
    postings.move(.app, of: client, to: phase + 1, at: over)
    devices.updateApp(client, &postings)
  }

  private func screenMoves(_ client: UInt32, _ phase: UInt32, _ postings: inout Postings) {
    guard let records = clients.devices, let phases = habits[client].screens else { return }
    let isOn = phase & 1 == 0
    if isOn {
      records[client].flags.insert(.onScreen)
    } else {
      records[client].flags.remove(.onScreen)
    }
    turns.happen(isOn ? .screenEntered : .screenLeft, to: client, &postings)
    let over = postings.now + habits.length(phases, client, .screens, phase)
    postings.move(.screens, of: client, to: phase + 1, at: over)
  }

  private func listenerMoves(_ client: UInt32, _ phase: UInt32, _ postings: inout Postings) {
    guard let phases = habits[client].listeners else { return }
    let entity = habits.listenedEntity(client, phase)
    let isOn = phase & 1 == 0
    turns.happen(
      isOn ? .listenerAdded(entity: entity) : .listenerRemoved(entity: entity), to: client,
      &postings)
    let over = postings.now + habits.length(phases, client, .listeners, phase)
    postings.move(.listeners, of: client, to: phase + 1, at: over)
  }

  private func launch(_ client: UInt32, _ ordinal: UInt32, _ postings: inout Postings) {
    guard let records = clients.devices else { return }
    let newUser = habits[client].plan.newUser
    if unitFraction(habits.draw(client, .launches, ordinal, .circumstance)) < newUser {
      records[client].user &+= 1
    }
    turns.happen(.launch(user: records[client].user), to: client, &postings)
  }

  /// The next read of a first screen.
  func firstScreen(_ event: ClientEvent, _ postings: inout Postings) {
    guard let records = clients.devices,
      records[event.client].screens & EventCode.stampMask == event.stamp
    else { return }
    let index = UInt32(event.operand)
    let bits = habits.bits(.firstScreen(event.stamp, of: event.client, readsLeft: index))
    let entity = habits.entity(event.client, bits: bits)
    turns.happen(.action(entity: entity), to: event.client, &postings)
    if index > 1 {
      postings.readFirstScreen(
        event.client, left: Int(index) - 1, screen: records[event.client].screens)
    }
  }
}

extension Postings {
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
