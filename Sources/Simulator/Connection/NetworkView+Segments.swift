import NetworkModel
import Primitives

// Segments of established connections, of which a loss costs timeouts, and round trips of them.
extension NetworkView {
  /// How long an answer takes to a client that the gateway gives at `sent` in the course of its set-up.
  @inline(__always)
  func delay(
    ofAnswer ordinal: UInt32, to client: UInt32, _ attempt: UInt32, at sent: Instant
  ) -> Interval {
    segmentDelay(packet(ofAnswer: ordinal, to: client, attempt), .back, at: sent)
  }

  /// The packet of an answer in the course of a set-up, first or second. To a read that is the first packet itself, all
  /// of it is one answer, on its way in one packet.
  @inline(__always)
  func packet(ofAnswer ordinal: UInt32, to client: UInt32, _ attempt: UInt32) -> PacketKey {
    let roundTrips = UInt32(self[pathOf: client].setup.connection)
    let step =
      clients[client].slot.machine.contends && roundTrips == 0
      ? clients.answeredPacket(of: client).key(client, attempt).step : roundTrips + ordinal
    return PacketKey(client: client, attempt: attempt, step: step)
  }

  /// Returns the one-way delay of a segment of an established connection that is sent at `sent`,
  /// where a loss costs timeouts; `Interval.longest` if it never gets through.
  @inline(__always)
  func segmentDelay(_ key: PacketKey, _ direction: Direction, at sent: Instant) -> Interval {
    if !isSteady { return changingDelay(key, direction, at: sent) }
    return self[pathOf: key.client].segmentDelay(key, direction, PathConditions(), random)
  }

  @inline(never)
  func changingDelay(_ key: PacketKey, _ direction: Direction, at sent: Instant) -> Interval {
    traceLosses(key, direction, at: sent, minds: .nothing)
    if isCalm {
      return self[pathOf: key.client].segmentDelay(
        key, direction, sentAt: sent, random)
    }
    let timeline = timeline(of: key.client, minds: .nothing)
    return self[pathOf: key.client].segmentDelay(key, direction, sentAt: sent, on: timeline, random)
  }

  /// Returns the time that a client's close takes to the gateway, which its system sends again
  /// until it is acknowledged; `Interval.longest` if it never gets there.
  func delay(ofNotice key: PacketKey, at sent: Instant) -> Interval {
    if world.timeline.faults.isEmpty && isSteady { return segmentDelay(key, .out, at: sent) }
    traceLosses(key, .out, at: sent, minds: .silence)
    let timeline = timeline(of: key.client, minds: .silence)
    return self[pathOf: key.client].segmentDelay(key, .out, sentAt: sent, on: timeline, random)
  }

  /// Delay of `count` round trips that begin at `begin`, the first of them with the packet of `key`.
  func roundTrips(
    _ count: Int, from key: PacketKey, first: Direction, at begin: Instant,
    minds: ClientTimeline.Minding = .nothing
  ) -> Interval {
    if isSteady && minds == .nothing {
      return self[pathOf: key.client].roundTrips(
        count, from: key, first: first, PathConditions(), random)
    }
    traceLosses(ofRoundTrips: count, from: key, first: first, at: begin, minds: minds)
    if isCalm && minds == .nothing {
      return self[pathOf: key.client].roundTrips(
        count, from: key, first: first, begunAt: begin, random)
    }
    let timeline = timeline(of: key.client, minds: minds)
    return self[pathOf: key.client].roundTrips(
      count, from: key, first: first, begunAt: begin, on: timeline, random)
  }
}
