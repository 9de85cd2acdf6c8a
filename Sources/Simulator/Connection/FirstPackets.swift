import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The first packets (SYNs) of a connection attempt: when the client's system sends them, and which of them is
/// the first to reach the door.
///
/// SYN k leaves at the attempt's begin + its k-th time, whatever became of those before it, until one of them
/// is taken in. A repetition that leaves while the answer is on its way is left out: it costs nothing.
final class FirstPackets<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let listener: Int
  /// Attempts that a full backlog has dropped while a repetition may be under way. The repetition
  /// may be taken in even if the client has left by then. The table of clients remembers nothing of
  /// such a client.
  private var dropped: Set<UInt64> = []

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ owners: GatewayOwners
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
    listener = owners.listener
  }

  // MARK: At the client

  /// Sends the SYN of try `syn`. The next one is due at its own time: it is posted now where this one is lost,
  /// or still under way by then; otherwise when this one has died at the door.
  func send(_ client: UInt32, _ attempt: UInt32, _ syn: Int, _ buffer: inout EventBuffer) {
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    guard !clients[client].connection.isVanished,
      let delay = network.delay(ofSyn: syn, key, at: buffer.now)
    else { return postNext(client, attempt, after: syn, &buffer) }
    buffer.post(
      EventCode.gateway(.syn(syn), owner: listener, client: client, low: attempt),
      at: buffer.now + delay)
    if let pause = network[pathOf: client].pause(afterSyn: syn), delay >= pause {
      clients.statistics[client].recoveryMarks.insert(.repeatsEarly)
      post(client, attempt, syn + 1, at: buffer.now + pause, &buffer)
    }
  }

  /// The SYN of a try is due.
  func due(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    guard clients[event.client].slot.concerns(event.stamp),
      clients[event.client].slot.connection == .connecting,
      !clients[event.client].connection.stage.isTakenIn, !clients[event.client].connection.isSevered
    else { return }
    let attempt = clients[event.client].slot.attempt
    send(event.client, attempt, Int(event.operand), &buffer)
  }

  /// Handles the SYN of try `syn`, which has come to the door and is not answered.
  func died(_ client: UInt32, _ attempt: UInt32, _ syn: Int, _ buffer: inout EventBuffer) {
    if clients[client].connection.stage.isTakenIn { return }
    let next = due(afterSyn: syn, of: client)
    // Otherwise it has left by now.
    if next.map({ $0 > buffer.now }) ?? true {
      postNext(client, attempt, after: syn, &buffer)
    }
  }

  /// The next SYN, or the end of the system's patience.
  private func postNext(
    _ client: UInt32, _ attempt: UInt32, after syn: Int, _ buffer: inout EventBuffer
  ) {
    let next = due(afterSyn: syn, of: client)
    if statistics.isTracing {
      statistics.trace(.firstPacketLost(number: syn + 1, next: next), of: client, at: buffer.now)
    }
    if let next { return post(client, attempt, syn + 1, at: next, &buffer) }
    let over = clients.statistics[client].beganAt + network[pathOf: client].system.giveUp
    buffer.close(client, attempt, Closing(.timeout), at: max(buffer.now, over))
  }

  /// When the SYN after try `syn` of the present attempt leaves; nil after the last.
  private func due(afterSyn syn: Int, of client: UInt32) -> Instant? {
    let times = network[pathOf: client].synTimes
    return syn + 1 < times.count ? clients.statistics[client].beganAt + times[syn + 1] : nil
  }

  private func post(
    _ client: UInt32, _ attempt: UInt32, _ syn: Int, at instant: Instant,
    _ buffer: inout EventBuffer
  ) {
    buffer.post(
      EventCode.client(.syn, client, stamp: attempt, operand: UInt8(syn)), at: instant)
  }

  // MARK: At the door

  /// A full backlog has dropped a first packet.
  func overflowed(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    if isPresent { clients[client].connection.move(to: .overflowed) }
    if !isPresent || clients.statistics[client].recoveryMarks.contains(.repeatsEarly) {
      dropped.insert(Self.key(client, attempt))
    }
  }

  /// The door has refused a first packet: a repetition that is under way finds nothing to go on with.
  func refused(_ client: UInt32, isPresent: Bool) {
    guard isPresent, clients.statistics[client].recoveryMarks.contains(.repeatsEarly) else {
      return
    }
    clients.statistics[client].recoveryMarks.insert(.refused)
  }

  /// True where a repetition of a client that is still there may be taken in.
  func isOpen(_ client: UInt32) -> Bool {
    !clients[client].connection.stage.isTakenIn && !clients[client].connection.isSevered
      && !clients.statistics[client].recoveryMarks.contains(.refused)
  }

  func takenIn(_ client: UInt32, _ attempt: UInt32) {
    if !dropped.isEmpty { dropped.remove(Self.key(client, attempt)) }
  }

  /// Returns true if a repetition by a client that has left may be taken in.
  func isDropped(_ client: UInt32, _ attempt: UInt32) -> Bool {
    dropped.contains(Self.key(client, attempt))
  }

  private static func key(_ client: UInt32, _ attempt: UInt32) -> UInt64 {
    UInt64(client) << 32 | UInt64(attempt)
  }

  /// Returns true if a SYN that reaches the door now is not the first of its attempt to do so.
  func isRepeat(
    _ client: UInt32, _ attempt: UInt32, _ syn: Int, isPresent: Bool, at now: Instant
  ) -> Bool {
    if !isPresent { return isRepeatOfWhoHasLeft(client, attempt, syn, at: now) }
    if clients[client].connection.stage != .outside { return true }
    let marks = clients.statistics[client].recoveryMarks
    if marks.contains(.knocked) { return true }
    // The second SYN needs to know of the first only where two are under way.
    if marks.contains(.repeatsEarly) { clients.statistics[client].recoveryMarks.insert(.knocked) }
    return false
  }

  /// Returns the same for a client that has left. Its attempt is not remembered: the answer follows
  /// from the draws and from the faults. Later SYNs count as sent. If it is open when this SYN was
  /// sent, because a fault changed the latency, the SYN counts as the repetition that it may be.
  private func isRepeatOfWhoHasLeft(
    _ client: UInt32, _ attempt: UInt32, _ syn: Int, at now: Instant
  ) -> Bool {
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    if !network.world.perturbsAnyPath {
      let sent = now - network.delay(key, .out, at: now)
      return isRepeat(client, attempt, syn, sent: sent, at: now)
    }
    return network.sendingMoments(of: key, arrivedAt: now).contains { sent in
      isRepeat(client, attempt, syn, sent: sent, at: now)
    }
  }

  private func isRepeat(
    _ client: UInt32, _ attempt: UInt32, _ syn: Int, sent: Instant, at now: Instant
  ) -> Bool {
    if syn == 0 && now - sent < network[pathOf: client].firstPause { return false }
    let begun = sent - network[pathOf: client].synTimes[syn]
    for other in network[pathOf: client].synTimes.indices where other != syn {
      let left = begun + network[pathOf: client].synTimes[other]
      if hasArrived(client, attempt, other, sent: left, before: (now, syn)) { return true }
    }
    return false
  }

  /// Returns true if another SYN of an attempt has come to a living door before this one.
  private func hasArrived(
    _ client: UInt32, _ attempt: UInt32, _ syn: Int, sent: Instant, before this: (Instant, Int)
  ) -> Bool {
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    guard sent < this.0, let delay = network.delay(ofSyn: syn, key, at: sent) else { return false }
    let arrival = sent + delay
    return (arrival, syn) < this && !network.isListenerSilent(to: client, at: arrival)
  }
}

extension AttemptStage {
  /// True if a SYN of the attempt has come to a living door that did not refuse it.
  var isTakenIn: Bool { self != .outside && self != .overflowed }
}
