import Faults
import GatewayModel
import Primitives
import Sessions

/// Who is measured: the clients that want a connection at clear and lacked one since the first
/// incident began; and where each of them stands at clear.
final class RecoveryWatch<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let books: Books
  private let gateway: Gateway
  private let timeline: FaultTimeline
  /// How many there are.
  private let cohorts: Int

  init(
    _ clients: ClientTable<Machine>, _ books: Books, _ gateway: Gateway,
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
      for client in clients.all where clients[client].presence == .down {
        clients[client].marks.insert(.affected)
      }
    }
    guard instant >= books.recovery.clearDue else { return }
    let clear = books.recovery.clearDue
    books.recovery.clearDue = .never
    for client in clients.all { standAtClear(client) }
    // Otherwise the faults that end at this moment come first.
    if !timeline.moments.contains(where: { timeline.changes[$0.lowerBound].at == clear }) {
      countThoseAway(at: clear)
    }
  }

  private func standAtClear(_ client: UInt32) {
    switch clients[client].presence {
    case .up: clients.ledgers[client].recovery = .zero
    case .down:
      clients[client].marks.insert(.affected)
      clients.ledgers[client].standing.insert(.awayAtClear)
    case .idle:
      clients[client].marks.remove(.affected)
      clients.ledgers[client].standing.insert(.absentAtClear)
    }
  }

  /// Faults have begun or ended just now.
  func worldChanged(at now: Instant) {
    if books.recovery.hasCounted && now == books.recorder.clear { countThoseAway(at: now) }
  }

  /// What the gateway must do at least before the away are back, once the faults that end at clear
  /// have ended.
  private func countThoseAway(at clear: Instant) {
    var stand = StandAtClear(cohorts: cohorts)
    let places = StandingPlaces()
    for client in clients.all {
      guard clients.ledgers[client].standing.contains(.awayAtClear) else { continue }
      stand.away += 1
      if clients[client].presence == .down { count(client, &stand, places) }
    }
    places.expand(into: &stand, admitsAfterHandshake: gateway.admitsAfterHandshake)
    stand.tokens = gateway.tokens(at: clear)
    books.recovery.atClear = stand
  }

  private func count(
    _ client: UInt32, _ stand: inout StandAtClear, _ places: borrowing StandingPlaces
  ) {
    let isDead = !clients[client].link.isDisjoint(with: [.severed, .vanished])
    let hasSucceeded = clients[client].link.contains(.succeeded)
    // Its socket lives on, and is only out of reach because of the weather.
    if hasSucceeded && !isDead { return }
    stand.waiting += 1
    stand.hasWaiting[clients.cohort(client)] = true
    // Who does not know yet that the connection is gone has all the way to go.
    places.add(
      clients[client].slot.machine.system, clients[client].stage,
      isUnderWay: clients[client].slot.connection != .none && !isDead)
  }
}
