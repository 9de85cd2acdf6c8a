import GatewayModel
import Primitives
import Sessions

/// The outcome of an attempt is often known as soon as a station has taken its request in: its
/// client is served before it loses patience, or loses it before. The attempt is played at once
/// then.
final class Foresight<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let gateway: Gateway
  private let prospect: Prospect<Machine>
  private let retries: RetryPassages<Machine>
  private let welcomes: WelcomePassages<Machine>

  init(
    _ clients: ClientTable<Machine>, _ gateway: Gateway, _ prospect: Prospect<Machine>,
    _ retries: RetryPassages<Machine>, _ welcomes: WelcomePassages<Machine>
  ) {
    self.clients = clients
    self.gateway = gateway
    self.prospect = prospect
    self.retries = retries
    self.welcomes = welcomes
  }

  /// A request of an attempt that is under way has just queued up at a station, last of all.
  @inline(__always)
  func waits(_ client: UInt32, _ attempt: UInt32, at id: StationID, _ buffer: inout EventBuffer) {
    // Once it is through auth, an answer is on its way.
    guard id.role == .handshake || id.role == .auth, prospect.isOpen,
      let service = gateway.latestService(at: id),
      let patience = retries.patience(of: client, attempt, buffer)
    else { return }
    if service.finish > patience.end {
      retries.timeOut(client, attempt, patience, servedFrom: service.start, &buffer)
    } else if id.role == .auth {
      welcome(client, attempt, patience, servedUntil: service.finish, &buffer)
    }
  }

  /// A station has just begun to work for an attempt.
  @inline(__always)
  func begins(
    _ client: UInt32, _ attempt: UInt32, _ service: Service, _ buffer: inout EventBuffer
  ) {
    if service.station.role == .auth {
      welcome(client, attempt, servedUntil: service.finish, &buffer)
    }
  }

  /// An attempt that is under way passes a station which does not make it wait.
  @inline(__always)
  func passes(
    _ client: UInt32, _ attempt: UInt32, _ id: StationID, _ buffer: inout EventBuffer
  ) {
    if id.role == .auth { welcome(client, attempt, servedUntil: buffer.now, &buffer) }
  }

  private func welcome(
    _ client: UInt32, _ attempt: UInt32, servedUntil finish: Instant,
    _ buffer: inout EventBuffer
  ) {
    guard welcomes.endsAtAuth, prospect.isOpen, clients.isPresent(client, attempt),
      let patience = retries.patience(of: client, attempt, buffer)
    else { return }
    welcome(client, attempt, patience, servedUntil: finish, &buffer)
  }

  @inline(__always)
  private func welcome(
    _ client: UInt32, _ attempt: UInt32, _ patience: RetryPassages<Machine>.Patience,
    servedUntil finish: Instant, _ buffer: inout EventBuffer
  ) {
    guard welcomes.endsAtAuth else { return }
    _ = welcomes.play(
      client, attempt, servedUntil: finish, before: patience.end, opening: patience.opening,
      &buffer)
  }
}
