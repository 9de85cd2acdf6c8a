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
  public var rejection: RejectionDescription
  public var abandonment: Abandonment
  /// The longest that the gateway keeps a connection whose client has left without being heard, > 0. Only looked at
  /// where attempts hold slots.
  public var idleTimeout = Interval.seconds(60)
  /// The link that first payloads leave by; nil where they take no time.
  public var egress: EgressDescription?

  public init(
    profile: String, nodes: Int, backlog: Int?, handshake: StationDescription,
    auth: StationDescription, ready: StationDescription, api: StationDescription,
    admission: AdmissionDescription, rejection: RejectionDescription = RejectionDescription(),
    abandonment: Abandonment
  ) {
    self.profile = profile
    self.nodes = nodes
    self.backlog = backlog
    self.handshake = handshake
    self.auth = auth
    self.ready = ready
    self.api = api
    self.admission = admission
    self.rejection = rejection
    self.abandonment = abandonment
  }
}

/// A service station: identical servers in front of one queue.
public struct StationDescription: Hashable, Sendable {
  /// Servers; nil = unlimited, and no request ever waits.
  public var servers: Int?
  /// Service time of one request.
  public var time: Distribution
  public var queue: QueueDescription
  /// By how much each service in progress at the station, itself included, makes a service longer that begins:
  /// its time x (1 + slowdown x services in progress), 0...10.
  public var slowdown: Double

  public init(
    servers: Int?, time: Distribution, queue: QueueDescription = QueueDescription(),
    slowdown: Double = 0
  ) {
    self.servers = servers
    self.time = time
    self.queue = queue
    self.slowdown = slowdown
  }

  /// Servers that are there at a fraction of the capacity, rounded up to whole ones; nil = unlimited.
  public func servers(at capacity: Double) -> Int? {
    guard let servers else { return capacity > 0 ? nil : 0 }
    // 7 % of 100 servers are 7, though the product is a hair more.
    return Int((Double(servers) * capacity - 1e-9).rounded(.up))
  }

  /// Unlimited and instant.
  public static let ideal = StationDescription(servers: nil, time: .constant(.zero))
}

/// The rule by which the gateway lets attempts in.
public enum AdmissionDescription: Hashable, Sendable {
  case none
  /// A token bucket: `perSecond` tokens a second, at most `burst` saved up, full at the start. Each
  /// node has its own, or all nodes have one in common.
  case tokenBucket(perSecond: Double, burst: Double, scope: AdmissionScope)
  /// As many attempts as there are slots; each holds one until the gateway is done with it.
  case slots(SlotLimit, scope: AdmissionScope)
  /// At most `count` in each stretch of `every`, counted from the node's start.
  case batch(count: Int, every: Interval, scope: AdmissionScope)

  /// The nodes that share the limit.
  public var scope: AdmissionScope {
    switch self {
    case .none: .node
    case .tokenBucket(_, _, let scope), .slots(_, let scope), .batch(_, _, let scope): scope
    }
  }

  /// True if attempts hold slots.
  public var hasSlots: Bool {
    if case .slots = self { true } else { false }
  }
}

/// The nodes that share a limit of admission.
public enum AdmissionScope: String, Hashable, Sendable, CaseIterable {
  /// Each node has a limit of its own.
  case node
  /// All nodes have one limit in common.
  case gateway
}

/// The cost of turning an attempt away.
public struct RejectionDescription: Hashable, Sendable {
  public var place: RejectionPlace
  /// Time on a handshake core before the answer goes out, on top of the handshake, at least 0; always
  /// 0 for a listener that rejects before the handshake.
  public var cost: Interval
  public var answer: RejectionAnswer
  /// How long an error answer, also that of a station which drops a request, asks its client to stay away; nil where it
  /// does not ask. nil where `answer` is a reset.
  public var retryAfter: Distribution?

  public init(
    place: RejectionPlace = .afterHandshake, cost: Interval = .zero,
    answer: RejectionAnswer = .reset, retryAfter: Distribution? = nil
  ) {
    self.place = place
    self.cost = cost
    self.answer = answer
    self.retryAfter = retryAfter
  }
}

/// The answer to who is turned away.
public enum RejectionAnswer: String, Hashable, Sendable, CaseIterable {
  /// The connection is reset, which carries nothing.
  case reset
  /// An error answer, which carries a code and may carry a Retry-After.
  case error
}

/// The place where admission decides.
public enum RejectionPlace: String, Hashable, Sendable, CaseIterable {
  /// At the first packet, at no cost.
  case beforeHandshake = "before"
  /// When the node has done the handshake, whose cost a rejected attempt has caused.
  case afterHandshake = "after"
}

/// The fate of queued work whose client has given up.
public enum Abandonment: String, Hashable, Sendable, CaseIterable {
  /// It is done for nothing.
  case work
  /// The close arrives one one-way delay later and takes what is still queued away.
  case notice
}
