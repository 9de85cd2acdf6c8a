import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The gateway's listener: what it answers to first packets.
final class Listener<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let gateway: Gateway
  private let firstPackets: FirstPackets<Machine>
  private let looseEnds: LooseEnds
  private let setUp: SetUp<Machine>
  private let admission: Admission<Machine>
  private let passages: RetryPassages<Machine>
  private let owners: GatewayOwners

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ gateway: Gateway, _ firstPackets: FirstPackets<Machine>, _ looseEnds: LooseEnds,
    _ setUp: SetUp<Machine>, _ admission: Admission<Machine>, _ passages: RetryPassages<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.gateway = gateway
    self.firstPackets = firstPackets
    self.looseEnds = looseEnds
    self.setUp = setUp
    self.admission = admission
    self.passages = passages
    owners = GatewayOwners(nodes: gateway.description.nodes)
  }

  func synArrived(
    _ event: GatewayEvent, _ attempt: UInt32, syn: Int, _ buffer: inout EventBuffer
  ) {
    let client = event.client
    let isPresent = clients.isPresent(client, attempt)
    let owesLimit = isPresent && clients.statistics[client].recoveryMarks.contains(.limitOwed)
    let begin = clients.statistics[client].beganAt
    let door = owners.door(of: event.owner)
    let packet = FirstPacket(place: door.place, syn: syn)
    firstPackets.arrives(client, attempt, isPresent: isPresent) {
      answer(client, attempt, packet, isPresent: isPresent, isHeard: door.isHeard, &buffer)
    }
    if owesLimit { passages.settleLimit(of: client, attempt, begunAt: begin, &buffer) }
  }

  private func answer(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, isPresent: Bool, isHeard: Bool,
    _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    let reach = network.reach(client, at: now)
    if !reach.carriesPackets || network.whileClosed == .silent && gateway.isClosed() {
      return died(client, attempt, packet, isPresent: isPresent, &buffer)
    }
    if !goesOn(client, attempt, packet, isPresent: isPresent, at: now) { return }
    if !isHeard {
      if isPresent { clients[client].connection.move(to: .unanswered) }
      return died(client, attempt, packet, isPresent: isPresent, &buffer)
    }
    if reach == .resets || reach == .refuses || reach == .draining {
      return refuse(
        client, attempt, packet, reach == .resets ? .reset : .refused, isPresent: isPresent,
        &buffer)
    }
    switch gateway.arrival(of: client, attempt: attempt, at: now) {
    case .overflow:
      if isPresent { clients[client].connection.move(to: .overflowed) }
      if gateway.description.handshake.queue.answer(at: .handshake) != .silence {
        return refuse(client, attempt, packet, .reset, isPresent: isPresent, &buffer)
      }
      died(client, attempt, packet, isPresent: isPresent, &buffer)
    case .refused:
      refuse(
        client, attempt, packet, network.whileClosed == .resets ? .reset : .refused,
        isPresent: isPresent, &buffer)
    case .shed:
      firstPackets.takenIn(client, attempt, packet, isPresent: isPresent)
      admission.shed(client, attempt, isPresent: isPresent, &buffer)
    case .admitted(let node):
      firstPackets.takenIn(client, attempt, packet, isPresent: isPresent)
      setUp.takeIn(client, attempt, node, isPresent: isPresent, &buffer)
    }
  }

  private func refuse(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, _ reason: CloseReason,
    isPresent: Bool, _ buffer: inout EventBuffer
  ) {
    firstPackets.refused(client, attempt, packet, isPresent: isPresent)
    guard let addresses = firstPackets.several(for: client) else {
      return admission.turnAway(client, attempt, reason, packet, &buffer)
    }
    // A client that has left does not mind which of its addresses refuse.
    if !isPresent { return }
    let back = admission.answerArrival(client, attempt, packet, at: buffer.now)
    addresses.refuse(client, attempt, packet, reason, backAt: back, &buffer)
  }

  /// The listener swallows a first packet.
  private func died(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, isPresent: Bool,
    _ buffer: inout EventBuffer
  ) {
    if isPresent { firstPackets.died(client, attempt, packet, &buffer) }
  }

  // MARK: Counting

  /// Counts a first packet that reaches a living listener.
  /// - Returns: whether anything is to come of it: a repetition of one that was taken in costs nothing.
  private func goesOn(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, isPresent: Bool, at now: Instant
  ) -> Bool {
    guard firstPackets.isRepeat(client, attempt, isPresent: isPresent) else {
      arrived(client, attempt, isPresent: isPresent, at: now)
      return true
    }
    statistics.recorder.synRepeats += 1
    if !firstPackets.isOpen(client, attempt, packet, isPresent: isPresent) { return false }
    if isPresent { clients[client].connection.move(to: .outside) }
    return true
  }

  private func arrived(_ client: UInt32, _ attempt: UInt32, isPresent: Bool, at now: Instant) {
    statistics.recorder.arrived(at: now)
    statistics.note(.arrived, client, of: attempt, at: now, .arrived)
    let standing = clients.statistics[client].recoveryMarks
    if standing.contains(.awayAtClear), !standing.contains(.hasArrived) {
      noteFirstAfterClear(client, at: now)
    }
    if isPresent {
      noteSpread(client, at: now)
    } else if let (ordinal, since) = looseEnds[client, attempt]?.spread {
      record(ordinal, since: since, at: now)
    }
  }

  /// Notes an arrival among those of the attempts of this number since a drop.
  private func noteSpread(_ client: UInt32, at now: Instant) {
    guard clients[client].presence == .down else { return }
    let since = clients.statistics[client].since
    if statistics.recovery.dropWindow.contains(since) {
      record(clients[client].connection.attemptsInOutage, since: since, at: now)
    }
  }

  private func record(_ ordinal: UInt8, since: Instant, at now: Instant) {
    if (1...Recorder.spreadAttempts).contains(Int(ordinal)) {
      statistics.recorder.spread[Int(ordinal) - 1].record(now - since, at: now)
    }
  }

  /// Notes each away client's first arrival after clear.
  private func noteFirstAfterClear(_ client: UInt32, at now: Instant) {
    guard let clear = statistics.recorder.clear, now >= clear else { return }
    clients.statistics[client].recoveryMarks.insert(.hasArrived)
    statistics.recorder.spread[Recorder.spreadAttempts].record(now - clear, at: now)
  }
}
