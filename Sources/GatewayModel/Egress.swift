import Primitives

/// The link through which a node, or the whole gateway, sends its first payloads.
public struct EgressDescription: Hashable, Sendable {
  /// Bits a second, > 0.
  public var rate: Double
  /// Bytes of the first payload of a set-up, > 0.
  public var payload: Int
  /// The longest time that another packet waits behind payloads: how much of them the buffer of the link holds.
  public var queue: Interval
  /// The part of the gateway that has a link of its own.
  public var scope: AdmissionScope

  public init(
    rate: Double, payload: Int, queue: Interval = .milliseconds(100), scope: AdmissionScope = .node
  ) {
    self.rate = rate
    self.payload = payload
    self.queue = queue
    self.scope = scope
  }

  /// How long one payload takes through the link, rounded to the nanosecond.
  public var payloadTime: Interval { Interval(saturatingSeconds: Double(payload) * 8 / rate) }

  /// Links of a gateway with so many nodes.
  public func links(nodes: Int) -> Int { scope == .node ? nodes : 1 }
}

extension GatewayDescription {
  /// Returns true if every node has a station of its own in this role.
  public func isPerNode(_ role: StationRole) -> Bool {
    role == .egress ? egress?.scope == .node : role.isPerNode
  }

  /// How many stations have this role.
  public func count(of role: StationRole) -> Int {
    if role == .egress { return egress?.links(nodes: nodes) ?? 0 }
    return role.isPerNode ? nodes : 1
  }

  /// The link as a station: it sends one payload after the other.
  var link: StationDescription {
    guard let time = egress?.payloadTime, time > .zero else { return .ideal }
    return StationDescription(servers: 1, time: .constant(time))
  }
}

/// The links of a gateway, as packets behind payloads meet them.
struct Links {
  private let description: EgressDescription
  private let time: Interval
  /// When each link has sent all that it was given.
  private var free: [Instant]
  /// When it has sent the payload that it is at.
  private var current: [Instant]
  /// The longest that any was ever behind.
  private(set) var backlogPeak = Interval.zero

  init?(_ gateway: GatewayDescription) {
    guard let egress = gateway.egress else { return nil }
    description = egress
    time = egress.payloadTime
    free = Array(repeating: .start, count: egress.links(nodes: gateway.nodes))
    current = free
  }

  /// A payload is given to a link.
  mutating func offer(_ link: Int, at now: Instant) {
    if free[link] <= now { current[link] = now + time }
    // Beyond all runs a link is never free again.
    free[link] = min(max(free[link], now), Self.far) + time
    backlogPeak = max(backlogPeak, free[link] - now)
  }

  /// A link begins to send a payload.
  mutating func begin(_ link: Int, until finish: Instant) { current[link] = finish }

  /// Payloads have been taken away; so many still wait.
  mutating func purge(_ link: Int, waiting: Int) {
    let (left, isTooLong) = time.nanoseconds.multipliedReportingOverflow(by: Int64(waiting))
    free[link] = current[link] + (isTooLong ? .longest : min(.nanoseconds(left), .longest))
  }

  private static let far = Instant.start + .longest

  /// How long a packet waits that a node sends now; that of no node where it is nil.
  func wait(node: UInt16?, at now: Instant) -> Interval {
    let link: Int
    switch description.scope {
    case .gateway: link = 0
    case .node:
      guard let node, Int(node) < free.count else { return .zero }
      link = Int(node)
    }
    return min(max(free[link] - now, .zero), description.queue)
  }
}
