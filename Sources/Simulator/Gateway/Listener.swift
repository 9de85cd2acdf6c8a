import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// The gateway's listener: what it answers to first packets.
final class Listener<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let books: Books
  private let gateway: Gateway
  private let attempts: Attempts<Machine>
  private let setUp: SetUp<Machine>
  private let rejections: Rejections<Machine>
  private let passages: RetryPassages<Machine>

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ books: Books,
    _ gateway: Gateway, _ attempts: Attempts<Machine>, _ setUp: SetUp<Machine>,
    _ rejections: Rejections<Machine>, _ passages: RetryPassages<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.books = books
    self.gateway = gateway
    self.attempts = attempts
    self.setUp = setUp
    self.rejections = rejections
    self.passages = passages
  }

  func synArrived(
    _ client: UInt32, _ attempt: UInt32, syn: Int, _ postings: inout Postings
  ) {
    let isPresent = clients.isPresent(client, attempt)
    let owesLimit = isPresent && clients.ledgers[client].recoveryMarks.contains(.limitOwed)
    let begin = clients.ledgers[client].beganAt
    answer(client, attempt, syn: syn, isPresent: isPresent, &postings)
    if owesLimit { passages.settleLimit(of: client, attempt, begunAt: begin, &postings) }
  }

  private func answer(
    _ client: UInt32, _ attempt: UInt32, syn: Int, isPresent: Bool,
    _ postings: inout Postings
  ) {
    let now = postings.now
    let reach = network.reach(client, at: now)
    if !reach.carriesPackets {
      return synDied(client, attempt, syn: syn, isPresent: isPresent, &postings)
    }
    if reach == .resets || reach == .refuses || reach == .draining {
      countArrival(client, attempt, syn: syn, isPresent: isPresent, at: now)
      let reason: CloseReason = reach == .resets ? .reset : .refused
      return rejections.turnAway(client, attempt, reason, syn: syn, &postings)
    }
    if network.whileClosed == .silent && gateway.isClosed() {
      return synDied(client, attempt, syn: syn, isPresent: isPresent, &postings)
    }
    let verdict = gateway.arrival(of: client, attempt: attempt, at: now)
    countArrival(client, attempt, syn: syn, isPresent: isPresent, at: now)
    switch verdict {
    case .overflow:
      if isPresent { clients[client].stage = .overflowed }
      synDied(client, attempt, syn: syn, isPresent: isPresent, &postings)
    case .refused:
      let reason: CloseReason = network.whileClosed == .resets ? .reset : .refused
      rejections.turnAway(client, attempt, reason, syn: syn, &postings)
    case .shed:
      if isPresent { clients[client].syn = syn }
      rejections.shed(client, attempt, isPresent: isPresent, &postings)
    case .admitted(let node):
      if isPresent { clients[client].syn = syn }
      setUp.takeIn(client, attempt, node, isPresent: isPresent, &postings)
    }
  }

  private func synDied(
    _ client: UInt32, _ attempt: UInt32, syn: Int, isPresent: Bool,
    _ postings: inout Postings
  ) {
    guard isPresent else { return }
    let key = PacketKey(client: client, attempt: attempt, syn: syn)
    let sent = postings.now - network.delay(key, .out)
    attempts.scheduleSyn(client, attempt, after: syn, sent: sent, &postings)
  }

  // MARK: Counting

  /// Counts a first packet at the listener. It is an arrival, unless a full backlog has dropped it
  /// there before.
  private func countArrival(
    _ client: UInt32, _ attempt: UInt32, syn: Int, isPresent: Bool, at now: Instant
  ) {
    if isPresent && clients[client].stage == .overflowed {
      books.recorder.synRepeats += 1
      clients[client].stage = .outside
    } else if !isPresent && syn > 0
      && clients.ledgers[client].recoveryMarks.contains(.leftOverflowed)
    {
      // It was on its way when the client gave up.
      books.recorder.synRepeats += 1
    } else {
      arrived(client, attempt, isPresent: isPresent, at: now)
    }
  }

  private func arrived(_ client: UInt32, _ attempt: UInt32, isPresent: Bool, at now: Instant) {
    books.recorder.arrived(at: now)
    books.note(.arrived, client, at: now, .arrived)
    let standing = clients.ledgers[client].recoveryMarks
    if standing.contains(.awayAtClear), !standing.contains(.hasArrived) {
      noteFirstAfterClear(client, at: now)
    }
    guard isPresent, clients[client].presence == .down else { return }
    let since = clients.ledgers[client].since
    guard books.recovery.dropWindow.contains(since) else { return }
    let ordinal = Int(clients[client].attemptsInOutage)
    if (1...Recorder.spreadAttempts).contains(ordinal) {
      books.recorder.spread[ordinal - 1].record(now - since, at: now)
    }
  }

  /// Each away client's first arrival after clear.
  private func noteFirstAfterClear(_ client: UInt32, at now: Instant) {
    guard let clear = books.recorder.clear, now >= clear else { return }
    clients.ledgers[client].recoveryMarks.insert(.hasArrived)
    books.recorder.spread[Recorder.spreadAttempts].record(now - clear, at: now)
  }
}
