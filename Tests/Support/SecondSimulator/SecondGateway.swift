extension SecondWorld {
  /// How long one service takes, in seconds.
  public enum ServiceTime: Sendable {
    case constant(Double)
    case exponential(Double)

    /// The mean of the distribution.
    public var mean: Double {
      switch self {
      case .constant(let time), .exponential(let time): return time
      }
    }
  }

  /// A first-come, first-served queue in front of equal servers; unlimited without a number.
  public struct Stage: Sendable {
    public var servers: Int?
    public var time: ServiceTime

    public init(servers: Int?, time: ServiceTime) {
      self.servers = servers
      self.time = time
    }

    public static var instant: Stage { Stage(servers: nil, time: .constant(0)) }
  }

  /// A token bucket, full at the start.
  public struct Admission: Sendable {
    public var rate: Double
    public var burst: Double
    /// One bucket for the gateway instead of one for each node.
    public var inCommon: Bool

    public init(rate: Double, burst: Double, inCommon: Bool = false) {
      self.rate = rate
      self.burst = burst
      self.inCommon = inCommon
    }
  }

  /// Nodes behind a balancer, with what each has (handshake, ready) and what all share.
  public struct Gateway: Sendable {
    public var nodes = 4
    /// Of n, n + 1 first packets wait for the handshake of a node; without it: any number.
    public var backlog: Int? = 4096
    public var handshake = Stage(servers: 4, time: .constant(0.0005))
    public var auth = Stage(servers: 100, time: .exponential(0.005))
    public var ready = Stage(servers: 16, time: .constant(0.005))
    public var api = Stage(servers: 64, time: .constant(0.005))
    public var admission: Admission? = Admission(rate: 125, burst: 125)
    /// Whether admission is decided at the listener, before the handshake.
    public var rejectsBeforeHandshake = false
    /// How long a rejection keeps its handshake core before the answer goes out.
    public var rejectionCost = 0.0002
    /// Whether a client that gives up says so, and what is queued for it is taken back.
    public var takesNotice = false

    public init() {}

    public static var usual: Gateway { Gateway() }

    /// Unlimited and instant.
    public static var ideal: Gateway {
      var gateway = Gateway()
      gateway.nodes = 1
      gateway.backlog = nil
      gateway.handshake = .instant
      gateway.auth = .instant
      gateway.ready = .instant
      gateway.api = .instant
      gateway.admission = nil
      gateway.rejectionCost = 0
      return gateway
    }
  }
}
