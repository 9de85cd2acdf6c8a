import Faults
import GatewayModel
import NetworkModel
import Primitives
import Simulator

/// The time that the clients of a cohort wait for a part of their set-up, and the steps of that
/// part.
package struct Patience: Sendable {
  package var name: String
  package var part: String
  package var seconds: Double
  package var stages: [StationRole]
  /// On the way.
  let roundTrips: Int
  package let cohort: String
  let network: NetworkDescription

  /// Seconds on the way at the mean latency, with what faults do to it.
  package func travel(_ bend: PathBend) -> Double {
    let oneWay = network.latency.meanSeconds
    return Double(2 * roundTrips) * (oneWay * bend.times + bend.add)
  }

  /// Seconds on the way between the first packet's arrival and the last station of connecting, at the mean latency.
  var travelBehindTheDoor: Double { Double(2 * (roundTrips - 1)) * network.latency.meanSeconds }
}

extension Latency {
  /// Mean of one packet's, one way, over all clients.
  var meanSeconds: Double {
    switch shape {
    case .distribution(let distribution): least.seconds + distribution.meanSeconds
    case .measured(let times): least.seconds + times.meanSeconds / 2
    }
  }
}

/// The change that faults make to a cohort's latency.
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
          roundTrips: limit.roundTrips(cohort.network), cohort: cohort.name,
          network: cohort.network)
      }
    }
  }

  /// Returns the change to a cohort's latency by faults that concern all clients, or all of the
  /// cohort, and that are in force during all of [from, to].
  package func bend(of cohort: String, from: Instant, to: Instant) -> PathBend {
    let nodes = plan.gateway.nodes
    return plan.faults.reduce(into: PathBend()) { bend, fault in
      guard fault.concernsAll(of: cohort), fault.isInForce(during: from, to, nodes: nodes) else {
        return
      }
      let effects = fault.effects
      bend.times *= effects.latencyTimes
      bend.add += effects.latencyAdd.meanSeconds
    }
  }
}

extension Fault {
  /// Returns true if it is in force during all of [from, to].
  func isInForce(during from: Instant, _ to: Instant, nodes: Int) -> Bool {
    at <= from && end(nodes: nodes).map { $0 >= to } ?? true
  }

  fileprivate func concernsAll(of cohort: String) -> Bool {
    switch scope {
    case .everyone, .share(1): true
    case .cohort(let name): name == cohort
    case .share, .node: false
    }
  }
}
