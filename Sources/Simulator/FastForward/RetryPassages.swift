import GatewayModel
import NetworkModel
import Primitives
import Sessions
import VirtualTime

/// Attempts that are known to fail before they do: turned away by admission, or kept in a queue for
/// longer than their clients wait. The actions of such a client up to the first packet of its next
/// attempt follow from its draws alone, and are played at once.
///
/// The gateway does the work for an attempt in a queue all the same, when its turn comes. The time limit
/// of the next attempt is owed: it is posted when the first packet arrives, and not at all if that attempt
/// is known to fail, too.
final class RetryPassages<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let network: NetworkView<Machine>
  private let shared: RunContext
  private let passages: Passages<Machine>
  private let prospect: Prospect<Machine>
  private let location: ServiceLocation<Machine>
  private let wires: Wires<Machine>?
  private let statistics: PassageStatistics
  /// The time limit that is owed, by cohort.
  private let limits: FixedTable<Limit<Machine>?>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ shared: RunContext, _ passages: Passages<Machine>,
    _ prospect: Prospect<Machine>, _ location: ServiceLocation<Machine>,
    _ wires: Wires<Machine>?
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.shared = shared
    self.passages = passages
    self.prospect = prospect
    self.location = location
    self.wires = wires
    statistics = PassageStatistics(shared.statistics, cohorts.place)
    limits = FixedTable(count: cohorts.configurations.count) { _ in nil }
  }

  // MARK: Contacts with the gateway

  /// How long a client waits for its attempt.
  struct Patience {
    /// The place of the passage that is played where the patience ends.
    fileprivate let passage: Int
    let end: Instant
    let opening: (place: Int, at: Instant)?
  }

  /// How long a client waits for an attempt of which the gateway has just taken a request in; nil where
  /// more may come of it than that it succeeds or times out.
  @inline(__always)
  func patience(
    of client: UInt32, _ attempt: UInt32, _ buffer: borrowing EventBuffer
  ) -> Patience? {
    guard isPlain(client, attempt, answeredAt: nil) else { return nil }
    let opening = opening(of: client, attempt, buffer)
    guard
      let place = passages.place(
        opening == nil ? .timedOut : .timedOutOnceOpen, of: client, at: buffer.now)
    else { return nil }
    let end = clients.statistics[client].beganAt + passages[place].patience
    return (opening?.at ?? buffer.now) < end && isKept(client, passages[place].patience)
      ? Patience(passage: place, end: end, opening: opening) : nil
  }

  /// A request has queued up whose service ends when its client has lost patience.
  /// - Parameter start: the start of the service.
  func timeOut(
    _ client: UInt32, _ attempt: UInt32, _ patience: Patience, servedFrom start: Instant,
    _ buffer: inout EventBuffer
  ) {
    let opening = patience.opening
    // In service from `start` on it is not the queue that it fails in.
    let failure = Failure(
      reason: .timeout, at: patience.end, isAtGateway: start > patience.end,
      opened: opening?.at, events: opening == nil ? 2 : 3)
    guard play(passages[patience.passage], client, attempt, failure, &buffer) else { return }
    if let opening { buffer.remove(at: opening.place) }
  }

  /// The opening that has just been posted for an attempt.
  private func opening(
    of client: UInt32, _ attempt: UInt32, _ buffer: borrowing EventBuffer
  ) -> (place: Int, at: Instant)? {
    let key = EventCode.client(.opened, client, stamp: attempt)
    for place in 0..<buffer.count where buffer[place].event.key == key {
      return (place, buffer[place].event.instant)
    }
    return nil
  }

  /// Admission turns an attempt away that is under way; the answer would be there at `arrival`.
  /// - Returns: whether the client has been played on; otherwise nothing has happened.
  @inline(__always)
  func turnedAway(
    _ client: UInt32, _ attempt: UInt32, _ reason: CloseReason, answerAt arrival: Instant,
    _ buffer: inout EventBuffer
  ) -> Bool {
    guard reason == .shed, prospect.isOpen, clients[client].slot.connection == .connecting,
      isPlain(client, attempt, answeredAt: arrival),
      let place = passages.place(.turnedAway(reason), of: client, at: buffer.now)
    else { return false }
    let begun = clients.statistics[client].beganAt
    let failure = Failure(
      reason: reason, at: max(arrival, begun), isAtGateway: true, opened: nil, events: 2)
    return failure.at < begun + passages[place].patience
      && isKept(client, passages[place].patience)
      && play(passages[place], client, attempt, failure, &buffer)
  }

  /// Returns true if no box forgets the connection of an attempt that takes so long at most.
  @inline(__always)
  private func isKept(_ client: UInt32, _ patience: Interval) -> Bool {
    wires?.outlives(client, patience) ?? true
  }

  /// Returns true if nothing is to come of an attempt but what its passage tells.
  /// - Parameter answer: when the client is answered; nil where that is noted.
  private func isPlain(
    _ client: UInt32, _ attempt: UInt32, answeredAt answer: Instant?
  ) -> Bool {
    !network[pathOf: client].isInstant
      && clients[client].slot.attempt == attempt && clients[client].presence == .down
      && !clients[client].marks.contains(.settled)
      && clients[client].connection.isUntouched
      && !clients.statistics[client].recoveryMarks.contains(.repeatsEarly)
      && clients.statistics[client].callsUnderWay == 0 && !clients[client].slot.isCalling
      && location.several(for: client)?.areSettled(
        client, answeredAt: answer, repeatedAfter: network[pathOf: client].firstPause) ?? true
  }

  // MARK: The passage

  /// How an attempt fails.
  private struct Failure {
    var reason: CloseReason
    var at: Instant
    /// True if the attempt is turned away, or waits in a queue at that moment.
    var isAtGateway: Bool
    /// The moment at which the attempt opens before that; nil if it does not.
    var opened: Instant?
    /// Events that are passed over.
    var events: Int
  }

  /// The bound of the attempt numbers that are played ahead. Events at the gateway know the low 18
  /// bits of their attempt, and mean the latest that fits. A client that is ahead by one must have
  /// no attempt so far back that it could be taken for the next.
  private static var mostAttempts: UInt32 { 1 << 17 }

  /// - Returns: false where the next attempt is none, or would not begin before the horizon, or its first
  ///   packet is lost; nothing has happened then.
  private func play(
    _ passage: borrowing Passage<Machine>, _ client: UInt32, _ attempt: UInt32, _ failure: Failure,
    _ buffer: inout EventBuffer
  ) -> Bool {
    let bound = shared.horizon.bound
    let number = attempt &+ 1
    var formula = clients[client].slot.machine.formula
    guard number < Self.mostAttempts, failure.at < bound,
      let delay = delay(&formula, client, attempt, failure)
    else { return false }
    let next = failure.at + delay
    // A first packet that arrives in the moment in which it is sent comes after all that the gateway was
    // to do in that moment, whatever their order by key. One that is slow is sent again before it arrives.
    let packet = FirstPacket(syn: 0)
    guard let known = location.foresee(client, number, at: next) else { return false }
    let origin = known.origin
    guard next < bound, origin < bound,
      case .arrives(let way, isAnswered: true) = network.fate(
        ofSyn: 0, packet.key(client, number), at: origin),
      way > .zero, origin + way < next + passage.patience,
      way < network[pathOf: client].firstPause,
      location.finds(packet, client, number, at: origin + way, known)
    else { return false }
    var failure = failure
    location.begin(client, known)
    if known.isEvent(from: next) { failure.events += 1 }
    formula.attemptBegan(at: next)
    if clients.leavesWork(client, network[pathOf: client].setup) {
      shared.looseEnds.works(
        for: client, attempt, on: clients[client].connection.node, at: failure.at)
    }
    book(passage, client, failure, next)
    retry(passage, client, formula, at: next)
    owe(passage, client, begunAt: next, arrival: origin + way, &buffer)
    let listener = GatewayOwners(nodes: shared.plan.gateway.nodes).listener
    buffer.post(
      EventCode.gateway(.syn(0), owner: listener, client: client, low: number), at: origin + way)
    location.addresses?.playOn(client, number, from: origin, &buffer)
    return true
  }

  private func delay(
    _ formula: inout BackoffState, _ client: UInt32, _ attempt: UInt32, _ failure: Failure
  ) -> Interval? {
    guard let policy = Machine.policy(of: cohorts.configurations[clients.cohort(client)]) else {
      return nil
    }
    if let opened = failure.opened { formula.opened(at: opened, under: policy) }
    let perClient = network.random.stream(owner: client, .backoff, attempt: 0)
    return formula.delay(
      afterFailureAt: failure.at, of: attempt, answered: answer(failure, client, attempt),
      drawing: perClient, under: policy)
  }

  /// What a client is told by the answer that turns it away.
  private func answer(_ failure: Failure, _ client: UInt32, _ attempt: UInt32) -> ServerAnswer {
    let gateway = shared.gateway
    guard failure.reason == .shed, gateway.shedsWithError else { return .none }
    return .unavailable(retryAfter: gateway.retryAfter(for: client, attempt))
  }

  private func book(
    _ passage: borrowing Passage<Machine>, _ client: UInt32, _ failure: Failure, _ next: Instant
  ) {
    let (second, nextSecond) = (failure.at.second, next.second)
    statistics.run.recorder.failed(
      failure.reason, isAtGateway: failure.isAtGateway, second: second)
    statistics.note(
      .attemptFailed(failure.reason), passage.atFailure, client, at: failure.at, second: second)
    statistics.run.work.settle(&clients[client].work, isUseful: false)
    statistics.visit(
      passage.resting, from: passage.first, since: failure.at, second, then: passage.trying,
      at: next, nextSecond)
    statistics.run.recorder.attemptBegan(at: next)
    statistics.note(.attemptBegan, passage.atBegin, client, at: next, second: nextSecond)
    statistics.count(passage.atFailure, times: 1)
    statistics.count(passage.atBegin, times: 1)
    statistics.run.events += failure.events
    shared.horizon.plays(at: next, events: failure.events)
  }

  /// Puts a client where it stands when its next attempt has begun.
  private func retry(
    _ passage: borrowing Passage<Machine>, _ client: UInt32, _ formula: BackoffState,
    at next: Instant
  ) {
    clients[client].slot.machine = passage.exit
    clients[client].slot.machine.formula = formula
    clients[client].slot.passOver(
      opened: passage.openTimers, waiting: passage.wake, limitedBy: passage.limit)
    clients[client].connection.begin()
    clients.statistics[client].begin(at: next)
  }

  // MARK: The time limit

  private func owe(
    _ passage: borrowing Passage<Machine>, _ client: UInt32, begunAt next: Instant,
    arrival: Instant,
    _ buffer: inout EventBuffer
  ) {
    guard let timer = passage.limit else { preconditionFailure("an attempt without a limit") }
    let limit = Limit<Machine>(timer: timer, patience: passage.patience)
    let cohort = clients.cohort(client)
    if limits[cohort] == nil { limits[cohort] = limit }
    // A change of the world finds the limit among the events to come.
    if arrival < shared.horizon.bound, limits[cohort] == limit {
      clients.statistics[client].recoveryMarks.insert(.limitOwed)
    } else {
      clients.statistics[client].recoveryMarks.remove(.limitOwed)
      post(limit, of: client, begunAt: next, &buffer)
    }
  }

  /// The first packet of an attempt whose time limit is owed has arrived and been dealt with.
  func settleLimit(
    of client: UInt32, _ attempt: UInt32, begunAt begin: Instant, _ buffer: inout EventBuffer
  ) {
    // A client that has been played on has another limit, or needs none.
    guard clients[client].slot.attempt == attempt,
      clients.statistics[client].recoveryMarks.contains(.limitOwed)
    else { return }
    guard let limit = limits[clients.cohort(client)] else {
      preconditionFailure("no limit is owed")
    }
    clients.statistics[client].recoveryMarks.remove(.limitOwed)
    post(limit, of: client, begunAt: begin, &buffer)
  }

  private func post(
    _ limit: Limit<Machine>, of client: UInt32, begunAt begin: Instant,
    _ buffer: inout EventBuffer
  ) {
    let stamp = clients[client].slot.stamp(of: limit.timer)
    buffer.post(
      EventCode.client(.timer(limit.timer.rawValue), client, stamp: stamp),
      at: begin + limit.patience)
  }
}

/// How long an attempt may take, and the timer that says so.
private struct Limit<Machine: SimulatedSession>: BitwiseCopyable, Equatable {
  var timer: Machine.Timer
  var patience: Interval
}
