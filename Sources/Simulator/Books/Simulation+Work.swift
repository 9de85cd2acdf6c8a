import GatewayModel
import Primitives
import Sessions

// What an attempt has cost the gateway: held back until it is known whether it was good for anything.
extension Simulation {
  /// Books a service that has just begun.
  func spend(_ service: Service) {
    let client = service.request.client
    let role = service.station.name
    guard isPresent(client, service.request.tag) else {
      return work.book(role, service.duration, at: now, isUseful: false)
    }
    clients[client].stage = .service(at: role)
    spend(service.duration, at: role, client)
  }

  /// Books busy time for the present attempt of a client.
  func spend(_ duration: Interval, at role: StationRole, _ client: UInt32) {
    if clients[client].link.contains(.succeeded) {
      work.book(role, duration, at: now, isUseful: true)
    } else {
      work.book(role, duration, at: now, entry: &clients[client].work)
    }
  }

  func spendOnCall(_ service: Service) {
    let client = service.request.client
    // A call that belongs to no connection is worth what it answers.
    if clients[client].slot.machine.repeatsCalls {
      work.book(.api, service.duration, at: now, isUseful: true)
    } else if isOfThisAttempt(service.request),
      clients[client].link.contains(.succeeded) || isOfThisAttempt(callOf: client)
    {
      clients[client].stage = .service(at: .api)
      spend(service.duration, at: .api, client)
    } else {
      work.book(.api, service.duration, at: now, isUseful: false)
    }
  }

  /// Whether a call that was queued belongs to the attempt that its client makes now: it may have given
  /// up while it waited, and try again.
  private func isOfThisAttempt(_ request: Request) -> Bool {
    CallTag(request.tag).isOf(attempt: clients[request.client].slot.attempt)
  }

  /// Whether a call that comes to the gateway is the last step of the present attempt: one of an
  /// earlier attempt may still be on its way.
  func isOfThisAttempt(callOf client: UInt32) -> Bool {
    let record = clients.records + Int(client)
    return !record.pointee.slot.machine.repeatsCalls
      && record.pointee.slot.connection != .none
      && record.pointee.stage.rawValue >= AttemptStage.ready.rawValue
      && record.pointee.stage != .rejected
  }
}
