import NetworkModel
import Primitives
import Sessions

// What the backend sends of its own accord: pings at a steady pace, messages, changes of entities,
// notifications.
extension Simulation {
  // MARK: Over the socket

  /// Whether something sent now would come over a live connection.
  private func isReceiving(_ client: UInt32) -> Bool {
    let slot = clients[client].slot
    if let device = clients.device(client), device.pointee.flags.contains(.frozen) { return false }
    return slot.connection == .open && clients[client].link.isDisjoint(with: [.severed, .vanished])
      && reach(client).carriesPackets
      && (slot.machine.ready == nil || clients[client].link.contains(.greeted))
  }

  private func delay(to client: UInt32) -> Interval {
    let key = PacketKey(
      client: client, attempt: clients[client].slot.attempt, step: PacketStep.push(at: now))
    return paths[cohort(client)].pointee.segmentDelay(key, .back, conditions(client), random)
  }

  /// Sends a message down an open connection and returns when it arrives.
  @discardableResult
  func push(
    _ message: Machine.Message, about entity: UInt16?, to client: UInt32
  ) -> Instant {
    let attempt = clients[client].slot.attempt
    let arrival = inOrder(now + delay(to: client), to: client)
    if let entity {
      let key = EventCode.client(
        .named, client, stamp: EntityStamp(attempt: attempt, entity: entity).stamp,
        operand: Resending(message.rawValue, lost: 0).operand)
      schedule(arrival, key)
    } else {
      schedule(arrival, EventCode.client(.message(message.rawValue), client, stamp: attempt))
    }
    return arrival
  }

  /// A message about an entity reaches the client.
  func named(_ event: ClientEvent) {
    let client = event.client
    let stamp = EntityStamp(event.stamp)
    var resending = Resending(operand: event.operand)
    guard stamp.isOf(attempt: clients[client].slot.attempt),
      !clients[client].link.contains(.vanished),
      let message = Machine.Message(rawValue: resending.code)
    else { return }
    if !reach(client).carriesPackets {
      guard resending.lost < Resending.most else { return }
      let again = now + Path.retransmissionPause(after: resending.lost)
      resending.lost += 1
      return schedule(
        again,
        EventCode.client(.named, client, stamp: event.stamp, operand: resending.operand))
    }
    let entity = stamp.entity
    // Who no longer listens has no use for it, and keeps the copy it has.
    guard clients[client].slot.connection == .open, clients[client].slot.machine.listens(to: entity)
    else { return }
    deliver(message, about: entity, to: client)
    clients.copies(client)?.pointee.latestIsOld.remove(Int(entity))
  }

  func startServerPing(_ client: UInt32, _ attempt: UInt32, at instant: Instant) {
    guard isPresent(client, attempt) else { return }
    let owner = Int(clients[client].node)
    schedule(instant, EventCode.gateway(.serverPing, owner: owner, client: client, low: attempt))
  }

  func serverPingDue(_ event: GatewayEvent) {
    let client = event.client
    let attempt = attempt(of: event)
    guard isPresent(client, attempt), let ping = clients[client].slot.machine.serverPing,
      clients[client].link.isDisjoint(with: [.severed, .vanished])
    else { return }
    push(ping.message, about: nil, to: client)
    startServerPing(client, attempt, at: now + ping.every)
  }

  // MARK: The push stream

  /// The backend makes push number `ordinal` to a client.
  func push(_ client: UInt32, _ ordinal: UInt32) {
    clients.device(client)!.pointee.pushed = ordinal
    let bits = random.bits(.entity(ofPush: ordinal, to: client))
    let entity = entity(client, bits: bits)
    if let copies = clients.copies(client) {
      copies.pointee.latestIsOld.insert(Int(entity))
      copies.pointee.lockIsOld.insert(Int(entity))
    }
    switch clients[client].slot.machine.pushRoute {
    case .none: break
    case .socket(let message, let isNamed):
      if isNamed && !clients[client].slot.machine.listens(to: entity) { return }
      recorder.pushes[system(of: client)].made += 1
      if isReceiving(client) {
        let arrival = push(message, about: isNamed ? entity : nil, to: client)
        recorder.pushes[system(of: client)].delay.record(arrival - now)
      } else if isNamed {
        recorder.pushes[system(of: client)].missed += 1
      } else {
        owe(client, ordinal)
      }
    case .notification:
      recorder.pushes[system(of: client)].made += 1
      notify(client, ordinal)
    }
  }

  private func owe(_ client: UInt32, _ ordinal: UInt32) {
    recorder.pushes[system(of: client)].late += 1
    let device = clients.device(client)!
    if device.pointee.owedAt != .never { return }
    device.pointee.owedAt = now
    device.pointee.owed = ordinal
  }

