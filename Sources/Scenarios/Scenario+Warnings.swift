import Metrics
import Sessions
import Systems

extension Scenario {
  /// The settings in it that are allowed and probably not what was meant. In the order of the file,
  /// each once.
  package var warnings: [Warning] {
    (backoffWarnings + parameterWarnings + networkWarnings + gatewayWarnings + faultWarnings
      + promiseWarnings).withoutRepetition
  }

  /// Those about what its clients wait by.
  package var backoffWarnings: [Warning] {
    clients.mix.filter { clients.system(of: $0).hasBackoff }
      .flatMap { BackoffPolicy.warnings(of: clients.backoffText(of: $0)) }.withoutRepetition
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
