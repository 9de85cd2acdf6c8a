import Primitives

/// Puts every client where the plan wants it at time 0.
struct Population {
  private let plan: SimulationPlan
  private let random: RandomSource

  init(_ plan: SimulationPlan, _ random: RandomSource) {
    self.plan = plan
    self.random = random
  }

  /// - Parameter post: takes over what each client is answered with.
  func begin(
    _ clients: some Clientele, _ buffer: inout EventBuffer, post: (inout EventBuffer) -> Void
  ) {
    var arrival = 0.0
    for client in 0..<UInt32(clients.count) {
      clients.add(client, to: drawCohort(of: client))
      switch plan.start {
      case .connected: clients.connectBeforeStart(client, &buffer)
      case .within(let window):
        let u = random.uniform(.start(of: client))
        clients.scheduleStart(
          of: client, at: .start + Interval(seconds: u * window.seconds), &buffer)
      case .rate(let perSecond):
        let u = random.uniform(.start(of: client))
        arrival -= portableLog(1 - u) / perSecond
        clients.scheduleStart(
          of: client, at: .start + Interval(seconds: min(arrival, 9e9)), &buffer)
      }
      post(&buffer)
    }
  }

  private func drawCohort(of client: UInt32) -> Int {
    if plan.cohorts.count == 1 { return 0 }
    let u = random.uniform(.cohort(of: client))
    var sum = 0.0
    for (index, cohort) in plan.cohorts.enumerated() {
      sum += cohort.share
      if u < sum { return index }
    }
    return plan.cohorts.count - 1
  }
}
