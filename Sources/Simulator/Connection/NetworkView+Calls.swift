import NetworkModel
import Primitives

// How long calls take beside the socket. Their draws are apart from those of messages, and the same however
// many calls came before.
extension NetworkView {
  /// Returns the time until a call that is made at `now` arrives. Its own connection is set up
  /// first. `Interval.longest` if it never gets through.
  func delay(ofCall code: UInt8, of client: UInt32, at now: Instant) -> Interval {
    let count = self[pathOf: client].setup.calls
    if world.hasSilences { return changingDelay(ofCall: code, count, of: client, at: now) }
    if count == 0 { return .zero }
    var key = packet(ofCall: code, client, at: now)
    let before = roundTrips(count - 1, from: key, first: .out, at: now)
    if before == .longest { return before }
    key.step = PacketStep.request(ofCall: code)
    return min(before + segmentDelay(key, .out, at: now + before), .longest)
  }

  @inline(never)
  private func changingDelay(
    ofCall code: UInt8, _ count: Int, of client: UInt32, at now: Instant
  ) -> Interval {
    let timeline = timeline(of: client, minds: .silenceAndListener)
    if count == 0 { return timeline.wait(from: now, schedule(of: client, at: now)) }
    var key = packet(ofCall: code, client, at: now)
    traceLosses(
      ofRoundTrips: count - 1, from: key, first: .out, at: now, minds: .silenceAndListener)
    let before = self[pathOf: client].roundTrips(
      count - 1, from: key, first: .out, begunAt: now, on: timeline, random)
    if before == .longest { return before }
    key.step = PacketStep.request(ofCall: code)
    traceLosses(key, .out, at: now + before, minds: .silenceAndListener)
    let last = self[pathOf: client].segmentDelay(
      key, .out, sentAt: now + before, on: timeline, random)
    return min(before + last, .longest)
  }

  /// Returns the time until the answer that the gateway gives at `now` is back.
  func delay(ofAnswerTo code: UInt8, of client: UInt32, at now: Instant) -> Interval {
    if self[pathOf: client].setup.calls == 0 { return .zero }
    var key = packet(ofCall: code, client, at: now)
    key.step = PacketStep.request(ofCall: code)
    return segmentDelay(key, .back, at: now)
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
