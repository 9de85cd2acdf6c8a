import GatewayModel
import Primitives
import Sessions

/// Whom admission lets in after the handshake, by the tokens of its node.
///
/// Admission at the listener is a part of `Gateway.arrival`.
final class Admission<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let books: Books
  private let gateway: Gateway

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ books: Books,
    _ gateway: Gateway
  ) {
    self.clients = clients
    self.network = network
    self.books = books
    self.gateway = gateway
  }

  /// Whether an attempt goes on that has done its handshake: one that asks for admission takes a token.
  func letsIn(
    _ client: UInt32, _ attempt: UInt32, node: UInt16, isPresent: Bool, at now: Instant
  ) -> Bool {
    // The gateway works no further for what it has dropped. A client that has left after its first
    // packet sends no request that could be admitted.
    if clients.isSevered(client, attempt) { return true }
    if !isPresent && network[pathOf: client].setup.connection > 0 { return true }
    guard gateway.admits(node: node, at: now) else { return false }
    note(client, at: now)
    return true
  }

  /// Counts a client that has been let in.
  func note(_ client: UInt32, at now: Instant) {
    books.recorder.counted.accepted.add(at: now)
    books.note(.admitted, client, at: now, .admitted)
  }
}
