/// What a scenario file says, before it is text.
struct WorldSketch: Sendable {
  var minutes = 15
  var isUntilSettled = false
  /// Seconds that a storm is looked at to be called metastable; nil = the default.
  var window: Int?
  var clients = ClientsSketch()
  var network = "ideal"
  var extras = NetworkSketch()
  var gateway = GatewaySketch()
  var faults: [FaultSketch] = []
  var recoveryFrom: [Int]?

  func text(name: String, seed: Int, scale: Int) -> String {
    var lines = ["name: \(name)", "seed: \(seed)", "duration: \(minutes)m"]
    if isUntilSettled { lines.append("until: settled") }
    if let window { lines.append("metastable: {window: \(window)s}") }
    lines += clients.lines(scale: scale)
    lines.append("network: \(extras.text(of: network, scale: scale))")
    lines += gateway.lines(scale: scale)
    if !faults.isEmpty {
      lines.append("faults:")
      lines += faults.map { "  - " + $0.text(scale: scale) }
    }
    if let recoveryFrom {
      lines.append("recovery: {from: [\(recoveryFrom.map(String.init).joined(separator: ", "))]}")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

struct ClientsSketch: Sendable {
  enum Start: Sendable {
    case connected
    case within(seconds: Int)
    case rate(perSecond: Int)
  }

  var count = 200
  var start = Start.connected
  /// Further keys: `session: stoat`.
  var keys: [String] = []
  /// Cohorts: what stands between the braces.
  var mix: [String] = []
  /// Names that a fault may be aimed at.
  var cohorts = ["all"]
  /// Session systems in the fleet.
  var systems = ["stoat"]

  func lines(scale: Int) -> [String] {
    var lines = ["clients:", "  count: \(count * scale)"]
    lines += keys.map { "  " + $0 }
    switch start {
    case .connected: lines.append("  start: connected")
    case .within(let seconds): lines.append("  start: {within: \(seconds)s}")
    case .rate(let perSecond): lines.append("  start: {rate: \(perSecond * scale)/s}")
    }
    if !mix.isEmpty {
      lines.append("  mix:")
      lines += mix.map { "    - {\($0)}" }
    }
    return lines
  }
}

struct GatewaySketch: Sendable {
  struct Station: Sendable {
    var name: String
    /// Servers of one node, or of a shared station; nil = as many as are needed.
    var servers: Int?
    var time: String
  }

  struct Admission: Sendable {
    var milliPerSecond: Int
    var burst: Int?
    var isPerNode: Bool
  }

  struct Egress: Sendable {
    var kilobitsPerSecond: Int
    /// The other keys.
    var rest: String
  }

  var profile = "ideal"
  var nodes = 1
  var backlog: Int?
  var isBacklogSaid = false
  var stations: [Station] = []
  var admission: Admission?
  var isAdmissionSaid = false
  var rejection: String?
  var abandonment = "work"
  var egress: Egress?

  func lines(scale: Int) -> [String] {
    var lines = ["gateway:", "  profile: \(profile)", "  nodes: \(nodes)"]
    if isBacklogSaid {
      lines.append("  backlog: \(backlog.map { String($0 * scale) } ?? "unlimited")")
    }
    for station in stations {
      let key = station.name == "handshake" ? "cores" : "workers"
      let servers = station.servers.map { String($0 * scale) } ?? "unlimited"
      lines.append("  \(station.name): {\(key): \(servers), time: \(station.time)}")
    }
    if let admission {
      let burst = admission.burst.map { ", burst: \($0 * scale)" } ?? ""
      let scope = admission.isPerNode ? "node" : "gateway"
      let rate = decimal(admission.milliPerSecond * scale, of: 1_000)
      lines.append("  admission: {rate: \(rate)/s\(burst), per: \(scope)}")
    } else if isAdmissionSaid {
      lines.append("  admission: none")
    }
    if let rejection { lines.append("  rejection: \(rejection)") }
    lines.append("  abandonment: \(abandonment)")
    if let egress {
      lines.append("  egress: {rate: \(egress.kilobitsPerSecond * scale)kbit/s, \(egress.rest)}")
    }
    return lines
  }
}

struct FaultSketch: Sendable {
  /// Seconds.
  var at: Int
  /// Seconds; nil = it happens at a moment, or has no end.
  var length: Int?
  var kind: String
  /// Further keys: `mode: refuse`.
  var keys: [String] = []
  /// Clients that a drain closes at a time.
  var batch: Int?
  var scope: String?

  func text(scale: Int) -> String {
    var parts = ["at: \(at)s"]
    if let length { parts.append("for: \(length)s") }
    parts.append("kind: \(kind)")
    parts += keys
    if let batch { parts.append("batch: \(batch * scale)") }
    if let scope { parts.append("scope: \(scope)") }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}

/// A number of parts as a decimal: 1250 thousandths are 1.250.
func decimal(_ parts: Int, of whole: Int) -> String {
  let digits = String(whole + parts % whole).dropFirst()
  return "\(parts / whole).\(digits)"
}
