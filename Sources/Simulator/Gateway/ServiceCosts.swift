import GatewayModel
import Primitives
import Sessions

/// What an attempt has cost the gateway: held back until it is known whether it was good for anything.
final class ServiceCosts<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let books: Books

  init(_ clients: ClientTable<Machine>, _ books: Books) {
    self.clients = clients
    self.books = books
  }

  /// A service of a set-up begins: where its client is now, and what it costs.
  func begin(_ service: Service, at now: Instant) {
    let client = service.request.client
    let role = service.station.role
    trace(service, at: now)
    guard clients.isPresent(client, service.request.tag) else {
      return books.work.book(role, service.duration, at: now, isUseful: false)
    }
    // Whoever has been played on is farther.
    if !clients[client].link.contains(.succeeded) { clients[client].stage = .service(at: role) }
    spend(service.duration, at: role, client, now: now)
  }

  /// Books busy time for the present attempt of a client.
  func spend(_ duration: Interval, at role: StationRole, _ client: UInt32, now: Instant) {
    if clients[client].link.contains(.succeeded) {
      books.work.book(role, duration, at: now, isUseful: true)
    } else {
      books.work.book(role, duration, at: now, entry: &clients[client].work)
    }
  }

  /// The service of a call begins: where its client is now, and what it costs.
  func beginCall(_ service: Service, at now: Instant) {
    let client = service.request.client
    trace(service, at: now)
    let call = Machine.Call(rawValue: CallTag(service.request.tag).code)
    if call.map({ !clients[client].slot.machine.isOfAttempt($0) }) ?? true {
      books.work.book(.api, service.duration, at: now, isUseful: true)
    } else if isOfThisAttempt(service.request),
      clients[client].link.contains(.succeeded) || isLastStep(callOf: client)
    {
      clients[client].stage = .service(at: .api)
      spend(service.duration, at: .api, client, now: now)
    } else {
      books.work.book(.api, service.duration, at: now, isUseful: false)
    }
  }

  // MARK: Following

  /// A request waits at a station.
  /// - Parameter ahead: how many wait before it.
  @inline(__always)
  func trace(queued request: Request, at id: StationID, behind ahead: @autoclosure () -> Int) {
    guard books.isTracing else { return }
    books.trace(
      .queued(id.role, node: id.knownNode, attempt: attempt(of: request, at: id), ahead: ahead()),
      of: request.client, at: request.arrived)
  }

  @inline(__always)
  private func trace(_ service: Service, at now: Instant) {
    guard books.isTracing else { return }
    let (request, id) = (service.request, service.station)
    books.trace(
      .served(
        id.role, node: id.knownNode, attempt: attempt(of: request, at: id),
        arrived: request.arrived, until: service.finish),
      of: request.client, at: now)
  }

  /// A call belongs to the latest attempt, as far as anybody knows.
  private func attempt(of request: Request, at id: StationID) -> UInt32 {
    id.role == .api ? clients[request.client].slot.attempt : request.tag
  }

  // MARK: Calls

  /// Whether a call that was queued belongs to the attempt that its client makes now: it may have given
  /// up while it waited, and try again.
  private func isOfThisAttempt(_ request: Request) -> Bool {
    CallTag(request.tag).isOf(attempt: clients[request.client].slot.attempt)
  }

  /// Whether a call that comes to the gateway is the last step of the present attempt: one of an
  /// earlier attempt may still be on its way.
  func isLastStep(callOf client: UInt32) -> Bool {
    !clients[client].slot.machine.repeatsCalls
      && clients[client].slot.connection != .none
      && clients[client].stage.rawValue >= AttemptStage.ready.rawValue
      && clients[client].stage != .rejected
  }
}

extension StationID {
  /// nil for a station of all nodes.
  fileprivate var knownNode: Int? { role.isPerNode ? Int(node) : nil }
}
