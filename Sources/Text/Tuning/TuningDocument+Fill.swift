import Documents
import Metrics
import Scenarios
import Studies
import Verdicts

extension TuningDocument {
  init(_ tuning: Tuning) {
    let (tuner, goal) = (tuning.tuner, tuning.goal)
    let scenarios = tuner.target.scenarios
    self.init(
      tuner.target.name, scenarios: scenarios.map(\.name),
      seeds: seedRecords(scenarios, tuner.replications), clients: scenarios[0].clients.count,
      objective: Objective(
        metric: goal.objective.path, better: goal.objective.isBetterLow ? "low" : "high",
        indifference: TuningGoal.indifference),
      families: tuner.families.map { family in
        Family(
          family.name, template: family.template,
          parameters: Members(family.parameters.map { ($0.name, $0.text) }))
      }, carried: Members(tuner.carried.map { ($0.name, $0.value) }), budget: tuner.budget,
      runs: tuning.runs,
      formulas: tuning.tried.count, unusable: tuning.tried.count { $0.failure != nil },
      truncated: tuning.isTruncated, feasible: tuning.isFeasible,
      constraints: goal.constraints.map { Constraint($0, tuning) },
      own: Own(ownName(tuning), tuning.own.map { means($0, goal) }),
      winner: tuning.winner.map { Found($0, tuning) },
      thrifty: tuning.thrifty.map { Found($0, tuning) },
      front: tuning.front.map { Found($0, tuning) }, test: tuning.test.map { Test($0, tuning) },
      backBy: goal.recovery == TradedMetrics.recovery ? nil : goal.recovery)
  }
}

/// By scenario, as each has its own.
private func seedRecords(_ scenarios: [Scenario], _ count: Int, offset: UInt64 = 0) -> [SeedsRecord]
{
  scenarios.map { scenario in
    let first = scenario.seed &+ offset
    return SeedsRecord(first: first, last: first &+ UInt64(count - 1))
  }
}

/// Means, with an interval for the metrics that are traded off.
private func means(_ estimate: TuningEstimate, _ goal: TuningGoal) -> Members<TuningDocument.Mean> {
  Members(
    goal.columnNames.enumerated().map { column, name in
      let interval = column < estimate.intervals.count ? estimate.intervals[column] : nil
      return (name, .init(mean: estimate.means[column], low: interval?.low, high: interval?.high))
    })
}

extension TuningDocument.Constraint {
  fileprivate init(_ constraint: TuningConstraint, _ tuning: Tuning) {
    let means = tuning.winner.flatMap { tuning.tried[$0].means }
    var limit: Double?
    if case .number(let number) = constraint.level.value { limit = number }
    self.init(
      promise: constraint.level.text, metric: constraint.level.metric, limit: limit,
      from: constraint.isOwn ? "the own formula" : "the command line",
      kept: means.map(constraint.isKept),
      found: means.map(constraint.found), keptInTest: tuning.isKeptInTest(constraint),
      foundInTest: tuning.tested(constraint))
  }
}

extension TuningDocument.Found {
  fileprivate init(_ place: Int, _ tuning: Tuning) {
    let candidate = tuning.tried[place].candidate
    let family = tuning.tuner.families[candidate.family]
    self.init(
      candidate.formula, family: family.name, values: family.values(at: candidate.point),
      feasible: tuning.tried[place].means.map(tuning.goal.isFeasible),
      metrics: tuning.estimate(place).map { means($0, tuning.goal) })
  }
}

extension TuningDocument.Test {
  fileprivate init(_ test: TuningTest, _ tuning: Tuning) {
    let target = tuning.tuner.target
    func names(_ places: [Int]) -> [String] {
      places.map { test.limits?.worlds[$0].scenario ?? "" }
    }
    self.init(
      scenarios: test.scenarios.map(\.name),
      seeds: seedRecords(test.scenarios, tuning.tuner.replications, offset: target.testSeedOffset),
      results: test.results.map { result in
        Result(
          result.name, role: result.role.rawValue, failure: result.failure,
          metrics: result.estimate.map { means($0, tuning.goal) })
      }, atLeastAsGood: test.atLeastAsGood, better: tuning.betterInTest, outdone: test.outdone,
      elsewhere: test.storms.map { storm in
        Storm(
          storm.scenario.name, winner: storm.winner.map { means($0, tuning.goal) },
          own: storm.own.map { means($0, tuning.goal) })
      }, behindLimits: test.limits, failure: test.limitFailure,
      lostBehindLimits: names(test.lostBehindLimits),
      slowerBehindLimits: names(test.slowerBehindLimits),
      sentences: Verdicts.verdict(test, tuning) + limitVerdict(test))
  }
}
