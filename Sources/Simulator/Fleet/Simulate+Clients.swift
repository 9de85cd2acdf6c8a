import Sessions
import VirtualTime

/// Runs a plan, and says of each client all that is remembered of it when the run is over: for tests
/// of what one client may know of another.
package func clientsAfter(
  _ plan: SimulationPlan, _ fleet: Fleet
) throws(SimulationError) -> [String] {
  switch fleet {
  case .stoat(let own): return try clients(StoatClient.self, plan, own)
  case .chatSocket(let own): return try clients(ChatSocketAgent.self, plan, own)
  case .primer(let own): return try clients(SessionPrimer.self, plan, own)
  case .appExtension(let own): return try clients(AppExtensionPair.self, plan, own)
  case .optimistic(let own): return try clients(OptimisticClient.self, plan, own)
  case .mixed(let own):
    let (fleet, shared) = mixedFleet(plan, own)
    return try clients(fleet, shared)
  }
}

private func clients<Machine: SimulatedSession>(
  _: Machine.Type, _ plan: SimulationPlan, _ cohorts: [Machine.Configuration]
) throws(SimulationError) -> [String] {
  let (herd, shared) = oneHerd(Machine.self, plan, cohorts)
  return try clients(herd, shared)
}

private func clients(
  _ clients: some Clientele, _ shared: Surroundings
) throws(SimulationError) -> [String] {
  let simulation = Simulation<_, HeapQueue>(
    clients, shared, formulas: shared.plan.cohorts.map { _ in "" })
  _ = try simulation.run { _ in true }
  return (0..<UInt32(clients.count)).map(clients.description)
}
