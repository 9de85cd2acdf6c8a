import GatewayModel
import Primitives
import Sessions

/// The admission of attempts after the handshake, by the tokens of their node.
///
/// Admission at the listener is a part of `Gateway.arrival`.
final class Admission<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let gateway: Gateway

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ gateway: Gateway
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.gateway = gateway
  }

  /// Returns true if an attempt goes on that has done its handshake: one that asks for admission
  /// takes a token.
  func letsIn(
    _ client: UInt32, _ attempt: UInt32, node: UInt16, isPresent: Bool, at now: Instant
  ) -> Bool {
    // The gateway works no further for a connection that it has dropped. A client that has left
    // after its first packet sends no request that could be admitted.
    if clients.isSevered(client, attempt) { return true }
    if !isPresent && network[pathOf: client].setup.connection > 0 { return true }
    guard gateway.admits(node: node, at: now) else { return false }
    note(client, at: now)
    return true
  }

  /// Counts a client that has been let in.
  func note(_ client: UInt32, at now: Instant) {
    statistics.recorder.counted.accepted.add(at: now)
    statistics.note(.admitted, client, at: now, .admitted)
  }
}
