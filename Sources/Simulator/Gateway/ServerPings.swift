import Primitives
import Sessions

/// The messages that the gateway sends at a steady pace on every open connection.
final class ServerPings<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let messages: Messages<Machine>

  init(_ clients: ClientTable<Machine>, _ messages: Messages<Machine>) {
    self.clients = clients
    self.messages = messages
  }

  /// Posts the next ping of a connection.
  func start(
    _ client: UInt32, _ attempt: UInt32, at instant: Instant, _ buffer: inout EventBuffer
  ) {
    guard clients.isPresent(client, attempt) else { return }
    let owner = Int(clients[client].node)
    buffer.post(
      EventCode.gateway(.serverPing, owner: owner, client: client, low: attempt), at: instant)
  }

  func due(_ event: GatewayEvent, _ buffer: inout EventBuffer) {
    let client = event.client
    let attempt = clients.attempt(of: event)
    guard clients.isPresent(client, attempt),
      let ping = clients[client].slot.machine.serverPing,
      clients[client].link.isDisjoint(with: [.severed, .vanished])
    else { return }
    messages.push(ping.message, about: nil, to: client, &buffer)
    start(client, attempt, at: buffer.now + ping.every, &buffer)
  }
}
