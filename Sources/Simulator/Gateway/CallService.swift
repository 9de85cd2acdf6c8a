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
  /// Services begun that nobody awaits.
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

  func arrived(_ event: GatewayEvent, code: UInt8, _ postings: inout Postings) {
    let now = postings.now
    let client = event.client
    let id = StationID(.api)
    if gateway.isTransparent(id) { return reply(to: event, code, &postings) }
    let mark = CallMark(event)
    let subject = mark.subject(latest: clients.latestSubject(ofCallsOf: client))
    let tag = CallTag(subject: subject, code: code, stamp: mark.stamp)
    let request = Request(client: client, tag: tag.bits, arrived: now)
    if let service = gateway.offered(request, to: id, at: now) {
      begun(service, &postings)
    } else {
      costs.trace(queued: request, at: id, behind: gateway.waiting(at: id) - 1)
      if clients[client].slot.isCalling, costs.isLastStep(callOf: client) {
        clients[client].stage = .apiQueue
      }
    }
  }

  /// Posts the end of a service.
  func begun(_ service: Service, _ postings: inout Postings) {
    let client = service.request.client
    costs.beginCall(service, at: postings.now)
    let tag = CallTag(service.request.tag)
    postings.post(
      EventCode.gateway(
        .callDone(tag.code), owner: owners.number(of: service.station), client: client,
        low: mark(of: tag, client).low),
      at: service.finish)
  }

  /// What a call is known by once its service begins.
  private func mark(of tag: CallTag, _ client: UInt32) -> CallMark {
    let mark = CallMark(stamp: tag.stamp, subject: tag.subject)
    let behind = tag.behind(clients.latestSubject(ofCallsOf: client))
    if !isOutdated(behind, client) { return mark }
    // The row asks whose write it is.
    if clients[client].slot.machine.contends { return mark.disowned }
    // Of calls that nobody awaits any more, thousands of one client may be done at one instant.
    outdated &+= 1
    return CallMark(disowned: outdated)
  }

  func finished(_ event: GatewayEvent, code: UInt8, _ postings: inout Postings) {
    if let next = gateway.finished(at: StationID(.api), now: postings.now) {
      postings.handOn(next)
    }
    reply(to: event, code, &postings)
  }

  /// True where the session may have given another call the same stamp by now, and awaits that: the call belongs
  /// to an earlier attempt, or is as many calls old as there are stamps.
  private func isOutdated(_ behind: UInt32, _ client: UInt32) -> Bool {
    behind >= (clients[client].slot.machine.repeatsCalls ? CallMark.stamps : 1)
  }

  private func reply(to event: GatewayEvent, _ code: UInt8, _ postings: inout Postings) {
    let client = event.client
    clients.ledgers[client].callIsDone()
    guard let call = Machine.Call(rawValue: code), let outcome = outcome(of: call, event) else {
      return
    }
    let mark = CallMark(event)
    let number = answerNumber(mark, client)
    let delay = network.delay(ofAnswerTo: code, of: client, at: postings.now)
    if delay == .longest {
      let over = postings.now + Path.retransmissionDelay(losses: Resending.most)
      return postings.answer(code, of: client, number, .failed, at: over)
    }
    postings.answer(code, of: client, number, outcome, at: postings.now + delay)
  }

  private func answerNumber(_ mark: CallMark, _ client: UInt32) -> UInt32 {
    let latest = clients.latestSubject(ofCallsOf: client)
    // Of a call that nobody awaits since its service began the number is its own.
    if mark.isDisowned { return mark.low }
    let known = isOutdated(mark.behind(latest), client) ? mark.disowned : mark
    return clients[client].slot.machine.repeatsCalls ? known.number(latest: latest) : known.low
  }

  /// How a call ends that has been served; nil where nobody is informed.
  private func outcome(of call: Machine.Call, _ event: GatewayEvent) -> Outcome? {
    let client = event.client
    if !clients[client].slot.machine.contends {
      return clients[client].slot.machine.outcome(of: call)
    }
    let attempt = CallMark(event).subject(latest: clients[client].slot.attempt)
    // What a connection brought that the gateway has dropped goes with it.
    if clients.isSevered(client, attempt) { return nil }
    return gateway.row.write(by: client, attempt: attempt) ? .ok : .conflict
  }
}

extension ClientTable where Machine: SimulatedSession {
  /// What a client's next call to the gateway is told from others by, beside its stamp: the number of the attempt
  /// that it belongs to; where calls belong to none, that of the calls before and itself.
  func latestSubject(ofCallsOf client: UInt32) -> UInt32 {
    self[client].slot.machine.repeatsCalls
      ? UInt32(ledgers[client].calls) : self[client].slot.attempt
  }
}
