import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// Calls that clients make beside their socket: to the gateway, or to the device's own database.
final class Calls<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let gateway: Gateway
  private let habits: Habits<Machine>
  private let owners: GatewayOwners

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ gateway: Gateway, _ habits: Habits<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.gateway = gateway
    self.habits = habits
    owners = GatewayOwners(nodes: gateway.description.nodes)
  }

  func begin(_ call: Machine.Call, of client: UInt32, _ buffer: inout EventBuffer) {
    let now = buffer.now
    if !clients[client].slot.machine.repeatsCalls { clients[client].slot.forgetCalls() }
    let mark = begin(call, client)
    let number = mark.answer
    if case .device = clients[client].slot.machine.venue(of: call) {
      return beginOnDevice(call, of: client, number, &buffer)
    }
    statistics.recorder.callBegan(at: now)
    switch network.reach(client, at: now) {
    case .offline, .refuses, .resets, .draining:
      buffer.answer(call.rawValue, of: client, number, .failed, at: now)
    case .open where gateway.isClosed() && network.whileClosed != .silent:
      buffer.answer(call.rawValue, of: client, number, .failed, at: now)
    // The system sends again what a silence takes.
    case .open, .silent: send(call, of: client, mark, &buffer)
    }
  }

  private func send(
    _ call: Machine.Call, of client: UInt32, _ mark: CallMark, _ buffer: inout EventBuffer
  ) {
    let delay = network.delay(ofCall: call.rawValue, of: client, at: buffer.now)
    // The system does not try for ever.
    let giveUp = network[pathOf: client].system.giveUp
    if delay >= giveUp {
      return buffer.answer(
        call.rawValue, of: client, mark.answer, .failed, at: buffer.now + giveUp)
    }
    clients.statistics[client].callSetsOut()
    buffer.post(
      EventCode.gateway(
        .call(call.rawValue), owner: owners.number(of: StationID(.api)), client: client,
        low: mark.low),
      at: buffer.now + delay)
  }

  /// Begins a call of the slot's, and counts it where it goes to the gateway and belongs to no attempt.
  private func begin(_ call: Machine.Call, _ client: UInt32) -> CallMark {
    if clients[client].slot.machine.repeatsCalls,
      case .gateway = clients[client].slot.machine.venue(of: call)
    {
      clients.statistics[client].calls &+= 1
    }
    let stamp = UInt32(clients[client].slot.begin(call))
    return CallMark(stamp: stamp, era: clients.era(ofCallsOf: client))
  }

  /// Begins a database operation on the device.
  private func beginOnDevice(
    _ call: Machine.Call, of client: UInt32, _ number: UInt32, _ buffer: inout EventBuffer
  ) {
    let duration = habits.databaseTime(of: client, call: call.rawValue, at: buffer.now)
    buffer.answer(
      call.rawValue, of: client, number, clients[client].slot.machine.outcome(of: call),
      at: buffer.now + duration)
  }
}

extension EventBuffer {
  /// Posts the answer of a call, as the client gets it.
  /// - Parameter lost: transmissions of it that did not get through.
  mutating func answer(
    _ code: UInt8, of client: UInt32, _ number: UInt32, _ outcome: Outcome,
    at instant: Instant, lost: UInt32 = 0
  ) {
    let stamp = AnswerStamp(number: number, lost: lost).stamp
    post(
      EventCode.client(.answer(code), client, stamp: stamp, operand: outcome.rawValue),
      at: instant)
  }
}
