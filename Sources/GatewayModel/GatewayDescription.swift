import Primitives
import VirtualTime

/// The server side as a scenario describes it.
public struct GatewayDescription: Hashable, Sendable {
  /// The name of the profile the values began from.
  public var profile: String
  /// Gateway nodes behind the balancer, 1...1000.
  public var nodes: Int
  /// The listener's backlog: one more connection than this waits for a handshake core at most
  /// (as on Linux); nil = unlimited.
  public var backlog: Int?
  /// Per node: cores that do TLS handshakes.
  public var handshake: StationDescription
  /// Shared by all nodes: workers that authenticate.
  public var auth: StationDescription
  /// Per node: workers that build the initial payload.
  public var ready: StationDescription
  /// Shared: workers that answer HTTP calls.
  public var api: StationDescription
  public var admission: AdmissionDescription
  public var abandonment: Abandonment

  public init(
    profile: String, nodes: Int, backlog: Int?, handshake: StationDescription,
    auth: StationDescription, ready: StationDescription, api: StationDescription,
    admission: AdmissionDescription, abandonment: Abandonment
  ) {
    self.profile = profile
    self.nodes = nodes
    self.backlog = backlog
    self.handshake = handshake
    self.auth = auth
    self.ready = ready
    self.api = api
    self.admission = admission
    self.abandonment = abandonment
  }
}

/// A service station: identical servers in front of one first-come, first-served queue.
public struct StationDescription: Hashable, Sendable {
  /// Servers; nil = unlimited, nobody ever waits.
  public var servers: Int?
  /// Service time of one request.
  public var time: Distribution

  public init(servers: Int?, time: Distribution) {
    self.servers = servers
    self.time = time
  }

  /// Unlimited and instant.
  public static let ideal = StationDescription(servers: nil, time: .constant(.zero))
}

/// Whom the gateway lets in, decided at the door before any work is spent.
public enum AdmissionDescription: Hashable, Sendable {
  case none
  /// A token bucket: `perSecond` tokens a second, at most `burst` saved up, full at the start.
  case tokenBucket(perSecond: Double, burst: Double)
}

/// What becomes of queued work whose client has given up.
public enum Abandonment: String, Hashable, Sendable, CaseIterable {
  /// It is done for nothing.
  case work
  /// The close arrives one one-way delay later and takes what is still queued away.
  case notice
}
