/// One subfleet for each session system, side by side, and what is around them.
func mixedFleet(_ plan: SimulationPlan, _ fleet: Fleet) -> (MixedFleet, RunContext) {
  let systems = fleet.firstOfEachSystem
  var roster = Roster()
  roster.mix()
  let subfleets = systems.map { $0.subfleet(fleet.cohorts, &roster) }
  let shared = RunContext(plan, roster)
  let herdOfCohort = fleet.cohorts.map { cohort in
    systems.firstIndex { $0.system.name == cohort.system.name } ?? 0
  }
  let clients = MixedFleet(
    subfleets.map { $0(shared) }, herdOfCohort: herdOfCohort, count: plan.clients)
  return (clients, shared)
}
