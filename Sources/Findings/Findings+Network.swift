import GatewayModel
import Metrics
import NetworkModel
import Primitives
import Scenarios
import Simulator
import Systems
import VirtualTime
import Words

/// The part of the network between clients and gateway, and of its links, in how the run went.
extension Evidence {
  /// A box on the way forgot connections.
  var idleBox: Finding? {
    guard run.load.idleKills > 0 else { return nil }
    let isMany = 10 * run.load.idleKills >= run.course.clients
    var sentence =
      "A box on the way forgot \(counted(run.load.idleKills, "connection")) that had been quiet for too "
      + "long."
    if let enough = heartbeatThatIsEnough {
      sentence +=
        " Heartbeats at most \(durationText(enough)) apart, half of what it remembers, leave room for one that "
        + "is late or lost."
    }
    return Finding(
      .idleBox, isMany ? .notable : .aside, figures("idle_kills"), explains: Finding.load, sentence)
  }

  /// Half of the shortest memory of a box, in whole seconds; nil where that is none.
  ///
  /// How much less than the memory would do depends on latencies and losses.
  private var heartbeatThatIsEnough: Interval? {
    let boxes = experiment.plan.cohorts.compactMap(\.network.idle)
    let shortest = boxes.map { $0.after.leastPossible }.min() ?? .zero
    let enough = Interval.seconds(Int64(shortest / .seconds(2)))
    return enough > .zero ? enough : nil
  }

  /// Attempts found no address.
  var nameOutage: Finding? {
    guard let failed = number("attempt_failures.dns"), failed > 0 else { return nil }
    let ttl = experiment.plan.cohorts.compactMap(\.network.name?.ttl).min() ?? .zero
    let isMany = 10 * failed >= Double(run.course.clients)
    return Finding(
      .nameOutage, isMany ? .notable : .aside, figures("attempt_failures.dns"),
      explains: Finding.load,
      "\(counted(Int(failed), "attempt")) found no address of the service: a resolver keeps an answer for "
        + "\(durationText(ttl)), and so that long after the name fails nobody has one.")
  }

  /// Attempts met an address that a fault had killed.
  var deadAddress: Finding? {
    let met = run.load.attemptsAtDeadAddresses
    guard met > 0 else { return nil }
    let isMany = 10 * met >= run.course.clients
    return Finding(
      .deadAddress, isMany ? .notable : .aside,
      [Finding.Figure("attempts_at_dead_addresses", Double(met), .count)],
      explains: Finding.load,
      "\(counted(met, "attempt")) met a dead address. " + nextAddress)
  }

  /// When attempts go on to another address.
  private var nextAddress: String {
    let cohorts = experiment.plan.cohorts.filter(\.network.addresses.areSeveral)
    guard let first = cohorts.first else { return "There is no other." }
    if Set(cohorts.map(\.network.addresses.next)).count > 1 {
      return "When they try another one differs between cohorts."
    }
    switch first.network.addresses.next {
    case .after(let pause): return "They tried another one \(durationText(pause)) later."
    case .failure:
      return "They try another one only when it has failed: at once where it refuses, after "
        + "\(durationText(first.system.giveUp)) where first packets vanish, which many attempts do not last. One that "
        + "also tries another address after 250ms need not wait for that."
    }
  }

  /// First payloads waited for the links.
  var egressBound: Finding? {
    guard let egress = scenario.gateway.egress, let peak = number("stations.egress.backlog_peak_s"),
      peak >= 5
    else { return nil }
    let links = Double(egress.links(nodes: scenario.gateway.nodes))
    let whole = Double(run.course.clients) * egress.payloadTime.seconds / links
    return Finding(
      .egressBound, .notable,
      figures("stations.egress.backlog_peak_s", "stations.egress.utilisation")
        + [seconds("whole_fleet_s", whole)],
      explains: Finding.load + ["stations.egress"],
      "First payloads waited up to \(time(peak)) for a link: \(bytesText(egress.payload)) for every client "
        + "take \(time(whole)) at \(bitRateText(egress.rate))"
        + (links > 1 ? " for each of \(Int(links)) nodes." : "."))
  }
}

extension Distribution {
  /// The least that is drawn practically ever.
  fileprivate var leastPossible: Interval {
    if case .constant(let value) = self { return value }
    return Sampler(self).sample(1 << 54)
  }
}
