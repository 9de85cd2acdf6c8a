import Faults
import GatewayModel
import NetworkModel
import Primitives
import Simulator
import Systems
import VirtualTime
import Words

extension Scenario {
  /// Every value, defaults included, in a fixed order and in the notation of the file. A manifest
  /// records it, a hash covers it and a diff compares it.
  ///
  /// A cohort's values are the ones its clients have, wherever they were said.
  package var resolved: [(path: String, value: String)] {
    var list = ResolvedList()
    list.add("name", name)
    list.add("about", about)
    list.add("seed", "\(seed)")
    list.add("duration", durationText(duration))
    list.add("until", untilSettled ? "settled" : "duration")
    list.add(clients, over: network)
    list.add("network", network)
    list.add(gateway)
    for (index, fault) in faults.enumerated() { list.add("faults.\(index)", fault) }
    if let recoveryFrom {
      list.add("recovery.from", "[\(recoveryFrom.map(String.init).joined(separator: ", "))]")
    }
    for (index, level) in slo.enumerated() { list.add("slo.\(index)", level.text) }
    list.add("metastable.window", durationText(metastableWindow))
    return list.pairs
  }
}

private struct ResolvedList {
  var pairs: [(path: String, value: String)] = []

  mutating func add(_ path: String, _ value: String) { pairs.append((path, value)) }

  mutating func add(_ clients: ClientsDescription, over network: NetworkDescription) {
    let own = "(the profile's own)"
    add("clients.count", "\(clients.count)")
    add("clients.session", clients.session)
    add("clients.profile", clients.profile)
    if clients.mix.contains(where: { clients.system(of: $0).hasBackoff }) {
      add("clients.backoff", clients.backoff ?? own)
    }
    add("clients.start", clients.start.text)
    add("clients.phase", clients.phase.rawValue)
    for (index, cohort) in clients.mix.enumerated() {
      let path = "clients.mix.\(index)"
      add("\(path).name", cohort.name)
      add("\(path).share", shareText(cohort.share))
      add("\(path).os", (cohort.os ?? .linux).rawValue)
      let system = clients.system(of: cohort)
      if let session = cohort.session { add("\(path).session", session) }
      add("\(path).profile", cohort.profile ?? clients.profile)
      if system.hasBackoff { add("\(path).backoff", cohort.backoff ?? clients.backoff ?? own) }
      add(path, cohort.parameters ?? clients.parameters, of: system)
      add(path, cohort.behaviour ?? clients.behaviour, of: system)
      add("\(path).network", cohort.network ?? network)
    }
  }

  /// Only what the scenario changes: the rest is the machine's, and its profile's, own.
  mutating func add(
    _ path: String, _ parameters: [String: ParameterValue], of system: SessionSystem
  ) {
    if parameters.isEmpty { return }
    for parameter in system.parameters {
      guard let value = parameters[parameter.name] else { continue }
      add("\(path).parameters.\(parameter.name)", value.text)
    }
  }

  mutating func add(_ path: String, _ behaviour: Behaviour, of system: SessionSystem) {
    for key in system.behaviourKeys where key != .app || behaviour.app != nil || !behaviour.isEmpty
    {
      add("\(path).behaviour.\(key.rawValue)", behaviour.text(of: key))
    }
  }

  mutating func add(_ path: String, _ network: NetworkDescription) {
    add("\(path).profile", network.profile)
    add("\(path).latency", network.latency.text)
    if case .measured(let times) = network.latency.shape {
      add("\(path).latency.hash", times.hash)
    }
    add("\(path).setup.tcp", "\(network.setup.tcp)")
    add("\(path).setup.tls", "\(network.setup.tls)")
    add("\(path).setup.upgrade", "\(network.setup.upgrade)")
    add("\(path).setup.calls", "\(network.setup.calls)")
    add("\(path).loss", network.loss.text)
    if network.retransmission != .fixed {
      add("\(path).retransmission", network.retransmission.rawValue)
    }
    for (key, value) in network.name?.parameters ?? [] { add("\(path).dns.\(key)", value) }
    for (key, value) in network.addresses.parameters { add("\(path).addresses.\(key)", value) }
    if let bandwidth = network.bandwidth { add("\(path).bandwidth", bitRateText(bandwidth)) }
    for (key, value) in network.idle?.parameters ?? [] { add("\(path).idle.\(key)", value) }
  }

