import Sessions

/// Runs a plan.
/// - Parameter control: asked every 65,536 events; false ends the run, and the result says it is
///   truncated.
public func simulate(
  _ plan: SimulationPlan, _ fleet: Fleet, queue: QueueChoice = .ladder,
  control: (RunProgress) -> Bool = { _ in true }
) throws(SimulationError) -> RunResult {
  if !fleet.isMixed { return try fleet.cohorts[0].run(plan, fleet.cohorts, queue, control) }
  let (clients, shared) = mixedFleet(plan, fleet)
  return try runLoop(clients, shared, fleet.cohorts.map(\.formula), queue, control)
}

/// Runs a plan with Stoat clients, one configuration per cohort of the plan.
public func simulateStoat(
  _ plan: SimulationPlan, configurations: [StoatConfiguration], queue: QueueChoice = .ladder,
  control: (RunProgress) -> Bool = { _ in true }
) throws(SimulationError) -> RunResult {
  try simulate(plan, .stoat(configurations), queue: queue, control: control)
}
