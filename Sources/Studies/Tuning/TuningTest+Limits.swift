import Documents
import Metrics

/// The results of a formula behind a limit of another kind than the one it was tuned to. A formula
/// may be the best at a listener that turns attempts away for nothing, and die where each costs a
/// handshake.
extension TuningTest {
  /// Runs the winner and the own formula behind each kind of limit, with the seeds of the test.
  /// - Returns: events of the runs.
  mutating func lookBehindLimits(
    _ target: TuningTarget, replications: Int, _ pool: WorkPool, watch: (WorkProgress) -> Bool
  ) -> Int {
    guard let winner, let own, !target.limits.isEmpty else {
      isLimitLookMissing = false
      return 0
    }
    let scenarios = target.limits.map { world in
      var scenario = world.scenario
      scenario.seed &+= target.testSeedOffset
      return scenario
    }
    let variants = [
      Variant(name: winner.name, policy: winner.policy),
      Variant(name: own.name, policy: own.policy),
    ]
    var runs = PairedRuns(scenarios, variants)
    do throws(PairedRunError) {
      try runs.extend(by: replications, on: pool, watch: watch)
    } catch {
      limitFailure = error.reason
      isLimitLookMissing = false
      return 0
    }
    if !runs.isTruncated {
      let table = LimitsDocument(runs, target.limits)
      limits = table
      leastBehindLimits = scenarios.indices.map {
        table.metric == TradedMetrics.recovery ? runs.leastPossible(scenario: $0) : nil
      }
      isLimitLookMissing = false
    }
    return runs.events
  }

  /// Worlds behind limits in which the winner does not hold, by their places.
  package var lostBehindLimits: [Int] {
    guard let outcomes = limitOutcomes(of: .winner) else { return [] }
    return outcomes.indices.filter { !outcomes[$0].isHeld }
  }

  /// Worlds behind limits in which both hold and the winner takes longer than the own formula, by more
  /// than what does not decide a search; by their places.
  package var slowerBehindLimits: [Int] {
    guard let winner = limitOutcomes(of: .winner), let own = limitOutcomes(of: .own) else {
      return []
    }
    return winner.indices.filter { place in
      winner[place].isHeld && own[place].isHeld
        && winner[place].seconds > (1 + TuningGoal.indifference) * own[place].seconds
    }
  }

  /// World by world.
  package func limitOutcomes(of role: Role) -> [LimitsDocument.Outcome]? {
    let entry = role == .winner ? winner : own
    return entry.flatMap { limits?.row(of: $0.name) }?.outcomes
  }
}

extension PairedRunError {
  fileprivate var reason: String {
    switch self {
    case .formula(let error): "\(error)"
    case .run(let variant, let scenario, let error): "\(variant) in \(scenario): \(error.cause)"
    }
  }
}
