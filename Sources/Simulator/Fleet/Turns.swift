import Primitives
import Sessions

/// The turns of the sessions: a machine takes an event, what it wants done is performed, and the books
/// are kept.
final class Turns<Machine: SimulatedSession>: ActionPerformer {
  let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let network: NetworkView<Machine>
  private let books: Books
  private let connections: Connections<Machine>
  private let presences: Presences<Machine>
  private let backend: Backend<Machine>
  /// One for all.
  @exclusivity(unchecked) private var turn: Turn<Machine>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ books: Books, _ connections: Connections<Machine>,
    _ presences: Presences<Machine>, _ backend: Backend<Machine>
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.books = books
    self.connections = connections
    self.presences = presences
    self.backend = backend
    let draws = network.random.stream(owner: 0, .backoff, attempt: 0)
    turn = Turn(random: draws, perClient: draws)
  }

  // MARK: One turn

  /// Lets the machine take one event, performs what it wants done, and keeps the books.
  func step(
    _ client: UInt32, _ event: Event<Machine>, _ context: TurnContext,
    _ postings: inout Postings
  ) {
    let now = postings.now
    let isOnline = network.reach(client, at: now) != .offline
    let before = cohorts.state(clients[client].slot.machine)
    play(event, client, at: now, isDeviceOnline: isOnline)
    let after = cohorts.state(clients[client].slot.machine)
    if before != after {
      books.recorder.states.move(from: before, to: after, at: now)
    }
    if books.isTracing { trace(event, client, from: before, at: now) }
    for index in 0..<turn.count {
      perform(turn.action(index), for: client, context, &postings)
    }
    refresh(client, isOwnAccord: context.isOwnAccord, &postings)
  }

  /// - Parameter before: the state before the event, over all herds.
  @inline(never)
  private func trace(
    _ event: Event<Machine>, _ client: UInt32, from before: Int, at now: Instant
  ) {
    let actions = (0..<turn.count).map { turn.action($0) }
    let traced = TracedTurn(
      event, from: before - cohorts.place.firstState, to: clients[client].slot.machine, actions)
    books.trace(.turn(traced), of: client, at: now)
  }

  /// A timer that runs fires.
  @inline(__always)
  func fire(_ timer: Machine.Timer, of client: UInt32, _ postings: inout Postings) {
    clients[client].slot.disarm(timer)
    step(client, .fired(timer), .because(.timeout), &postings)
  }

  /// The machine alone; what it wants done is to be read with `action`.
  @inline(__always)
  func play(
    _ event: Event<Machine>, _ client: UInt32, at instant: Instant, isDeviceOnline: Bool
  ) {
    turn.begin(at: instant, isDeviceOnline: isDeviceOnline)
    turn.draws.reset(to: network.random, client: client, attempt: clients[client].slot.attempt)
    clients[client].slot.machine.handle(
      event, under: cohorts.configurations[clients.cohort(client)], in: &turn)
    if let delay = turn.rejectedDelay { books.reject(delay, of: client, at: instant) }
  }

  /// Actions that the latest turn has given.
  var actionCount: Int { turn.count }

  func action(_ index: Int) -> Action<Machine> { turn.action(index) }

  /// Brings a client's presence and its being settled up to the present moment. Who has come back has
  /// made its attempt succeed, and gets what was pushed meanwhile.
  @inline(__always)
  func refresh(_ client: UInt32, isOwnAccord: Bool = false, _ postings: inout Postings) {
    guard presences.refresh(client, at: postings.now, isOwnAccord: isOwnAccord) else { return }
    if clients[client].slot.connection == .open {
      connections.attempts.succeeded(client, at: postings.now)
    }
    backend.deliverOwed(client, &postings)
  }

  /// Informs a session of what happens, if anything in it listens.
  ///
  /// - Parameter cause: why an attempt is over that the session gives up because of it.
  func happen(
    _ happening: Happening, to client: UInt32, because cause: CloseReason = .reset,
    _ postings: inout Postings
  ) {
    guard let stimulus = clients[client].slot.machine.stimulus(for: happening) else { return }
    var context = TurnContext(cause: cause, isOwnAccord: happening.isUsersDoing)
    if case .action(let entity) = happening { context.entity = entity }
    step(client, .stimulus(stimulus.stimulus, operand: stimulus.operand), context, &postings)
  }

  /// A user has read something that came from what the client has: all that follows is said, and that may be
  /// later. As a `happen` that leaves everybody's presence as it is.
  @inline(__always)
  func read(_ entity: UInt16, by client: UInt32, _ postings: inout Postings) {
    let configuration = cohorts.configurations[clients.cohort(client)]
    guard let words = clients[client].slot.machine.read(entity, under: configuration) else {
      return
    }
    reached(words.first, after: .zero, by: client, about: entity, &postings)
    guard let second = words.second else { return }
    reached(second, after: .zero, by: client, about: entity, &postings)
  }

  // MARK: What a session wants done

  func open(_ client: UInt32, _ postings: inout Postings) {
    connections.attempts.begin(client, &postings)
  }

  func send(_ message: Machine.Message, from client: UInt32, _ postings: inout Postings) {
    connections.messages.send(message, from: client, lost: 0, &postings)
  }

  func close(_ client: UInt32, because cause: CloseReason, _ postings: inout Postings) {
    connections.attempts.ended(client, because: cause, &postings)
    clients[client].slot.close()
  }

  func begin(_ call: Machine.Call, of client: UInt32, _ postings: inout Postings) {
    connections.calls.begin(call, of: client, &postings)
  }

  @inline(__always)
  func arm(
    _ timer: Machine.Timer, after: Interval, of client: UInt32, _ postings: inout Postings
  ) {
    clients.arm(timer, after: after, of: client, &postings)
  }

  func reached(
    _ milestone: Machine.Milestone, after: Interval, by client: UInt32, about entity: UInt16,
    _ postings: inout Postings
  ) {
    books.recorder.reached(cohorts.place.firstMilestone + Int(milestone.rawValue), after: after)
    let fact = Fact.milestone(cohorts.place.firstDigestNumber + UInt16(milestone.rawValue))
    books.note(fact, client, at: postings.now, .milestone("\(milestone)"))
    if Machine.hasEntities { backend.noteCopies(milestone, client, of: entity, &postings) }
  }
}

/// What a session's turns need of its connections.
struct Connections<Machine: SimulatedSession> {
  let attempts: Attempts<Machine>
  let messages: Messages<Machine>
  let calls: Calls<Machine>
}
