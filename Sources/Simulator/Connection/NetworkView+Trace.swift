import NetworkModel
import Primitives

// Traces of followed clients: packets that do not get through. The functions that say when a packet arrives are asked
// in any order, and more than once. The tracer writes each transmission down once.
extension NetworkView {
  @inline(__always)
  func follows(_ client: UInt32) -> Bool { tracer?.follows(client) ?? false }

  /// Writes down what is lost of a segment.
  func traceLosses(
    _ key: PacketKey, _ direction: Direction, at sent: Instant, minds: ClientTimeline.Minding,
    silencesAtRadio: Bool = false
  ) {
    guard let tracer, tracer.follows(key.client), sent < .never else { return }
    let lost = self[pathOf: key.client].lostCopies(
      key, direction, sentAt: sent, on: timeline(of: key.client, minds: minds),
      silencesAtRadio: silencesAtRadio, random)
    for copy in lost { tracer.add(copy, of: key, direction) }
  }

  /// Writes down what is lost of a number of round trips.
  func traceLosses(
    ofRoundTrips count: Int, from key: PacketKey, first: Direction, at begin: Instant,
    minds: ClientTimeline.Minding
  ) {
    if !follows(key.client) { return }
    let timeline = timeline(of: key.client, minds: minds)
    var (key, at) = (key, begin)
    for _ in 0..<count {
      for direction in [first, first == .out ? .back : .out] {
        traceLosses(key, direction, at: at, minds: minds)
        let delay = self[pathOf: key.client].segmentDelay(
          key, direction, sentAt: at, on: timeline, random)
        if delay == .longest { return }
        at = at + delay
      }
      key.step += 1
    }
  }

  /// Writes down what is lost of a message of a client, and of its answer where it has one.
  @inline(never)
  func traceExchange(_ client: UInt32, _ attempt: UInt32, at sent: Instant, isAnswered: Bool) {
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.message(at: sent))
    if isAnswered {
      traceLosses(ofRoundTrips: 1, from: key, first: .out, at: sent, minds: .nothing)
    } else {
      traceLosses(key, .out, at: sent, minds: .nothing)
    }
  }

  /// Why the first packet is lost of which `fate` says so.
  func loss(ofSyn key: PacketKey, at sent: Instant) -> PacketLoss {
    self[pathOf: key.client].cause(
      .out, of: key.client, at: sent, on: timeline(unconnected: key.client), random)
  }

  /// Writes down that a silence takes a packet.
  /// - Parameter number: of the transmission; 0 is the first.
  func traceSilence(
    _ client: UInt32, _ direction: Direction, number: Int, at now: Instant, next: Instant
  ) {
    guard let tracer, tracer.follows(client) else { return }
    let lost = LostCopy(number: number, sent: now, loss: .silence, next: next)
    tracer.add(.packetLost(direction, lost), of: client, nil, at: now)
  }
}
