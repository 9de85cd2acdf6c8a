/// All clients in one herd, and what is around them.
/// - Parameter configurations: by cohort of the plan.
@inline(__always)
func oneHerd<Machine: SimulatedSession>(
  _: Machine.Type, _ plan: SimulationPlan, _ configurations: [Machine.Configuration?]
) -> (Herd<Machine>, Surroundings) {
  var roster = Roster()
  let place = roster.add(Machine.self, contends: Machine.contend(under: configurations))
  let shared = Surroundings(plan, roster)
  return (Herd<Machine>(shared, configurations, place), shared)
}

/// A herd of a mixed fleet, made once it is known what is around it.
/// - Parameter configurations: by cohort of the plan; nil of other herds' cohorts.
@inline(__always)
func herdBesideOthers<Machine: SimulatedSession>(
  _: Machine.Type, _ configurations: [Machine.Configuration?], _ roster: inout Roster
) -> (Surroundings) -> HerdCalls {
  var place = roster.add(Machine.self, contends: Machine.contend(under: configurations))
  place.firstDigestNumber = Machine.firstDigestNumber
  let found = place
  return { HerdCalls(Herd<Machine>($0, configurations, found)) }
}

extension SimulatedSession {
  /// Whether clients of any cohort contend for the gateway's row.
  fileprivate static func contend(under configurations: [Configuration?]) -> Bool {
    configurations.contains { $0.map { fresh(under: $0).contends } ?? false }
  }
}
