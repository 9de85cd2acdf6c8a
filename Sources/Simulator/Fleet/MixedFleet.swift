import Faults
import GatewayModel
import Primitives
import VirtualTime

/// Subfleets of several session systems side by side: one call more for each event.
///
/// Each subfleet has room for all clients and uses its own part. The data that all systems have
/// alike stand once for all.
final class MixedFleet: Clientele {
  let count: Int
  private let subfleets: [SubfleetCalls]
  /// The place among `subfleets`, by cohort.
  private let herdOfCohort: [Int]
  /// The cohort of each client.
  private let cohorts: Column<UInt8>

  init(_ subfleets: [SubfleetCalls], herdOfCohort: [Int], count: Int) {
    self.subfleets = subfleets
    self.herdOfCohort = herdOfCohort
    self.count = count
    cohorts = Column(of: 0, count: count)
  }

  deinit { cohorts.free() }

  private func calls(to client: UInt32) -> SubfleetCalls {
    subfleets[herdOfCohort[Int(cohorts[client])]]
  }

  private func subfleet(of client: UInt32) -> any Clientele { calls(to: client).subfleet }

  // MARK: Events

  func take(_ event: ClientEvent, _ buffer: inout EventBuffer) -> Bool {
    calls(to: event.client).events.takeAtClient(event, &buffer)
  }

  func take(_ event: GatewayEvent, _ buffer: inout EventBuffer) {
    calls(to: event.client).events.takeAtGateway(event, &buffer)
  }

  func serviceBegan(_ service: Service, _ buffer: inout EventBuffer) {
    calls(to: service.request.client).events.serviceBegan(service, &buffer)
  }

  func dropped(_ drop: Drop, _ buffer: inout EventBuffer) {
    calls(to: drop.request.client).events.dropped(drop, &buffer)
  }

  func isRunning(_ event: PendingEvent) -> Bool {
    calls(to: ClientEvent(event.key).client).events.isRunning(event)
  }

  /// Fetches what the loop will touch of the owner of an event. The subfleet of a client stands in
  /// a column of bytes, which is near.
  func prefetch(ownerOf key: UInt64) {
    switch EventCode.eventClass(of: key) {
    case .client: calls(to: ClientEvent(key).client).events.prefetch(key)
    case .gateway: calls(to: GatewayEvent(key).client).events.prefetch(key)
    case .fault: break
    }
  }

  func name(of word: UInt64) -> String {
    switch LoopEvent(word) {
    case .client(let event): subfleet(of: event.client).name(of: word)
    case .gateway(let event): subfleet(of: event.client).name(of: word)
    case .lane, .fault: subfleets[0].subfleet.name(of: word)
    }
  }

  // MARK: The beginning

  func add(_ client: UInt32, to cohort: Int) {
    cohorts[client] = UInt8(cohort)
    subfleet(of: client).add(client, to: cohort)
  }

  func cohort(_ client: UInt32) -> Int { Int(cohorts[client]) }

  func connectBeforeStart(_ client: UInt32, _ buffer: inout EventBuffer) {
    calls(to: client).connectBeforeStart(client, &buffer)
  }

  func scheduleStart(of client: UInt32, at instant: Instant, _ buffer: inout EventBuffer) {
    subfleet(of: client).scheduleStart(of: client, at: instant, &buffer)
  }

  // MARK: Fast-forwarding

  func look(ahead horizon: Instant) {
    for calls in subfleets { calls.subfleet.look(ahead: horizon) }
  }

  func resumeEveryone(
    before moment: PendingEvent, _ buffer: inout EventBuffer, post: (inout EventBuffer) -> Void
  ) {
    for calls in subfleets { calls.subfleet.resumeEveryone(before: moment, &buffer, post: post) }
  }

  func accountForFastForward(before instant: Instant) {
    for calls in subfleets { calls.subfleet.accountForFastForward(before: instant) }
  }

  // MARK: Faults

  func worldChanged(whileClosed: World.Reach) {
    for calls in subfleets { calls.subfleet.worldChanged(whileClosed: whileClosed) }
  }

  func subject(_ client: UInt32) -> World.Subject { subfleet(of: client).subject(client) }
  func isAtGateway(_ client: UInt32) -> Bool { subfleet(of: client).isAtGateway(client) }

  func isPresent(_ client: UInt32, _ attempt: UInt32) -> Bool {
    subfleet(of: client).isPresent(client, attempt)
  }

  func isSevered(_ client: UInt32, _ attempt: UInt32) -> Bool {
    subfleet(of: client).isSevered(client, attempt)
  }

  func sever(
    _ client: UInt32, _ closing: Closing, hitAt: Instant, before moment: PendingEvent,
    _ buffer: inout EventBuffer
  ) {
    calls(to: client).sever(client, closing, hitAt, moment, &buffer)
  }

  func apply(_ effect: AppliedEffect, _ client: UInt32, _ buffer: inout EventBuffer) {
    calls(to: client).apply(effect, client, &buffer)
  }

  // MARK: Statistics

  func standBeforeIncident(_ client: UInt32) { subfleet(of: client).standBeforeIncident(client) }
  func standAtClear(_ client: UInt32) { subfleet(of: client).standAtClear(client) }

  func count(
    _ client: UInt32, _ stand: inout StandAtClear, _ places: borrowing StandingPlaces
  ) {
    subfleet(of: client).count(client, &stand, places)
  }

  func count(_ client: UInt32, _ part: inout CohortResult, at now: Instant) {
    subfleet(of: client).count(client, &part, at: now)
  }

  func count(_ client: UInt32, _ contention: inout ContentionFigures) {
    subfleet(of: client).count(client, &contention)
  }

  func countUndelivered(_ client: UInt32, _ pushes: inout [PushFigures]) {
    subfleet(of: client).countUndelivered(client, &pushes)
  }

  var milestones: [MilestoneCount] { subfleets.flatMap(\.subfleet.milestones) }
  func states(at end: Instant) -> [StateTime] { subfleets.flatMap { $0.subfleet.states(at: end) } }
  func description(of client: UInt32) -> String { subfleet(of: client).description(of: client) }
}
