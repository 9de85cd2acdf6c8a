import GatewayModel
import Primitives
import Sessions

/// The gateway's side of all connections: takes what arrives there and what its stations finish.
final class GatewayProcess<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let gateway: Gateway
  private let listener: Listener<Machine>
  private let setUp: SetUp<Machine>
  private let calls: CallService<Machine>

  init(
    _ clients: ClientTable<Machine>, _ gateway: Gateway, _ listener: Listener<Machine>,
    _ setUp: SetUp<Machine>, _ calls: CallService<Machine>
  ) {
    self.clients = clients
    self.gateway = gateway
    self.listener = listener
    self.setUp = setUp
    self.calls = calls
  }

  @inline(__always)
  func take(_ event: GatewayEvent, _ buffer: inout EventBuffer) {
    switch event.kind {
    case .syn(let syn):
      listener.synArrived(event, clients.attempt(of: event), syn: syn, &buffer)
    case .request(let lost): setUp.request(event, lost: lost, &buffer)
    case .handshakeDone:
      let id = StationID(.handshake, node: UInt16(event.owner))
      if gateway.admitsAfterHandshake {
        setUp.handshakeFinished(id, event, &buffer)
      } else {
        setUp.finished(id, event, &buffer)
      }
    case .authDone: setUp.finished(StationID(.auth), event, &buffer)
    case .readyDone:
      setUp.finished(StationID(.ready, node: UInt16(event.owner)), event, &buffer)
    case .egressDone:
      setUp.finished(StationID(.egress, node: UInt16(event.owner)), event, &buffer)
    case .rejectionDone:
      setUp.rejectionDone(StationID(.handshake, node: UInt16(event.owner)), event, &buffer)
    case .notice: setUp.noticed(event, at: buffer.now)
    case .serverPing: setUp.pingIsDue(event, &buffer)
    case .call(let code): calls.arrived(event, code: code, &buffer)
    case .callDone(let code): calls.finished(event, code: code, &buffer)
    }
  }

  /// A station has begun to work for a client.
  @inline(__always)
  func serviceBegan(_ service: Service, _ buffer: inout EventBuffer) {
    if service.station.role == .api {
      calls.begun(service, &buffer)
    } else {
      setUp.begun(service, &buffer)
    }
  }

  /// A station has dropped a request of a client.
  func dropped(_ drop: Drop, _ buffer: inout EventBuffer) {
    if drop.station.role == .api {
      calls.dropped(drop, &buffer)
    } else {
      setUp.dropped(drop, &buffer)
    }
  }
}
