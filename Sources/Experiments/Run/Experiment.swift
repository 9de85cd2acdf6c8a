import NetworkModel
import Primitives
import Sessions
import Simulator

/// One scenario, ready to be run.
public struct Experiment: Sendable {
  public let scenario: Scenario
  public let plan: SimulationPlan
  /// Per cohort of the plan.
  public let configurations: [StoatConfiguration]

  /// - Throws: `FormulaError` where a backoff is neither a catalogue name nor a formula.
  public init(_ scenario: Scenario) throws(FormulaError) {
    self.scenario = scenario
    let clients = scenario.clients
    var configurations: [StoatConfiguration] = []
    var cohorts: [CohortPlan] = []
    for cohort in clients.mix {
      let profile = StoatProfile(rawValue: cohort.profile ?? clients.profile)!
      let policy = try BackoffPolicy.parse(
        cohort.backoff ?? clients.backoff ?? profile.defaultBackoff)
      configurations.append(StoatConfiguration(profile: profile, policy: policy))
      cohorts.append(
        CohortPlan(
          name: cohort.name, share: cohort.share, network: cohort.network ?? scenario.network,
          system: cohort.os ?? .linux))
    }
    self.configurations = configurations
    plan = SimulationPlan(
      seed: scenario.seed, clients: clients.count, cohorts: cohorts,
      start: StartPlan(clients.start), isAligned: clients.phase == .aligned,
      gateway: scenario.gateway, faults: scenario.faults, duration: scenario.duration,
      untilSettled: scenario.untilSettled, metastableWindow: scenario.metastableWindow)
  }

  /// Runs it to the end, or until `control` says no.
  public func run(
    queue: QueueChoice = .wheel, control: (RunProgress) -> Bool = { _ in true }
  ) throws(SimulationError) -> RunResult {
    try simulateStoat(plan, configurations: configurations, queue: queue, control: control)
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
