import Scenarios
import Sessions

/// A search for a formula, ready to be run.
package struct Tuner: Sendable {
  package let target: TuningTarget
  /// The families, with those rules of the own formula behind them that they do not bring
  /// themselves.
  package let families: [FormulaFamily]
  /// Rules of the own formula that every formula searched has, but where its family brings another.
  package let carried: [BackoffRule]
  /// Names of rules that not all own formulas share: each session's own stand in their place.
  package let differingRules: [String]
  /// nil: the least of what coming back is measured by.
  package let objective: TuningObjective?
  /// nil: no worse than the own formula in what is traded off.
  package let promises: [ServiceLevel]?
  /// Simulation runs the search may make, those of the own formula included.
  package let budget: Int
  /// Seeds that finalists, the own formula and all of the test are run with in each scenario.
  package let replications: Int
  package let testsCatalogue: Bool
  package let pool: WorkPool

  package static let budgetRange = 1...1_000_000
  package static let standardBudget = 2_400
  package static let standardReplications = 3
  package static let replicationsRange = 1...100

  /// - Parameters:
  ///   - families: at least one.
  ///   - budget: at least `leastBudget`.
  package init(
    _ target: TuningTarget, families: [FormulaFamily] = FormulaFamily.builtIn,
    objective: TuningObjective? = nil, promises: [ServiceLevel]? = nil,
    budget: Int = standardBudget, replications: Int = standardReplications,
    testsCatalogue: Bool = true, pool: WorkPool
  ) {
    let least = Self.leastBudget(target, replications: replications)
    precondition(budget >= least, "a budget for a few candidates")
    precondition(
      (target.scenarios + target.test).allSatisfy(\.takesVariants), "clients that wait by a formula"
    )
    self.target = target
    let rules = CarriedRules(of: target.scenarios)
    self.families = families.map { $0.carrying(rules.rules) }
    carried = rules.rules
    differingRules = rules.differing
    self.objective = objective
    self.promises = promises
    self.budget = budget
    self.replications = replications
    self.testsCatalogue = testsCatalogue
    self.pool = pool
  }

  /// The fewest runs a search can do anything with.
  package static func leastBudget(_ target: TuningTarget, replications: Int) -> Int {
    let scenarios = target.scenarios.count
    return TuningSearch.leastBudget(
      scenarios: scenarios, replications: replications, leastWorlds: target.leastWorlds)
      + scenarios * replications
  }

  /// Runs at most, the test included.
  package var mostRuns: Int {
    let compared = 2 + Tuning.shortlistLength + (testsCatalogue ? Variant.catalogue.count : 0)
    let two = 2 * (target.storms.count + target.limits.count)
    return budget + replications * (target.test.count * compared + two)
  }

  /// Searches, then tests what was found.
  /// - Parameter watch: false ends the work; what was found so far is kept.
  /// - Throws: where the scenario's own formula cannot be run.
  package func run(watch: (WorkProgress) -> Bool = { _ in true }) throws(TunerError) -> Tuning {
    var done = 0
    var events = 0
    func isWanted(_ progress: WorkProgress) -> Bool {
      var whole = progress
      whole.done += done
      whole.total = mostRuns
      return watch(whole)
    }
    func measure(_ worlds: TuningWorlds, _ contenders: [TuningWorlds.Contender]) -> [TuningOutcome?]
    {
      let measured = worlds.measure(contenders, watch: isWanted)
      done += contenders.reduce(0) { $0 + $1.worlds.count }
      events += measured.events
      return measured.outcomes
    }
    func worlds(_ columns: [TuningColumn]) -> TuningWorlds {
      TuningWorlds(
        target.scenarios, columns, promises: promises ?? [], pool: pool,
        worldsEach: target.worldsEach)
    }
    let choice = TuningGoalChoice(objective, promises)
    let probed = worlds(choice.columns)
    let measured = try checked(measure(probed, [.init(policy: nil, worlds: all(probed))])[0])
    guard let measured else {
      return Tuning(self, choice.standard, own: [], TuningFindings(), events: events)
    }
    let (goal, own) = choice.goal(own: measured)
    let worlds = worlds(goal.columns)
    let search = TuningSearch(
      families: families, goal: goal, budget: budget - own.count, scenarios: target.scenarios.count,
      replications: replications, leastWorlds: target.leastWorlds, seed: target.scenarios[0].seed)
    let findings = search.run { trials in
      outcomes(of: trials) { measure(worlds, $0) }
    }
    let found = Tuning(self, goal, own: own, findings, events: events)
    if found.isTruncated || found.winner == nil { return found }
    var test = test(found, goal, measure)
    events += test?.lookBehindLimits(target, replications: replications, pool, watch: isWanted) ?? 0
    return found.tested(test, events: events)
  }

  /// A formula that cannot be read is looked at no further.
  private func outcomes(
    of trials: [TuningTrial], _ measure: ([TuningWorlds.Contender]) -> [TuningOutcome?]
  ) -> [TuningOutcome?] {
    let policies = trials.map { try? BackoffPolicy.parse($0.formula) }
    let contenders = zip(trials, policies).map { trial, policy in
      TuningWorlds.Contender(policy: policy, worlds: policy == nil ? 0..<0 : trial.worlds)
    }
    return zip(measure(contenders), policies).map { outcome, policy in
      policy == nil ? .failed("it cannot be read as a formula") : outcome
    }
  }

  private func all(_ worlds: TuningWorlds) -> Range<Int> {
    0..<worlds.scenarios.count * replications
  }

  private func checked(_ outcome: TuningOutcome?) throws(TunerError) -> [[Double]]? {
    switch outcome {
    case .measured(let worlds): return worlds
    case .failed(let reason):
      throw TunerError(formula: target.scenarios.flatMap(\.ownBackoffs).first ?? "", reason: reason)
    case nil: return nil
    }
  }

  private func test(
    _ found: Tuning, _ goal: TuningGoal,
    _ measure: (TuningWorlds, [TuningWorlds.Contender]) -> [TuningOutcome?]
  ) -> TuningTest? {
    let entries = found.contestants(catalogue: testsCatalogue)
    func worlds(_ scenarios: [Scenario]) -> TuningWorlds {
      TuningWorlds(
        scenarios, goal.columns, promises: promises ?? [], pool: pool,
        seedOffset: target.testSeedOffset)
    }
    func outcomes(_ scenarios: [Scenario], _ entries: [TuningTest.Entry]) -> [TuningOutcome?] {
      let worlds = worlds(scenarios)
      return measure(worlds, entries.map { .init(policy: $0.policy, worlds: all(worlds)) })
    }
    var test = TuningTest(target.test, entries, outcomes(target.test, entries))
    for storm in target.storms {
      let two = entries.filter { $0.role == .own || $0.role == .winner }
      test?.add(storm, two, outcomes([storm], two))
    }
    return test
  }
}

/// Why there is nothing to compare with.
package struct TunerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The scenario's own.
  package let formula: String
  package let reason: String

  package var description: String {
    "the scenario's own formula \(formula) cannot be run: \(reason)"
  }
}
