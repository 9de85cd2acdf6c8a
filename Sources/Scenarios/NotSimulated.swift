import Words

/// Things that people look for and that no run has. A typing error is another matter.
package struct NotSimulated: Sendable {
  /// Names in lower case, as keys, kinds of faults and words.
  private let names: [String]
  private let what: String
  /// What comes nearest, or what is assumed; nil where there is nothing.
  private let instead: String?
  /// The sections of a file in which a key of such a name can only mean this; empty for all.
  private let sections: [String]

  /// The page that says what a run leaves out.
  private static let page = "docs/model.md, Not covered"

  /// `memory is not simulated: the memory of a gateway (docs/model.md, Not covered); ...`; nil where the name is none
  /// of these.
  /// - Parameter section: that of a key, such as `network`; nil for a word that stands alone.
  package static func answer(to name: String, in section: String? = nil) -> String? {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    let found = all.first { thing in
      thing.names.contains(plain)
        && (thing.sections.isEmpty || section.map(thing.sections.contains) ?? true)
    }
    guard let found else { return nil }
    return "\(printable(name)) is not simulated: \(found.what) (\(page))"
      + (found.instead.map { "; \($0)" } ?? "")
  }

  /// The names that have an answer in every section.
  static var namesEverywhere: [String] { all.filter(\.sections.isEmpty).flatMap(\.names) }

  private init(
    _ names: String..., in sections: [String] = [], what: String, instead: String? = nil
  ) {
    self.names = names
    self.sections = sections
    self.what = what
    self.instead = instead
  }

  private static let all = [
    NotSimulated(
      "memory", "ram", "oom", "outofmemory", "memorylimit", what: "the memory of a gateway",
      instead: "a node that dies is {at: 60s, for: 20s, kind: restart, scope: {node: 0}}"),
    NotSimulated(
      "autoscale", "autoscaling", "autoscaler", "scaling", "hpa", "scaleup",
      what: "a gateway that changes its size",
      instead: "`simulate capacity` looks for the size that it needs"),
    NotSimulated(
      "battery", "energy", "power", "radio", what: "the energy of a phone",
      instead: "attempts_per_client_hour says how often its radio is woken"),
    NotSimulated(
      "throughput", "congestion", "reordering",
      what: "the congestion of a path and the order of its packets",
      instead: "network.bandwidth and gateway.egress limit first payloads"),
    NotSimulated(
      "resumption", "sessiontickets", "tickets", "zerortt", "0rtt",
      what: "the resumption of TLS sessions",
      instead: "network.setup says how many round trips a set-up takes"),
    NotSimulated(
      "quic", "http3", what: "QUIC",
      instead: "network.setup: {tcp: 0, tls: 1} comes near its round trips"),
    NotSimulated(
      "balancer", "loadbalancer", "lb", "proxy", "nat", "idletimeout",
      what: "a balancer or a NAT on the way: connections are spread evenly over the nodes",
      instead: "network.idle: {after: 60s} is a box that forgets quiet connections"),
    NotSimulated(
      "503", "429", "httpstatus", "http",
      what: "answers with other codes than 503, which is that of all who are turned away",
      instead: "gateway.rejection: {answer: error, retryAfter: 10s} gives that answer"),
    NotSimulated(
      "gc", "garbagecollection", "stall", what: "a process that stands still",
      instead: "{at: 60s, for: 2s, kind: slow, times: 1000} comes near it"),
    NotSimulated(
      "maxconnections", "connectionlimit", "maxclients",
      what: "a limit to the connections of a node"),
    NotSimulated(
      "retrybudget", "budget", "circuitbreaker", "breaker", what: "budgets and breakers of clients"),
  ]
}
