import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The receiving side of a client's connection. A packet that cannot get through comes again later;
/// one that concerns an earlier connection is forgotten.
final class Receiver<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let attempts: Attempts<Machine>
  private let driver: SessionDriver<Machine>
  private let gateway: Gateway

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ attempts: Attempts<Machine>, _ driver: SessionDriver<Machine>, _ gateway: Gateway
  ) {
    self.gateway = gateway
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.attempts = attempts
    self.driver = driver
  }

  // MARK: The set-up

  func opened(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    let client = event.client
    if !network.reach(client, at: buffer.now).carriesPackets {
      return sendAgain(event, &buffer)
    }
    if clients.isVanished(client, event.stamp) { return }
    guard clients[client].slot.acceptsOpened(attempt: event.stamp) else { return }
    driver.step(client, .opened, .usual, &buffer)
    // The turn may have given the connection up at once.
    if clients[client].slot.connection != .open { return }
    let attempt = clients[client].slot.attempt
    let roundTrips = network[pathOf: client].setup.connection
    if roundTrips > 0 {
      let key = PacketKey(client: client, attempt: attempt, step: UInt32(roundTrips))
      let owner = Int(clients[client].connection.node)
      buffer.post(
        EventCode.gateway(.request(lost: 0), owner: owner, client: client, low: attempt),
        at: buffer.now + network.segmentDelay(key, .out, at: buffer.now))
    }
    if clients[client].connection.holdsAuthenticated {
      deliverAuthenticated(client, &buffer)
    }
  }

  /// A message reaches the client. `ready` waits for `authenticated`; what is sent again may be
  /// overtaken.
  func message(_ event: ClientEvent, code: UInt8, _ buffer: inout EventBuffer) {
    let client = event.client
    // A message that waited in the system for the frozen app has come all the way.
    let hasArrived = Arrival(operand: event.operand).hasArrived
    if !hasArrived && !network.reach(client, at: buffer.now).carriesPackets {
      return sendAgain(event, &buffer)
    }
    guard clients[client].slot.concerns(event.stamp), !clients.isVanished(client, event.stamp),
      clients[client].slot.connection != .none, let message = Machine.Message(rawValue: code)
    else { return }
    if message == clients[client].slot.machine.authenticated {
      if clients[client].slot.connection == .open {
        return deliverAuthenticated(client, &buffer)
      }
      clients[client].connection.hold(.authenticated)
    } else if message == clients[client].slot.machine.ready {
      if clients[client].connection.isAuthenticated {
        return deliverReady(client, &buffer)
      }
      clients[client].connection.hold(.ready)
    } else {
      deliver(message, about: 0, to: client, &buffer)
    }
  }

  private func deliverAuthenticated(_ client: UInt32, _ buffer: inout EventBuffer) {
    clients[client].connection.deliverAuthenticated()
    guard let message = clients[client].slot.machine.authenticated else { return }
    driver.step(client, .received(message), .usual, &buffer)
    if clients[client].connection.holdsReady { deliverReady(client, &buffer) }
  }

  private func deliverReady(_ client: UInt32, _ buffer: inout EventBuffer) {
    clients[client].connection.deliverReady()
    guard let message = clients[client].slot.machine.ready else { return }
    driver.step(client, .received(message), .usual, &buffer)
  }

  /// The packet did not get through: it comes again after the next retransmission timeout.
  private func sendAgain(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    let lost = Arrival(operand: event.operand).lost
    guard clients[event.client].slot.concerns(event.stamp), lost < Resending.most else { return }
    let key = EventCode.client(
      event.kind, event.client, stamp: event.stamp, operand: Arrival(lost: lost + 1).operand)
    let pause = network.pause(after: lost, of: event.client, .back, at: buffer.now)
    buffer.post(key, at: buffer.now + pause)
  }

  // MARK: Messages

  /// A message of an established connection.
  private func deliver(
    _ message: Machine.Message, about entity: UInt16, to client: UInt32,
    _ buffer: inout EventBuffer
  ) {
    guard clients[client].slot.connection == .open else { return }
    // A message that was on its way when the connection was dropped proves nothing.
    if !clients[client].connection.isSevered { clients[client].marks.remove(.hit) }
    let isError = message == clients[client].slot.machine.serverError
    driver.step(
      client, .received(message, operand: entity), isError ? .because(.auth) : .usual,
      &buffer)
  }

  /// A message about an entity reaches the client.
  func named(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    let client = event.client
    let stamp = EntityStamp(event.stamp)
    var resending = Resending(operand: event.operand)
    guard stamp.isOf(attempt: clients[client].slot.attempt),
      !clients[client].connection.isVanished,
      let message = Machine.Message(rawValue: resending.code)
    else { return }
    if !network.reach(client, at: buffer.now).carriesPackets {
      guard resending.lost < Resending.most else { return }
      let pause = network.pause(after: resending.lost, of: client, .back, at: buffer.now)
      let again = buffer.now + pause
      resending.lost += 1
      return buffer.post(
        EventCode.client(.named, client, stamp: event.stamp, operand: resending.operand),
        at: again)
    }
    let entity = stamp.entity
    // A client that no longer listens has no use for the message, and keeps the copy it has.
    guard clients[client].slot.connection == .open, clients[client].slot.machine.listens(to: entity)
    else { return }
    deliver(message, about: entity, to: client, &buffer)
    if let copies = clients.copies { copies[client].latestIsOld.remove(Int(entity)) }
  }

  // MARK: Answers of calls

  func answered(_ event: ClientEvent, code: UInt8, _ buffer: inout EventBuffer) {
    let now = buffer.now
    let client = event.client
    let stamp = AnswerStamp(event.stamp)
    var outcome = Outcome(rawValue: event.operand)
    guard let call = Machine.Call(rawValue: code) else { return }
    let isRemote =
      if case .gateway = clients[client].slot.machine.venue(of: call) { true } else { false }
    // A failure is the client's own finding; an answer needs a path.
    if isRemote && outcome != .failed && !network.reach(client, at: now).carriesPackets {
      if stamp.lost >= Resending.most {
        return buffer.answer(code, of: client, stamp.number, .failed, at: now)
      }
      let again = now + network.pause(after: Int(stamp.lost), of: client, .back, at: now)
      return buffer.answer(
        code, of: client, stamp.number, outcome, at: again, lost: stamp.lost + 1)
    }
    guard clients[client].slot.acceptsAnswer(call, stamp: stamp.call) else { return }
    var cause = CloseReason.reset
    if outcome == .dropped {
      outcome = .failed
      cause = .dropped
    }
    if isRemote && outcome == .failed { statistics.recorder.callFailures += 1 }
    if clients[client].slot.machine.contends {
      if outcome == .ok { attempts.succeeded(client, at: now) }
      if outcome == .conflict { cause = .conflict }
    }
    let context = TurnContext.because(cause)
    if cause == .dropped && gateway.dropsWithError(at: .api) {
      let hint = gateway.retryAfter(for: client, clients[client].slot.attempt)
      return driver.step(
        client, .answered(call, outcome), after: .unavailable(retryAfter: hint), context, &buffer)
    }
    driver.step(client, .answered(call, outcome), context, &buffer)
  }
}
