import Backoff
import Primitives

/// One request, from its first try to success or failure: a client sends it, waits, and sends it again.
///
/// ```
/// IDLE, WAITING --REQUEST, RETRY_FIRE--> IN_FLIGHT        (a budget may keep the try back: WAITING or FAILED)
/// IN_FLIGHT --RESPONSE--> DONE
/// IN_FLIGHT --FAILURE, TIMEOUT_FIRE--> WAITING, or FAILED where the formula stops or the budget refuses
/// ```
/// The state of the caller's budget is apart from it: all requests of a caller share one.
public struct RequestMachine: BitwiseCopyable, Sendable {
  public private(set) var state = RequestState.idle
  /// The tries so far that were sent.
  public private(set) var tries: UInt32 = 0
  private var backoff = BackoffState()
  /// The tokens that the last retry took; below 0 where there was none.
  private var taken = -1.0
  /// The try that is out decides whether the circuit closes.
  private var isProbe = false

  public init() {}

  /// Failed tries so far, those that were kept back among them.
  public var failures: UInt32 { backoff.failures }

  /// Takes one event.
  /// - Parameters:
  ///   - caller: the state of the budget; unused where there is none.
  ///   - throttle: a draw on [0, 1), taken where the budget decides by chance.
  public mutating func handle(
    _ event: RequestEvent, at now: Instant, of caller: inout BudgetState,
    under configuration: RequestConfiguration, drawing draws: inout BackoffDraws,
    throttle: () -> Double
  ) -> RequestStep {
    var context = Context(
      now: now, configuration: configuration, caller: caller, draws: draws)
    defer { (caller, draws) = (context.caller, context.draws) }
    switch (state, event) {
    case (.idle, .request):
      backoff.dropped(at: now)
      if let budget = configuration.budget { context.caller.requestBegan(at: now, under: budget) }
      tryOnce(&context, throttle)
    case (.waiting, .retryFire): tryOnce(&context, throttle)
    case (.inFlight, .response): succeed(&context)
    case (.inFlight, .failure(let answer)): fail(answer, &context)
    case (.inFlight, .timeoutFire): fail(.none, afterTimeout: true, &context)
    case (.idle, _), (.waiting, _), (.inFlight, _), (.done, _), (.failed, _): break
    }
    return context.step
  }

  /// What a step reads and changes beside the request.
  private struct Context {
    let now: Instant
    let configuration: RequestConfiguration
    var caller: BudgetState
    var draws: BackoffDraws
    var step = RequestStep()
  }

  // MARK: Tries

  private mutating func tryOnce(_ context: inout Context, _ throttle: () -> Double) {
    let verdict =
      context.configuration.budget.map {
        context.caller.judge(at: context.now, under: $0, throttle)
      } ?? .goes
    backoff.attemptBegan(at: context.now)
    if verdict == .throttled {
      context.step.isThrottled = true
      return retry(after: .none, afterTimeout: false, &context)
    }
    isProbe = verdict == .probes
    tries += 1
    state = .inFlight
    context.step.action = .send
  }

  private mutating func succeed(_ context: inout Context) {
    if let budget = context.configuration.budget {
      context.caller.succeeded(
        at: context.now, taken: taken < 0 ? nil : taken, isProbe: isProbe, under: budget)
    }
    state = .done
    context.step.action = .succeed
  }

  /// A try that was sent has failed. The budget books it before the formula is asked.
  private mutating func fail(
    _ answer: ServerAnswer, afterTimeout: Bool = false, _ context: inout Context
  ) {
    if let budget = context.configuration.budget {
      context.caller.failed(at: context.now, isProbe: isProbe, under: budget)
    }
    retry(after: answer, afterTimeout: afterTimeout, &context)
  }

  private mutating func retry(
    after answer: ServerAnswer, afterTimeout: Bool, _ context: inout Context
  ) {
    let policy = context.configuration.backoff
    backoff.countFailure(at: context.now, under: policy)
    let decision = backoff.nextDelay(
      at: context.now, after: answer, random: &context.draws.random,
      perClient: context.draws.perClient, under: policy)
    switch decision {
    case .stop:
      state = .failed
      context.step.action = .fail
    case .invalid(let seconds):
      state = .failed
      context.step.action = .reject(delay: seconds)
    case .retry(let delay): wait(delay, afterTimeout: afterTimeout, &context)
    }
  }

  private mutating func wait(
    _ delay: Interval, afterTimeout: Bool, _ context: inout Context
  ) {
    if let budget = context.configuration.budget {
      let cost = context.caller.allowsRetry(
        at: context.now, afterTimeout: afterTimeout, under: budget)
      guard let cost else {
        state = .failed
        context.step.isRefused = true
        context.step.action = .fail
        return
      }
      taken = cost
    }
    state = .waiting
    context.step.action = .wait(delay)
  }
}
