import VirtualTime

/// Runs a plan, and says of each client all that is remembered of it when the run is over: for tests
/// of what one client may know of another.
package func clientsAfter(
  _ plan: SimulationPlan, _ fleet: Fleet
) throws(SimulationError) -> [String] {
  let (clients, shared): (any Clientele, RunContext) =
    fleet.isMixed ? mixedFleet(plan, fleet) : fleet.cohorts[0].clients(plan, fleet.cohorts)
  return try descriptions(clients, shared)
}

private func descriptions(
  _ clients: some Clientele, _ shared: RunContext
) throws(SimulationError) -> [String] {
  let simulation = Simulation<_, HeapQueue>(
    clients, shared, formulas: shared.plan.cohorts.map { _ in "" })
  _ = try simulation.run { _ in true }
  return (0..<UInt32(clients.count)).map(clients.description)
}
