import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The first packets (SYNs) of a connection attempt: when the client's system sends them, and which of them is
/// the first to reach the listener.
///
/// SYN k to an address leaves at the address's begin + its k-th time, whatever became of those before it, until one
/// is taken in there, or the answer of another address is back. A repetition that leaves while the answer of its own
/// address is on its way is left out: it costs nothing.
final class FirstPackets<Machine: SimulatedSession> {
  let clients: ClientTable<Machine>
  let network: NetworkView<Machine>
  let statistics: RunStatistics
  private let looseEnds: LooseEnds
  private let owners: GatewayOwners
  private let location: ServiceLocation<Machine>

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ looseEnds: LooseEnds, _ owners: GatewayOwners, _ location: ServiceLocation<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.looseEnds = looseEnds
    self.owners = owners
    self.location = location
  }

  var addresses: Addresses<Machine>? { location.addresses }

  /// The addresses of a client whose attempts may have more than one; nil of others.
  @inline(__always)
  func several(for client: UInt32) -> Addresses<Machine>? { location.several(for: client) }

  // MARK: At the client

  /// Sends a SYN. The next one to the same address is due at its own time: it is posted now where this one is lost,
  /// or still under way by then; otherwise when this one has died at the listener.
  func send(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, _ buffer: inout EventBuffer
  ) {
    let key = packet.key(client, attempt)
    guard !clients[client].connection.isVanished,
      case .arrives(let delay, let isAnswered) = network.fate(
        ofSyn: packet.syn, key, at: buffer.now)
    else { return lose(client, attempt, packet, &buffer) }
    if let dead = location.deadAddress(of: packet, client, attempt, at: buffer.now + delay) {
      return meets(dead, client, attempt, packet, after: delay, isAnswered: isAnswered, &buffer)
    }
    buffer.post(
      EventCode.gateway(
        .syn(packet.syn), owner: owners.listener(at: packet.place, isHeard: isAnswered),
        client: client, low: attempt),
      at: buffer.now + delay)
    if let pause = network[pathOf: client].pause(afterSyn: packet.syn), delay >= pause {
      clients.statistics[client].recoveryMarks.insert(.repeatsEarly)
      post(client, attempt, packet.next, at: buffer.now + pause, &buffer)
    }
    if let addresses = several(for: client) {
      addresses[client].send()
    } else if repeatsEarly(client) {
      looseEnds.sends(client, attempt)
    }
  }

  /// A first packet does not get through.
  @inline(never)
  private func lose(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, _ buffer: inout EventBuffer
  ) {
    let isSent = network.follows(client) && !clients[client].connection.isVanished
    let loss = isSent ? network.loss(ofSyn: packet.key(client, attempt), at: buffer.now) : nil
    postNext(client, attempt, after: packet, lostTo: loss, &buffer)
  }

  /// A first packet goes to an address at which the service is not.
  private func meets(
    _ address: DeadAddress, _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket,
    after delay: Interval, isAnswered: Bool, _ buffer: inout EventBuffer
  ) {
    let arrival = buffer.now + delay
    // A silence on the way swallows it, as it does what goes to the listener.
    if network.timeline(unconnected: client, minds: .silence).swallows(at: arrival) {
      return postNext(client, attempt, after: packet, &buffer)
    }
    // An address that the service has left is no address that died.
    if location.names?.deadAddress(of: client, at: arrival) == nil { addresses?.noteDeath(client) }
    guard address == .refuse, isAnswered else {
      return postNext(client, attempt, after: packet, &buffer)
    }
    let back = arrival + network.delay(packet.key(client, attempt), .back, at: arrival)
    if let addresses = several(for: client) {
      addresses.refuse(client, attempt, packet, .refused, backAt: back, &buffer)
    } else {
      buffer.close(client, attempt, Closing(.refused), at: back)
    }
  }

  /// When the first packets of the present attempt to an address go out from.
  @inline(__always)
  private func origin(of client: UInt32, place: Int) -> Instant {
    if let addresses = several(for: client) { return addresses[client].start(place) }
    return location.names?.origin(of: client) ?? clients.statistics[client].beganAt
  }

  /// True if the present attempt to the one address has had several first packets on their way.
  private func repeatsEarly(_ client: UInt32) -> Bool {
    clients.statistics[client].recoveryMarks.contains(.repeatsEarly)
  }

  /// A SYN is due that is not the first to its address.
  func due(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    let packet = FirstPacket(operand: event.operand)
    guard clients[event.client].slot.concerns(event.stamp),
      clients[event.client].slot.connection == .connecting,
      !isOver(event.client, packet.place, at: buffer.now),
      !clients[event.client].connection.isSevered
    else { return }
    let attempt = clients[event.client].slot.attempt
    send(event.client, attempt, packet, &buffer)
  }

  /// Returns true if no more first packets of the present attempt go to the address at a place: it has taken the attempt
  /// in, or the client has the answer of another one.
  @inline(__always)
  private func isOver(_ client: UInt32, _ place: Int, at now: Instant) -> Bool {
    guard clients[client].connection.stage.isTakenIn else { return false }
    guard let addresses = several(for: client) else { return true }
    return Int(addresses[client].taken) == place || addresses[client].answeredAt <= now
  }

  /// Handles a SYN of the present attempt that has come to the listener and is not answered.
  func died(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, _ buffer: inout EventBuffer
  ) {
    if isOver(client, packet.place, at: buffer.now) { return }
    let next = due(after: packet, of: client)
    // Otherwise it has left by now.
    if next.map({ $0 > buffer.now }) ?? true {
      postNext(client, attempt, after: packet, &buffer)
    }
  }

  /// The next SYN, or the end of the system's patience with the address.
  private func postNext(
    _ client: UInt32, _ attempt: UInt32, after packet: FirstPacket, lostTo loss: PacketLoss? = nil,
    _ buffer: inout EventBuffer
  ) {
    let next = due(after: packet, of: client)
    if statistics.isTracing {
      let address = several(for: client)?.number(at: packet.place, client, attempt)
      statistics.trace(
        .firstPacketLost(number: packet.syn + 1, address: address, loss, next: next),
        of: client, at: buffer.now)
    }
    if let next { return post(client, attempt, packet.next, at: next, &buffer) }
    let over = origin(of: client, place: packet.place) + network[pathOf: client].system.giveUp
    let end = max(buffer.now, over)
    if several(for: client) != nil {
      let place = UInt8(packet.place)
      return buffer.post(
        EventCode.client(.addressTimedOut, client, stamp: attempt, operand: place), at: end)
    }
    buffer.close(client, attempt, Closing(.timeout), at: end)
  }

  /// When the SYN after this one leaves; nil after the last.
  private func due(after packet: FirstPacket, of client: UInt32) -> Instant? {
    let times = network[pathOf: client].synTimes
    guard packet.syn + 1 < times.count else { return nil }
    return origin(of: client, place: packet.place) + times[packet.syn + 1]
  }

  private func post(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, at instant: Instant,
    _ buffer: inout EventBuffer
  ) {
    buffer.post(
      EventCode.client(.syn, client, stamp: attempt, operand: packet.operand), at: instant)
  }

  /// A client gives its attempt up. What is on its way is remembered.
  /// - Parameter isAnswered: whether the gateway has ended the attempt.
  /// - Returns: what is remembered of the attempt; nil where no first packet is on its way.
  @inline(__always)
  func leave(
    _ client: UInt32, _ attempt: UInt32, isAnswered: Bool, at now: Instant
  ) -> LooseEnd? {
    if let addresses = several(for: client) { return leave(client, attempt, addresses) }
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
    keep(&end, of: client, attempt)
    return end
  }

  private func leave(
    _ client: UInt32, _ attempt: UInt32, _ addresses: Addresses<Machine>
  ) -> LooseEnd? {
    let record = addresses[client]
    // The next attempt may have to ask for the name first.
    addresses.open(client)
    guard record.packets > 0 else { return nil }
    var end = LooseEnd(packets: record.packets)
    end.hasArrived = record.hasArrived
    end.refused = record.refused
    keep(&end, of: client, attempt)
    return end
  }

  /// Keeps what is to be known of an attempt that its client gives up, whose first packets are on their way.
  private func keep(_ end: inout LooseEnd, of client: UInt32, _ attempt: UInt32) {
    let connection = clients[client].connection
    if connection.stage != .outside { end.hasArrived = true }
    if connection.stage.isTakenIn || connection.isSevered { end.isClosed = true }
    let since = clients.statistics[client].since
    if clients[client].presence == .down, statistics.recovery.dropWindow.contains(since) {
      end.spread = (connection.attemptsInOutage, since)
    }
    looseEnds[client, attempt] = end
  }

  /// Returns true if the latest first packet of the present attempt has not reached the gateway. Those before it
  /// have: at most one is on its way.
  private func isOnItsWay(_ client: UInt32, _ attempt: UInt32, at now: Instant) -> Bool {
    guard clients[client].slot.connection == .connecting,
      !clients[client].connection.stage.isTakenIn, clients[client].connection.isWhole
    else { return false }
    let begun = origin(of: client, place: 0)
    if begun > now { return false }
    // One that is due now has not been sent, but for the first.
    let times = network[pathOf: client].synTimes
    guard let syn = times.indices.last(where: { $0 == 0 || begun + times[$0] < now }) else {
      return false
    }
    let sent = begun + times[syn]
    let packet = FirstPacket(syn: syn)
    guard let delay = network.delay(ofSyn: syn, packet.key(client, attempt), at: sent),
      location.deadAddress(of: packet, client, attempt, at: sent + delay) == nil
    else { return false }
    // A fault that ends the attempt comes before what arrives in the same moment. What takes no time has arrived.
    return delay > .zero && sent + delay >= now
  }

  // MARK: At the listener

  /// The listener has refused a first packet: a repetition that is under way finds nothing to go on with.
  func refused(_ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, isPresent: Bool) {
    if let addresses = several(for: client) {
      if isPresent {
        addresses[client].refuse(packet.place)
      } else {
        looseEnds.refuse(client, attempt, packet.place)
      }
    } else if !isPresent || repeatsEarly(client) {
      looseEnds.close(client, attempt)
    }
  }

  /// A first packet has been taken in, or turned away by admission: it carries the attempt.
  func takenIn(_ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, isPresent: Bool) {
    if !isPresent { return looseEnds.close(client, attempt) }
    clients[client].connection.answer(syn: packet.syn)
    addresses?[client].take(in: packet.place)
  }

  /// A first packet reaches the listener, which deals with it.
  @inline(__always)
  func arrives(
    _ client: UInt32, _ attempt: UInt32, isPresent: Bool, _ deal: () -> Void
  ) {
    if isPresent, let addresses = several(for: client) {
      // The client may be played on to its next attempt meanwhile.
      addresses[client].arrive()
      return deal()
    }
    deal()
    looseEnds.arrived(client, attempt, isPresent: isPresent)
  }

  /// Returns true if a repetition may be taken in.
  func isOpen(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, isPresent: Bool
  ) -> Bool {
    if isPresent {
      if clients[client].connection.stage.isTakenIn || clients[client].connection.isSevered {
        return false
      }
      if let addresses = several(for: client) {
        return !addresses[client].isRefused(packet.place)
      }
      if !repeatsEarly(client) { return true }
    }
    return looseEnds[client, attempt]?.isOpen(at: packet.place) ?? false
  }

  /// Returns true if a first packet that reaches the listener now is not the first of its attempt to do so.
  func isRepeat(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) -> Bool {
    if isPresent {
      if let addresses = several(for: client) {
        return !addresses[client].noteArrival()
      }
      if clients[client].connection.stage != .outside {
        // The stage may be left before the next one comes.
        if repeatsEarly(client) { _ = looseEnds.noteArrival(client, attempt) }
        return true
      }
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
