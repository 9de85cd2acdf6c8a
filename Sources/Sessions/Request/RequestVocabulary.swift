import Backoff
import Primitives

/// The states of a request. Each names the exits it may take.
public enum RequestState: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// Not begun. Exits: IN_FLIGHT, WAITING, FAILED.
  case idle
  /// A try is out. Exits: DONE, WAITING, FAILED.
  case inFlight
  /// Waits for the next try. Exits: IN_FLIGHT, WAITING, FAILED.
  case waiting
  /// Answered with success. No exit.
  case done
  /// The formula has stopped, or the budget has refused a retry. No exit.
  case failed

  public var name: String {
    switch self {
    case .idle: "IDLE"
    case .inFlight: "IN_FLIGHT"
    case .waiting: "WAITING"
    case .done: "DONE"
    case .failed: "FAILED"
    }
  }
}

/// An event that happens to a request.
public enum RequestEvent: BitwiseCopyable, Hashable, Sendable {
  /// The application makes the request.
  case request
  /// The try that is out has been answered with success.
  case response
  /// The try that is out has failed: refused, reset, shed, dropped, or answered with an error.
  case failure(ServerAnswer)
  /// The try that is out has not been answered in time.
  case timeoutFire
  /// The wait is over.
  case retryFire

  /// As `diagram` and `replay` name it.
  public var name: String {
    switch self {
    case .request: "REQUEST"
    case .response: "RESPONSE"
    case .failure: "FAILURE"
    case .timeoutFire: "TIMEOUT_FIRE"
    case .retryFire: "RETRY_FIRE"
    }
  }
}

/// What a request wants done after an event.
public enum RequestAction: BitwiseCopyable, Hashable, Sendable {
  /// The event is none that the state knows: nothing has changed.
  case nothing
  /// Send a try, and fire TIMEOUT_FIRE when it has been out for the timeout.
  case send
  /// Fire RETRY_FIRE after this.
  case wait(Interval)
  /// The request has succeeded.
  case succeed
  /// The request has failed.
  case fail
  /// The formula has given a delay that nobody can wait for, in seconds.
  case reject(delay: Double)
}

/// What came of one event.
public struct RequestStep: BitwiseCopyable, Hashable, Sendable {
  public var action = RequestAction.nothing
  /// The budget has kept a try back, which was never sent.
  public var isThrottled = false
  /// The formula would have tried again, and the budget has refused it.
  public var isRefused = false

  public init() {}
}

/// What the callers of one cohort share.
public struct RequestConfiguration: BitwiseCopyable, Sendable {
  public var backoff: ResolvedPolicy
  /// nil where every retry is allowed.
  public var budget: RetryBudget?
  /// How long one try may take, > 0.
  public var timeout: Interval

  /// - Parameter policy: the backoff policy. Its open fields are filled in: reset on success, delay counted from the
  ///   failure.
  public init(
    policy: BackoffPolicy, budget: RetryBudget? = nil, timeout: Interval = .seconds(1)
  ) {
    backoff = policy.resolved(reset: .ready, clock: .failure, connectTimeout: timeout)
    self.budget = budget
    self.timeout = timeout
  }
}
