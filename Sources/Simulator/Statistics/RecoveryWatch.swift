import Faults
import GatewayModel
import Primitives
import Sessions

/// The clients that are measured: those that want a connection at clear and lacked one since the
/// first incident began; and where each of them stands at clear.
final class RecoveryWatch<Clients: Clientele> {
  private let clients: Clients
  private let statistics: RunStatistics
  private let gateway: Gateway
  private let timeline: FaultTimeline
  /// The number of cohorts.
  private let cohorts: Int

  init(
    _ clients: Clients, _ statistics: RunStatistics, _ gateway: Gateway,
    _ timeline: FaultTimeline, cohorts: Int
  ) {
    self.clients = clients
    self.statistics = statistics
    self.gateway = gateway
    self.timeline = timeline
    self.cohorts = cohorts
  }

  /// Looks at all clients just before the first incident, and just before clear.
  func takeStand(before instant: Instant) {
    if instant >= statistics.recovery.incidentDue {
      statistics.recovery.awayBefore = statistics.down
      statistics.recovery.incidentDue = .never
      for client in everybody { clients.standBeforeIncident(client) }
    }
    guard instant >= statistics.recovery.clearDue else { return }
    let clear = statistics.recovery.clearDue
    statistics.recovery.clearDue = .never
    for client in everybody { clients.standAtClear(client) }
    // Otherwise the faults that end at this moment come first.
    if !timeline.moments.contains(where: { timeline.changes[$0.lowerBound].at == clear }) {
      countThoseAway(at: clear)
    }
  }

  private var everybody: Range<UInt32> { 0..<UInt32(clients.count) }

  /// Faults have begun or ended just now.
  func worldChanged(at now: Instant) {
    if statistics.recovery.hasCounted && now == statistics.recorder.clear {
      countThoseAway(at: now)
    }
  }

  /// Counts what the gateway must do at least before the clients that are away are back, once the
  /// faults that end at clear have ended.
  private func countThoseAway(at clear: Instant) {
    var stand = StandAtClear(cohorts: cohorts)
    let places = StandingPlaces()
    for client in everybody { clients.count(client, &stand, places) }
    places.expand(into: &stand, admitsAfterHandshake: gateway.admitsAfterHandshake)
    stand.tokens = gateway.tokens(at: clear)
    statistics.recovery.atClear = stand
  }
}
