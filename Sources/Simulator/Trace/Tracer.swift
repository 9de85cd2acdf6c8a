import GatewayModel
import Measurements
import NetworkModel
import Primitives
import Sessions

/// Writes down what happens to the clients that a run follows, and the facts of all clients in the
/// time that the plan asks about.
final class Tracer {
  private let followed: Set<UInt32>
  private let window: Range<Instant>?
  @exclusivity(unchecked) private(set) var facts: [RunFact] = []
  @exclusivity(unchecked) private var entries: [TraceEntry] = []
  /// Transmissions that are written down.
  @exclusivity(unchecked) private var lost: Set<LostTransmission> = []
  /// The number of each client's latest attempt.
  @exclusivity(unchecked) private var attempts: [UInt32: UInt32] = [:]

  /// nil where the plan asks for nothing of the kind.
  init?(_ plan: SimulationPlan) {
    if plan.followed.isEmpty && plan.factsWithin == nil { return nil }
    followed = Set(plan.followed)
    window = plan.factsWithin
  }

  func follows(_ client: UInt32) -> Bool { followed.contains(client) }

  func begins(_ attempt: UInt32, of client: UInt32) { attempts[client] = attempt }

  /// - Parameter attempt: the number of the attempt; nil = the client's latest.
  func add(_ event: TraceEvent, of client: UInt32, _ attempt: UInt32?, at now: Instant) {
    guard follows(client) else { return }
    let attempt = attempt ?? attempts[client] ?? 0
    entries.append(TraceEntry(at: now, client: client, attempt: attempt, event: event))
  }

  /// A transmission does not get through: once, however often its fate is asked for.
  func add(_ copy: LostCopy, of packet: PacketKey, _ direction: Direction) {
    let transmission = LostTransmission(
      client: packet.client, attempt: packet.attempt, step: packet.step, direction: direction,
      sent: copy.sent)
    guard lost.insert(transmission).inserted else { return }
    add(.packetLost(direction, copy), of: packet.client, nil, at: copy.sent)
  }

  /// The entries up to the end of the run, in order.
  ///
  /// The losses of copies are written down when their packet is first sent: those that come later than the client's
  /// next attempt are left out, because nobody waits for them any more.
  func entries(until end: Instant) -> [TraceEntry] {
    let order = entries.indices.filter { entries[$0].at <= end }.sorted {
      (entries[$0].at, $0) < (entries[$1].at, $1)
    }
    var latest: [UInt32: UInt32] = [:]
    return order.map { entries[$0] }.filter { entry in
      guard let client = entry.client else { return true }
      if case .packetLost = entry.event { return entry.attempt >= latest[client] ?? 0 }
      latest[client] = max(latest[client] ?? 0, entry.attempt)
      return true
    }
  }

  func note(_ fact: Fact, of client: UInt32, at now: Instant) {
    guard let window, window.contains(now) else { return }
    facts.append(RunFact(at: now, client: client, code: fact.rawValue))
  }

  /// A fault changes. It is written down once, however many clients it concerns.
  func add(_ fact: Fact, fault: Int, at now: Instant) {
    note(fact, of: Digest.everyone, at: now)
    let event = TraceEvent.fact(code: fact.rawValue, .fault(fault))
    entries.append(TraceEntry(at: now, client: nil, attempt: 0, event: event))
  }
}

/// One transmission of one packet.
private struct LostTransmission: Hashable {
  var client: UInt32
  var attempt: UInt32
  var step: UInt32
  var direction: Direction
  var sent: Instant
}

extension RunStatistics {
  var isTracing: Bool {
    @inline(__always) get { facts.isTracing }
  }

  /// - Parameters:
  ///   - attempt: the number of the attempt; nil = the client's latest.
  ///   - words: what it is in words, for those who follow the client.
  @inline(__always)
  func note(
    _ fact: Fact, _ client: UInt32, of attempt: UInt32? = nil, at now: Instant,
    _ words: @autoclosure () -> TracedFact
  ) {
    facts.add(fact, client, at: now)
    if isTracing { trace(fact, of: client, attempt, at: now, words) }
  }

  func noteFault(_ number: Int, at now: Instant) {
    facts.add(.fault(number), Digest.everyone, at: now)
    facts.tracer?.add(.fault(number), fault: number, at: now)
  }

  /// Writes down what happens to a client that the run follows.
  @inline(never)
  func trace(_ event: @autoclosure () -> TraceEvent, of client: UInt32, at now: Instant) {
    guard let tracer = facts.tracer, tracer.follows(client) else { return }
    tracer.add(event(), of: client, nil, at: now)
  }

  @inline(never)
  private func trace(
    _ fact: Fact, of client: UInt32, _ attempt: UInt32?, at now: Instant,
    _ words: () -> TracedFact
  ) {
    guard let tracer = facts.tracer else { return }
    tracer.note(fact, of: client, at: now)
    if tracer.follows(client) {
      tracer.add(.fact(code: fact.rawValue, words()), of: client, attempt, at: now)
    }
  }

  /// Returns true if a client is to be simulated event by event.
  @inline(__always)
  func isFollowing(_ client: UInt32) -> Bool {
    isTracing && facts.tracer?.follows(client) ?? false
  }
}
