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
  private let books: Books
  let firstPackets: FirstPackets<Machine>
  /// Whether a client that gives up says so to the gateway.
  private let givesNotice: Bool

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ books: Books,
    _ gateway: GatewayDescription
  ) {
    self.clients = clients
    self.network = network
    self.books = books
    firstPackets = FirstPackets(clients, network, books, GatewayOwners(nodes: gateway.nodes))
    givesNotice = gateway.abandonment == .notice
  }

  func begin(_ client: UInt32, _ postings: inout Postings) {
    let attempt = clients[client].slot.open()
    clients[client].countAttempt()
    clients[client].link = []
    clients[client].node = ClientRecord<Machine>.noNode
    clients.ledgers[client].begin(at: postings.now)
    books.recorder.attemptBegan(at: postings.now)
    if books.isTracing { books.facts.tracer?.begins(attempt, of: client) }
    books.note(.attemptBegan, client, at: postings.now, .attemptBegan)
    if network.reach(client, at: postings.now) == .offline {
      postings.close(client, attempt, Closing(.offline), at: postings.now)
    } else {
      firstPackets.send(client, attempt, 0, &postings)
    }
  }

  /// An attempt has brought what the session wanted of it.
  func succeeded(_ client: UInt32, at now: Instant) {
    if clients[client].link.contains(.succeeded) { return }
    clients[client].link.insert(.succeeded)
    books.recorder.counted.succeeded.add(at: now)
    books.work.settle(&clients[client].work, isUseful: true)
    books.note(.attemptSucceeded, client, at: now, .attemptSucceeded)
  }

  /// The connection or attempt of a client is over.
  func ended(_ client: UInt32, because cause: CloseReason, _ postings: inout Postings) {
    if !clients[client].link.contains(.succeeded) { failed(client, because: cause, &postings) }
    if clients.ledgers[client].recoveryMarks.contains(.repeatsEarly) {
      clients.ledgers[client].recoveryMarks.subtract([.repeatsEarly, .knocked, .refused])
    }
    clients[client].link = []
    clients[client].stage = .outside
  }

  private func failed(_ client: UInt32, because cause: CloseReason, _ postings: inout Postings) {
    var cause = cause
    // The peer closed in good order before the attempt was of any use.
    if cause == .normal {
      cause = clients[client].link.contains(.closing) ? .timeout : .reset
    }
    let stage = clients[client].stage
    books.recorder.failed(cause, isAtGateway: stage.failsAtGateway, at: postings.now)
    books.note(.attemptFailed(cause), client, at: postings.now, .attemptFailed(cause))
    books.work.settle(&clients[client].work, isUseful: false)
    if givesNotice && clients[client].node != ClientRecord<Machine>.noNode {
      sendNotice(client, &postings)
    }
  }

  private func sendNotice(_ client: UInt32, _ postings: inout Postings) {
    let attempt = clients[client].slot.attempt
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.lastWord)
    let delay = network.delay(ofNotice: key, at: postings.now)
    if delay == .longest { return }
    let owner = Int(clients[client].node)
    postings.post(
      EventCode.gateway(.notice, owner: owner, client: client, low: attempt),
      at: postings.now + delay)
  }
}

extension Postings {
  /// Posts the end of a connection or attempt, as the client learns of it.
  mutating func close(
    _ client: UInt32, _ attempt: UInt32, _ closing: Closing, at instant: Instant
  ) {
    post(
      EventCode.client(.closed, client, stamp: attempt, operand: closing.operand), at: instant)
  }
}
