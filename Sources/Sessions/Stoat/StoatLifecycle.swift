import Backoff
import Primitives

/// The Stoat session lifecycle: ten states, the published events, and the failure count.
///
/// ```
/// READY --LOGIN_UNCACHED--> LOGGING_IN --SOCKET_CONNECTED--> CONNECTED
/// READY --LOGIN_CACHED--> CONNECTING --SOCKET_CONNECTED--> CONNECTED
/// LOGGING_IN --NO_USER--> ONBOARDING --USER_CREATED--> LOGGING_IN   (forWeb: CONNECTING)
/// LOGGING_IN --any failure--> ERROR --DISMISS--> DISPOSE --> READY
/// CONNECTING, RECONNECTING --TEMPORARY_FAILURE--> DISCONNECTED, --PERMANENT_FAILURE--> ERROR
/// CONNECTED --TEMPORARY_FAILURE, SOCKET_DROPPED--> DISCONNECTED --RETRY--> RECONNECTING
/// DISCONNECTED --DEVICE_OFFLINE--> OFFLINE --DEVICE_ONLINE, RETRY--> RECONNECTING
/// ```
/// Published description: stoatchat/for-web, doc/src/components/client/session-lifecycle.md.
@frozen
public struct StoatLifecycle: BitwiseCopyable, Sendable {
  public var backoff = BackoffState()
  public private(set) var state = StoatState.ready
  /// True if DISCONNECTED waits for its timer. It does not once a formula has stopped.
  public private(set) var isRetryArmed = false

  public init() {}

  /// Consecutive failures since the last CONNECTED.
  public var failures: UInt32 { backoff.failures }

  /// The result of one event.
  public struct Step: Sendable {
    /// False where the state has no such exit: nothing changed.
    public var isAccepted = false
    /// The states entered, in order: none, one, or two where the first is left at once.
    public var entered: (first: StoatState?, second: StoatState?) = (nil, nil)
    /// The retry timer ran and was cancelled by this event.
    public var didDisarmRetry = false
    /// The formula's decision, where the formula was asked.
    public var retry: RetryDecision?
  }

  /// The conditions beside the state that an event may depend on.
  public struct Surroundings {
    public var now: Instant
    public var isDeviceOnline: Bool
    /// The server's answer, where the event is one that ends the attempt.
    public var answer: ServerAnswer
    public init(now: Instant, isDeviceOnline: Bool, answer: ServerAnswer = .none) {
      self.now = now
      self.isDeviceOnline = isDeviceOnline
      self.answer = answer
    }
  }

  /// Takes one published event.
  public mutating func handle(
    _ event: StoatEvent, under configuration: borrowing StoatConfiguration,
    in surroundings: Surroundings, drawing draws: inout BackoffDraws
  ) -> Step {
    var step = Step()
    guard let next = exit(on: event, profile: configuration.profile) else { return step }
    step.isAccepted = true
    enter(next, in: surroundings, under: configuration, &step)
    switch next {
    case .dispose:
      enter(.ready, in: surroundings, under: configuration, &step)
    case .disconnected:
      if surroundings.isDeviceOnline {
        step.retry = backoff.nextDelay(
          at: surroundings.now, after: surroundings.answer, random: &draws.random,
          perClient: draws.perClient, under: configuration.backoff)
        if case .retry? = step.retry { isRetryArmed = true }
      } else {
        enter(.offline, in: surroundings, under: configuration, &step)
      }
    case .ready, .loggingIn, .onboarding, .error, .connecting, .connected, .reconnecting, .offline:
      break
    }
    return step
  }

  private mutating func enter(
    _ next: StoatState, in surroundings: Surroundings,
    under configuration: borrowing StoatConfiguration, _ step: inout Step
  ) {
    let previous = state
    state = next
    if isRetryArmed {
      isRetryArmed = false
      step.didDisarmRetry = true
    }
    if step.entered.first == nil { step.entered.first = next } else { step.entered.second = next }
    switch next {
    case .connected:
      backoff.becameReady(at: surroundings.now, under: configuration.backoff)
    case .disconnected:
      if previous == .connected { backoff.dropped(at: surroundings.now) }
      backoff.countFailure(at: surroundings.now, under: configuration.backoff)
    case .loggingIn, .connecting:
      backoff.dropped(at: surroundings.now)
    case .ready, .onboarding, .error, .dispose, .reconnecting, .offline:
      break
    }
  }

  // MARK: The transition table

  private func exit(on event: StoatEvent, profile: StoatProfile) -> StoatState? {
    switch event {
    case .loginUncached: onlyFrom(.ready, to: .loggingIn)
    case .loginCached: onlyFrom(.ready, to: .connecting)
    case .socketConnected: exitOnSocketConnected
    case .noUser: onlyFrom(.loggingIn, to: .onboarding)
    case .userCreated: onlyFrom(.onboarding, to: profile == .forWeb ? .connecting : .loggingIn)
    case .cancel: onlyFrom(.onboarding, to: .dispose)
    case .dismiss: onlyFrom(.error, to: .dispose)
    case .permanentFailure: exitOnPermanentFailure(profile)
    case .temporaryFailure: exitOnTemporaryFailure
    case .socketDropped: profile == .forWeb ? nil : onlyFrom(.connected, to: .disconnected)
    case .retry: exitOnRetry
    case .deviceOffline: onlyFrom(.disconnected, to: .offline)
    case .deviceOnline: onlyFrom(.offline, to: .reconnecting)
    case .logout: exitOnLogout
    case .ready: onlyFrom(.dispose, to: .ready)
    }
  }

  private func onlyFrom(_ from: StoatState, to: StoatState) -> StoatState? {
    state == from ? to : nil
  }

  private var exitOnSocketConnected: StoatState? {
    switch state {
    case .loggingIn, .connecting, .reconnecting: .connected
    case .ready, .onboarding, .error, .dispose, .connected, .disconnected, .offline: nil
    }
  }

  private func exitOnPermanentFailure(_ profile: StoatProfile) -> StoatState? {
    switch state {
    case .loggingIn, .connecting, .reconnecting: .error
    case .connected: profile == .hardened ? .error : nil
    case .ready, .onboarding, .error, .dispose, .disconnected, .offline: nil
    }
  }

  private var exitOnTemporaryFailure: StoatState? {
    switch state {
    case .loggingIn: .error
    case .connecting, .connected, .reconnecting: .disconnected
    case .ready, .onboarding, .error, .dispose, .disconnected, .offline: nil
    }
  }

  private var exitOnRetry: StoatState? {
    switch state {
    case .disconnected, .offline: .reconnecting
    case .ready, .loggingIn, .onboarding, .error, .dispose, .connecting, .connected, .reconnecting:
      nil
    }
  }

  private var exitOnLogout: StoatState? {
    switch state {
    case .connecting, .connected, .disconnected, .reconnecting, .offline: .dispose
    case .ready, .loggingIn, .onboarding, .error, .dispose: nil
    }
  }
}
