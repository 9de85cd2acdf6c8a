import Sessions
import VirtualTime

/// Runs a plan, and says of each client all that is remembered of it when the run is over: for tests
/// of what one client may know of another.
package func clientsAfter(
  _ plan: SimulationPlan, _ fleet: Fleet
) throws(SimulationError) -> [String] {
  switch fleet {
  case .stoat(let own): try clients(StoatClient.self, plan, own)
  case .chatSocket(let own): try clients(ChatSocketAgent.self, plan, own)
  case .primer(let own): try clients(SessionPrimer.self, plan, own)
  case .appExtension(let own): try clients(AppExtensionPair.self, plan, own)
  case .optimistic(let own): try clients(OptimisticClient.self, plan, own)
  case .mixed(let own): try clients(MixedSession.self, plan, own)
  }
}

private func clients<Machine: SimulatedSession>(
  _: Machine.Type, _ plan: SimulationPlan, _ cohorts: [Machine.Configuration]
) throws(SimulationError) -> [String] {
  let simulation = Simulation<Machine, HeapQueue>(
    plan, configurations: cohorts, formulas: cohorts.map { _ in "" })
  _ = try simulation.run { _ in true }
  return (0..<UInt32(plan.clients)).map { client in
    let device = simulation.clients.devices.map { $0[client] }
    let copies = simulation.clients.copies.map { $0[client] }
    return "\(simulation.clients[client]) \(simulation.clients.ledgers[client]) "
      + "\(String(describing: device)) \(String(describing: copies))"
  }
}
