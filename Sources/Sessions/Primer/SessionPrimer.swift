import Primitives

/// A priming session: the published lifecycle with its request, its socket and their time limits
/// around it.
///
/// start() sends one request and resolves with the response, with its failure, or after 1200 ms,
/// whichever comes first. A failed request is not sent again. The socket that brings changes is
/// tried three times more after 1, 2 and 4 s, each +-20 %; once it is back, a refresh brings what
/// was missed meanwhile. A session takes 80 bytes.
@frozen
public struct SessionPrimer: SessionStateMachine {
  public typealias Configuration = PrimerConfiguration
  public typealias Stimulus = PrimerStimulus
  public typealias Message = PrimerMessage
  public typealias Call = PrimerCall
  public typealias Timer = PrimerTimer
  public typealias Milestone = PrimerMilestone
  public typealias CallsOut = OneOfEachCall

  public internal(set) var lifecycle = PrimerLifecycle()
  /// Tries for the socket since it was last open, or first wanted.
  @usableFromInline var tries: UInt8 = 0
  @usableFromInline var memory: Memory = []
  /// When the session began.
  public internal(set) var startedAt = Instant.start

  /// The facts that the session remembers beside its lifecycle.
  @usableFromInline struct Memory: OptionSet, BitwiseCopyable, Sendable {
    @usableFromInline let rawValue: UInt8
    @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The socket will be tried again.
    static let retry = Memory(rawValue: 1)
    /// A fallback has served a read of this session.
    static let fallback = Memory(rawValue: 2)
  }

  public init() {}

  public var state: PrimerState { lifecycle.state }

  public var wantsSocket: Bool { lifecycle.wantsSocket }

  public var isSocketOpen: Bool { lifecycle.socket == .open }

  /// Entities with a listener.
  public var listenerCount: Int { lifecycle.listeners.count }

  public func isListening(to entity: Int) -> Bool { lifecycle.listeners.contains(entity) }

  /// Returns true if a read keeps returning the value that an earlier one returned.
  public func isLocked(_ entity: Int) -> Bool { lifecycle.locked.contains(entity) }

  /// Returns true if the service has sent a value of the entity.
  public func hasLatest(of entity: Int) -> Bool { lifecycle.latest.contains(entity) }

  public mutating func handle(
    _ event: Event<SessionPrimer>, under configuration: borrowing PrimerConfiguration,
    in turn: inout Turn<SessionPrimer>
  ) {
    switch event {
    case .stimulus(let stimulus, let operand): take(stimulus, operand, configuration, &turn)
    case .opened: opened(configuration, &turn)
    case .received(.change, let entity): received(entity, configuration, &turn)
    case .closed: closed(configuration, &turn)
    case .answered(.prime, let outcome): answeredPrime(outcome, configuration, &turn)
    case .answered(.refresh, let outcome): refreshEnded(outcome, configuration, &turn)
    case .fired(let timer): fired(timer, configuration, &turn)
    }
  }

  public var standing: Standing {
    switch lifecycle.state {
    case .created: .idle
    case .initializing, .elapsed: .waiting
    case .errored: .gaveUp
    case .primed: standingPrimed
    }
  }

  private var standingPrimed: Standing {
    switch lifecycle.socket {
    case .none: .content
    case .connecting: .waiting
    case .open: .connected
    case .lost: memory.contains(.retry) ? .waiting : .gaveUp
    }
  }

  @inlinable public var connectionTimers: TimerSet<PrimerTimer> { TimerSet(bits: 0) }

  @inlinable public var keepaliveTimers: TimerSet<PrimerTimer> { TimerSet(bits: 0) }

  // MARK: Events

  private mutating func take(
    _ stimulus: PrimerStimulus, _ operand: UInt16, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    switch stimulus {
    case .start: start(operand, configuration, &turn)
    case .read: read(operand, configuration, &turn)
    case .addListener: step(.addListener, operand, configuration, &turn)
    case .removeListener: step(.removeListener, operand, configuration, &turn)
    }
  }

  private mutating func start(
    _ user: UInt16, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    startedAt = turn.now
    memory.remove(.fallback)
    step(.start, user, configuration, &turn)
  }

  private mutating func read(
    _ entity: UInt16, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    let words = serve(entity, under: configuration)
    turn.emit(.reached(words.first))
    if let second = words.second { turn.emit(.reached(second)) }
  }

  /// Serves a read: all that the turn of a READ does, without the turn.
  /// - Returns: the milestones it reaches. The first one names the layer that served the read.
  public mutating func serve(
    _ entity: UInt16, under configuration: borrowing PrimerConfiguration
  ) -> (first: PrimerMilestone, second: PrimerMilestone?) {
    guard entity < EntitySet.capacity else { return (.unhandled, nil) }
    let entity = Int(entity)
    switch lifecycle.serve(entity, isLocking: configuration.isLocking) {
    case .lock:
      return (.readLock, lifecycle.lockedLayer(of: entity) == .fallback ? .readLockOfFallback : nil)
    case .latest: return (.readLatest, nil)
    case .fallback:
      // Before the first START there is no session that could count.
      if memory.contains(.fallback) || state == .created { return (.readFallback, nil) }
      memory.insert(.fallback)
      return (.readFallback, .fallbackSession)
    }
  }

  private mutating func opened(
    _ configuration: borrowing PrimerConfiguration, _ turn: inout Turn<SessionPrimer>
  ) {
    if step(.socketConnected, 0, configuration, &turn).isAccepted { tries = 0 }
  }

