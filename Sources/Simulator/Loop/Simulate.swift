import Primitives
import Sessions
import VirtualTime

/// Which future event list a run uses. The results do not depend on it.
public enum QueueChoice: String, Sendable, CaseIterable {
  /// Fast.
  case ladder
  /// Small and obvious: the oracle of the ladder.
  case heap
}

/// The clients of a run: one configuration per cohort of the plan, all of one session system or of
/// several.
public enum Fleet: Sendable {
  case stoat([StoatConfiguration])
  case chatSocket([ChatSocketConfiguration])
  case primer([PrimerConfiguration])
  case appExtension([AppExtensionConfiguration])
  case optimistic([OptimisticConfiguration])
  case mixed([MixedConfiguration])

  /// What an error calls each cohort's formula; the system where it has none.
  package var names: [String] {
    switch self {
    case .stoat(let cohorts): cohorts.map(\.backoff.name)
    case .chatSocket(let cohorts): cohorts.map { _ in "chatSocket" }
    case .primer(let cohorts): cohorts.map { _ in "primer" }
    case .appExtension(let cohorts): cohorts.map { _ in "appExtension" }
    case .optimistic(let cohorts): cohorts.map(\.backoff.name)
    case .mixed(let cohorts): cohorts.map(\.name)
    }
  }
}

/// Runs a plan.
/// - Parameter control: asked every 65,536 events; false ends the run, and the result says it is
///   truncated.
public func simulate(
  _ plan: SimulationPlan, _ fleet: Fleet, queue: QueueChoice = .ladder,
  control: (RunProgress) -> Bool = { _ in true }
) throws(SimulationError) -> RunResult {
  switch fleet {
  case .stoat(let cohorts):
    try run(StoatClient.self, plan, cohorts, fleet.names, queue, control)
  case .chatSocket(let cohorts):
    try run(ChatSocketAgent.self, plan, cohorts, fleet.names, queue, control)
  case .primer(let cohorts): try run(SessionPrimer.self, plan, cohorts, fleet.names, queue, control)
  case .appExtension(let cohorts):
    try run(AppExtensionPair.self, plan, cohorts, fleet.names, queue, control)
  case .optimistic(let cohorts):
    try run(OptimisticClient.self, plan, cohorts, fleet.names, queue, control)
  case .mixed(let cohorts): try runMixed(plan, cohorts, fleet.names, queue, control)
  }
}

/// Runs a plan with Stoat clients, one configuration per cohort of the plan.
public func simulateStoat(
  _ plan: SimulationPlan, configurations: [StoatConfiguration], queue: QueueChoice = .ladder,
  control: (RunProgress) -> Bool = { _ in true }
) throws(SimulationError) -> RunResult {
  try simulate(plan, .stoat(configurations), queue: queue, control: control)
}

/// Called with concrete types only, all in this module, so that a plain release build specialises
/// the whole loop for each of them.
/// - Parameter names: what an error calls each cohort's formula.
private func run<Machine: SimulatedSession>(
  _: Machine.Type, _ plan: SimulationPlan, _ cohorts: [Machine.Configuration], _ names: [String],
  _ queue: QueueChoice, _ control: (RunProgress) -> Bool
) throws(SimulationError) -> RunResult {
  let (herd, shared) = oneHerd(Machine.self, plan, cohorts)
  return try run(herd, shared, names, queue, control)
}

@inline(__always)
private func run<Clients: Clientele>(
  _ clients: Clients, _ shared: Surroundings, _ names: [String], _ queue: QueueChoice,
  _ control: (RunProgress) -> Bool
) throws(SimulationError) -> RunResult {
  switch queue {
  case .ladder:
    let simulation = Simulation<Clients, LadderQueue>(clients, shared, formulas: names)
    let isComplete = try simulation.run(control: control)
    return simulation.result(isTruncated: !isComplete)
  case .heap:
    let simulation = Simulation<Clients, HeapQueue>(clients, shared, formulas: names)
    let isComplete = try simulation.run(control: control)
    return simulation.result(isTruncated: !isComplete)
  }
}

private func runMixed(
  _ plan: SimulationPlan, _ cohorts: [MixedConfiguration], _ names: [String],
  _ queue: QueueChoice, _ control: (RunProgress) -> Bool
) throws(SimulationError) -> RunResult {
  let (fleet, shared) = mixedFleet(plan, cohorts)
  return try run(fleet, shared, names, queue, control)
}