  /// Once a client is back it gets, in one go, what was pushed meanwhile.
  func deliverOwed(_ client: UInt32) {
    guard let device = clients.device(client), device.pointee.owedAt != .never,
      clients[client].slot.connection == .open,
      case .socket(let message, named: false) = clients[client].slot.machine.pushRoute
    else { return }
    let arrival = push(message, about: nil, to: client)
    for made in owedPushes(client) {
      recorder.pushes[system(of: client)].delay.record(arrival - made)
    }
    device.pointee.owedAt = .never
  }

  private func owedPushes(_ client: UInt32) -> OwedPushes {
    var owed = OwedPushes(
      behaviour: behaviours[cohort(client)], draws: random, client: client, at: now,
      number: 1, last: 0)
    guard let device = clients.device(client)?.pointee, device.owedAt != .never,
      case .socket = clients[client].slot.machine.pushRoute
    else { return owed }
    owed.at = device.owedAt
    owed.number = device.owed
    owed.last = device.pushed
    return owed
  }

  /// What became of all pushes, with those still owed at the end.
  var pushFigures: [PushFigures] {
    var figures = recorder.pushes
    for client in 0..<UInt32(clients.count) {
      for _ in owedPushes(client) { figures[system(of: client)].undelivered += 1 }
      if clients.device(client)?.pointee.flags.contains(.notificationDue) ?? false {
        figures[system(of: client)].undelivered += 1
      }
    }
    return figures
  }

  func system(of client: UInt32) -> Int { Int(clients[client].slot.machine.system.number) }

  // MARK: Notifications

  private func notify(_ client: UInt32, _ ordinal: UInt32) {
    if !reach(client).carriesPackets {
      // The system's service keeps the latest for a device that it cannot reach.
      let device = clients.device(client)!
      recorder.pushes[system(of: client)].late += 1
      if device.pointee.flags.contains(.notificationDue) {
        recorder.pushes[system(of: client)].missed += 1
      }
      device.pointee.flags.insert(.notificationDue)
      device.pointee.owedAt = now
      return
    }
    let delay = delay(to: client)
    recorder.pushes[system(of: client)].delay.record(delay)
    let key = EventCode.client(.notification, client, stamp: ordinal & EventCode.stampMask)
    schedule(now + delay, key)
  }

  /// Delivers the notification that waited for the device to be reachable.
  func deliverNotification(_ client: UInt32) {
    guard let device = clients.device(client), device.pointee.flags.contains(.notificationDue)
    else { return }
    device.pointee.flags.remove(.notificationDue)
    let arrival = now + delay(to: client)
    recorder.pushes[system(of: client)].delay.record(arrival - device.pointee.owedAt)
    device.pointee.owedAt = .never
    let stamp = device.pointee.pushed & EventCode.stampMask
    schedule(arrival, EventCode.client(.notification, client, stamp: stamp))
  }

  // MARK: Copies of entities

  /// Keeps track of how old a client's copies are.
  func noteCopies(_ milestone: Machine.Milestone, _ client: UInt32, of entity: UInt16) {
    guard let effect = Machine.effect(of: milestone), let copies = clients.copies(client) else {
      return
    }
    let entity = Int(entity)
    switch effect {
    case .sessionBegan: copies.pointee.lockIsOld = EntitySet()
    case .sessionResolved: showFirstScreen(client)
    case .fetched: copies.pointee.latestIsOld = EntitySet()
    case .readLock: if copies.pointee.lockIsOld.contains(entity) { recorder.reads.staleLock += 1 }
    case .lockHeldFallback:
      if copies.pointee.lockIsOld.contains(entity) { recorder.reads.staleLock -= 1 }
    case .readLatest:
      let isOld = copies.pointee.latestIsOld.contains(entity)
      if isOld {
        recorder.reads.staleLatest += 1
        copies.pointee.lockIsOld.insert(entity)
      } else {
        copies.pointee.lockIsOld.remove(entity)
      }
    case .readFallback: copies.pointee.lockIsOld.remove(entity)
    }
  }
}

/// The moments of the pushes that a client has not got. They are drawn again instead of kept.
private struct OwedPushes: Sequence, IteratorProtocol {
  let behaviour: UnsafePointer<CompiledBehaviour>
  let draws: RandomSource
  let client: UInt32
  /// When the push of this number was made.
  var at: Instant
  var number: UInt32
  var last: UInt32

  mutating func next() -> Instant? {
    guard number <= last, let pushes = behaviour.pointee.pushes else { return nil }
    let made = at
    at = pushes.next(after: at, draws.stream(owner: client, .push, attempt: number))
    number += 1
    return made
  }
}
