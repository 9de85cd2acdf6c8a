import Faults
import GatewayModel
import Primitives
import Sessions
import VirtualTime

/// The clients of one session system, with their connections, devices and users.
final class Subfleet<Machine: SimulatedSession>: Clientele {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let atClient: ClientProcess<Machine>
  private let atGateway: GatewayProcess<Machine>
  private let clientEffects: ClientEffects<Machine>
  private let ahead: Ahead<Machine>
  private let births: InitialState<Machine>
  private let census: SubfleetCensus<Machine>

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>,
    _ atClient: ClientProcess<Machine>, _ atGateway: GatewayProcess<Machine>,
    _ clientEffects: ClientEffects<Machine>, _ ahead: Ahead<Machine>,
    _ births: InitialState<Machine>, _ census: SubfleetCensus<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.atClient = atClient
    self.atGateway = atGateway
    self.clientEffects = clientEffects
    self.ahead = ahead
    self.births = births
    self.census = census
  }

  var count: Int { clients.count }

  // MARK: Events

  @inline(__always)
  func take(_ event: ClientEvent, _ buffer: inout EventBuffer) -> Bool {
    atClient.take(event, &buffer)
  }

  @inline(__always)
  func take(_ event: GatewayEvent, _ buffer: inout EventBuffer) {
    atGateway.take(event, &buffer)
  }

  @inline(__always)
  func serviceBegan(_ service: Service, _ buffer: inout EventBuffer) {
    atGateway.serviceBegan(service, &buffer)
  }

  func dropped(_ drop: Drop, _ buffer: inout EventBuffer) { atGateway.dropped(drop, &buffer) }

  @inline(__always)
  func isRunning(_ event: PendingEvent) -> Bool { clients.isRunning(event) }

  @inline(__always)
  func prefetch(ownerOf key: UInt64) { clients.prefetch(ownerOf: key) }

  func name(of word: UInt64) -> String { EventCode.name(of: word, for: Machine.self) }

  // MARK: The beginning

  func add(_ client: UInt32, to cohort: Int) { births.add(client, to: cohort) }

  @inline(__always)
  func cohort(_ client: UInt32) -> Int { clients.cohort(client) }

  func connectBeforeStart(_ client: UInt32, _ buffer: inout EventBuffer) {
    births.connectBeforeStart(client, &buffer)
  }

  func scheduleStart(of client: UInt32, at instant: Instant, _ buffer: inout EventBuffer) {
    births.scheduleStart(of: client, at: instant, &buffer)
  }

  // MARK: Fast-forwarding

  func look(ahead horizon: Instant) { ahead.fastForward.horizon = horizon }

  func resumeEveryone(
    before moment: PendingEvent, _ buffer: inout EventBuffer, post: (inout EventBuffer) -> Void
  ) {
    ahead.fastForward.resumeEveryone(before: moment, &buffer, post: post)
  }

  func accountForFastForward(before instant: Instant) {
    ahead.fastForward.account(before: instant)
    ahead.streams.account(before: instant)
  }

  // MARK: Faults

  func worldChanged(whileClosed: World.Reach) {
    network.worldChanged(whileClosed: whileClosed)
  }

  func subject(_ client: UInt32) -> World.Subject { network.subject(client) }

  func isAtGateway(_ client: UInt32) -> Bool { clients.isAtGateway(client) }

  func isPresent(_ client: UInt32, _ attempt: UInt32) -> Bool {
    clients.isPresent(client, attempt)
  }

  func isSevered(_ client: UInt32, _ attempt: UInt32) -> Bool {
    clients.isSevered(client, attempt)
  }

  func sever(
    _ client: UInt32, _ closing: Closing, hitAt: Instant, before moment: PendingEvent,
    _ buffer: inout EventBuffer
  ) {
    let isAhead = clients[client].marks.contains(.fastForwarded)
    if isAhead { ahead.fastForward.resume(client, before: moment, &buffer) }
    clientEffects.sever(client, closing, hitAt: hitAt, &buffer)
    if isAhead { ahead.fastForward.forgetBeat(of: client, &buffer) }
  }

  func apply(_ effect: AppliedEffect, _ client: UInt32, _ buffer: inout EventBuffer) {
    if !Machine.servesReads { return clientEffects.apply(effect, client, &buffer) }
    ahead.streams.catchUp(client, buffer)
    clientEffects.apply(effect, client, &buffer)
    ahead.streams.settle(client, &buffer)
  }

  // MARK: Statistics

  func standBeforeIncident(_ client: UInt32) { clients.standBeforeIncident(client) }
  func standAtClear(_ client: UInt32) { clients.standAtClear(client) }

  func count(
    _ client: UInt32, _ stand: inout StandAtClear, _ places: borrowing StandingPlaces
  ) {
    census.count(client, &stand, places)
  }

  func count(_ client: UInt32, _ part: inout CohortResult, at now: Instant) {
    census.count(client, &part, at: now)
  }

  func count(_ client: UInt32, _ contention: inout ContentionFigures) {
    census.count(client, &contention)
  }

  func countUndelivered(_ client: UInt32, _ pushes: inout [PushFigures]) {
    census.countUndelivered(client, &pushes)
  }

  var milestones: [MilestoneCount] { census.milestones }
  func states(at end: Instant) -> [StateTime] { census.states(at: end) }

  func description(of client: UInt32) -> String {
    let device = clients.devices.map { $0[client] }
    let copies = clients.copies.map { $0[client] }
    return "\(clients[client]) \(clients.statistics[client]) "
      + "\(String(describing: device)) \(String(describing: copies))"
  }
}
