#if !DEBUG
  import Faults
  import GatewayModel
  import Measurements
  import NetworkModel
  import Primitives
  import Sessions
  import Simulator
  import VirtualTime

  /// A fleet of one cohort at an ideal gateway.
  func runFleet(
    _ fleet: Fleet, clients: Int, seed: UInt64 = 1, latency: Latency = .constant(.zero),
    setup: SetupRoundTrips = .none, _ behaviour: Behaviour = Behaviour(), faults: [Fault] = [],
    start: StartPlan = .connected, duration: Interval
  ) throws -> RunResult {
    let network = NetworkDescription(profile: "own", latency: latency, setup: setup, loss: 0)
    let plan = SimulationPlan(
      seed: seed, clients: clients,
      cohorts: [
        CohortPlan(name: "all", share: 1, network: network, system: .linux, behaviour: behaviour)
      ],
      start: start, isAligned: false,
      gateway: GatewayDescription(
        profile: "ideal", nodes: 1, backlog: nil, handshake: .ideal, auth: .ideal, ready: .ideal,
        api: .ideal, admission: .none, abandonment: .work),
      faults: faults, duration: duration, untilSettled: false, metastableWindow: .seconds(60))
    return try simulate(plan, fleet)
  }

  extension RunResult {
    func milestone(_ word: String) -> MilestoneCount {
      sessions.milestones.first { $0.name.word == word }!
    }
  }

  extension DurationRecorder {
    /// What was recorded, in seconds and ascending, to three digits.
    var values: [Double] {
      let count = count
      let fractions = (0..<count).map { (Double($0) + 0.5) / Double(count) }
      return nearestRanks(fractions).map { Double($0) / 1e6 }
    }
  }
#endif
