/// Everything that defines one run of the second simulator, except the seed.
///
/// It is a second program, written from the description of the model alone, against which the
/// first is held. It knows one fleet of `stoat` clients (profile `spec`, connected at the start,
/// heartbeats out of step), one kind of path and one gateway. Times are in seconds.
public struct SecondWorld: Sendable {
  public var clients = 10_000
  public var policy = Policy.stoatWeb
  public var network = Network.lte
  public var gateway = Gateway.usual
  public var faults: [Fault] = []
  /// The faults that recovery is counted from; empty for the incidents.
  public var recoveryFrom: [Int] = []
  /// Where the run ends at the latest.
  public var duration = 900.0
  /// Whether the run ends as soon as every client is settled after the last fault.
  public var untilSettled = true

  /// A connected client says so this often; the answer may take `pongTimeout`.
  public var heartbeat = 30.0
  public var pongTimeout = 10.0
  /// How long a client waits for its last call. Without it: for ever.
  public var callTimeout: Double? = 10
  /// The window in which `metastable` looks for a storm.
  public var metastableWindow = 300.0

  public init() {}
}

extension SecondWorld {
  /// What lies between every client and the gateway.
  public struct Network: Sendable {
    /// One-way latency: lognormal, or constant where `sigma` is 0.
    public var median = 0.05
    public var sigma = 0.5
    /// The part of the logarithm's variance that is drawn once for a client.
    public var own = 0.5
    /// The probability that a packet is lost.
    public var loss = 0.001
    /// Round trips of the set-up between the handshake and authentication.
    public var connectionRoundTrips = 3
    /// Round trips of the last call, the `api` station half a round trip before their end.
    public var callRoundTrips = 1
    /// When a first packet without an answer is sent again, after the first time.
    public var synRepeats = [1.0, 3, 7, 15, 31, 63]
    /// When the operating system gives up.
    public var synGivesUp = 127.0

    public init() {}

    public static var lte: Network { Network() }

    /// No time, no loss, no round trips.
    public static var ideal: Network {
      var network = Network()
      network.median = 0
      network.sigma = 0
      network.own = 0
      network.loss = 0
      network.connectionRoundTrips = 0
      network.callRoundTrips = 0
      return network
    }
  }
}
