import Faults
import GatewayModel
import Primitives
import Sessions

/// Who is measured: the clients that want a connection at clear and lacked one since the first
/// incident began; and where each of them stands at clear.
final class RecoveryWatch<Clients: Clientele> {
  private let clients: Clients
  private let books: Books
  private let gateway: Gateway
  private let timeline: FaultTimeline
  /// How many there are.
  private let cohorts: Int

  init(
    _ clients: Clients, _ books: Books, _ gateway: Gateway,
    _ timeline: FaultTimeline, cohorts: Int
  ) {
    self.clients = clients
    self.books = books
    self.gateway = gateway
    self.timeline = timeline
    self.cohorts = cohorts
  }

  /// Looks at all clients just before the first incident, and just before clear.
  func takeStand(before instant: Instant) {
    if instant >= books.recovery.incidentDue {
      books.recovery.awayBefore = books.down
      books.recovery.incidentDue = .never
      for client in everybody { clients.standBeforeIncident(client) }
    }
    guard instant >= books.recovery.clearDue else { return }
    let clear = books.recovery.clearDue
    books.recovery.clearDue = .never
    for client in everybody { clients.standAtClear(client) }
    // Otherwise the faults that end at this moment come first.
    if !timeline.moments.contains(where: { timeline.changes[$0.lowerBound].at == clear }) {
      countThoseAway(at: clear)
    }
  }

  private var everybody: Range<UInt32> { 0..<UInt32(clients.count) }

  /// Faults have begun or ended just now.
  func worldChanged(at now: Instant) {
    if books.recovery.hasCounted && now == books.recorder.clear { countThoseAway(at: now) }
  }

  /// What the gateway must do at least before the away are back, once the faults that end at clear
  /// have ended.
  private func countThoseAway(at clear: Instant) {
    var stand = StandAtClear(cohorts: cohorts)
    let places = StandingPlaces()
    for client in everybody { clients.count(client, &stand, places) }
    places.expand(into: &stand, admitsAfterHandshake: gateway.admitsAfterHandshake)
    stand.tokens = gateway.tokens(at: clear)
    books.recovery.atClear = stand
  }
}
