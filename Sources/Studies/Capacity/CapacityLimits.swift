import Documents
import Metrics
import Scenarios
import Systems
import Words

extension CapacityDocument.Bound {
  /// - Parameter hasAnswer: whether another value keeps the promises.
  init(_ probe: CapacityProbe, _ study: CapacityStudy, hasAnswer: Bool) {
    let limiting = probe.limitingStage(study)
    let impossible = probe.impossible(study)
    // The gateway limits what more of the gateway mends, whatever a single run looks like.
    let isMended = hasAnswer && study.direction == .least && study.range.key.hasPrefix("gateway.")
    let isGateway =
      impossible != nil || isMended
      || probe.finding.map { Self.gatewayCodes.contains($0.code) } ?? true
    self.init(
      probe.reason, limitedBy: isGateway ? limiting?.name : nil,
      perSecond: isGateway ? limiting?.perSecond : nil,
      impossible: impossible, broken: probe.broken.map(\.level.text), found: probe.found)
  }

  /// Findings under which the gateway has a part in what is broken.
  private static let gatewayCodes: Set<FindingCode> = [
    .gatewayPaces, .sharedPace, .retriesCollide, .metastableOverload, .metastableRejection,
    .metastableLockstep, .setUpExceedsTimeout, .unfinishedButProgressing,
    .unfinishedWithoutProgress, .turnedAway, .arrivalBurst, .backlogOverflow,
  ]
}

extension CapacityProbe {
  /// The stage of the gateway that takes most of the least possible time.
  fileprivate func limitingStage(_ study: CapacityStudy) -> GatewayStage? {
    guard let limitedBy, let scenario = try? study.scenario(at: value) else { return nil }
    return scenario.gateway.limitingStages.first { $0.name == limitedBy }
  }

  /// A promise that no behaviour of the clients could keep; nil where there is none. The bound is that of 99 % of the
  /// clients: it says nothing of other parts of them.
  func impossible(_ study: CapacityStudy) -> CapacityDocument.Bound.Impossible? {
    guard let stage = limitingStage(study), let least = figure("lower_bound_s") else { return nil }
    let lost = broken.compactMap { result -> (text: String, limit: Double)? in
      guard ["recover.p99", "recover.p999", "recover.max"].contains(result.level.metric),
        result.level.comparison.isUpperLimit, case .number(let limit) = result.level.value,
        limit > 0, least >= limit
      else { return nil }
      return (result.level.text, limit)
    }
    return lost.min { $0.limit < $1.limit }.map {
      .init(promise: $0.text, neededPerSecond: stage.perSecond * least / $0.limit)
    }
  }

  /// The figure of the first promise that is broken; of a run that was left before its end, how long it had
  /// gone on.
  fileprivate var found: String? {
    guard let leftAt, let clear = figure("clear_s") else {
      // A figure over seeds is broken by the end of its interval, which single runs need not show.
      if case .estimate? = broken.first?.basis {
        return broken[0].judgement.prefix(2).joined(separator: ", ")
      }
      return broken.first?.finding
    }
    return "more than \(HumanText.duration(leftAt.seconds - clear - 1)) where runs were left"
  }
}

extension CapacityDocument.Next {
  /// nil where nothing limits the clients.
  init?(_ probe: CapacityProbe, _ study: CapacityStudy) {
    guard let scenario = try? study.scenario(at: probe.value), let narrowest = scenario.bottleneck
    else { return nil }
    func isCommon(_ code: FindingCode) -> Bool {
      probe.summary.findings.contains { $0.code == code && 2 * $0.runs > probe.runs }
    }
    let what: String
    switch true {
    case isCommon(.formulaPaces): what = Self.waiting
    case isCommon(.retriesCollide): what = Self.collisions
    case isCommon(.gatewayPaces), isCommon(.sharedPace): what = narrowest.name
    default: return nil
    }
    self.init(what: what, stage: narrowest.name, perSecond: narrowest.perSecond)
  }
}

extension CapacityStudy {
  /// Tells whether a value breaks a promise that no formula could keep, in a way that less capacity of the gateway makes
  /// only worse.
  func isHopeless(_ probe: CapacityProbe) -> Bool {
    direction == .least && ScenarioReference.isCapacity(range.key) && !probe.isKept
      && probe.impossible(self) != nil
  }
}
