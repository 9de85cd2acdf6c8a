import Sessions

/// All clients in one herd, and what is around them.
@inline(__always)
func oneHerd<Machine: SimulatedSession>(
  _: Machine.Type, _ plan: SimulationPlan, _ cohorts: [Machine.Configuration]
) -> (Herd<Machine>, Surroundings) {
  var roster = Roster()
  let words = roster.add(Machine.self, contends: Machine.contend(under: cohorts))
  let shared = Surroundings(plan, roster)
  return (Herd<Machine>(shared, cohorts.map { $0 }, words), shared)
}

/// One herd for each session system, side by side, and what is around them.
func mixedFleet(
  _ plan: SimulationPlan, _ cohorts: [MixedConfiguration]
) -> (MixedFleet, Surroundings) {
  var drafts: [HerdDraft] = []
  var roster = Roster()
  roster.mix()
  for system in SystemName.allCases {
    if let draft = HerdDraft(system, cohorts, &roster) { drafts.append(draft) }
  }
  let shared = Surroundings(plan, roster)
  let herdOfCohort = cohorts.map { cohort in
    drafts.firstIndex { $0.system == cohort.system } ?? 0
  }
  let fleet = MixedFleet(
    drafts.map { $0.make(shared) }, herdOfCohort: herdOfCohort, count: plan.clients)
  return (fleet, shared)
}

/// A herd that is made once it is known what is around it.
private struct HerdDraft {
  let system: SystemName
  let make: (Surroundings) -> HerdCalls

  /// nil where no cohort is of the system.
  init?(_ system: SystemName, _ cohorts: [MixedConfiguration], _ roster: inout Roster) {
    guard cohorts.contains(where: { $0.system == system }) else { return nil }
    switch system {
    case .stoat:
      self.init(
        StoatClient.self, system, &roster,
        cohorts.map { if case .stoat(let own) = $0 { own } else { nil } })
    case .chatSocket:
      self.init(
        ChatSocketAgent.self, system, &roster,
        cohorts.map { if case .chatSocket(let own) = $0 { own } else { nil } })
    case .primer:
      self.init(
        SessionPrimer.self, system, &roster,
        cohorts.map { if case .primer(let own) = $0 { own } else { nil } })
    case .appExtension:
      self.init(
        AppExtensionPair.self, system, &roster,
        cohorts.map { if case .appExtension(let own) = $0 { own } else { nil } })
    case .optimistic:
      self.init(
        OptimisticClient.self, system, &roster,
        cohorts.map { if case .optimistic(let own) = $0 { own } else { nil } })
    }
  }

  @inline(__always)
  private init<Machine: SimulatedSession>(
    _: Machine.Type, _ system: SystemName, _ roster: inout Roster,
    _ configurations: [Machine.Configuration?]
  ) {
    self.system = system
    let own = configurations.compactMap { $0 }
    var words = roster.add(Machine.self, contends: Machine.contend(under: own))
    words.firstFact = system.firstFact
    let placed = words
    make = { HerdCalls(Herd<Machine>($0, configurations, placed)) }
  }
}

extension SimulatedSession {
  /// Whether clients of any cohort contend for the gateway's row.
  fileprivate static func contend(under configurations: [Configuration]) -> Bool {
    configurations.contains { fresh(under: $0).contends }
  }
}

extension SystemName {
  /// Milestones are noted in the digest over all clients of a mixed fleet, so each system has numbers
  /// of its own: 64 each; of those of `appExtension`, `optimistic` has the last 16.
  var firstFact: UInt8 { self == .optimistic ? 240 : number * 64 }
}
