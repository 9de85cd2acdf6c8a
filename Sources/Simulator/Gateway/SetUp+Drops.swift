import GatewayModel
import Primitives
import Sessions

// Requests of set-ups that a station drops: the attempt is over at the gateway at that instant.
extension SetUp {
  /// A station has dropped a request that came to it or waited there.
  func dropped(_ drop: Drop, _ buffer: inout EventBuffer) {
    let (client, attempt) = (drop.request.client, drop.request.tag)
    let id = drop.station
    gateway.freeSlot(client, attempt, .dropped, at: buffer.now)
    let isPresent = clients.isPresent(client, attempt)
    if isDropped(client, attempt, isPresent: isPresent) { return }
    // Nobody waits for the answer to a client that has left.
    if !isPresent { return looseEnds.workEnded(client, attempt) }
    costs.trace(drop, at: buffer.now)
    admission.drop(client, &buffer)
    switch gateway.description[id.role].queue.answer(at: id.role) {
    case .silence: break
    case .reset, .error: answerDropped(client, attempt, at: id.role, &buffer)
    }
  }

  /// The answer that closes a dropped attempt goes out.
  private func answerDropped(
    _ client: UInt32, _ attempt: UInt32, at role: StationRole, _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    let closing = Closing(.dropped, isError: gateway.dropsWithError(at: role))
    guard let ordinal = role.answer else {
      let packet = clients.answeredPacket(of: client)
      let arrival = admission.answerArrival(client, attempt, packet, at: now)
      return buffer.close(
        client, attempt, closing, at: clients.answerArrival(arrival, to: client))
    }
    wires?.passes(client, at: now, &buffer)
    let leaves = now + linkWait(client, at: now)
    guard
      let arrival = arrival(ofAnswer: ordinal, to: client, attempt, leaving: leaves, &buffer)
    else { return }
    buffer.close(client, attempt, closing, at: clients.inOrder(arrival, to: client))
  }
}

extension StationRole {
  /// The number of the answer that follows its service; nil where that is the answer to the first packet.
  fileprivate var answer: UInt32? {
    switch self {
    case .handshake: nil
    case .auth: 1
    case .ready, .egress, .api: 2
    }
  }
}
