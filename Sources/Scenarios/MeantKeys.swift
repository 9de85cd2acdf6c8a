/// Keys that people write and that have another name here, with what is written instead.
enum MeantKeys {
  /// Returns a hint to the key that is meant by one that a section does not have; nil where nothing
  /// is known.
  /// - Parameter path: the path of the section.
  static func hint(for key: String, in path: String) -> String? {
    // An item of a list goes by the list's name.
    let section = path.split(separator: ".").last { Int($0) == nil }.map(String.init) ?? ""
    return hints["\(section).\(key)"]
  }

  private static let hints: [String: String] = {
    var hints: [String: String] = [:]
    for (section, keys, hint) in all {
      for key in keys { hints["\(section).\(key)"] = hint }
    }
    return hints
  }()

  private static let timeout =
    "how long an attempt may take stands behind the formula: backoff: '2^x, connectTimeout: 10s'"
  private static let axis =
    "it stands behind the formula: backoff: '2^x, reset: open, attempts: 10'"
  private static let jitter =
    "jitter is a part of the formula: backoff: 'uniform(0s, min(20s, 2^x))'"
  private static let scope = "whom a fault concerns is its scope: {cohort: phones}, {share: 30%}"

  private static let hint =
    "what clients are told who are turned away is rejection: {answer: error, retryAfter: 10s}"
  private static let ofStation =
    "the queue is a station's: auth: {queue: 500, discipline: codel, deadline: 5s}"

  private static let all: [(section: String, keys: [String], hint: String)] =
    [
      (
        "",
        ["nodes", "backlog", "admission", "rejection", "handshake", "auth", "api", "abandonment"],
        "it is a key of the gateway: gateway.nodes"
      ),
      (
        "", ["count", "backoff", "session", "mix", "start"],
        "it is a key of the clients: clients.count"
      ),
      ("", ["latency", "loss", "setup"], "it is a key of the network: network.loss"),
      (
        "network", ["happyEyeballs", "happy_eyeballs", "ips", "endpoints"],
        "an attempt tries several addresses with addresses: {count: 2, next: 250ms}"
      ),
      (
        "", ["outage", "restart", "flapping", "fault"],
        "what goes wrong is a list: faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}]"
      ),
      ("", ["promises", "promise", "slos"], "promises stand under slo"),
      ("clients", ["timeout", "connectTimeout", "connect_timeout"], timeout),
      ("mix", ["timeout", "connectTimeout", "connect_timeout"], timeout),
      ("clients", ["reset", "attempts", "clock", "first"], axis),
      ("mix", ["reset", "attempts", "clock", "first"], axis),
      ("clients", ["jitter"], jitter), ("mix", ["jitter"], jitter),
      ("clients", ["network"], "the network of all clients stands beside clients, not in it"),
      (
        "clients", ["os"],
        "the operating system is a cohort's: mix: [{name: all, share: 100%, os: ios}]"
      ),
      ("mix", ["count", "clients"], "a cohort is a share of all clients: share: 30%"),
      (
        "gateway", ["database", "db", "login", "logins", "authentication"],
        "auth is the station that authenticates"
      ),
      (
        "admission", ["rejection", "reject", "place", "before", "after"],
        "where it stands is a key of the gateway, beside admission: rejection: {before: handshake}"
      ),
      ("gateway", ["retryAfter", "retry_after", "hint"], hint),
      ("admission", ["retryAfter", "retry_after", "answer"], hint),
      (
        "admission", ["limit", "perSecond", "tokens"],
        "how many a second it lets in is rate: {rate: 125/s}"
      ),
      (
        "admission", ["scope"],
        "whether each node has the limit, or all together, is per: node or gateway"
      ),
      ("gateway", ["tls", "handshakes"], "handshake is the station of TLS handshakes"),
      ("gateway", ["rate", "limit"], "what a node lets in is admission: {rate: 125/s}"),
      ("gateway", ["timeout"], timeout),
      ("handshake", ["workers", "servers"], "its servers are cores"),
      ("handshake", ["queue"], "the handshake's queue is gateway.backlog"),
      (
        "gateway", ["concurrency", "slots", "vegas", "gradient", "gradient2", "batch"],
        "what a node lets in is admission: {concurrency: 512}"
      ),
      ("gateway", ["queue", "discipline", "codel", "lifo", "deadline"], ofStation),
      ("auth", ["cores", "servers"], "its servers are workers"),
      ("ready", ["cores", "servers"], "its servers are workers"),
      ("api", ["cores", "servers"], "its servers are workers"),
    ] + queues + [
      ("drain", ["rate", "per"], "100 connections a second are {batch: 100, every: 1s}"),
      (
        "drain", ["time", "for", "over", "duration"],
        "how long all of it takes is within: {within: 2m}"
      ),
      (
        "network", ["rtt", "roundTrip", "ping", "delay"],
        "latency is one way, half of a round trip: latency: 20ms"
      ),
      ("network", ["jitter"], "jitter is the spread of the latency: {median: 50ms, sigma: 0.5}"),
      (
        "network", ["burst", "bursts", "burstLoss", "gilbertElliott"],
        "losses come in bursts by loss: {gilbertElliott: {good: 20s, bad: 1s, lossBad: 80%}}"
      ),
      (
        "loss", ["burst", "bursts", "burstLoss"],
        "losses come in bursts by gilbertElliott: {good: 20s, bad: 1s, lossBad: 80%}"
      ),
      (
        "network", ["tls"],
        "round trips are setup: {tls: 2} for TLS 1.2, 1 for 1.3 or 1.2 resumed, 0 for early data"
      ),
      (
        "network", ["idleTimeout", "keepalive", "nat"],
        "a box that forgets quiet connections is idle: {after: 60s}"
      ),
      ("network", ["name", "ttl", "resolver", "resolvers"], "the name is dns: {ttl: 60s}"),
      ("network", ["packetLoss", "packet_loss", "drop"], "packets are lost by loss: 1%"),
      ("faults", ["cohort", "share", "node", "clients", "who"], scope),
      ("faults", ["duration", "length"], "how long a fault is in force is for"),
      ("faults", ["start", "begin", "when"], "when a fault begins is at"),
      ("faults", ["type", "fault"], "what goes wrong is kind"),
    ]

  private static let queues: [(section: String, keys: [String], hint: String)] =
    ["auth", "ready", "api"].flatMap { station in
      [
        (
          station, ["queueLimit", "maxQueue", "limit", "backlog"],
          "how many may wait is queue: 500"
        ),
        (
          station, ["codel", "lifo", "fifo", "adaptiveLifo", "order"],
          "the order of a queue is discipline: codel"
        ),
        (station, ["timeout", "maxWait"], "how long a request may wait is deadline: 5s"),
      ]
    }
}