  private mutating func received(
    _ entity: UInt16, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    if step(.change, entity, configuration, &turn).isAccepted { turn.emit(.reached(.changed)) }
  }

  private mutating func closed(
    _ configuration: borrowing PrimerConfiguration, _ turn: inout Turn<SessionPrimer>
  ) {
    let wasOpen = isSocketOpen
    guard step(.socketClosed, 0, configuration, &turn).isAccepted else { return }
    if wasOpen { turn.emit(.reached(.socketLost)) }
    retryLater(&turn)
  }

  private mutating func answeredPrime(
    _ outcome: Outcome, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    guard lifecycle.isPriming else { return turn.emit(.reached(.unhandled)) }
    if configuration.requestTimeout != nil { turn.emit(.disarm(.request)) }
    let step = step(outcome == .ok ? .response : .requestFailed, 0, configuration, &turn)
    guard outcome == .ok else { return }
    if !step.isResolved { turn.emit(.reached(.primedLate)) }
    turn.emit(.reached(.primedAfter, after: turn.now - startedAt))
  }

  private mutating func refreshEnded(
    _ outcome: Outcome, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    guard lifecycle.isRefreshing else { return turn.emit(.reached(.unhandled)) }
    if configuration.requestTimeout != nil { turn.emit(.disarm(.refresh)) }
    perform(lifecycle.refreshed(isOK: outcome == .ok), configuration, &turn)
    if outcome == .ok { turn.emit(.reached(.refreshed)) }
  }

  private mutating func fired(
    _ timer: PrimerTimer, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    switch timer {
    case .wait: step(.waitFire, 0, configuration, &turn)
    case .socketRetry: retry(&turn)
    case .request: requestTimedOut(configuration, &turn)
    case .refresh: refreshTimedOut(&turn)
    }
  }

  private mutating func requestTimedOut(
    _ configuration: borrowing PrimerConfiguration, _ turn: inout Turn<SessionPrimer>
  ) {
    guard lifecycle.isPriming else { return turn.emit(.reached(.unhandled)) }
    turn.emit(.forget(.prime))
    step(.requestFailed, 0, configuration, &turn)
  }

  private mutating func refreshTimedOut(_ turn: inout Turn<SessionPrimer>) {
    guard lifecycle.refreshed(isOK: false).isAccepted else {
      return turn.emit(.reached(.unhandled))
    }
    turn.emit(.forget(.refresh))
  }

  // MARK: The tries for the socket

  /// How many times a socket that is gone is tried again.
  @inlinable public static var maximumTries: UInt8 { 3 }

  private mutating func retryLater(_ turn: inout Turn<SessionPrimer>) {
    guard tries < Self.maximumTries else { return turn.emit(.reached(.socketGaveUp)) }
    let seconds = Double(1 << Int(tries)) * (0.8 + 0.4 * turn.random.next())
    tries += 1
    memory.insert(.retry)
    turn.emit(.arm(.socketRetry, after: Interval(seconds: seconds)))
  }

  private mutating func retry(_ turn: inout Turn<SessionPrimer>) {
    guard memory.contains(.retry) else { return turn.emit(.reached(.unhandled)) }
    memory.remove(.retry)
    lifecycle.socketRetried()
    turn.emit(.open)
  }

  // MARK: The lifecycle

  /// Steps the lifecycle and does what it asks for.
  @discardableResult
  private mutating func step(
    _ event: PrimerEvent, _ operand: UInt16, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) -> PrimerLifecycle.Step {
    let step = lifecycle.handle(event, operand: operand, under: configuration)
    perform(step, configuration, &turn)
    return step
  }

  private mutating func perform(
    _ step: PrimerLifecycle.Step, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    guard step.isAccepted else { return turn.emit(.reached(.unhandled)) }
    end(step.effects, configuration, &turn)
    if let state = step.entered { turn.emit(.reached(PrimerMilestone(entering: state))) }
    if step.isResolved { turn.emit(.reached(.resolved, after: turn.now - startedAt)) }
    begin(step.effects, configuration, &turn)
  }

  private mutating func end(
    _ effects: PrimerEffects, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    if effects.contains(.cancelRequest) { turn.emit(.forget(.prime)) }
    if effects.contains(.cancelRefresh) {
      turn.emit(.forget(.refresh))
      if configuration.requestTimeout != nil { turn.emit(.disarm(.refresh)) }
    }
    if effects.contains(.disarmWait) { turn.emit(.disarm(.wait)) }
    if effects.contains(.closeSocket) { turn.emit(.close) }
    if memory.contains(.retry), lifecycle.socket != .lost {
      memory.remove(.retry)
      turn.emit(.disarm(.socketRetry))
    }
  }

  private mutating func begin(
    _ effects: PrimerEffects, _ configuration: borrowing PrimerConfiguration,
    _ turn: inout Turn<SessionPrimer>
  ) {
    if effects.contains(.armWait) { turn.emit(.arm(.wait, after: configuration.waitFor)) }
    if effects.contains(.request) {
      turn.emit(.call(.prime))
      if let limit = configuration.requestTimeout { turn.emit(.arm(.request, after: limit)) }
    }
    if effects.contains(.openSocket) {
      tries = 0
      turn.emit(.open)
    }
    if effects.contains(.refresh) {
      turn.emit(.call(.refresh))
      if let limit = configuration.requestTimeout { turn.emit(.arm(.refresh, after: limit)) }
    }
  }
}
