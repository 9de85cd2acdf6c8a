import Metrics
import Sessions
import Words

/// The Stoat lifecycle, stepped by its published events and by `TIMER_FIRE`.
struct StoatReplay: ReplaySession {
  private let configuration: StoatConfiguration
  private var lifecycle = StoatLifecycle()

  init(_ configuration: StoatConfiguration) { self.configuration = configuration }

  mutating func reset() { lifecycle = StoatLifecycle() }

  mutating func take(_ event: ReplayEvent) throws(ReplayError) -> ReplayAnswer {
    var step: StoatLifecycle.Step?
    if event.name == Self.timerFire {
      if lifecycle.isRetryArmed { step = try handle(.retry, event) }
    } else {
      let published = try Self.published(event.name)
      // DISPOSE's own entry gives READY. No event from outside can.
      if published != .ready { step = try handle(published, event) }
    }
    var delay = ReplayAnswer.Value.null
    if case .retry(let wait)? = step?.retry { delay = .number(wait.seconds) }
    let isAccepted = step?.isAccepted ?? false
    let entered = step?.states.map(\.name) ?? []
    let wanted = step.map { effects(of: $0, on: event.name) } ?? []
    return ReplayAnswer(fields: [
      .init("event", .name(event.name)),
      .init("accepted", .boolean(isAccepted)),
      .init("state", .name(lifecycle.state.name)),
      .init("entered", .names(entered)),
      .init("failures", .whole(Int(lifecycle.failures))),
      .init("retryDelaySeconds", delay),
      .init("retryTimerArmed", .boolean(lifecycle.isRetryArmed)),
      .init("effects", .names(wanted)),
    ])
  }

  private mutating func handle(
    _ event: StoatEvent, _ input: ReplayEvent
  ) throws(ReplayError) -> StoatLifecycle.Step {
    let before = lifecycle
    let draw = RandomStream(scripted: input.draw)
    var draws = BackoffDraws(random: draw, perClient: draw)
    let step = lifecycle.handle(
      event, under: configuration, in: .init(now: .start, isDeviceOnline: input.isDeviceOnline),
      drawing: &draws)
    if case .invalid(let seconds)? = step.retry {
      let failures = lifecycle.failures
      lifecycle = before
      throw ReplayError(
        line: 0,
        "formula \(configuration.backoff.name) gives a delay of \(seconds) s after \(failures) "
          + "failures: delays must be numbers from 0 to 100 years",
        isInvalidDelay: true)
    }
    return step
  }

  /// Returns the effects that a step asks of the client, in order.
  private func effects(of step: StoatLifecycle.Step, on event: String) -> [String] {
    var effects: [String] = []
    // A timer that fired no longer runs.
    if step.didDisarmRetry, event != Self.timerFire { effects.append("disarmRetry") }
    for state in step.states {
      switch state {
      case .loggingIn: effects.append("authenticate")
      case .connecting: effects.append("connect")
      case .reconnecting:
        if configuration.profile != .forWeb { effects.append("invalidateCache") }
        effects.append("connect")
      case .connected:
        effects.append("resetFailures")
        if configuration.profile == .forWeb { effects.append("invalidateCache") }
      case .error: if event == StoatEvent.permanentFailure.name { effects.append("fetchFlags") }
      case .dispose: effects.append("disposeClient")
      case .ready, .onboarding, .disconnected, .offline: break
      }
    }
    if case .retry? = step.retry { effects.append("armRetry") }
    return effects
  }

  private static let timerFire = "TIMER_FIRE"

  private static func published(_ name: String) throws(ReplayError) -> StoatEvent {
    if let event = StoatEvent.allCases.first(where: { $0.name == name }) { return event }
    let names = StoatEvent.allCases.map(\.name) + [timerFire]
    let near = didYouMean(name, in: names)
    let hint = near ?? "there are \(names.joined(separator: ", "))"
    throw ReplayError(line: 0, "unknown event '\(name)'; \(hint)")
  }
}

extension StoatLifecycle.Step {
  /// The states entered, in order.
  fileprivate var states: [StoatState] { [entered.first, entered.second].compactMap { $0 } }
}
