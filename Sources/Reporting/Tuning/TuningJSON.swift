import Campaigns
import Documents
import Scenarios

/// A search for a formula as JSON: the content of `tuning.json`.
///
/// Every metric under its path; an infinite one is null.
func tuningJSON(_ tuning: Tuning) -> String {
  let tuner = tuning.tuner
  let goal = tuning.goal
  let scenarios = tuner.target.scenarios
  let document: JSONValue = [
    "schema": .integer(ResultsSchema.current), "scenario": .string(tuner.target.name),
    "scenarios": names(scenarios),
    "seeds": seeds(scenarios, tuner.replications, offset: 0),
    "clients": .integer(scenarios[0].clients.count),
    "objective": [
      "metric": .string(goal.objective.path),
      "better": .string(goal.objective.isBetterLow ? "low" : "high"),
      "indifference": .number(TuningGoal.indifference),
    ],
    "families": .array(tuner.families.map(JSONValue.init)),
    "carried": .object(tuner.carried.map { .init($0.name, .string($0.value)) }),
    "budget": .integer(tuner.budget), "runs": .integer(tuning.runs),
    "formulas": .integer(tuning.tried.count),
    "unusable": .integer(tuning.tried.count { $0.failure != nil }),
    "truncated": .boolean(tuning.isTruncated), "feasible": .boolean(tuning.isFeasible),
    "constraints": .array(goal.constraints.map { constraint($0, tuning) }),
    "own": [
      "formula": .string(ownName(tuning)), "metrics": .optional(tuning.own) { metrics($0, goal) },
    ],
    "winner": .optional(tuning.winner) { found($0, tuning) },
    "front": .array(tuning.front.map { found($0, tuning) }),
    "test": .optional(tuning.test) { test($0, tuning) },
  ]
  return document.text
}

private func names(_ scenarios: [Scenario]) -> JSONValue {
  .array(scenarios.map { .string($0.name) })
}

/// By scenario, as each has its own.
private func seeds(_ scenarios: [Scenario], _ count: Int, offset: UInt64) -> JSONValue {
  .array(
    scenarios.map { scenario in
      let first = scenario.seed &+ offset
      return ["first": .unsigned(first), "last": .unsigned(first &+ UInt64(count - 1))]
    })
}

private func constraint(_ constraint: TuningConstraint, _ tuning: Tuning) -> JSONValue {
  let means = tuning.winner.flatMap { tuning.tried[$0].means }
  return [
    "promise": .string(constraint.level.text),
    "from": .string(constraint.isOwn ? "the own formula" : "the command line"),
    "kept": .optional(means) { .boolean(constraint.isKept(by: $0)) },
    "found": .optional(means) { .number(constraint.found($0)) },
    "kept_in_test": .optional(tuning.isKeptInTest(constraint), JSONValue.boolean),
    "found_in_test": .optional(tuning.tested(constraint), JSONValue.number),
  ]
}

private func found(_ place: Int, _ tuning: Tuning) -> JSONValue {
  let candidate = tuning.tried[place].candidate
  let family = tuning.tuner.families[candidate.family]
  return [
    "formula": .string(candidate.formula), "family": .string(family.name),
    "values": .string(family.values(at: candidate.point)),
    "feasible": .optional(tuning.tried[place].means) { .boolean(tuning.goal.isFeasible($0)) },
    "metrics": .optional(tuning.estimate(place)) { metrics($0, tuning.goal) },
  ]
}

/// Means, with an interval for what is traded off.
private func metrics(_ estimate: TuningEstimate, _ goal: TuningGoal) -> JSONValue {
  .object(
    goal.columnNames.enumerated().map { column, name in
      let interval =
        column < estimate.intervals.count ? estimate.intervals[column] : nil
      return JSONValue.Member(
        name,
        [
          "mean": .number(estimate.means[column]),
          "low": .optional(interval?.low, JSONValue.number),
          "high": .optional(interval?.high, JSONValue.number),
        ])
    })
}

private func test(_ test: TuningTest, _ tuning: Tuning) -> JSONValue {
  let target = tuning.tuner.target
  return [
    "scenarios": names(test.scenarios),
    "seeds": seeds(test.scenarios, tuning.tuner.replications, offset: target.testSeedOffset),
    "results": .array(
      test.results.map { result in
        [
          "name": .string(result.name), "role": .string(result.role.rawValue),
          "failure": .optional(result.failure, JSONValue.string),
          "metrics": .optional(result.estimate) { metrics($0, tuning.goal) },
        ]
      }),
    "catalogue_at_least_as_good": .array(test.atLeastAsGood.map(JSONValue.string)),
    "catalogue_better": .array(tuning.betterInTest.map(JSONValue.string)),
    "catalogue_outdone": .array(test.outdone.map(JSONValue.string)),
    "elsewhere": .array(
      test.storms.map { storm in
        [
          "scenario": .string(storm.scenario.name),
          "winner": .optional(storm.winner) { metrics($0, tuning.goal) },
          "own": .optional(storm.own) { metrics($0, tuning.goal) },
        ]
      }),
    "behind_limits": .optional(test.limits, limitsJSON),
    "behind_limits_failure": .optional(test.limitFailure, JSONValue.string),
    "lost_behind_limits": limitNames(test.lostBehindLimits, test),
    "slower_behind_limits": limitNames(test.slowerBehindLimits, test),
    "verdict": .string(([verdict(test, tuning)] + limitVerdict(test)).joined(separator: " ")),
  ]
}

private func limitNames(_ places: [Int], _ test: TuningTest) -> JSONValue {
  .array(places.map { .string(test.limits?.worlds[$0].scenario.name ?? "") })
}

extension JSONValue {
  fileprivate init(_ family: FormulaFamily) {
    self = [
      "name": .string(family.name), "template": .string(family.template),
      "parameters": .object(
        family.parameters.map { Member($0.name, .string($0.text)) }),
    ]
  }
}
