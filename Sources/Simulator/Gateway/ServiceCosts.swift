import GatewayModel
import Primitives
import Sessions

/// The cost of an attempt for the gateway, held back until it is known whether it was good for
/// anything.
struct ServiceCosts<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let statistics: RunStatistics

  init(_ clients: ClientTable<Machine>, _ statistics: RunStatistics) {
    self.clients = clients
    self.statistics = statistics
  }

  /// Notes the begin of a service of a set-up: where its client is now, and what it costs.
  func begin(_ service: Service, at now: Instant) {
    let client = service.request.client
    let role = service.station.role
    trace(service, at: now)
    guard clients.isPresent(client, service.request.tag) else {
      return waste(service.duration, at: role, now: now)
    }
    clients[client].connection.serve(at: role)
    spend(service.duration, at: role, client, now: now)
  }

  /// Books busy time for the present attempt of a client.
  func spend(_ duration: Interval, at role: StationRole, _ client: UInt32, now: Instant) {
    if clients[client].connection.hasSucceeded {
      statistics.work.book(role, duration, at: now, isUseful: true)
    } else {
      statistics.work.book(role, duration, at: now, entry: &clients[client].work)
    }
  }

  /// Books busy time for an attempt that its client has left.
  func waste(_ duration: Interval, at role: StationRole, now: Instant) {
    statistics.work.book(role, duration, at: now, isUseful: false)
  }

  /// Notes the begin of a call's service: where its client is now, and what it costs.
  func beginCall(_ service: Service, at now: Instant) {
    let client = service.request.client
    trace(service, at: now)
    let call = Machine.Call(rawValue: CallTag(service.request.tag).code)
    if call.map({ !clients[client].slot.machine.isOfAttempt($0) }) ?? true {
      statistics.work.book(.api, service.duration, at: now, isUseful: true)
    } else if isOfThisAttempt(service.request),
      clients[client].connection.hasSucceeded || isLastStep(callOf: client)
    {
      clients[client].connection.call(.api)
      spend(service.duration, at: .api, client, now: now)
    } else {
      waste(service.duration, at: .api, now: now)
    }
  }

  // MARK: Following

  /// A request waits at a station.
  /// - Parameter ahead: how many wait before it.
  @inline(__always)
  func trace(queued request: Request, at id: StationID, behind ahead: @autoclosure () -> Int) {
    guard statistics.isTracing else { return }
    statistics.trace(
      .queued(id.role, node: id.knownNode, attempt: attempt(of: request, at: id), ahead: ahead()),
      of: request.client, at: request.arrived)
  }

  /// A station drops a request.
  func trace(_ drop: Drop, at now: Instant) {
    guard statistics.isTracing else { return }
    let (request, id) = (drop.request, drop.station)
    statistics.trace(
      .droppedRequest(
        id.role, node: id.knownNode, attempt: attempt(of: request, at: id), drop.cause,
        waited: now - request.arrived),
      of: request.client, at: now)
  }

  @inline(__always)
  private func trace(_ service: Service, at now: Instant) {
    guard statistics.isTracing else { return }
    let (request, id) = (service.request, service.station)
    statistics.trace(
      .served(
        id.role, node: id.knownNode, attempt: attempt(of: request, at: id),
        arrived: request.arrived, until: service.finish),
      of: request.client, at: now)
  }

  /// Returns the attempt of a request. A call belongs to the latest attempt, as far as is known.
  private func attempt(of request: Request, at id: StationID) -> UInt32 {
    id.role == .api ? clients[request.client].slot.attempt : request.tag
  }

  // MARK: Calls

  /// Returns true if a call that was queued belongs to the attempt that its client makes now. The
  /// client may have given up while the call waited, and try again.
  private func isOfThisAttempt(_ request: Request) -> Bool {
    CallTag(request.tag).isOf(attempt: clients[request.client].slot.attempt)
  }

  /// Returns true if a call that comes to the gateway is the last step of the present attempt. A
  /// call of an earlier attempt may still be on its way.
  func isLastStep(callOf client: UInt32) -> Bool {
    !clients[client].slot.machine.repeatsCalls
      && clients[client].slot.connection != .none
      && clients[client].connection.stage.isReadyOrLater
  }
}

extension StationID {
  /// nil for a station of all nodes.
  fileprivate var knownNode: Int? { role.isPerNode ? Int(node) : nil }
}
