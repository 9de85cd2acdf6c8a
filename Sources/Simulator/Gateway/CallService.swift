import GatewayModel
import NetworkModel
import Primitives
import Sessions

/// Calls at the gateway: they wait for the `api` station and are answered.
final class CallService<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let gateway: Gateway
  private let costs: ServiceCosts<Machine>
  private let owners: GatewayOwners
  /// The number of answers so far that no session awaits.
  @exclusivity(unchecked) private var outdated: UInt32 = 0

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ gateway: Gateway,
    _ costs: ServiceCosts<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.gateway = gateway
    self.costs = costs
    owners = GatewayOwners(nodes: gateway.description.nodes)
  }

  func arrived(_ event: GatewayEvent, code: UInt8, _ buffer: inout EventBuffer) {
    let now = buffer.now
    let client = event.client
    let id = StationID(.api)
    if gateway.isTransparent(id) { return reply(to: event, code, &buffer) }
    let mark = CallMark(event)
    let latest = clients.era(ofCallsOf: client)
    let owner = clients[client].slot.machine.repeatsCalls ? mark.low : mark.era(latest: latest)
    let tag = CallTag(owner: owner, code: code, stamp: mark.stamp)
    let request = Request(client: client, tag: tag.bits, arrived: now)
    switch gateway.offered(request, to: id, at: now) {
    case .begins(let service): begun(service, &buffer)
    case .waits:
      costs.trace(queued: request, at: id, behind: gateway.ahead(at: id, now: now))
      noteWaiting(client)
    // The loop tells it.
    case .dropped: break
    }
  }

  /// The client's present attempt now waits for an answer that a queue holds up, where the call is of that.
  private func noteWaiting(_ client: UInt32) {
    if clients[client].slot.isCalling, costs.isLastStep(callOf: client) {
      clients[client].connection.call(.apiQueue)
    }
  }

  /// The station has dropped a call, which fails.
  func dropped(_ drop: Drop, _ buffer: inout EventBuffer) {
    let client = drop.request.client
    let tag = CallTag(drop.request.tag)
    costs.trace(drop, at: buffer.now)
    noteWaiting(client)
    clients.statistics[client].callIsDone()
    switch gateway.description.api.queue.answer(at: .api) {
    case .silence: break
    case .reset, .error: answer(client, tag.code, mark(of: tag, client), .dropped, &buffer)
    }
  }

  /// Posts the end of a service.
  func begun(_ service: Service, _ buffer: inout EventBuffer) {
    let client = service.request.client
    costs.beginCall(service, at: buffer.now)
    let tag = CallTag(service.request.tag)
    buffer.post(
      EventCode.gateway(
        .callDone(tag.code), owner: owners.number(of: service.station), client: client,
        low: mark(of: tag, client).low),
      at: service.finish)
  }

  /// The mark of a call whose service begins.
  private func mark(of tag: CallTag, _ client: UInt32) -> CallMark {
    let mark: CallMark
    if clients[client].slot.machine.repeatsCalls {
      mark = CallMark(low: tag.owner)
      if !isOutdated(mark, client) { return mark }
    } else {
      mark = CallMark(stamp: tag.stamp, era: tag.owner)
      // A slow station may be more attempts behind than a mark can tell.
      if tag.isOf(attempt: clients[client].slot.attempt) { return mark }
    }
    // The row asks whose write it is.
    if clients[client].slot.machine.contends { return mark.disowned }
    return nextDisowned()
  }

  /// Returns a mark of its own for an answer that no session awaits: several of one client may come at one instant.
  private func nextDisowned() -> CallMark {
    outdated &+= 1
    return CallMark(disowned: outdated)
  }

  func finished(_ event: GatewayEvent, code: UInt8, _ buffer: inout EventBuffer) {
    if let next = gateway.finished(at: StationID(.api), now: buffer.now) {
      buffer.handOn(next)
    }
    reply(to: event, code, &buffer)
  }

  /// True where the session may have given another call the same stamp by now, and awaits that: the call belongs
  /// to an earlier attempt, or as many calls have been made since as there are stamps, or nearly.
  private func isOutdated(_ mark: CallMark, _ client: UInt32) -> Bool {
    let most: UInt32 = clients[client].slot.machine.repeatsCalls ? CallEra.perStamp : 1
    return mark.behind(clients.era(ofCallsOf: client)) >= most
  }

  private func reply(to event: GatewayEvent, _ code: UInt8, _ buffer: inout EventBuffer) {
    let client = event.client
    clients.statistics[client].callIsDone()
    guard let call = Machine.Call(rawValue: code), let outcome = outcome(of: call, event) else {
      return
    }
    let mark = CallMark(event)
    answer(client, code, isOutdated(mark, client) ? nextDisowned() : mark, outcome, &buffer)
  }

  /// An answer goes out.
  private func answer(
    _ client: UInt32, _ code: UInt8, _ mark: CallMark, _ outcome: Outcome,
    _ buffer: inout EventBuffer
  ) {
    let number = mark.answer
    // Calls are of no node.
    let wait = gateway.linkWait(node: nil, at: buffer.now)
    let delay = min(
      wait + network.delay(ofAnswerTo: code, of: client, at: buffer.now + wait), .longest)
    if delay == .longest {
      let copies = network.schedule(of: client, at: buffer.now)
      let over = buffer.now + copies.delay(ofCopy: Resending.most)
      return buffer.answer(code, of: client, number, .failed, at: over)
    }
    buffer.answer(code, of: client, number, outcome, at: buffer.now + delay)
  }

  /// Returns the outcome of a call that has been served; nil where no client is informed.
  private func outcome(of call: Machine.Call, _ event: GatewayEvent) -> Outcome? {
    let client = event.client
    if !clients[client].slot.machine.contends {
      return clients[client].slot.machine.outcome(of: call)
    }
    let attempt = CallMark(event).era(latest: clients[client].slot.attempt)
    // A call over a connection that the gateway has dropped is lost with it.
    if clients.isSevered(client, attempt) { return nil }
    return gateway.row.write(by: client, attempt: attempt) ? .ok : .conflict
  }
}

extension ClientTable where Machine: SimulatedSession {
  /// The era of a client's latest call: see `CallMark`.
  func era(ofCallsOf client: UInt32) -> UInt32 {
    self[client].slot.machine.repeatsCalls
      ? UInt32(statistics[client].calls) / CallEra.calls : self[client].slot.attempt
  }
}

/// Calls that belong to no attempt are counted in eras.
private enum CallEra {
  static let calls: UInt32 = 32
  /// Eras until a session gives the same stamp again, which it does after 128 calls.
  static let perStamp: UInt32 = 128 / calls
}
