import GatewayModel
import Primitives
import VirtualTime
import Words

/// The keys of `gateway`.
enum GatewayKeys {
  private static let usual = GatewayProfiles.default

  static let profile = Key(
    "profile", .word(of: GatewayProfiles.all.map(\.profile)), standard: "default",
    example: "default",
    """
    Where all that is not given comes from. `default`: four nodes that each admit 125 clients a second. \
    `ideal`: one node, unlimited and instant, for runs that are checked against arithmetic.
    """)
  static let nodes = Key(
    "nodes", .count(1...1000), standard: "\(usual.nodes)", example: "12",
    """
    How many gateway nodes there are. A balancer sends each new connection to one of those that are \
    up, by hash. Each node has a backlog, handshake cores, a ready stage and, unless `per: gateway` is \
    set, an admission limit of its own; auth and api are shared by all.
    """, isCapacity: true)
  static let backlog = Key(
    "backlog", .countOrUnlimited(1...1_000_000), standard: usual.backlog.map { "\($0)" },
    example: "4096",
    """
    How many connections wait at a node for a handshake core: one more than this, as on Linux. A full backlog \
    drops the SYN in silence; the client's system sends it again on its own schedule.
    """, source: "Linux: net.core.somaxconn is 4096 since 5.4")
  static let handshake = station(
    "handshake", StationKeys.handshake, usual.handshake, example: "{cores: 4, time: 0.5ms}",
    source: "an ECDSA P-256 handshake of TLS 1.3 takes about 0.5 ms of a server core")
  static let auth = station(
    "auth", StationKeys.auth, usual.auth, example: "{rate: 3000/s}", source: nil)
  static let ready = station(
    "ready", StationKeys.ready, usual.ready, example: "{workers: 16, time: 5ms}", source: nil)
  static let api = station(
    "api", StationKeys.api, usual.api, example: "{workers: 64, time: 5ms}", source: nil)
  static let admission = Key(
    "admission", .read(later: .either([.word(["none"]), .group(AdmissionKeys.group)])),
    standard: "{rate: 125/s, burst: 125, per: node}", example: "{rate: 800/s}",
    AdmissionKeys.group.meaning)
  static let rejection = Key(
    "rejection", .read(later: .group(RejectionKeys.group)),
    standard: "{after: handshake, cost: 200us}", example: "{before: handshake}",
    RejectionKeys.group.meaning)
  static let abandonment = Key(
    "abandonment", Form<Abandonment>.word, standard: usual.abandonment.rawValue,
    example: "notice",
    """
    What becomes of queued work whose client has given up. `work`: it is served all the same. \
    `notice`: it leaves the queue one one-way delay later.
    """)

  static let egress = Key(
    "egress", .read(later: .either([.word(["none"]), .group(EgressKeys.group)])), standard: "none",
    example: "{rate: 1Gbit/s, payload: 50kB}", EgressKeys.group.meaning)

  static let group = KeyGroup(
    "gateway",
    """
    The server side: nodes behind a balancer, an admission limit, and four stations. A station is a \
    queue, first come, first served, in front of identical servers. The name of a profile may stand in \
    place of the mapping.
    """,
    [
      profile.words, nodes.words, backlog.words, handshake.words, auth.words, ready.words,
      api.words, admission.words, rejection.words, abandonment.words, egress.words,
    ])

  /// Each station with the keys of its mapping.
  static let stations = [
    (handshake, StationKeys.handshake), (auth, StationKeys.auth), (ready, StationKeys.ready),
    (api, StationKeys.api),
  ]

  /// A profile in one line.
  static func text(of gateway: GatewayDescription) -> String {
    func text(_ station: StationDescription) -> String {
      let servers = station.servers.map { "\($0)" } ?? "unlimited"
      return "\(servers) at \(station.time.text)"
    }
    let admission =
      gateway.admission.parameters.isEmpty
      ? "no admission limit" : "admission \(gateway.admission.text)"
    return "nodes \(gateway.nodes), \(admission), handshake \(text(gateway.handshake)), "
      + "auth \(text(gateway.auth)), ready \(text(gateway.ready)), api \(text(gateway.api))"
  }

  private static func station(
    _ name: String, _ keys: StationKeys, _ usual: StationDescription, example: String,
    source: String?
  ) -> Key<Field> {
    let servers = usual.servers.map { "\($0)" } ?? "unlimited"
    return Key(
      name, .read(later: .group(keys.group)),
      standard: "{\(keys.servers.name): \(servers), time: \(usual.time.text)}", example: example,
      keys.group.meaning, source: source)
  }
}

/// The keys of a station. The name of the key for the number of servers differs.
struct StationKeys: Sendable {
  let servers: Key<Int?>
  let time: Key<Distribution>
  let rate: Key<Double>
  let queue: QueueKeys
  let group: KeyGroup

  static let handshake = StationKeys(
    "gateway.handshake", "cores",
    """
    The cores of each node that do the handshakes (TLS). Whom admission turns away after the \
    handshake has used one.
    """, .handshake)
  static let auth = StationKeys(
    "gateway.auth", "workers",
    "The pool that authenticates connections, shared by all nodes: a database, say.")
  static let ready = StationKeys(
    "gateway.ready", "workers",
    "The workers of each node that build the first payload of an authenticated connection.")
  static let api = StationKeys(
    "gateway.api", "workers",
    "The pool that answers the clients' calls, shared by all nodes.")

  private init(
    _ path: String, _ servers: String, _ meaning: String, _ queue: QueueKeys = .others
  ) {
    self.queue = queue
    self.servers = Key(
      servers, .countOrUnlimited(1...100_000), standard: "the profile's", example: "16",
      "How many requests are served at once; `unlimited` serves each at once.", isCapacity: true)
    time = Key(
      "time", .distribution, standard: "the profile's", example: "{exponential: 5ms}",
      "How long one request takes a server.")
    rate = Key(
      "rate", .rate, standard: "\(servers) / mean time", example: "800/s",
      """
      How many requests a second the station serves at most. Alone, or with `\(servers)`, it scales \
      the mean time to \(servers) / rate. With `time` it sets `\(servers)` to rate x mean time, which \
      must come out whole.
      """, isCapacity: true)
    group = KeyGroup(
      path, meaning + " Its capacity is \(servers) / mean time, or `rate`.",
      [self.servers.words, time.words, rate.words] + queue.words)
  }
}
