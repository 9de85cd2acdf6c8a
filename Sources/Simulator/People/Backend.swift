import Primitives
import Sessions

/// The backend, which sends messages, changes of entities and notifications of its own accord.
final class Backend<Machine: SimulatedSession> {
  let clients: ClientTable<Machine>
  let statistics: RunStatistics
  let habits: Habits<Machine>
  private let network: NetworkView<Machine>
  private let messages: Messages<Machine>
  /// The number of the subfleet among those of the run.
  private let subfleet: Int

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ habits: Habits<Machine>, _ messages: Messages<Machine>, subfleet: Int
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.habits = habits
    self.messages = messages
    self.subfleet = subfleet
  }

  /// The backend makes push number `ordinal` to a client.
  func push(_ client: UInt32, _ ordinal: UInt32, _ buffer: inout EventBuffer) {
    guard let devices = clients.devices else { return }
    devices[client].pushed = ordinal
    let bits = habits.bits(.entity(ofPush: ordinal, to: client))
    let entity = habits.entity(client, bits: bits)
    if let copies = clients.copies {
      copies[client].latestIsOld.insert(Int(entity))
      copies[client].lockIsOld.insert(Int(entity))
    }
    switch clients[client].slot.machine.pushRoute {
    case .none: break
    case .socket(let message, let isNamed):
      if isNamed && !clients[client].slot.machine.listens(to: entity) { return }
      send(message, about: isNamed ? entity : nil, to: client, ordinal, &buffer)
    case .notification:
      statistics.recorder.pushes[subfleet].made += 1
      notify(client, ordinal, &buffer)
    }
  }

  // MARK: Over the socket

  private func send(
    _ message: Machine.Message, about entity: UInt16?, to client: UInt32, _ ordinal: UInt32,
    _ buffer: inout EventBuffer
  ) {
    statistics.recorder.pushes[subfleet].made += 1
    if isReceiving(client, at: buffer.now) {
      let arrival = messages.push(message, about: entity, to: client, &buffer)
      if arrives(at: arrival) {
        return statistics.recorder.pushes[subfleet].delay.record(arrival - buffer.now)
      }
    }
    if entity != nil {
      statistics.recorder.pushes[subfleet].missed += 1
    } else {
      owe(client, ordinal, at: buffer.now)
    }
  }

  /// Returns true if something sent gets through at all, however often it is sent.
  private func arrives(at arrival: Instant) -> Bool {
    arrival < .start + ClientStatistics.longestRun
  }

  /// Returns true if something sent now would come over a live connection.
  private func isReceiving(_ client: UInt32, at now: Instant) -> Bool {
    if let devices = clients.devices, devices[client].flags.contains(.frozen) { return false }
    return clients[client].slot.connection == .open
      && clients[client].connection.isWhole
      && !network.isSilent(client, at: now)
      && (clients[client].slot.machine.ready == nil || clients[client].connection.isGreeted)
  }

  private func owe(_ client: UInt32, _ ordinal: UInt32, at now: Instant) {
    statistics.recorder.pushes[subfleet].late += 1
    guard let devices = clients.devices, devices[client].owedAt == .never else { return }
    devices[client].owedAt = now
    devices[client].owed = ordinal
  }

  /// Once a client is back it gets, in one go, what was pushed meanwhile.
  func deliverOwed(_ client: UInt32, _ buffer: inout EventBuffer) {
    guard let devices = clients.devices, devices[client].owedAt != .never,
      clients[client].slot.connection == .open,
      case .socket(let message, named: false) = clients[client].slot.machine.pushRoute
    else { return }
    let arrival = messages.push(message, about: nil, to: client, &buffer)
    guard arrives(at: arrival) else { return }
    forEachOwed(client) { statistics.recorder.pushes[subfleet].delay.record(arrival - $0) }
    devices[client].owedAt = .never
  }

  /// The moments of the pushes that a client has not got. They are drawn again instead of kept.
  private func forEachOwed(_ client: UInt32, _ body: (Instant) -> Void) {
    guard let devices = clients.devices, devices[client].owedAt != .never,
      case .socket = clients[client].slot.machine.pushRoute, habits[client].pushes != nil
    else { return }
    var made = devices[client].owedAt
    var ordinal = devices[client].owed
    while ordinal <= devices[client].pushed {
      body(made)
      made = habits.nextPush(to: client, after: made, ordinal)
      ordinal += 1
    }
  }

  /// Counts what is owed to a client still when the run is over.
  func countUndelivered(_ client: UInt32, _ figures: inout [PushFigures]) {
    forEachOwed(client) { _ in figures[subfleet].undelivered += 1 }
    if let devices = clients.devices, devices[client].flags.contains(.notificationDue) {
      figures[subfleet].undelivered += 1
    }
  }

  // MARK: Notifications

  private func notify(_ client: UInt32, _ ordinal: UInt32, _ buffer: inout EventBuffer) {
    let now = buffer.now
    let delay =
      network.isSilent(client, at: now) ? Interval.longest : messages.delay(to: client, at: now)
    if !arrives(at: now + delay) {
      // The system's service keeps the latest for a device that it cannot reach.
      guard let devices = clients.devices else { return }
      statistics.recorder.pushes[subfleet].late += 1
      if devices[client].flags.contains(.notificationDue) {
        statistics.recorder.pushes[subfleet].missed += 1
      }
      devices[client].flags.insert(.notificationDue)
      devices[client].owedAt = now
      return
    }
    statistics.recorder.pushes[subfleet].delay.record(delay)
    let stamp = ordinal & EventCode.stampMask
    buffer.post(EventCode.client(.notification, client, stamp: stamp), at: now + delay)
  }

  /// Delivers the notification that waited for the device to be reachable.
  func deliverNotification(_ client: UInt32, _ buffer: inout EventBuffer) {
    guard let devices = clients.devices, devices[client].flags.contains(.notificationDue)
    else { return }
    devices[client].flags.remove(.notificationDue)
    let arrival = buffer.now + messages.delay(to: client, at: buffer.now)
    statistics.recorder.pushes[subfleet].delay.record(
      arrival - devices[client].owedAt)
    devices[client].owedAt = .never
    let stamp = devices[client].pushed & EventCode.stampMask
    buffer.post(EventCode.client(.notification, client, stamp: stamp), at: arrival)
  }
}
