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
  private let firstPackets: FirstPackets<Machine>
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
    firstPackets = attempts.firstPackets
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
    if !reach.carriesPackets || network.whileClosed == .silent && gateway.isClosed() {
      return died(client, attempt, syn: syn, isPresent: isPresent, &postings)
    }
    if !goesOn(client, attempt, syn: syn, isPresent: isPresent, at: now) { return }
    if reach == .resets || reach == .refuses || reach == .draining {
      return refuse(
        client, attempt, reach == .resets ? .reset : .refused, syn: syn, isPresent: isPresent,
        &postings)
    }
    switch gateway.arrival(of: client, attempt: attempt, at: now) {
    case .overflow:
      firstPackets.overflowed(client, attempt, isPresent: isPresent)
      died(client, attempt, syn: syn, isPresent: isPresent, &postings)
    case .refused:
      refuse(
        client, attempt, network.whileClosed == .resets ? .reset : .refused, syn: syn,
        isPresent: isPresent, &postings)
    case .shed:
      if isPresent { clients[client].syn = syn }
      rejections.shed(client, attempt, isPresent: isPresent, &postings)
    case .admitted(let node):
      if isPresent { clients[client].syn = syn }
      firstPackets.takenIn(client, attempt)
      setUp.takeIn(client, attempt, node, isPresent: isPresent, &postings)
    }
  }

  private func refuse(
    _ client: UInt32, _ attempt: UInt32, _ reason: CloseReason, syn: Int, isPresent: Bool,
    _ postings: inout Postings
  ) {
    firstPackets.refused(client, isPresent: isPresent)
    rejections.turnAway(client, attempt, reason, syn: syn, &postings)
  }

  /// The door swallows a first packet.
  private func died(
    _ client: UInt32, _ attempt: UInt32, syn: Int, isPresent: Bool,
    _ postings: inout Postings
  ) {
    if isPresent { firstPackets.died(client, attempt, syn, &postings) }
  }

  // MARK: Counting

  /// Counts a first packet that reaches a living door.
  /// - Returns: whether anything is to come of it: a repetition of one that was taken in costs nothing.
  private func goesOn(
    _ client: UInt32, _ attempt: UInt32, syn: Int, isPresent: Bool, at now: Instant
  ) -> Bool {
    guard firstPackets.isRepeat(client, attempt, syn, isPresent: isPresent, at: now) else {
      arrived(client, attempt, isPresent: isPresent, at: now)
      return true
    }
    books.recorder.synRepeats += 1
    if !isPresent { return firstPackets.isDropped(client, attempt) }
    if !firstPackets.isOpen(client) { return false }
    clients[client].stage = .outside
    return true
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
