import GatewayModel
import Primitives
import Sessions

/// The end of a handshake behind which admission decides, where turning an attempt away costs time.
final class LateAdmission<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let statistics: RunStatistics
  private let gateway: Gateway
  private let costs: ServiceCosts<Machine>
  private let admission: Admission<Machine>
  private let setUp: SetUp<Machine>
  private let rejections: Rejections<Machine>

  init(
    _ clients: ClientTable<Machine>, _ statistics: RunStatistics, _ gateway: Gateway,
    _ costs: ServiceCosts<Machine>, _ admission: Admission<Machine>, _ setUp: SetUp<Machine>,
    _ rejections: Rejections<Machine>
  ) {
    self.clients = clients
    self.statistics = statistics
    self.gateway = gateway
    self.costs = costs
    self.admission = admission
    self.setUp = setUp
    self.rejections = rejections
  }

  /// Handles the end of a handshake. The core that did it goes on with the answer to an attempt
  /// that is turned away.
  func handshakeFinished(
    _ id: StationID, _ event: GatewayEvent, _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    let client = event.client
    let attempt = clients.attempt(of: event)
    let isPresent = clients.isPresent(client, attempt)
    if admission.letsIn(client, attempt, node: id.node, isPresent: isPresent, at: now) {
      setUp.release(id, &buffer)
      if clients.isSevered(client, attempt) { return }
      return setUp.handshakeDone(client, attempt, isPresent: isPresent, &buffer)
    }
    let cost = gateway.rejectionCost(node: id.node)
    if cost == .zero {
      setUp.release(id, &buffer)
      return rejections.shed(client, attempt, isPresent: isPresent, &buffer)
    }
    gateway.prolong(at: id, by: cost)
    if isPresent {
      clients[client].stage = .rejected
      costs.spend(cost, at: .handshake, client, now: now)
    } else {
      statistics.work.book(.handshake, cost, at: now, isUseful: false)
    }
    setUp.post(.rejectionDone, id, client, attempt, at: now + cost, &buffer)
  }

  /// The answer to an attempt that admission has turned away goes out.
  func rejectionDone(_ id: StationID, _ event: GatewayEvent, _ buffer: inout EventBuffer) {
    let attempt = clients.attempt(of: event)
    setUp.release(id, &buffer)
    if clients.isSevered(event.client, attempt) { return }
    let isPresent = clients.isPresent(event.client, attempt)
    rejections.shed(event.client, attempt, isPresent: isPresent, &buffer)
  }
}
