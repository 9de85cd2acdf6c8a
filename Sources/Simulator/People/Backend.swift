import Primitives
import Sessions

/// What the backend sends of its own accord: messages, changes of entities, notifications.
final class Backend<Machine: SimulatedSession> {
  let clients: ClientTable<Machine>
  let books: Books
  let habits: Habits<Machine>
  private let network: NetworkView<Machine>
  private let messages: Messages<Machine>
  /// The number of the herd among those of the run.
  private let herd: Int

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ books: Books,
    _ habits: Habits<Machine>, _ messages: Messages<Machine>, herd: Int
  ) {
    self.clients = clients
    self.network = network
    self.books = books
    self.habits = habits
    self.messages = messages
    self.herd = herd
  }

  /// The backend makes push number `ordinal` to a client.
  func push(_ client: UInt32, _ ordinal: UInt32, _ postings: inout Postings) {
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
      send(message, about: isNamed ? entity : nil, to: client, ordinal, &postings)
    case .notification:
      books.recorder.pushes[herd].made += 1
      notify(client, ordinal, &postings)
    }
  }

  // MARK: Over the socket

  private func send(
    _ message: Machine.Message, about entity: UInt16?, to client: UInt32, _ ordinal: UInt32,
    _ postings: inout Postings
  ) {
    books.recorder.pushes[herd].made += 1
    if isReceiving(client, at: postings.now) {
      let arrival = messages.push(message, about: entity, to: client, &postings)
      if arrives(at: arrival) {
        return books.recorder.pushes[herd].delay.record(arrival - postings.now)
      }
    }
    if entity != nil {
      books.recorder.pushes[herd].missed += 1
    } else {
      owe(client, ordinal, at: postings.now)
    }
  }

  /// Whether anything gets through at all, after however many times that it is sent.
  private func arrives(at arrival: Instant) -> Bool { arrival < .start + Ledger.longestRun }

  /// Whether something sent now would come over a live connection.
  private func isReceiving(_ client: UInt32, at now: Instant) -> Bool {
    if let devices = clients.devices, devices[client].flags.contains(.frozen) { return false }
    return clients[client].slot.connection == .open
      && clients[client].link.isDisjoint(with: [.severed, .vanished])
      && !network.isSilent(client, at: now)
      && (clients[client].slot.machine.ready == nil || clients[client].link.contains(.greeted))
  }

  private func owe(_ client: UInt32, _ ordinal: UInt32, at now: Instant) {
    books.recorder.pushes[herd].late += 1
    guard let devices = clients.devices, devices[client].owedAt == .never else { return }
    devices[client].owedAt = now
    devices[client].owed = ordinal
  }

  /// Once a client is back it gets, in one go, what was pushed meanwhile.
  func deliverOwed(_ client: UInt32, _ postings: inout Postings) {
    guard let devices = clients.devices, devices[client].owedAt != .never,
      clients[client].slot.connection == .open,
      case .socket(let message, named: false) = clients[client].slot.machine.pushRoute
    else { return }
    let arrival = messages.push(message, about: nil, to: client, &postings)
    guard arrives(at: arrival) else { return }
    forEachOwed(client) { books.recorder.pushes[herd].delay.record(arrival - $0) }
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
    forEachOwed(client) { _ in figures[herd].undelivered += 1 }
    if let devices = clients.devices, devices[client].flags.contains(.notificationDue) {
      figures[herd].undelivered += 1
    }
  }

  // MARK: Notifications

  private func notify(_ client: UInt32, _ ordinal: UInt32, _ postings: inout Postings) {
    let now = postings.now
    let delay =
      network.isSilent(client, at: now) ? Interval.longest : messages.delay(to: client, at: now)
    if !arrives(at: now + delay) {
      // The system's service keeps the latest for a device that it cannot reach.
      guard let devices = clients.devices else { return }
      books.recorder.pushes[herd].late += 1
      if devices[client].flags.contains(.notificationDue) {
        books.recorder.pushes[herd].missed += 1
      }
      devices[client].flags.insert(.notificationDue)
      devices[client].owedAt = now
      return
    }
    books.recorder.pushes[herd].delay.record(delay)
    let stamp = ordinal & EventCode.stampMask
    postings.post(EventCode.client(.notification, client, stamp: stamp), at: now + delay)
  }

  /// Delivers the notification that waited for the device to be reachable.
  func deliverNotification(_ client: UInt32, _ postings: inout Postings) {
    guard let devices = clients.devices, devices[client].flags.contains(.notificationDue)
    else { return }
    devices[client].flags.remove(.notificationDue)
    let arrival = postings.now + messages.delay(to: client, at: postings.now)
    books.recorder.pushes[herd].delay.record(
      arrival - devices[client].owedAt)
    devices[client].owedAt = .never
    let stamp = devices[client].pushed & EventCode.stampMask
    postings.post(EventCode.client(.notification, client, stamp: stamp), at: arrival)
  }
}
