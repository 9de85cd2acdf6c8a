import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The walk of one connection attempt at the client: SYN -> listener -> handshake -> round trips of
/// the set-up -> auth -> Authenticated and ready stage -> Ready. Client events of an attempt that was
/// given up die in the session slot; what the gateway has queued by then is worked off.
final class Attempts<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let looseEnds: LooseEnds
  let firstPackets: FirstPackets<Machine>
  /// nil where all addresses are known.
  let names: Names<Machine>?
  private let owners: GatewayOwners
  /// True if a client that gives up tells the gateway so.
  private let givesNotice: Bool
  /// The longest after which the gateway notices that a client has left.
  private let mostDelay: Interval

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ gateway: GatewayDescription, _ looseEnds: LooseEnds, _ location: ServiceLocation<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.looseEnds = looseEnds
    owners = GatewayOwners(nodes: gateway.nodes)
    names = location.names
    firstPackets = FirstPackets(clients, network, statistics, looseEnds, owners, location)
    givesNotice = gateway.abandonment == .notice || gateway.admission.hasSlots
    mostDelay = gateway.admission.hasSlots ? gateway.idleTimeout : .longest
  }

  func begin(_ client: UInt32, _ buffer: inout EventBuffer) {
    let attempt = clients[client].slot.open()
    clients[client].connection.begin()
    clients.statistics[client].begin(at: buffer.now)
    statistics.recorder.attemptBegan(at: buffer.now)
    if statistics.isTracing { statistics.facts.tracer?.begins(attempt, of: client) }
    statistics.note(.attemptBegan, client, at: buffer.now, .attemptBegan)
    if network.reach(client, at: buffer.now) == .offline {
      buffer.close(client, attempt, Closing(.offline), at: buffer.now)
    } else if names?.knows(client, attempt, &buffer) ?? true {
      firstPackets.begin(client, attempt, &buffer)
    }
  }

  /// The question for the name is answered.
  func nameAnswered(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    guard let names, names.answered(event, at: buffer.now),
      !clients[event.client].connection.isSevered
    else { return }
    firstPackets.begin(event.client, clients[event.client].slot.attempt, &buffer)
  }

  /// An attempt has brought what the session wanted of it.
  func succeeded(_ client: UInt32, at now: Instant) {
    if clients[client].connection.hasSucceeded { return }
    clients[client].connection.succeed()
    statistics.recorder.counted.succeeded.add(at: now)
    statistics.work.settle(&clients[client].work, isUseful: true)
    statistics.note(.attemptSucceeded, client, at: now, .attemptSucceeded)
  }

  /// The connection or attempt of a client is over.
  /// - Parameter isAnswer: whether the gateway has ended it.
  func ended(
    _ client: UInt32, because cause: CloseReason, isAnswer: Bool = false,
    _ buffer: inout EventBuffer
  ) {
    let attempt = clients[client].slot.attempt
    let packets = firstPackets.leave(client, attempt, isAnswered: isAnswer, at: buffer.now)
    if !clients[client].connection.hasSucceeded {
      failed(client, because: cause, &buffer)
      if givesNotice { sendNotice(client, attempt, sendsPackets: packets != nil, &buffer) }
    }
    leaveWork(client, attempt, at: buffer.now)
    clients.statistics[client].recoveryMarks.remove(.repeatsEarly)
    clients[client].connection.end()
  }

  /// Notes what the gateway still has to do for an attempt that its client gives up.
  private func leaveWork(_ client: UInt32, _ attempt: UInt32, at now: Instant) {
    if clients[client].connection.isSevered {
      // The request that the gateway would turn away is never sent.
      if clients[client].slot.connection == .connecting,
        network[pathOf: client].setup.connection > 0
      {
        looseEnds.workEnded(client, attempt)
      }
      return
    }
    if clients.leavesWork(client, network[pathOf: client].setup) {
      looseEnds.works(for: client, attempt, on: clients[client].connection.node, at: now)
    }
  }

  private func failed(_ client: UInt32, because cause: CloseReason, _ buffer: inout EventBuffer) {
    var cause = cause
    // The peer closed in good order before the attempt was of any use.
    if cause == .normal {
      cause = clients[client].connection.isClosing ? .timeout : .reset
    }
    let stage = clients[client].connection.stage
    statistics.recorder.failed(cause, isAtGateway: stage.failsAtGateway, at: buffer.now)
    statistics.note(.attemptFailed(cause), client, at: buffer.now, .attemptFailed(cause))
    statistics.work.settle(&clients[client].work, isUseful: false)
  }

  /// - Parameter sendsPackets: whether a first packet is on its way.
  private func sendNotice(
    _ client: UInt32, _ attempt: UInt32, sendsPackets: Bool, _ buffer: inout EventBuffer
  ) {
    let node = clients[client].connection.node
    let isKnown = node != ConnectionState.noNode
    if !isKnown && !sendsPackets { return }
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.lastWord)
    let delay = min(network.delay(ofNotice: key, at: buffer.now), mostDelay)
    if delay == .longest { return }
    buffer.post(
      EventCode.gateway(
        .notice, owner: isKnown ? Int(node) : owners.listener, client: client, low: attempt),
      at: buffer.now + delay)
  }
}

extension EventBuffer {
  /// Posts the end of a connection or attempt, as the client learns of it.
  mutating func close(
    _ client: UInt32, _ attempt: UInt32, _ closing: Closing, at instant: Instant
  ) {
    post(
      EventCode.client(.closed, client, stamp: attempt, operand: closing.operand), at: instant)
  }
}
