import Faults
import GatewayModel
import NetworkModel
import Primitives
import Simulator

/// How long the clients of a cohort wait for a part of their set-up, and what that part consists of.
package struct Patience: Sendable {
  package var name: String
  package var part: String
  package var seconds: Double
  package var stages: [StationRole]
  /// One-way delays on the way.
  var oneWays: Double
  package let cohort: String
  let network: NetworkDescription

  /// Seconds on the way at the mean latency, with what faults do to it.
  package func travel(_ bend: PathBend) -> Double {
    let oneWay = network.latency.distribution.meanSeconds
    return oneWays * (oneWay * bend.times + bend.add)
  }
}

/// What faults do to a cohort's latency.
package struct PathBend: Sendable {
  var times = 1.0
  /// Seconds.
  var add = 0.0
}

extension RunInput {
  /// Each limit of each cohort.
  package var patience: [Patience] {
    zip(cohorts, plan.cohorts).flatMap { traits, cohort in
      traits.limits.map { limit in
        Patience(
          name: limit.name, part: limit.part, seconds: limit.time.seconds, stages: limit.stages,
          oneWays: Double(2 * limit.roundTrips(cohort.network)), cohort: cohort.name,
          network: cohort.network)
      }
    }
  }

  /// What the faults that are in force during all of [from, to], and that concern everybody, or all of
  /// a cohort, do to its latency.
  package func bend(of cohort: String, from: Instant, to: Instant) -> PathBend {
    let nodes = plan.gateway.nodes
    return plan.faults.reduce(into: PathBend()) { bend, fault in
      guard fault.concernsAll(of: cohort), fault.at <= from,
        fault.end(nodes: nodes).map({ $0 >= to }) ?? true
      else { return }
      let effects = fault.effects
      bend.times *= effects.latencyTimes
      bend.add += effects.latencyAdd.seconds
    }
  }

  /// Whether the way alone takes longer than any client waits: then nobody can get through, however
  /// few they are.
  func isOutOfReach(from: Instant, to: Instant) -> Bool {
    let names = plan.cohorts.map(\.name)
    let limits = patience.filter { $0.seconds > 0 }
    return names.allSatisfy { name in
      limits.contains { limit in
        limit.cohort == name && limit.travel(bend(of: name, from: from, to: to)) > limit.seconds
      }
    }
  }
}

extension Fault {
  fileprivate func concernsAll(of cohort: String) -> Bool {
    switch scope {
    case .everyone, .share(1): true
    case .cohort(let name): name == cohort
    case .share, .node: false
    }
  }
}
