import NetworkModel
import Primitives
import Sessions

/// The answers that close an attempt which the gateway does not let in.
final class Rejections<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let passages: RetryPassages<Machine>

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>,
    _ passages: RetryPassages<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.passages = passages
  }

  /// Admission has turned an attempt away.
  func shed(
    _ client: UInt32, _ attempt: UInt32, isPresent: Bool, _ buffer: inout EventBuffer
  ) {
    if isPresent {
      clients[client].stage = .rejected
      clients[client].node = ClientRecord<Machine>.noNode
    }
    let syn = isPresent ? clients[client].syn : 0
    turnAway(client, attempt, .shed, syn: syn, &buffer)
  }

  /// The answer that closes an attempt goes out.
  func turnAway(
    _ client: UInt32, _ attempt: UInt32, _ reason: CloseReason, syn: Int,
    _ buffer: inout EventBuffer
  ) {
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    let arrival = buffer.now + network.delay(key, .back)
    if clients[client].slot.attempt == attempt {
      if passages.turnedAway(client, attempt, reason, answerAt: arrival, &buffer) { return }
      buffer.close(
        client, attempt, Closing(reason), at: clients.answerArrival(arrival, to: client))
    } else {
      // The client has left, and does not take the answer. The number of the SYN tells it from
      // another answer of the same moment.
      buffer.close(client, attempt, Closing(reason, lost: syn), at: arrival)
    }
  }
}