  mutating func add(_ gateway: GatewayDescription) {
    add("gateway.profile", gateway.profile)
    add("gateway.nodes", "\(gateway.nodes)")
    add("gateway.backlog", gateway.backlog.orUnlimited)
    add("gateway.handshake.cores", gateway.handshake.servers.orUnlimited)
    add("gateway.handshake.time", gateway.handshake.time.text)
    for (key, value) in gateway.handshake.queueParameters {
      add("gateway.handshake.\(key)", value)
    }
    let pools = [("auth", gateway.auth), ("ready", gateway.ready), ("api", gateway.api)]
    for (name, station) in pools {
      add("gateway.\(name).workers", station.servers.orUnlimited)
      add("gateway.\(name).time", station.time.text)
      for (key, value) in station.queueParameters { add("gateway.\(name).\(key)", value) }
    }
    if gateway.admission == .none {
      add("gateway.admission", "none")
    } else {
      for (key, value) in gateway.admission.parameters { add("gateway.admission.\(key)", value) }
      add("gateway.rejection.\(gateway.rejection.place.rawValue)", "handshake")
      add("gateway.rejection.cost", durationText(gateway.rejection.cost))
    }
    if gateway.rejection.answer != .reset {
      add("gateway.rejection.answer", gateway.rejection.answer.rawValue)
    }
    if let hint = gateway.rejection.retryAfter { add("gateway.rejection.retryAfter", hint.text) }
    add("gateway.abandonment", gateway.abandonment.rawValue)
    for (key, value) in gateway.egress?.parameters ?? [] { add("gateway.egress.\(key)", value) }
  }

  mutating func add(_ path: String, _ fault: Fault) {
    add("\(path).at", durationText(fault.at - .start))
    add("\(path).for", fault.duration.map(durationText) ?? "(to the end)")
    add("\(path).kind", fault.kind.name)
    for (key, value) in fault.kind.parameters { add("\(path).\(key)", value) }
    add("\(path).scope", fault.scope.text)
  }
}

extension Int? {
  fileprivate var orUnlimited: String { map { "\($0)" } ?? "unlimited" }
}

extension StartDescription {
  fileprivate var text: String {
    switch self {
    case .connected: "connected"
    case .within(let span): "{within: \(durationText(span))}"
    case .rate(let perSecond): "{rate: \(rateText(perSecond))}"
    }
  }
}

extension Distribution {
  /// As a scenario file would say it.
  package var text: String {
    switch self {
    case .constant(let span): durationText(span)
    case .uniform(let low, let high): "{uniform: [\(durationText(low)), \(durationText(high))]}"
    case .exponential(let mean): "{exponential: \(durationText(mean))}"
    case .lognormal(let median, let sigma):
      "{median: \(durationText(median)), sigma: \(numberText(sigma))}"
    case .foldedNormal(let mean, let deviation):
      "{foldedNormal: [\(durationText(mean)), \(durationText(deviation))]}"
    }
  }
}

extension Latency {
  /// As a scenario file would say it.
  package var text: String {
    let distribution: Distribution
    switch shape {
    case .measured(let times):
      let file = quotedName(times.file)
      return least > .zero ? "{csv: \(file), min: \(durationText(least))}" : "{csv: \(file)}"
    case .distribution(let drawn): distribution = drawn
    }
    guard own > 0 || least > .zero else { return distribution.text }
    // A duration alone has no keys: all of it is the least.
    if case .constant(let value) = distribution { return durationText(least + value) }
    var keys = distribution.text.dropFirst().dropLast()
    if own > 0 { keys += ", own: \(shareText(own))" }
    if least > .zero { keys += ", min: \(durationText(least))" }
    return "{\(keys)}"
  }
}

/// A name of a file as YAML has it between braces.
private func quotedName(_ name: String) -> String {
  let isWord =
    name.first?.isLetter ?? false
    && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  return isWord ? name : "'" + name.replacing("'", with: "''") + "'"
}

extension Behaviour {
  /// One stream, as a scenario file would say it.
  fileprivate func text(of key: BehaviourKey) -> String {
    switch key {
    case .app: app.map { "{front: \($0.on.text), back: \($0.off.text)}" } ?? "none"
    case .screens: screens?.text ?? "none"
    case .listeners: listeners?.text ?? "none"
    case .reads, .sends: actions?.text ?? "none"
    case .launches:
      launches.map { "{every: \($0.text), newUser: \(shareText(newUser))}" } ?? "none"
    case .firstScreen: "\(firstScreen)"
    case .entities: "\(entities)"
    case .database: database.text
    case .push: pushes?.text ?? "none"
    }
  }
}

extension ParameterValue {
  /// As a scenario file would say it.
  var text: String {
    switch self {
    case .duration(let span): durationText(span)
    case .flag(let isOn): isOn ? "on" : "off"
    }
  }
}

extension Alternation {
  fileprivate var text: String { "{on: \(on.text), off: \(off.text)}" }
}

extension PushPlan {
  fileprivate var text: String {
    let storms = storms.map { storm in
      "{at: \(durationText(storm.begin - .start)), for: \(durationText(storm.end - storm.begin)), "
        + "every: \(storm.every.text)}"
    }
    let list = storms.isEmpty ? "" : ", storms: [\(storms.joined(separator: ", "))]"
    return "{every: \(every?.text ?? "none")\(list)}"
  }
}

extension FaultScope {
  /// As a scenario file would say it.
  package var text: String {
    switch self {
    case .everyone: "everyone"
    case .share(let share): "{share: \(shareText(share))}"
    case .cohort(let name): "{cohort: \(name)}"
    case .node(let node): "{node: \(node)}"
    }
  }
}
