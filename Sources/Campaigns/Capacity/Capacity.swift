import GatewayModel
import Metrics
import Scenarios
import Simulator
import Systems

/// What a study found, formula by formula.
package struct Capacity: Sendable {
  package let study: CapacityStudy
  package let answers: [CapacityAnswer]
  /// The same question behind gateways with one single limit each.
  package let worlds: [Capacity]

  package init(
    _ study: CapacityStudy, _ findings: [CapacityFinding], worlds: [Capacity] = []
  ) {
    self.study = study
    self.worlds = worlds
    answers = zip(study.variants, findings).map { CapacityAnswer(study, $0, $1) }
  }

  /// As a column is headed: `as it is`, `door`, `handshake`, `auth`, `api`.
  package var title: String { study.world?.limit.rawValue ?? "as it is" }

  /// This one, and those of the other worlds.
  package var all: [Capacity] { [self] + worlds }

  /// Whether formulas are missing, because the study was interrupted.
  package var isTruncated: Bool { all.contains { $0.answers.count < $0.study.variants.count } }

  /// How many values were tried.
  package var values: Int {
    all.reduce(0) { $0 + $1.answers.reduce(0) { $0 + $1.finding.probes.count } }
  }

  /// Every value that was tried, and what was tried again with other seeds.
  package var probes: [CapacityProbe] {
    all.flatMap(\.answers).flatMap { answer in
      answer.finding.probes + [answer.finding.confirmation].compactMap(\.self)
    }
  }

  /// Events of all runs.
  package var events: Int { probes.reduce(0) { $0 + $1.summary.events } }

  /// Runs that were made to their end and counted.
  package var runs: Int { probes.reduce(0) { $0 + $1.runs } }
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
      probe.isKept ? nil : CapacityLimit(probe, study, hasAnswer: finding.value != nil)
    }
    next = finding.found.flatMap { CapacityNext($0, study) }
  }
}

/// Why promises are broken at a value.
package struct CapacityLimit: Sendable {
  package let probe: CapacityProbe
  /// The stage of the gateway that takes most of the least possible time; nil where it is not the gateway
  /// that keeps the clients away.
  package let stage: String?
  /// What that stage can let through in a second, over all nodes.
  package let perSecond: Double?
  /// A promise that no behaviour of the clients could keep; nil where there is none.
  package let impossible: Impossible?

  package struct Impossible: Sendable {
    package let promise: String
    /// What the stage would have to let through in a second at least.
    package let neededPerSecond: Double
  }

  /// - Parameter hasAnswer: whether another value keeps the promises.
  init(_ probe: CapacityProbe, _ study: CapacityStudy, hasAnswer: Bool = false) {
    self.probe = probe
    let scenario = try? study.scenario(at: probe.value)
    let limiting = scenario?.gateway.limitingStages.first { $0.name == probe.limitedBy }
    impossible = limiting.flatMap { Self.impossible(probe, $0.perSecond) }
    // The gateway limits what more of the gateway mends, whatever a single run looks like.
    let isMended =
      hasAnswer && study.direction == .least && study.range.key.hasPrefix("gateway.")
    let isGateway =
      impossible != nil || isMended
      || probe.finding.map { Self.gatewayCodes.contains($0.code) } ?? true
    stage = isGateway ? limiting?.name : nil
    perSecond = isGateway ? limiting?.perSecond : nil
  }

  /// Findings under which the gateway has a part in what is broken.
  private static let gatewayCodes: Set<FindingCode> = [
    .gatewayPaces, .sharedPace, .retriesCollide, .metastableOverload, .metastableRejection,
    .metastableLockstep, .setUpExceedsTimeout, .unfinishedButProgressing,
    .unfinishedWithoutProgress, .turnedAway, .knock, .backlogOverflow,
  ]

  /// The bound is that of 99 % of the clients: it says nothing of other parts of them.
  private static func impossible(_ probe: CapacityProbe, _ perSecond: Double) -> Impossible? {
    guard let least = probe.figure("lower_bound_s") else { return nil }
    let broken = probe.broken.compactMap { result -> (ServiceLevel, Double)? in
      guard ["recover.p99", "recover.p999", "recover.max"].contains(result.level.metric),
        result.level.comparison.isUpperLimit, case .number(let limit) = result.level.value,
        limit > 0, least >= limit
      else { return nil }
      return (result.level, limit)
    }
    return broken.min { $0.1 < $1.1 }.map { level, limit in
      Impossible(promise: level.text, neededPerSecond: perSecond * least / limit)
    }
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
    switch true {
    case isCommon(.formulaPaces): kind = .waiting
    case isCommon(.retriesCollide): kind = .collisions
    case isCommon(.gatewayPaces), isCommon(.sharedPace): kind = .stage
    default: return nil
    }
    stage = narrowest.name
    perSecond = narrowest.perSecond
  }
}
