import Campaigns
import Metrics
import Systems
import Words

/// One for each formula and world: whether any value of the range keeps every promise.
///
/// The command fails where none does with any formula, so a formula without a value is no failure of
/// its own beside one that has a value.
func capacityVerdicts(_ capacity: Capacity) -> [Verdict] {
  let isAnswered = capacity.all.contains { $0.answers.contains { $0.finding.value != nil } }
  let range = capacity.study.range
  let name =
    "\(range.key) from \(range.text(range.low)) to \(range.text(range.high)) keeps every promise"
  return capacity.all.flatMap { world in
    world.answers.map { answer in
      Verdict(
        .promises, scenario: world.place, variant: answer.variant.name, name: name,
        answer.finding.value == nil ? .broken : .kept,
        found: answer.finding.value.map(range.text) ?? "none",
        why: answer.finding.value == nil ? harmless(capacityVerdict(answer, world.study)) : nil,
        isGate: !isAnswered)
    }
  }
}

/// The answer of each formula in each world.
func capacityFigures(_ capacity: Capacity) -> [FigureSet] {
  let hasSeveral = capacity.study.variants.count > 1
  return capacity.all.flatMap { world in
    world.answers.map { answer in
      FigureSet(
        scenario: world.place, variant: answer.variant.name,
        isOneOfSeveral: hasSeveral, end: nil, figures: [figure(answer, world.study)])
    }
  }
}

private func figure(_ answer: CapacityAnswer, _ study: CapacityStudy) -> ReportFigure {
  let isLeast = study.direction == .least
  return ReportFigure(
    path: "capacity.\(study.range.key)", unit: study.range.scale.metricUnit,
    value: answer.finding.value.map(MetricValue.number) ?? (isLeast ? .never : .undefined),
    better: isLeast ? .less : .more,
    definition: "The \(isLeast ? "least" : "greatest") value of the key that keeps every promise.",
    definedAs: "capacity.\(study.range.key)")
}

extension Capacity {
  /// What was asked about: `gateway-restart`, `gateway-restart behind auth`.
  fileprivate var place: String {
    study.world.map { "\(study.scenario.name) behind \($0.limit.rawValue)" } ?? study.scenario.name
  }
}

extension SearchScale {
  /// In which its values are counted.
  fileprivate var metricUnit: MetricUnit {
    switch self {
    case .count: .count
    case .duration: .seconds
    case .share: .share
    case .rate, .number: .ratio
    }
  }
}
