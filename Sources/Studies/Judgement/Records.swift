import Documents
import Metrics
import Scenarios

extension LimitRecord {
  package init(_ stage: GatewayStage) { self.init(stage: stage.name, perSecond: stage.perSecond) }
}

extension Scenario {
  /// When each fault is in force.
  package var faultRecords: [FaultRecord] {
    faults.map {
      FaultRecord(
        kind: $0.kind.name, fromS: $0.at.seconds, toS: $0.end(nodes: gateway.nodes)?.seconds)
    }
  }
}

extension PromiseRecord {
  package init(_ verdict: Verdict) {
    let isOfSeveral = verdict.variant != nil
    self.init(
      scenario: isOfSeveral ? verdict.scenario : nil, variant: verdict.variant,
      judged: isOfSeveral ? verdict.isGate : nil, expression: verdict.name,
      kept: verdict.outcome == .kept, found: verdict.found, why: verdict.why)
  }
}

extension SeedsRecord {
  package init(_ seeds: SeedRange) { self.init(first: seeds.first, last: seeds.last) }
}

extension JudgedPromise {
  package init(_ result: ReplicatedSloResult) {
    var estimate: Estimate?
    if case .estimate(let figure, let bound, _) = result.basis {
      estimate = Estimate(figure, bound: bound)
    }
    self.init(
      promise: result.level.text, kept: result.isKept, by: estimate,
      brokenSeeds: result.brokenSeeds, found: result.found, reason: result.reason)
  }
}
