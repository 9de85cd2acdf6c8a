import GatewayModel
import Metrics
import Scenarios
import Simulator
import Systems

/// What a study found, formula by formula.
package struct Capacity: Sendable {
  package let study: CapacityStudy
  package let answers: [CapacityAnswer]

  package init(_ study: CapacityStudy, _ findings: [CapacityFinding]) {
    self.study = study
    answers = zip(study.variants, findings).map { CapacityAnswer(study, $0, $1) }
  }

  /// Events of all runs.
  package var events: Int {
    answers.flatMap(\.finding.probes).reduce(0) { $0 + $1.summary.events }
  }

  /// Runs that were made to their end and counted.
  package var runs: Int { answers.flatMap(\.finding.probes).reduce(0) { $0 + $1.runs } }
}

/// What was found with one formula, and what it comes from.
package struct CapacityAnswer: Sendable {
  package let variant: Variant
  package let finding: CapacityFinding
  /// What keeps the promises from being kept one step further; nil where the range ends before that.
  package let binds: CapacityLimit?
  /// What limits the clients at the value that was found, and so what is worth widening next; nil where
  /// none was found.
  package let next: CapacityNext?

  init(_ study: CapacityStudy, _ variant: Variant, _ finding: CapacityFinding) {
    self.variant = variant
    self.finding = finding
    // Where no value helps, the one that should help most tells why.
    binds = finding.nextBroken.flatMap { probe in
      probe.isKept ? nil : CapacityLimit(probe, study)
    }
    next = finding.found.flatMap { CapacityNext($0, study) }
  }
}

/// Why promises are broken at a value.
package struct CapacityLimit: Sendable {
  package let probe: CapacityProbe
  /// The stage of the gateway, `network` or `formula` that limits the recovery; nil where nothing does.
  package let stage: String?
  /// What that stage can let through in a second, over all nodes.
  package let perSecond: Double?
  /// What it would have to let through so that no behaviour of the clients breaks a promise about their
  /// recovery; nil where its rate is not what breaks it.
  package let neededPerSecond: Double?

  init(_ probe: CapacityProbe, _ study: CapacityStudy) {
    self.probe = probe
    stage = probe.limitedBy
    let scenario = try? study.scenario(at: probe.value)
    let limiting = scenario?.gateway.limitingStages.first { [stage] in $0.name == stage }
    perSecond = limiting?.perSecond
    let limits = probe.summary.slo.compactMap { result -> Double? in
      guard result.level.metric.hasPrefix("recover."), result.level.comparison.isUpperLimit,
        case .number(let limit) = result.level.value, limit > 0
      else { return nil }
      return limit
    }
    guard let perSecond, let least = probe.mean("lower_bound_s"), let limit = limits.min(),
      least >= limit
    else {
      neededPerSecond = nil
      return
    }
    neededPerSecond = perSecond * least / limit
  }
}

/// What is worth changing once a value is enough.
package struct CapacityNext: Sendable {
  /// What it is that keeps the clients from being back sooner.
  package enum Kind: String, Sendable {
    /// The narrowest stage of the gateway.
    case stage
    /// The waiting of the clients: more capacity helps nobody.
    case waiting
    /// Retries that get in each other's way: a formula that spreads them needs less capacity.
    case collisions
  }

  package let kind: Kind
  /// The narrowest stage that a set-up passes, and what it can let through in a second, over all nodes.
  package let stage: String
  package let perSecond: Double

  /// nil where nothing limits the clients.
  init?(_ probe: CapacityProbe, _ study: CapacityStudy) {
    guard let scenario = try? study.scenario(at: probe.value), let narrowest = scenario.bottleneck
    else { return nil }
    func isCommon(_ code: FindingCode) -> Bool {
      probe.summary.findings.contains { $0.code == code && 2 * $0.runs > probe.runs }
    }
    kind =
      isCommon(.formulaPaces) ? .waiting : isCommon(.retriesCollide) ? .collisions : .stage
    stage = narrowest.name
    perSecond = narrowest.perSecond
  }
}
