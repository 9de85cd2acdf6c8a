import GatewayModel
import Primitives
import Simulator

/// How many attempts may hold slots so that the last of them is served before its client gives up: as many as the
/// narrowest station behind admission serves in the time that clients wait for it.
package struct SlotRoom: Sendable {
  /// The narrowest station.
  package let station: GatewayStage
  /// The time that clients wait, as it is called: `connect timeout`.
  package let limit: String
  /// That time; where cohorts differ, the longest.
  package let seconds: Double
  /// How many limits of admission share it: one for each node, or one for all.
  package let pools: Int

  /// Slots over all nodes.
  package var most: Double { station.perSecond * seconds }
  /// Slots of each limit.
  package var mostOfEach: Int { Int(most / Double(pools)) }

  /// nil where admission is not by slots, no station limits, or no client's patience covers that station.
  package init?(_ gateway: GatewayDescription, _ cohorts: [CohortTraits]) {
    let stages = [SetUpStage].passed(by: cohorts.map(\.setUpStages))
    let stations = gateway.limitingStages.filter {
      $0.stage != .admission && stages.contains($0.stage)
    }
    guard gateway.admission.hasSlots,
      let narrowest = stations.min(by: { $0.perSecond < $1.perSecond }),
      case .station(let role) = narrowest.stage,
      let limit = cohorts.flatMap(\.limits).filter({ $0.stages.contains(role) })
        .max(by: { $0.time < $1.time })
    else { return nil }
    station = narrowest
    self.limit = limit.name
    seconds = limit.time.seconds
    pools = gateway.admission.scope == .node ? gateway.nodes : 1
  }

  /// `on each of 4 nodes`, or nothing where one limit is for all.
  package var ofEach: String { pools == 1 ? "" : " on each of \(pools) nodes" }
}

extension RunInput {
  package var slotRoom: SlotRoom? { SlotRoom(plan.gateway, cohorts) }

  /// Slots that keep the narrowest station busy while nobody waits: its rate times the way and the services of the
  /// nearest clients' set-up; nil where no station limits.
  package var slotsOnTheWay: Double? {
    guard let room = slotRoom else { return nil }
    let times = patience.filter { $0.stages.contains(.auth) }.map { limit in
      limit.stages.reduce(limit.travelBehindTheDoor) { $0 + plan.gateway[$1].time.meanSeconds }
    }
    return times.min().map { $0 * room.station.perSecond }
  }
}
