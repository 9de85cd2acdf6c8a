import Backoff
import Primitives

/// The Stoat client session: the published lifecycle with the socket, the heartbeat, the time limits
/// and the HTTP calls around it.
///
/// A connection runs: open -> Authenticated -> Ready -> GET unreads -> SOCKET_CONNECTED. It is given
/// up when no message came within the connect timeout, a Ping stayed unanswered, a call failed, or
/// the server said so. Source: stoatchat/javascript-client-sdk, `src/events/EventClient.ts`.
@frozen
public struct StoatClient: SessionStateMachine {
  public typealias Configuration = StoatConfiguration
  public typealias Stimulus = StoatStimulus
  public typealias Message = StoatMessage
  public typealias Call = StoatCall
  public typealias Timer = StoatTimer
  public typealias Milestone = StoatMilestone

  public internal(set) var lifecycle = StoatLifecycle()
  @usableFromInline var memory: Memory = []

  /// The facts that the client remembers beside its state.
  @usableFromInline struct Memory: OptionSet, BitwiseCopyable, Sendable {
    @usableFromInline let rawValue: UInt8
    @usableFromInline init(rawValue: UInt8) { self.rawValue = rawValue }
    /// There is a socket, or an attempt at one.
    static let socket = Memory(rawValue: 1)
    static let open = Memory(rawValue: 2)
    /// The latest thing the server said was an error.
    static let serverError = Memory(rawValue: 4)
    /// The closing handshake is on.
    static let closing = Memory(rawValue: 8)
    /// The server has said something on this connection.
    static let heard = Memory(rawValue: 16)
    /// The answer of the call that is out still matters.
    static let awaitsAnswer = Memory(rawValue: 32)
  }

  public init() {}

  @inlinable public var state: StoatState { lifecycle.state }

  public mutating func handle(
    _ event: Event<StoatClient>, under configuration: borrowing StoatConfiguration,
    in turn: inout Turn<StoatClient>
  ) {
    switch event {
    case .stimulus(let stimulus, _): take(stimulus, configuration, &turn)
    case .opened: opened(configuration, &turn)
    case .received(let message, _): received(message, configuration, &turn)
    case .closed(let reason): closed(reason, configuration, &turn)
    case .answered(let call, let outcome): answered(call, outcome, configuration, &turn)
    case .fired(let timer): fired(timer, configuration, &turn)
    }
  }

  @inlinable public var standing: Standing {
    switch lifecycle.state {
    case .connected: .connected
    case .ready, .dispose: .idle
    case .error, .onboarding: .needsPerson
    case .disconnected: lifecycle.isRetryArmed ? .waiting : .gaveUp
    case .offline: .waitingForDevice
    case .loggingIn, .connecting, .reconnecting: .waiting
    }
  }

  @inlinable public var connectionTimers: TimerSet<StoatTimer> {
    TimerSet(bits: 0b11_0111)  // all but the retry timer
  }

  @inlinable public var keepaliveTimers: TimerSet<StoatTimer> {
    TimerSet(bits: 0b00_0010)  // the heartbeat
  }

  // MARK: Events

  private mutating func take(
    _ stimulus: StoatStimulus, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    switch stimulus {
    case .submitCredentials:
      guard state == .ready else { return turn.emit(.reached(.unhandled)) }
      memory.insert(.awaitsAnswer)
      turn.emit(.call(.login))
    case .storedSession: step(.loginCached, configuration, &turn)
    case .userCreated: step(.userCreated, configuration, &turn)
    case .cancel: step(.cancel, configuration, &turn)
    case .dismiss: step(.dismiss, configuration, &turn)
    case .logout: step(.logout, configuration, &turn)
    case .retry: step(.retry, configuration, &turn)
    case .deviceOnline:
      // Nothing in the web client listens for the device's return.
      if configuration.profile != .forWeb { step(.deviceOnline, configuration, &turn) }
    case .deviceOffline:
      // No listener at all: the heartbeat finds out, or the next failure asks the device.
      break
    }
  }

  private mutating func opened(
    _ configuration: borrowing StoatConfiguration, _ turn: inout Turn<StoatClient>
  ) {
    memory.insert(.open)
    lifecycle.backoff.opened(at: turn.now, under: configuration.backoff)
    turn.emit(.arm(.heartbeat, after: configuration.heartbeat))
  }

  private mutating func received(
    _ message: StoatMessage, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    if !memory.contains(.heard) {
      // The first message of any kind ends the connect timeout.
      memory.insert(.heard)
      turn.emit(.disarm(.connect))
    }
    switch message {
    case .authenticated, .ping, .closeFrame: break
    case .ready: receivedReady(configuration, &turn)
    case .pong: turn.emit(.disarm(.pong))
    case .error: receivedError(configuration, &turn)
    case .logout: receivedLogout(configuration, &turn)
    }
  }

