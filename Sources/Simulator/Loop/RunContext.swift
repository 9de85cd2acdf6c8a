import Faults
import GatewayModel
import Primitives

/// The objects that all clients of a run have in common, whatever subfleet they are of.
final class RunContext {
  let plan: SimulationPlan
  let random: RandomSource
  let timeline: FaultTimeline
  let world: World
  let gateway: Gateway
  let statistics: RunStatistics
  let columns: SharedColumns
  let horizon: Horizon
  let looseEnds: LooseEnds

  init(_ plan: SimulationPlan, _ roster: Roster) {
    precondition(plan.duration < ClientStatistics.longestRun, "a run takes less than 52 days")
    self.plan = plan
    random = RandomSource(seed: plan.seed)
    timeline = plan.timeline
    horizon = Horizon(plan, timeline)
    world = World(timeline, cohorts: plan.cohorts.map(\.name), random: random)
    gateway = Gateway(
      plan.gateway, random: random, readers: roster.contends ? plan.clients : 0,
      isForeseen: plan.skipsQuietTime)
    looseEnds = LooseEnds(gateway, timeline, random)
    statistics = RunStatistics(
      Recorder(
        clear: timeline.clear, timed: roster.timedMilestones, states: roster.states,
        systems: roster.systems, cohorts: plan.cohorts.count),
      timeline, clients: plan.clients, tracer: Tracer(plan))
    columns = SharedColumns(
      count: plan.clients, hasDevices: plan.hasDevices || roster.hasPushes,
      hasEntities: roster.hasEntities, keepsMoves: roster.servesReads && plan.skipsQuietTime,
      hasNames: plan.hasNames, hasWires: plan.hasWires, mindsAddresses: plan.mindsAddresses)
  }

  /// The end of the plan.
  var end: Instant { .start + plan.duration }
}

/// The things that the subfleets of a run need room for.
struct Roster {
  /// The session system of each subfleet.
  private(set) var systems: [SystemName] = []
  private(set) var contends = false
  private(set) var hasPushes = false
  private(set) var hasEntities = false
  private(set) var servesReads = false
  /// The number of states.
  private(set) var states = 0
  /// For each milestone, true if the time it took is recorded.
  private(set) var timedMilestones: [Bool] = []

  /// - Parameter contends: whether clients of it contend for the gateway's row.
  /// - Returns: its place among them.
  mutating func add<Machine: SimulatedSession>(_: Machine.Type, contends: Bool) -> SubfleetPlace {
    let place = SubfleetPlace(
      number: systems.count, firstState: states, firstMilestone: timedMilestones.count)
    systems.append(Machine.system)
    if contends { self.contends = true }
    if Machine.hasPushes { hasPushes = true }
    if Machine.hasEntities { hasEntities = true }
    if Machine.servesReads { servesReads = true }
    states += Machine.stateNames.count
    timedMilestones += Machine.Milestone.allCases.map(Machine.isTimed)
    return place
  }

  /// Clients of several systems always have a record of their devices.
  mutating func mix() { hasPushes = true }
}
