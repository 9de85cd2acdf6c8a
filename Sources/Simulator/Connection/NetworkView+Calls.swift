import NetworkModel
import Primitives

// How long calls take beside the socket. Their draws are apart from those of messages, and the same however
// many calls came before.
extension NetworkView {
  /// Until a call arrives that is made now: its own connection is set up first.
  func delay(ofCall code: UInt8, of client: UInt32, at now: Instant) -> Interval {
    if self[pathOf: client].setup.calls == 0 { return .zero }
    var key = packet(ofCall: code, client, at: now)
    let conditions = conditions(client)
    let delay = self[pathOf: client].roundTrips(
      self[pathOf: client].setup.calls - 1, from: key, first: .out, conditions, random)
    key.step = PacketStep.request(ofCall: code)
    return delay + self[pathOf: client].segmentDelay(key, .out, conditions, random)
  }

  /// Until the answer is back that the gateway gives now.
  func delay(ofAnswerTo code: UInt8, of client: UInt32, at now: Instant) -> Interval {
    if self[pathOf: client].setup.calls == 0 { return .zero }
    var key = packet(ofCall: code, client, at: now)
    key.step = PacketStep.request(ofCall: code)
    return segmentDelay(key, .back)
  }

  /// The first packet of a call. One that is made again and again is told from the one before by its time.
  private func packet(ofCall code: UInt8, _ client: UInt32, at now: Instant) -> PacketKey {
    var attempt = clients[client].slot.attempt
    if clients[client].slot.machine.repeatsCalls {
      attempt &+= UInt32(truncatingIfNeeded: now.nanoseconds / 1_000)
    }
    return PacketKey(client: client, attempt: attempt, step: PacketStep.call(code))
  }
}
