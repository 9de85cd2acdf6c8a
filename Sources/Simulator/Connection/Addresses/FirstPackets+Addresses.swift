import Faults
import NetworkModel
import Primitives
import Sessions

// The way of an attempt from one address to the next: each begins when the one before has failed, or has not
// answered for long enough.
extension FirstPackets {
  /// An attempt knows where to send its first packet.
  func begin(_ client: UInt32, _ attempt: UInt32, _ buffer: inout EventBuffer) {
    if let addresses {
      addresses.open(client)
      if addresses.areSeveral(for: client) {
        return beginAddress(client, attempt, addresses, &buffer)
      }
    }
    send(client, attempt, FirstPacket(syn: 0), &buffer)
  }

  /// The first packet to the next address of the present attempt goes out.
  private func beginAddress(
    _ client: UInt32, _ attempt: UInt32, _ addresses: Addresses<Machine>,
    _ buffer: inout EventBuffer
  ) {
    let place = Int(addresses[client].begun)
    if statistics.isTracing {
      let number = addresses.number(at: place, client, attempt)
      statistics.trace(.addressTried(number: number), of: client, at: buffer.now)
    }
    let due = addresses.begin(client, at: buffer.now)
    if let due { addresses.post(place + 1, client, attempt, at: due, &buffer) }
    send(client, attempt, FirstPacket(place: place, syn: 0), &buffer)
  }

  // MARK: Events

  /// One of several addresses is due, has refused, or is given up.
  @inline(never)
  func takeAddress(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    guard let addresses, goesOn(event) else { return }
    if event.kind == .addressRefused { return refused(event, addresses, &buffer) }
    let place = Int(event.operand)
    if event.kind == .nextAddress {
      begin(place, event.client, addresses, &buffer)
    } else {
      fail(place, event.client, because: .timeout, addresses, &buffer)
    }
  }

  private func refused(
    _ event: ClientEvent, _ addresses: Addresses<Machine>, _ buffer: inout EventBuffer
  ) {
    let refusal = Refusal(operand: event.operand)
    let client = event.client
    // Nothing that a peer says reaches an attempt whose network is gone.
    if clients[client].connection.isVanished { return }
    if network.reach(client, at: buffer.now).carriesPackets {
      let reason: CloseReason = refusal.isReset ? .reset : .refused
      return fail(refusal.place, client, because: reason, addresses, &buffer)
    }
    guard let again = refusal.again else { return }
    let pause = network.pause(after: refusal.lost, of: client, .back, at: buffer.now)
    addresses.post(again, client, event.stamp, at: buffer.now + pause, &buffer)
  }

  /// True if an event concerns an attempt that may still try addresses.
  private func goesOn(_ event: ClientEvent) -> Bool {
    clients[event.client].slot.concerns(event.stamp)
      && clients[event.client].slot.connection == .connecting
      && !clients[event.client].connection.isSevered
  }

  private func fail(
    _ place: Int, _ client: UInt32, because reason: CloseReason, _ addresses: Addresses<Machine>,
    _ buffer: inout EventBuffer
  ) {
    let attempt = clients[client].slot.attempt
    addresses[client].fail(place)
    if statistics.isTracing {
      let number = addresses.number(at: place, client, attempt)
      statistics.trace(
        .addressFailed(number: number, reason), of: client, at: buffer.now)
    }
    if addresses.haveFailed(client) {
      return buffer.close(client, attempt, Closing(reason), at: buffer.now)
    }
    begin(place + 1, client, addresses, &buffer)
  }

  /// Begins the address at a place, where it is the next one and the attempt is without an answer. One whose network is
  /// gone tries no other.
  private func begin(
    _ place: Int, _ client: UInt32, _ addresses: Addresses<Machine>, _ buffer: inout EventBuffer
  ) {
    guard addresses.isNext(place, client, at: buffer.now),
      !clients[client].connection.isVanished
    else { return }
    beginAddress(client, clients[client].slot.attempt, addresses, &buffer)
  }
}
