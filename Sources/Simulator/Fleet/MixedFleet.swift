import Faults
import GatewayModel
import Primitives
import VirtualTime

/// Herds of several session systems side by side: one call more for each event.
///
/// Each herd has room for all clients and uses what is its own; what all systems have alike stands
/// once for all.
final class MixedFleet: Clientele {
  let count: Int
  private let herds: [HerdCalls]
  /// The place among `herds`, by cohort.
  private let herdOfCohort: [Int]
  /// By client.
  private let cohorts: Column<UInt8>

  init(_ herds: [HerdCalls], herdOfCohort: [Int], count: Int) {
    self.herds = herds
    self.herdOfCohort = herdOfCohort
    self.count = count
    cohorts = Column(of: 0, count: count)
  }

  deinit { cohorts.free() }

  private func calls(to client: UInt32) -> HerdCalls {
    herds[herdOfCohort[Int(cohorts[client])]]
  }

  private func herd(of client: UInt32) -> any Clientele { calls(to: client).herd }

  // MARK: Events

  func take(_ event: ClientEvent, _ postings: inout Postings) -> Bool {
    calls(to: event.client).events.takeAtClient(event, &postings)
  }

  func take(_ event: GatewayEvent, _ postings: inout Postings) {
    calls(to: event.client).events.takeAtGateway(event, &postings)
  }

  func serviceBegan(_ service: Service, _ postings: inout Postings) {
    calls(to: service.request.client).events.serviceBegan(service, &postings)
  }

  func isRunning(_ event: PendingEvent) -> Bool {
    calls(to: ClientEvent(event.key).client).events.isRunning(event)
  }

  /// Which herd it is of stands in a column of bytes, which is near.
  func prefetch(ownerOf key: UInt64) {
    switch EventCode.eventClass(of: key) {
    case .client: calls(to: ClientEvent(key).client).events.prefetch(key)
    case .gateway: calls(to: GatewayEvent(key).client).events.prefetch(key)
    case .fault: break
    }
  }

  func name(of word: UInt64) -> String {
    switch LoopEvent(word) {
    case .client(let event): herd(of: event.client).name(of: word)
    case .gateway(let event): herd(of: event.client).name(of: word)
    case .lane, .fault: herds[0].herd.name(of: word)
    }
  }

  // MARK: The beginning

  func add(_ client: UInt32, to cohort: Int) {
    cohorts[client] = UInt8(cohort)
    herd(of: client).add(client, to: cohort)
  }

  func cohort(_ client: UInt32) -> Int { Int(cohorts[client]) }

  func connectBeforeStart(_ client: UInt32, _ postings: inout Postings) {
    calls(to: client).connectBeforeStart(client, &postings)
  }

  func scheduleStart(of client: UInt32, at instant: Instant, _ postings: inout Postings) {
    herd(of: client).scheduleStart(of: client, at: instant, &postings)
  }

  // MARK: Fast-forwarding

  func look(ahead horizon: Instant) { for calls in herds { calls.herd.look(ahead: horizon) } }

  func resumeEveryone(
    before moment: PendingEvent, _ postings: inout Postings, post: (inout Postings) -> Void
  ) {
    for calls in herds { calls.herd.resumeEveryone(before: moment, &postings, post: post) }
  }

  func accountForFastForward(before instant: Instant) {
    for calls in herds { calls.herd.accountForFastForward(before: instant) }
  }

  // MARK: Faults

  func worldChanged(whileClosed: World.Reach) {
    for calls in herds { calls.herd.worldChanged(whileClosed: whileClosed) }
  }

  func subject(_ client: UInt32) -> World.Subject { herd(of: client).subject(client) }
  func isAtGateway(_ client: UInt32) -> Bool { herd(of: client).isAtGateway(client) }

  func isSevered(_ client: UInt32, _ attempt: UInt32) -> Bool {
    herd(of: client).isSevered(client, attempt)
  }

  func sever(
    _ client: UInt32, _ closing: Closing, hitAt: Instant, before moment: PendingEvent,
    _ postings: inout Postings
  ) {
    calls(to: client).sever(client, closing, hitAt, moment, &postings)
  }

  func suffer(_ impact: Impact, _ client: UInt32, _ postings: inout Postings) {
    calls(to: client).suffer(impact, client, &postings)
  }

  // MARK: Books

  func standBeforeIncident(_ client: UInt32) { herd(of: client).standBeforeIncident(client) }
  func standAtClear(_ client: UInt32) { herd(of: client).standAtClear(client) }

  func count(
    _ client: UInt32, _ stand: inout StandAtClear, _ places: borrowing StandingPlaces
  ) {
    herd(of: client).count(client, &stand, places)
  }

  func count(_ client: UInt32, _ part: inout CohortResult, at now: Instant) {
    herd(of: client).count(client, &part, at: now)
  }

  func count(_ client: UInt32, _ contention: inout ContentionFigures) {
    herd(of: client).count(client, &contention)
  }

  func countUndelivered(_ client: UInt32, _ pushes: inout [PushFigures]) {
    herd(of: client).countUndelivered(client, &pushes)
  }

  var milestones: [MilestoneCount] { herds.flatMap(\.herd.milestones) }
  func states(at end: Instant) -> [StateTime] { herds.flatMap { $0.herd.states(at: end) } }
  func description(of client: UInt32) -> String { herd(of: client).description(of: client) }
}
