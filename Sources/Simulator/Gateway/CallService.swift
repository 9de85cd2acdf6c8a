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
  /// Services of calls begun.
  @exclusivity(unchecked) private var servicesBegun: UInt32 = 0

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
    if gateway.isTransparent(id) { return reply(to: event, code, event.low, &postings) }
    let mark = CallMark(event)
    let tag = CallTag(attempt: subject(of: event, mark), code: code, stamp: mark.stamp)
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

  /// What a call is told from the others of its client by, beside its stamp: the attempt that it belongs to;
  /// where calls belong to none, how many the client has made before. Its service time is drawn by that.
  private func subject(of event: GatewayEvent, _ mark: CallMark) -> UInt32 {
    let client = event.client
    if clients[client].slot.machine.repeatsCalls { return event.low }
    let latest = clients[client].slot.attempt
    return clients[client].slot.machine.contends ? mark.attempt(latest: latest) : latest
  }

  /// Posts the end of a service.
  func begun(_ service: Service, _ postings: inout Postings) {
    let client = service.request.client
    costs.beginCall(service, at: postings.now)
    let tag = CallTag(service.request.tag)
    // Of those that nobody awaits any more, many may be done at one instant.
    servicesBegun &+= 1
    let above =
      clients[client].slot.machine.repeatsCalls ? servicesBegun >> 7 : tag.attempt
    postings.post(
      EventCode.gateway(
        .callDone(tag.code), owner: owners.number(of: service.station), client: client,
        low: CallMark(stamp: tag.stamp, above: above).low),
      at: service.finish)
  }

  func finished(_ event: GatewayEvent, code: UInt8, _ postings: inout Postings) {
    if let next = gateway.finished(at: StationID(.api), now: postings.now) {
      postings.handOn(next)
    }
    let number = isOutdated(event) ? CallMark(event).disowned.low : event.low
    reply(to: event, code, number, &postings)
  }

  /// True where a call belongs to an earlier attempt of its client's, of the last 1,023. Stamps come again after 128
  /// calls, and a slow station may be further behind.
  private func isOutdated(_ event: GatewayEvent) -> Bool {
    if clients[event.client].slot.machine.repeatsCalls { return false }
    let latest = clients[event.client].slot.attempt
    return CallMark(event).attempt(latest: latest) != latest
  }

  /// - Parameter number: what the client is to know the call by.
  private func reply(
    to event: GatewayEvent, _ code: UInt8, _ number: UInt32, _ postings: inout Postings
  ) {
    let client = event.client
    clients.ledgers[client].callIsDone()
    guard let call = Machine.Call(rawValue: code), let outcome = outcome(of: call, event) else {
      return
    }
    let delay = network.delay(ofAnswerTo: code, of: client, at: postings.now)
    if delay == .longest {
      let over = postings.now + Path.retransmissionDelay(losses: Resending.most)
      return postings.answer(code, of: client, number, .failed, at: over)
    }
    postings.answer(code, of: client, number, outcome, at: postings.now + delay)
  }

  /// How a call ends that has been served; nil where nobody is informed.
  private func outcome(of call: Machine.Call, _ event: GatewayEvent) -> Outcome? {
    let client = event.client
    if !clients[client].slot.machine.contends {
      return clients[client].slot.machine.outcome(of: call)
    }
    let attempt = CallMark(event).attempt(latest: clients[client].slot.attempt)
    // What a connection brought that the gateway has dropped goes with it.
    if clients.isSevered(client, attempt) { return nil }
    return gateway.row.write(by: client, attempt: attempt) ? .ok : .conflict
  }
}
