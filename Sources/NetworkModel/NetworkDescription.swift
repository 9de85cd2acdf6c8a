/// One network path as a scenario describes it.
public struct NetworkDescription: Hashable, Sendable {
  /// The name of the profile the values began from.
  public var profile: String
  public var latency: Latency
  public var setup: SetupRoundTrips
  public var loss: PathLoss
  /// The name of the service; nil where addresses are known.
  public var name: NameDescription?
  public var addresses = AddressPlan()
  public var retransmission = Retransmission.fixed
  /// Bits a second of a client's own link, > 0; nil for unlimited.
  public var bandwidth: Double?
  /// The box that forgets quiet connections; nil where there is none.
  public var idle: IdleBox?

  /// - Parameter loss: probability in [0, 1) that one packet is lost, independently of all others.
  public init(profile: String, latency: Latency, setup: SetupRoundTrips, loss: Double) {
    self.init(profile: profile, latency: latency, setup: setup, loss: .share(loss))
  }

  public init(profile: String, latency: Latency, setup: SetupRoundTrips, loss: PathLoss) {
    self.profile = profile
    self.latency = latency
    self.setup = setup
    self.loss = loss
  }
}

/// Round trips a connection needs before its first useful message, beyond the first packet's way to
/// the listener and the answer's way back; and those of one HTTP call.
public struct SetupRoundTrips: Hashable, Sendable {
  public var tcp: Int
  public var tls: Int
  public var upgrade: Int
  public var calls: Int

  /// Each in 0...15; `tcp + tls + upgrade` at most 14.
  public init(tcp: Int, tls: Int, upgrade: Int, calls: Int) {
    self.tcp = tcp
    self.tls = tls
    self.upgrade = upgrade
    self.calls = calls
  }

  public static let none = SetupRoundTrips(tcp: 0, tls: 0, upgrade: 0, calls: 0)
  /// TCP, TLS 1.3 and the WebSocket upgrade, one round trip each; one per call.
  public static let usual = SetupRoundTrips(tcp: 1, tls: 1, upgrade: 1, calls: 1)

  /// Round trips of the connection's set-up.
  public var connection: Int { tcp + tls + upgrade }
}
