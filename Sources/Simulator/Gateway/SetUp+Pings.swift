import Primitives
import Sessions

// The messages that the gateway sends at a steady pace on every open connection.
extension SetUp {
  /// Posts the next ping of a connection.
  func startPings(
    _ client: UInt32, _ attempt: UInt32, at instant: Instant, _ buffer: inout EventBuffer
  ) {
    guard clients.isPresent(client, attempt) else { return }
    let owner = Int(clients[client].connection.node)
    buffer.post(
      EventCode.gateway(.serverPing, owner: owner, client: client, low: attempt), at: instant)
  }

  func pingIsDue(_ event: GatewayEvent, _ buffer: inout EventBuffer) {
    let client = event.client
    let attempt = clients.attempt(of: event)
    guard clients.isPresent(client, attempt),
      let ping = clients[client].slot.machine.serverPing, clients[client].connection.isWhole
    else { return }
    messages.push(ping.message, about: nil, to: client, &buffer)
    startPings(client, attempt, at: buffer.now + ping.every, &buffer)
  }
}
