import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The ends of connections that clients did not end themselves: the gateway drops a connection, and
/// later its client learns of it.
final class Closings<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let attempts: Attempts<Machine>
  private let looseEnds: LooseEnds
  private let driver: SessionDriver<Machine>
  private let wires: Wires<Machine>?
  private let gateway: Gateway

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ attempts: Attempts<Machine>, _ looseEnds: LooseEnds, _ driver: SessionDriver<Machine>,
    _ wires: Wires<Machine>?, _ gateway: Gateway
  ) {
    self.gateway = gateway
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.attempts = attempts
    self.looseEnds = looseEnds
    self.driver = driver
    self.wires = wires
  }

  // MARK: At the gateway

  /// The gateway drops a client's connection; the client learns of it one one-way delay later.
  /// - Parameter hitAt: the begin of what cuts it.
  func sever(
    _ client: UInt32, _ closing: Closing, hitAt: Instant, _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    let attempt = clients[client].slot.attempt
    statistics.note(.dropped, client, at: now, .dropped)
    cut(client, hitAt: hitAt, &buffer)
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.message(at: now))
    let leaves = now + (wires?.linkWait(of: client, at: now) ?? .zero)
    var end = leaves + network.segmentDelay(key, .back, at: leaves)
    let latest = clients.statistics[client].lastArrival
    // Pushes are counted where devices are simulated, and the end does not overtake them. No two
    // things that the peer says share a moment.
    if end == latest || end < latest && clients.devices != nil {
      end = latest + .nanoseconds(1)
    }
    buffer.close(client, attempt, closing, at: end)
  }

  /// A message of the gateway has not got through for too long.
  func giveUp(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    guard clients[event.client].slot.concerns(event.stamp), clients.isAtGateway(event.client),
      clients[event.client].connection.isWhole
    else { return }
    statistics.note(.dropped, event.client, at: buffer.now, .dropped)
    cut(event.client, hitAt: buffer.now, &buffer)
  }

  /// The connection of a client ends at the gateway, which tells nobody.
  @inline(__always)
  func cut(_ client: UInt32, hitAt: Instant, _ buffer: inout EventBuffer) {
    let attempt = clients[client].slot.attempt
    let roundTrips = network[pathOf: client].setup.connection
    if clients[client].connection.stage.leadsOn(roundTrips: roundTrips) {
      looseEnds.drop(client, attempt)
    }
    clients[client].connection.sever()
    gateway.freeSlot(client, attempt, .left, at: buffer.now)
    clients.statistics[client].severed = attempt &+ 1
    let wasUp = clients[client].presence == .up
    driver.refresh(client, &buffer)
    if wasUp { clients.noteHit(client, since: hitAt) }
  }

  /// A station has dropped the present attempt of a client: its connection ends at the gateway.
  func drop(_ client: UInt32, _ buffer: inout EventBuffer) {
    clients[client].connection.drop()
    clients.statistics[client].severed = clients[client].slot.attempt &+ 1
    driver.refresh(client, &buffer)
  }

  /// The connection of a client dies without a word; what is being set up runs into the system's time limit.
  func vanish(_ client: UInt32, _ buffer: inout EventBuffer) {
    let now = buffer.now
    let connection = clients[client].slot.connection
    if connection == .none || clients[client].connection.isVanished { return }
    let wasUp = clients[client].presence == .up
    clients[client].connection.vanish()
    if connection == .connecting {
      let giveUp = network[pathOf: client].system.giveUp
      // Told apart from the end of the system's patience with the SYNs.
      buffer.close(
        client, clients[client].slot.attempt, Closing(.timeout, lost: 1), at: now + giveUp)
    }
    driver.refresh(client, &buffer)
    if wasUp && clients[client].presence == .down { clients.noteHit(client, since: now) }
  }

  // MARK: At the client

  /// The client learns that its connection or attempt is over.
  func learnt(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    let closing = Closing(operand: event.operand)
    guard clients[event.client].slot.concerns(event.stamp) else { return }
    // Nothing that a peer says reaches a connection whose network is gone.
    if clients[event.client].connection.isVanished && !closing.isOwnFinding { return }
    if !comesThrough(closing, to: event.client, at: buffer.now) {
      return closeAgain(event, closing, &buffer)
    }
    guard clients[event.client].slot.acceptsClosed(attempt: event.stamp) else { return }
    attempts.ended(
      event.client, because: closing.reason, isAnswer: !closing.isOwnFinding, &buffer)
    let client = event.client
    if closing.isError || closing.reason == .auth {
      return driver.step(
        client, .closed(closing.reason), after: answer(closing, to: client),
        .because(closing.reason), &buffer)
    }
    driver.step(client, .closed(closing.reason), .because(closing.reason), &buffer)
  }

  /// What a client is told by an error that closes its present attempt.
  private func answer(_ closing: Closing, to client: UInt32) -> ServerAnswer {
    guard closing.isError else { return .unauthorized }
    return .unavailable(
      retryAfter: gateway.retryAfter(for: client, clients[client].slot.attempt))
  }

  private func comesThrough(_ closing: Closing, to client: UInt32, at now: Instant) -> Bool {
    if closing.isLastWord || closing.isOwnFinding { return true }
    return network.reach(client, at: now).carriesPackets
  }

  /// The kernel at the gateway repeats what closes a connection, as any segment, until it has got through.
  private func closeAgain(
    _ event: ClientEvent, _ closing: Closing, _ buffer: inout EventBuffer
  ) {
    guard closing.lost < Resending.most else { return }
    var next = closing
    next.lost += 1
    let attempt = clients[event.client].slot.attempt
    let pause = network.pause(after: closing.lost, of: event.client, .back, at: buffer.now)
    let again = buffer.now + pause
    buffer.close(
      event.client, attempt, next, at: clients.answerArrival(again, to: event.client))
  }
}
