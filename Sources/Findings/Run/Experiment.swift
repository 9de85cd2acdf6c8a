import Metrics
import Primitives
import Scenarios
import Sessions
import Simulator
import Systems

/// One scenario, ready to be run.
package struct Experiment: Sendable {
  package private(set) var scenario: Scenario
  package private(set) var plan: SimulationPlan
  package let fleet: Fleet
  /// By cohort, what its clients share.
  private let configurations: [CohortConfiguration]
  /// The distinct formulas of the fleet, in the order of its cohorts: catalogue names, or as typed.
  package let formulas: [String]

  /// The policies that the clients wait by, in the order of the cohorts that wait by a formula.
  package let policies: [ResolvedPolicy]

  /// - Parameters:
  ///   - variant: waited by in place of the scenario's backoff; the own backoff of a cohort stands.
  ///   - skipsQuietTime: whether healthy heartbeats are added up instead of being simulated one by
  ///     one. Changes no result.
  /// - Throws: `FormulaError` where a backoff is neither a catalogue name nor a formula.
  package init(
    _ scenario: Scenario, variant: BackoffPolicy? = nil, skipsQuietTime: Bool = true
  ) throws(FormulaError) {
    self.scenario = scenario
    let clients = scenario.clients
    var configurations: [CohortConfiguration] = []
    for cohort in clients.mix {
      configurations.append(try clients.configuration(of: cohort, variant: variant))
    }
    self.configurations = configurations
    fleet = Fleet(configurations)
    policies = configurations.compactMap(\.policy)
    formulas = policies.map(\.name).withoutRepetition
    var plan = SimulationPlan(
      seed: scenario.seed, clients: clients.count,
      cohorts: clients.mix.map { CohortPlan($0, in: scenario) },
      start: StartPlan(clients.start), isAligned: clients.phase == .aligned,
      gateway: scenario.gateway, faults: scenario.faults, duration: scenario.duration,
      untilSettled: scenario.untilSettled, metastableWindow: scenario.metastableWindow)
    plan.recoveryFrom = scenario.recoveryFrom
    plan.skipsQuietTime = skipsQuietTime
    self.plan = plan
  }

  /// The input of the metrics of its runs.
  package var input: RunInput { RunInput(plan, configurations.map(\.traits)) }

  /// The same with another seed.
  package func seeded(_ seed: UInt64) -> Experiment {
    var copy = self
    copy.scenario.seed = seed
    copy.plan.seed = seed
    return copy
  }

  /// The same, with the lives of some clients written down and all affected clients ranked.
  package func following(_ clients: [UInt32]) -> Experiment {
    var copy = self
    copy.plan.followed = clients
    copy.plan.ranksClients = true
    return copy
  }

  /// The same, with all facts of a time written down.
  package func noting(factsWithin window: Range<Instant>) -> Experiment {
    var copy = self
    copy.plan.factsWithin = window
    return copy
  }

  /// The same with an earlier end.
  package func ending(after duration: Interval) -> Experiment {
    var copy = self
    copy.scenario.duration = duration
    copy.plan.duration = duration
    return copy
  }

  /// Runs it to the end, or until `control` says no.
  package func run(
    queue: QueueChoice = .ladder, control: (RunProgress) -> Bool = { _ in true }
  ) throws(SimulationError) -> RunResult {
    try simulate(plan, fleet, queue: queue, control: control)
  }
}

extension CohortPlan {
  fileprivate init(_ cohort: CohortDescription, in scenario: Scenario) {
    self.init(
      name: cohort.name, share: cohort.share, network: cohort.network ?? scenario.network,
      system: cohort.os ?? .linux, behaviour: cohort.behaviour ?? scenario.clients.behaviour)
  }
}

extension StartPlan {
  init(_ description: StartDescription) {
    switch description {
    case .connected: self = .connected
    case .within(let window): self = .within(window)
    case .rate(let perSecond): self = .rate(perSecond: perSecond)
    }
  }
}
