import Primitives
import Sessions

/// The turns of the sessions: a machine takes an event, what it wants done is performed, and the statistics
/// are kept.
final class SessionDriver<Machine: SimulatedSession>: ActionPerformer {
  let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let connections: Connections<Machine>
  private let tracker: OutageTracker<Machine>
  private let backend: Backend<Machine>
  /// The turn that all sessions share.
  @exclusivity(unchecked) private var turn: Turn<Machine>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ connections: Connections<Machine>,
    _ tracker: OutageTracker<Machine>, _ backend: Backend<Machine>
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.statistics = statistics
    self.connections = connections
    self.tracker = tracker
    self.backend = backend
    let draws = network.random.stream(owner: 0, .backoff, attempt: 0)
    turn = Turn(random: draws, perClient: draws)
  }

  // MARK: One turn

  /// Lets the machine take one event, performs what it wants done, and keeps the statistics.
  func step(
    _ client: UInt32, _ event: Event<Machine>, _ context: TurnContext,
    _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    let isOnline = network.reach(client, at: now) != .offline
    let before = cohorts.state(clients[client].slot.machine)
    play(event, client, at: now, isDeviceOnline: isOnline)
    let after = cohorts.state(clients[client].slot.machine)
    if before != after {
      statistics.recorder.states.move(from: before, to: after, at: now)
    }
    if statistics.isTracing { trace(event, client, from: before, at: now) }
    for index in 0..<turn.count {
      perform(turn.action(index), for: client, context, &buffer)
    }
    refresh(client, isOwnAccord: context.isOwnAccord, &buffer)
  }

  /// `step` with an event that an answer of the gateway has brought.
  @inline(never)
  func step(
    _ client: UInt32, _ event: Event<Machine>, after answer: ServerAnswer, _ context: TurnContext,
    _ buffer: inout EventBuffer
  ) {
    turn.answer = answer
    step(client, event, context, &buffer)
    turn.answer = .none
  }

  /// - Parameter before: the state before the event, over all subfleets.
  @inline(never)
  private func trace(
    _ event: Event<Machine>, _ client: UInt32, from before: Int, at now: Instant
  ) {
    let actions = (0..<turn.count).map { turn.action($0) }
    let traced = TracedTurn(
      event, from: before - cohorts.place.firstState, to: clients[client].slot.machine, actions,
      turn.answer)
    statistics.trace(.turn(traced), of: client, at: now)
  }

  /// A timer that runs fires.
  @inline(__always)
  func fire(_ timer: Machine.Timer, of client: UInt32, _ buffer: inout EventBuffer) {
    clients[client].slot.disarm(timer)
    step(client, .fired(timer), .because(.timeout), &buffer)
  }

  /// Plays the machine alone; the actions that it wants done are to be read with `action`.
  @inline(__always)
  func play(
    _ event: Event<Machine>, _ client: UInt32, at instant: Instant, isDeviceOnline: Bool
  ) {
    turn.beginAgain(at: instant, isDeviceOnline: isDeviceOnline)
    turn.draws.reset(to: network.random, client: client, attempt: clients[client].slot.attempt)
    clients[client].slot.machine.handle(
      event, under: cohorts.configurations[clients.cohort(client)], in: &turn)
    if let delay = turn.rejectedDelay { statistics.reject(delay, of: client, at: instant) }
  }

  /// Actions that the latest turn has given.
  var actionCount: Int { turn.count }

  func action(_ index: Int) -> Action<Machine> { turn.action(index) }

  /// Brings a client's presence and its being settled up to the present moment. A client that has
  /// come back has made its attempt succeed, and gets what was pushed meanwhile.
  @inline(__always)
  func refresh(_ client: UInt32, isOwnAccord: Bool = false, _ buffer: inout EventBuffer) {
    guard tracker.refresh(client, at: buffer.now, isOwnAccord: isOwnAccord) else { return }
    if clients[client].slot.connection == .open {
      connections.attempts.succeeded(client, at: buffer.now)
    }
    backend.deliverOwed(client, &buffer)
  }

  /// Informs a session of what happens, if anything in it listens.
  ///
  /// - Parameter cause: why an attempt is over that the session gives up because of it.
  func happen(
    _ environmentEvent: EnvironmentEvent, to client: UInt32, because cause: CloseReason = .reset,
    _ buffer: inout EventBuffer
  ) {
    guard let stimulus = clients[client].slot.machine.stimulus(for: environmentEvent) else {
      return
    }
    var context = TurnContext(cause: cause, isOwnAccord: environmentEvent.isUsersDoing)
    if case .action(let entity) = environmentEvent { context.entity = entity }
    step(client, .stimulus(stimulus.stimulus, operand: stimulus.operand), context, &buffer)
  }

  /// Records all that follows when a user has read something that came from what the client has. It
  /// may be called later than the read happened. It is like a `happen` that leaves the presence of
  /// every client as it is.
  @inline(__always)
  func read(_ entity: UInt16, by client: UInt32, _ buffer: inout EventBuffer) {
    let configuration = cohorts.configurations[clients.cohort(client)]
    guard let words = clients[client].slot.machine.read(entity, under: configuration) else {
      return
    }
    reached(words.first, after: .zero, by: client, about: entity, &buffer)
    guard let second = words.second else { return }
    reached(second, after: .zero, by: client, about: entity, &buffer)
  }

  // MARK: What a session wants done

  func open(_ client: UInt32, _ buffer: inout EventBuffer) {
    connections.attempts.begin(client, &buffer)
  }

  func send(_ message: Machine.Message, from client: UInt32, _ buffer: inout EventBuffer) {
    connections.messages.send(message, from: client, lost: 0, &buffer)
  }

  func close(_ client: UInt32, because cause: CloseReason, _ buffer: inout EventBuffer) {
    connections.attempts.ended(client, because: cause, &buffer)
    clients[client].slot.close()
  }

  func begin(_ call: Machine.Call, of client: UInt32, _ buffer: inout EventBuffer) {
    connections.calls.begin(call, of: client, &buffer)
  }

  @inline(__always)
  func arm(
    _ timer: Machine.Timer, after: Interval, of client: UInt32, _ buffer: inout EventBuffer
  ) {
    clients.arm(timer, after: after, of: client, &buffer)
  }

  func reached(
    _ milestone: Machine.Milestone, after: Interval, by client: UInt32, about entity: UInt16,
    _ buffer: inout EventBuffer
  ) {
    statistics.recorder.reached(
      cohorts.place.firstMilestone + Int(milestone.rawValue), after: after)
    let fact = Fact.milestone(cohorts.place.firstDigestNumber + UInt16(milestone.rawValue))
    statistics.note(fact, client, at: buffer.now, .milestone("\(milestone)"))
    if Machine.hasEntities { backend.noteCopies(milestone, client, of: entity, &buffer) }
  }
}

/// The processes of connections that a session's turns need.
struct Connections<Machine: SimulatedSession> {
  let attempts: Attempts<Machine>
  let messages: Messages<Machine>
  let calls: Calls<Machine>
}