  private mutating func receivedReady(
    _ configuration: borrowing StoatConfiguration, _ turn: inout Turn<StoatClient>
  ) {
    guard !memory.contains(.closing), state != .connected else { return }
    memory.insert(.awaitsAnswer)
    turn.emit(.call(.unreads))
    if configuration.profile != .forWeb { turn.emit(.arm(.call, after: configuration.callTimeout)) }
  }

  private mutating func receivedError(
    _ configuration: borrowing StoatConfiguration, _ turn: inout Turn<StoatClient>
  ) {
    memory.insert(.serverError)
    // The web client throws before it disconnects, and so waits for the server to close.
    if configuration.profile == .forWeb { return }
    dropSocket(&turn)
    lost(configuration, &turn)
  }

  private mutating func receivedLogout(
    _ configuration: borrowing StoatConfiguration, _ turn: inout Turn<StoatClient>
  ) {
    // The SDK of the web client ignores it.
    if configuration.profile == .forWeb { return }
    if step(.logout, configuration, &turn) { turn.emit(.reached(.loggedOutElsewhere)) }
  }

  private mutating func closed(
    _ reason: CloseReason, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    forgetSocket(&turn)
    // In the web client an abnormal close overwrites what the server said before.
    let isAbnormal = reason == .reset || reason == .timeout || reason == .offline
    if configuration.profile == .forWeb && isAbnormal { memory.remove(.serverError) }
    lost(configuration, &turn)
  }

  private mutating func answered(
    _ call: StoatCall, _ outcome: Outcome, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    switch call {
    case .login: answeredLogin(outcome, configuration, &turn)
    case .hello: answeredHello(outcome, configuration, &turn)
    case .unreads: answeredUnreads(outcome, configuration, &turn)
    case .flags: answeredFlags(outcome, &turn)
    }
  }

  private mutating func fired(
    _ timer: StoatTimer, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    switch timer {
    case .connect: disconnect(configuration, &turn)
    case .heartbeat:
      turn.emit(.send(.ping))
      turn.emit(.arm(.pong, after: configuration.pongTimeout))
      turn.emit(.arm(.heartbeat, after: configuration.heartbeat))
    case .pong: disconnect(configuration, &turn)
    case .retry: step(.retry, configuration, &turn)
    case .call: callTimedOut(configuration, &turn)
    case .closing:
      dropSocket(&turn)
      lost(configuration, &turn)
    }
  }

  // MARK: Calls

  private mutating func answeredLogin(
    _ outcome: Outcome, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    guard memory.contains(.awaitsAnswer) else { return }
    memory.remove(.awaitsAnswer)
    if outcome == .ok {
      step(.loginUncached, configuration, &turn)
    } else {
      turn.emit(.reached(outcome == .blockedByShield ? .blockedByShield : .loginFailed))
    }
  }

  private mutating func answeredHello(
    _ outcome: Outcome, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    guard memory.contains(.awaitsAnswer) else { return }
    memory.remove(.awaitsAnswer)
    turn.emit(.disarm(.call))
    if outcome == .ok {
      connect(configuration, &turn)
    } else if outcome == .needsUsername {
      step(.noUser, configuration, &turn)
    } else if configuration.profile != .forWeb {
      // The web client has no handler for the failure: LOGGING_IN for ever.
      step(.temporaryFailure, configuration, &turn)
    }
  }

  private mutating func answeredUnreads(
    _ outcome: Outcome, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    guard memory.contains(.awaitsAnswer) else { return }
    memory.remove(.awaitsAnswer)
    turn.emit(.disarm(.call))
    if outcome == .ok {
      step(.socketConnected, configuration, &turn)
    } else if configuration.profile != .forWeb {
      // The web client stays under its banner, with a healthy socket.
      dropSocket(&turn)
      step(.temporaryFailure, configuration, &turn)
    }
  }

  private mutating func answeredFlags(_ outcome: Outcome, _ turn: inout Turn<StoatClient>) {
    guard memory.contains(.awaitsAnswer) else { return }
    memory.remove(.awaitsAnswer)
    if outcome == .disabled { turn.emit(.reached(.saysDisabled)) }
    if outcome == .suspended { turn.emit(.reached(.saysSuspended)) }
    if outcome == .banned { turn.emit(.reached(.saysBanned)) }
    if outcome == .ok || outcome == .loggedOut { turn.emit(.reached(.saysLoggedOut)) }
  }

  private mutating func callTimedOut(
    _ configuration: borrowing StoatConfiguration, _ turn: inout Turn<StoatClient>
  ) {
    forgetCall(memory.contains(.socket) ? .unreads : .hello, &turn)
    dropSocket(&turn)
    step(.temporaryFailure, configuration, &turn)
  }

  // MARK: The socket

