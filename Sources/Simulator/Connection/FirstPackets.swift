import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The first packets (SYNs) of a connection attempt: when the client's system sends them, and which of them is
/// the first to reach the listener.
///
/// SYN k leaves at the attempt's begin + its k-th time, whatever became of those before it, until one of them
/// is taken in. A repetition that leaves while the answer is on its way is left out: it costs nothing.
final class FirstPackets<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let looseEnds: LooseEnds
  private let owners: GatewayOwners
  /// nil where all addresses are known.
  private let names: Names<Machine>?

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ looseEnds: LooseEnds, _ owners: GatewayOwners, _ names: Names<Machine>?
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.looseEnds = looseEnds
    self.owners = owners
    self.names = names
  }

  // MARK: At the client

  /// Sends the SYN of try `syn`. The next one is due at its own time: it is posted now where this one is lost,
  /// or still under way by then; otherwise when this one has died at the listener.
  func send(_ client: UInt32, _ attempt: UInt32, _ syn: Int, _ buffer: inout EventBuffer) {
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    guard !clients[client].connection.isVanished,
      case .arrives(let delay, let isAnswered) = network.fate(ofSyn: syn, key, at: buffer.now)
    else { return postNext(client, attempt, after: syn, &buffer) }
    if let names, let address = names.deadAddress(of: client, at: buffer.now + delay) {
      return meets(address, client, attempt, syn, after: delay, isAnswered: isAnswered, &buffer)
    }
    let owner = isAnswered ? owners.listener : owners.unheardListener
    buffer.post(
      EventCode.gateway(.syn(syn), owner: owner, client: client, low: attempt),
      at: buffer.now + delay)
    if let pause = network[pathOf: client].pause(afterSyn: syn), delay >= pause {
      clients.statistics[client].recoveryMarks.insert(.repeatsEarly)
      post(client, attempt, syn + 1, at: buffer.now + pause, &buffer)
    }
    if repeatsEarly(client) { looseEnds.sends(client, attempt) }
  }

  /// A first packet goes to an address at which the service no longer is.
  private func meets(
    _ address: DeadAddress, _ client: UInt32, _ attempt: UInt32, _ syn: Int, after delay: Interval,
    isAnswered: Bool, _ buffer: inout EventBuffer
  ) {
    guard address == .refuse, isAnswered else {
      return postNext(client, attempt, after: syn, &buffer)
    }
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    let arrival = buffer.now + delay
    buffer.close(
      client, attempt, Closing(.refused), at: arrival + network.delay(key, .back, at: arrival))
  }

  /// When the first packets of the present attempt go out from.
  @inline(__always)
  private func origin(of client: UInt32) -> Instant {
    names?.origin(of: client) ?? clients.statistics[client].beganAt
  }

  /// True if the present attempt has had several first packets on their way.
  private func repeatsEarly(_ client: UInt32) -> Bool {
    clients.statistics[client].recoveryMarks.contains(.repeatsEarly)
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

  /// Handles the SYN of try `syn`, which has come to the listener and is not answered.
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
    let over = origin(of: client) + network[pathOf: client].system.giveUp
    buffer.close(client, attempt, Closing(.timeout), at: max(buffer.now, over))
  }

  /// When the SYN after try `syn` of the present attempt leaves; nil after the last.
  private func due(afterSyn syn: Int, of client: UInt32) -> Instant? {
    let times = network[pathOf: client].synTimes
    return syn + 1 < times.count ? origin(of: client) + times[syn + 1] : nil
  }

  private func post(
    _ client: UInt32, _ attempt: UInt32, _ syn: Int, at instant: Instant,
    _ buffer: inout EventBuffer
  ) {
    buffer.post(
      EventCode.client(.syn, client, stamp: attempt, operand: UInt8(syn)), at: instant)
  }

  /// A client gives its attempt up. What is on its way is remembered.
  /// - Parameter isAnswered: whether the gateway has ended the attempt.
  /// - Returns: what is remembered of the attempt; nil where no first packet is on its way.
  @inline(__always)
  func leave(
    _ client: UInt32, _ attempt: UInt32, isAnswered: Bool, at now: Instant
  ) -> LooseEnd? {
    let repeatsEarly = repeatsEarly(client)
    if isAnswered && !repeatsEarly { return nil }
    return leave(client, attempt, repeatsEarly, at: now)
  }

  @inline(never)
  private func leave(
    _ client: UInt32, _ attempt: UInt32, _ repeatsEarly: Bool, at now: Instant
  ) -> LooseEnd? {
    var end: LooseEnd
    if repeatsEarly {
      guard let known = looseEnds[client, attempt], known.packets > 0 else {
        looseEnds[client, attempt] = nil
        return nil
      }
      end = known
    } else {
      guard isOnItsWay(client, attempt, at: now) else { return nil }
      end = LooseEnd(packets: 1)
    }
    let connection = clients[client].connection
    if connection.stage != .outside { end.hasArrived = true }
    if connection.stage.isTakenIn || connection.isSevered { end.isClosed = true }
    let since = clients.statistics[client].since
    if clients[client].presence == .down, statistics.recovery.dropWindow.contains(since) {
      end.spread = (connection.attemptsInOutage, since)
    }
    looseEnds[client, attempt] = end
    return end
  }

  /// Returns true if the latest first packet of the present attempt has not reached the gateway. Those before it
  /// have: at most one is on its way.
  private func isOnItsWay(_ client: UInt32, _ attempt: UInt32, at now: Instant) -> Bool {
    guard clients[client].slot.connection == .connecting,
      !clients[client].connection.stage.isTakenIn, clients[client].connection.isWhole
    else { return false }
    let begun = origin(of: client)
    if begun > now { return false }
    // One that is due now has not been sent, but for the first.
    let times = network[pathOf: client].synTimes
    guard let syn = times.indices.last(where: { $0 == 0 || begun + times[$0] < now }) else {
      return false
    }
    let sent = begun + times[syn]
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    guard let delay = network.delay(ofSyn: syn, key, at: sent),
      names?.deadAddress(of: client, at: sent + delay) == nil
    else { return false }
    // A fault that ends the attempt comes before what arrives in the same moment. What takes no time has arrived.
    return delay > .zero && sent + delay >= now
  }

  // MARK: At the listener

  /// The listener has refused a first packet: a repetition that is under way finds nothing to go on with.
  func refused(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    if !isPresent || repeatsEarly(client) { looseEnds.close(client, attempt) }
  }

  /// Returns true if a repetition may be taken in.
  func isOpen(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) -> Bool {
    if isPresent {
      if clients[client].connection.stage.isTakenIn || clients[client].connection.isSevered {
        return false
      }
      if !repeatsEarly(client) { return true }
    }
    return !(looseEnds[client, attempt]?.isClosed ?? true)
  }

  /// Returns true if a first packet that reaches the listener now is not the first of its attempt to do so.
  func isRepeat(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) -> Bool {
    if isPresent {
      if clients[client].connection.stage != .outside { return true }
      // The second needs to know of the first only where two are on their way.
      if !repeatsEarly(client) { return false }
    }
    return !looseEnds.noteArrival(client, attempt)
  }
}

extension AttemptStage {
  /// True if a SYN of the attempt has come to a living listener that did not refuse it, and is answered.
  var isTakenIn: Bool { self != .outside && self != .overflowed && self != .unanswered }
}
