/// All clients in one subfleet, and what is around them.
/// - Parameter configurations: by cohort of the plan.
@inline(__always)
func oneHerd<Machine: SimulatedSession>(
  _: Machine.Type, _ plan: SimulationPlan, _ configurations: [Machine.Configuration?]
) -> (Subfleet<Machine>, RunContext) {
  var roster = Roster()
  let place = roster.add(Machine.self, contends: Machine.contend(under: configurations))
  let shared = RunContext(plan, roster)
  return (Subfleet<Machine>(shared, configurations, place), shared)
}

/// A subfleet of a mixed fleet, made once it is known what is around it.
/// - Parameter configurations: by cohort of the plan; nil of other subfleets' cohorts.
@inline(__always)
func herdBesideOthers<Machine: SimulatedSession>(
  _: Machine.Type, _ configurations: [Machine.Configuration?], _ roster: inout Roster
) -> (RunContext) -> SubfleetCalls {
  var place = roster.add(Machine.self, contends: Machine.contend(under: configurations))
  place.firstDigestNumber = Machine.firstDigestNumber
  let found = place
  return { SubfleetCalls(Subfleet<Machine>($0, configurations, found)) }
}

extension SimulatedSession {
  /// Returns true if clients of any cohort contend for the gateway's row.
  fileprivate static func contend(under configurations: [Configuration?]) -> Bool {
    configurations.contains { $0.map { fresh(under: $0).contends } ?? false }
  }
}