  private mutating func connect(
    _ configuration: borrowing StoatConfiguration, _ turn: inout Turn<StoatClient>
  ) {
    dropSocket(&turn)
    memory = [.socket]
    lifecycle.backoff.attemptBegan(at: turn.now)
    turn.emit(.open)
    turn.emit(.arm(.connect, after: configuration.backoff.connectTimeout))
  }

  /// Gives the connection up of the client's own accord.
  private mutating func disconnect(
    _ configuration: borrowing StoatConfiguration, _ turn: inout Turn<StoatClient>
  ) {
    if configuration.profile == .forWeb && memory.contains(.open) {
      // The state changes only when the closing handshake is over.
      memory.insert(.closing)
      forgetCall(.unreads, &turn)
      turn.emit(.disarm(.connect))
      turn.emit(.disarm(.heartbeat))
      turn.emit(.disarm(.pong))
      turn.emit(.send(.closeFrame))
      turn.emit(.arm(.closing, after: configuration.closeTimeout))
    } else {
      dropSocket(&turn)
      lost(configuration, &turn)
    }
  }

  private mutating func dropSocket(_ turn: inout Turn<StoatClient>) {
    guard memory.contains(.socket) else { return }
    turn.emit(.close)
    forgetSocket(&turn)
  }

  private mutating func forgetSocket(_ turn: inout Turn<StoatClient>) {
    memory.subtract([.socket, .open, .closing, .heard])
    forgetCall(.unreads, &turn)
  }

  /// Forgets the call that is out, if any is. Its answer no longer matters.
  private mutating func forgetCall(_ call: StoatCall, _ turn: inout Turn<StoatClient>) {
    guard memory.contains(.awaitsAnswer) else { return }
    memory.remove(.awaitsAnswer)
    turn.emit(.forget(call))
  }

  /// Informs the lifecycle that the connection is gone.
  private mutating func lost(
    _ configuration: borrowing StoatConfiguration, _ turn: inout Turn<StoatClient>
  ) {
    guard memory.contains(.serverError) else {
      step(.temporaryFailure, configuration, &turn)
      return
    }
    memory.remove(.serverError)
    let hadExit = step(.permanentFailure, configuration, &turn)
    // CONNECTED has no exit on a permanent failure, but the socket did drop. The web client has no
    // such event and stays CONNECTED without a socket.
    if configuration.profile != .forWeb && !hadExit { step(.socketDropped, configuration, &turn) }
  }

  // MARK: The lifecycle

  /// Steps the lifecycle and does what the states it entered ask for.
  @discardableResult
  private mutating func step(
    _ event: StoatEvent, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) -> Bool {
    let step = lifecycle.handle(
      event, under: configuration,
      in: .init(now: turn.now, isDeviceOnline: turn.isDeviceOnline, answer: turn.answer),
      drawing: &turn.draws)
    guard step.isAccepted else {
      turn.emit(.reached(.unhandled))
      return false
    }
    if step.didDisarmRetry { turn.emit(.disarm(.retry)) }
    if let state = step.entered.first { entered(state, on: event, configuration, &turn) }
    if let state = step.entered.second { entered(state, on: event, configuration, &turn) }
    if let retry = step.retry { act(on: retry, &turn) }
    return true
  }

  private mutating func entered(
    _ state: StoatState, on event: StoatEvent, _ configuration: borrowing StoatConfiguration,
    _ turn: inout Turn<StoatClient>
  ) {
    turn.emit(.reached(StoatMilestone(entering: state)))
    switch state {
    case .loggingIn:
      memory.insert(.awaitsAnswer)
      turn.emit(.call(.hello))
      if configuration.profile != .forWeb {
        turn.emit(.arm(.call, after: configuration.callTimeout))
      }
    case .connecting: connect(configuration, &turn)
    case .reconnecting:
      if configuration.profile != .forWeb { turn.emit(.reached(.cacheInvalidated)) }
      connect(configuration, &turn)
    case .connected:
      if configuration.profile == .forWeb { turn.emit(.reached(.cacheInvalidated)) }
    case .dispose:
      dropSocket(&turn)
      memory = []
    case .error:
      if event == .permanentFailure {
        memory.insert(.awaitsAnswer)
        turn.emit(.call(.flags))
      }
    case .ready, .onboarding, .disconnected, .offline: break
    }
  }

  private func act(on retry: RetryDecision, _ turn: inout Turn<StoatClient>) {
    switch retry {
    case .retry(let delay): turn.emit(.arm(.retry, after: delay))
    case .stop: turn.emit(.reached(.gaveUp))
    case .invalid(let seconds):
      turn.reject(delay: seconds, failures: lifecycle.failures)
      turn.emit(.reached(.gaveUp))
    }
  }
}

extension StoatMilestone {
  /// The milestone of entering a state; the two enumerations share their first ten values.
  init(entering state: StoatState) {
    self = StoatMilestone(rawValue: state.rawValue)!
  }
}
