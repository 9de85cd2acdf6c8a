import Backoff
import GatewayModel
import Metrics
import Sessions
import Systems

extension Scenario {
  /// The settings in it that are allowed and probably not what was meant. In the order of the file,
  /// each once.
  package var warnings: [Warning] { warnings(comparing: []) }

  /// `warnings` of a study that also runs it with other backoffs, and those about these.
  package func warnings(comparing policies: [BackoffPolicy]) -> [Warning] {
    (backoffWarnings + policies.flatMap { $0.warnings(asksToWait: asksToWait) }
      + parameterWarnings + networkWarnings + gatewayWarnings
      + [unusedHint(besides: policies)].compactMap { $0 } + faultWarnings
      + promiseWarnings).withoutRepetition
  }

  /// Those about what its clients wait by.
  package var backoffWarnings: [Warning] {
    backoffTexts.flatMap { BackoffPolicy.warnings(of: $0, asksToWait: asksToWait) }
      .withoutRepetition
  }

  private var backoffTexts: [String] {
    clients.mix.filter { clients.system(of: $0).hasBackoff }.map(clients.backoffText)
  }

  /// True if answers of the gateway carry a Retry-After.
  package var asksToWait: Bool { gateway.rejection.retryAfter != nil && gateway.answersWithErrors }

  /// A Retry-After that no client reads.
  private func unusedHint(besides policies: [BackoffPolicy]) -> Warning? {
    let own = backoffTexts.compactMap { try? BackoffPolicy.parse($0) }
    guard asksToWait, !(own + policies).contains(where: \.formula.readsRetryAfter) else {
      return nil
    }
    return Warning(
      "retry-after-unused",
      "gateway.rejection.retryAfter has no effect: no client reads it; a backoff such as "
        + "'max(retryAfter, uniform(0s, 10s))' does")
  }

  /// Those about the settings of its session machines.
  private var parameterWarnings: [Warning] {
    clients.mix.compactMap { cohort in
      let system = clients.system(of: cohort)
      return system.doubt(
        profile: cohort.profile ?? clients.profile, cohort.parameters ?? clients.parameters
      ).map { Warning("doubtful-parameters", "parameters of \(system.name.rawValue): \($0)") }
    }.withoutRepetition
  }

  /// Those about what is promised of it.
  package var promiseWarnings: [Warning] { slo.compactMap(\.warning).withoutRepetition }
}

extension GatewayDescription {
  /// True if somebody may be turned away with an error.
  var answersWithErrors: Bool {
    admission != .none && rejection.answer == .error
      || StationRole.allCases.contains { role in
        !self[role].queue.isPlain && self[role].queue.answer(at: role) == .error
      }
  }
}

extension ServiceLevel {
  /// That no figure at all can break the promise, or that none can keep it.
  ///
  /// A figure that is missing (undefined, never) breaks every promise all the same.
  package var warning: Warning? {
    guard case .number(let limit) = value, let unit = MetricNames.unit(of: metric) else {
      return nil
    }
    let noun = unit == .seconds ? "a duration" : "a \(unit.rawValue)"
    let least = "\(noun) is never below 0"
    let most = "\(noun) is never above 100%"
    // A bound is an estimate, and what is achieved may be better.
    let isTop = unit == .share && limit == 1 && metric != "storm_efficiency"
    switch comparison {
    case .atLeast where limit == 0: return alwaysKept(least)
    case .atMost where isTop: return alwaysKept(most)
    case .less where limit == 0: return neverKept(least)
    case .greater where isTop: return neverKept(most)
    case .less, .atMost, .greater, .atLeast, .equal, .unequal: return nil
    }
  }

  private func alwaysKept(_ reason: String) -> Warning {
    Warning("promise-always-kept", "no figure can break the promise '\(text)': \(reason)")
  }

  private func neverKept(_ reason: String) -> Warning {
    Warning("promise-never-kept", "no figure can keep the promise '\(text)': \(reason)")
  }
}
