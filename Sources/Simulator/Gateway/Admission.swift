import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// Admission behind the handshake, by the tokens of a node, and the answers that close an attempt which the
/// gateway does not let in. Admission at the listener is a part of `Gateway.arrival`.
struct Admission<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let gateway: Gateway
  private let passages: RetryPassages<Machine>
  private let closings: Closings<Machine>

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ gateway: Gateway, _ passages: RetryPassages<Machine>, _ closings: Closings<Machine>
  ) {
    self.closings = closings
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.gateway = gateway
    self.passages = passages
  }

  /// Returns true if an attempt goes on that has done its handshake: one that asks for admission
  /// takes a token.
  func letsIn(
    _ client: UInt32, _ attempt: UInt32, node: UInt16, isPresent: Bool, at now: Instant
  ) -> Bool {
    // A client that has left after its first packet sends no request that could be admitted.
    if !isPresent && network[pathOf: client].setup.connection > 0 { return true }
    guard gateway.admits(client, attempt, node: node, at: now) else { return false }
    note(client, attempt, at: now)
    return true
  }

  /// Counts a client that has been let in.
  func note(_ client: UInt32, _ attempt: UInt32, at now: Instant) {
    statistics.recorder.counted.accepted.add(at: now)
    statistics.note(.admitted, client, of: attempt, at: now, .admitted)
  }

  // MARK: Turning away

  /// Admission has turned an attempt away.
  func shed(
    _ client: UInt32, _ attempt: UInt32, isPresent: Bool, _ buffer: inout EventBuffer
  ) {
    if isPresent {
      clients[client].connection.move(to: .rejected)
      clients[client].connection.leaveNode()
    }
    let packet = isPresent ? clients.answeredPacket(of: client) : FirstPacket(syn: 0)
    turnAway(client, attempt, .shed, packet, &buffer)
  }

  /// A station has dropped the attempt of a client that waits for it.
  func drop(_ client: UInt32, _ buffer: inout EventBuffer) { closings.drop(client, &buffer) }

  /// The answer that closes an attempt goes out.
  func turnAway(
    _ client: UInt32, _ attempt: UInt32, _ reason: CloseReason, _ packet: FirstPacket,
    _ buffer: inout EventBuffer
  ) {
    let arrival = answerArrival(client, attempt, packet, at: buffer.now)
    let isError = reason == .shed && gateway.shedsWithError
    if clients[client].slot.attempt == attempt {
      if passages.turnedAway(client, attempt, reason, answerAt: arrival, &buffer) { return }
      buffer.close(
        client, attempt, Closing(reason, isError: isError),
        at: clients.answerArrival(arrival, to: client))
    } else {
      // The client has left, and does not take the answer. The number of the SYN tells it from
      // another answer of the same moment.
      buffer.close(client, attempt, Closing(reason, lost: packet.syn), at: arrival)
    }
  }

  /// When the answer to a first packet is back that leaves now.
  func answerArrival(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, at now: Instant
  ) -> Instant {
    let isPresent = clients[client].slot.attempt == attempt
    let leaves =
      now + gateway.linkWait(node: isPresent ? clients[client].connection.node : nil, at: now)
    return leaves + network.delay(packet.key(client, attempt), .back, at: leaves)
  }
}
