import Systems
import TestRuns
import Testing

@testable import Scenarios

/// The words about each key say what the decoder does.
@Suite("Keys and their words")
struct KeyTests {
  private static let entries = ScenarioReference.entries

  @Test func everyKeyHasItsWords() {
    #expect(Self.entries.count > 120)
    for entry in Self.entries {
      let words = entry.words
      #expect(
        words.meaning.hasSuffix(".") && words.meaning.first?.isLowercase == false, "\(entry.path)")
      #expect(!words.example.isEmpty && !words.shape.text.isEmpty, "\(entry.path)")
      #expect(words.standard?.isEmpty != true, "\(entry.path)")
    }
  }

  /// What `explain` gives as an example is a value that a file may have.
  @Test("examples are read", arguments: entries.map(\.path))
  func exampleIsRead(_ path: String) throws {
    for entry in Self.entries where entry.path == path {
      let overrides = Surroundings(entry).overrides
      let checks = ScenarioChecks.files(["rtt.csv": "rtt_ms\n50\n"])
      #expect(problems("name: example", set: overrides, checks: checks) == [], "\(overrides)")
    }
  }

  @Test("examples of faults are read", arguments: FaultKindWords.all.map(\.name))
  func faultIsRead(_ name: String) {
    let kind = FaultKindWords.all.first { $0.name == name }!
    let mix = "clients: { mix: [{name: phones, share: 100%}] }\nnetwork: { dns: {} }"
    #expect(problems("\(mix)\nfaults:\n  - \(kind.example)") == [])
  }

  /// An unknown key is answered with the keys that the decoder asked for: they are those of the group.
  @Test(
    "the decoder asks for the keys of each group, and no others",
    arguments: [
      ("", ScenarioKeys.group), ("clients", ClientKeys.group), ("clients.start", StartKeys.group),
      ("network", NetworkKeys.group), ("network.setup", SetupKeys.group),
      ("network.latency", DistributionKeys.group), ("network.loss", PathLossKeys.group),
      ("network.loss.gilbertElliott", FadeKeys.group), ("network.dns", NameKeys.group),
      ("network.addresses", AddressKeys.group), ("network.idle", IdleKeys.group),
      ("gateway.egress", EgressKeys.group),
      ("gateway", GatewayKeys.group),
      ("gateway.handshake", StationKeys.handshake.group), ("gateway.auth", StationKeys.auth.group),
      ("gateway.auth.discipline", DisciplineKeys.group),
      ("gateway.ready", StationKeys.ready.group), ("gateway.api", StationKeys.api.group),
      ("gateway.admission", AdmissionKeys.group),
      ("gateway.admission.vegas", VegasKeys.group),
      ("gateway.admission.gradient2", Gradient2Keys.group),
      ("gateway.rejection", RejectionKeys.group),
      ("recovery", RecoveryKeys.group), ("metastable", MetastableKeys.group),
      ("faults.0.scope", ScopeKeys.group), ("faults.0.drain", DrainKeys.group),
      ("clients.mix.0", CohortKeys.group), ("clients.behaviour.app", BehaviourKeys.frontAndBack),
      ("clients.behaviour.push", PushKeys.group),
      ("clients.behaviour.push.storms.0", StormKeys.group),
    ])
  func keysOfGroup(_ path: String, _ group: KeyGroup) {
    let key = path.isEmpty ? "zzz" : "\(path).zzz"
    let fault = "{at: 1s, for: 1s, kind: restart, rolling: true}"
    let cohort = "{name: a, share: 100%}"
    let text = """
      clients: {session: chatSocket, mix: [\(cohort)], behaviour: {push: {storms: [{at: 1s}]}}}
      faults: [\(fault)]
      """
    let found = problems(text, set: ["\(key)=1"]).filter { $0.contains("zzz: unknown key") }
    let allowed =
      found.first?.components(separatedBy: "allowed: ").last?
      .components(separatedBy: ", ") ?? []
    #expect(Set(allowed) == Set(group.keys.map(\.name)), "\(path): \(found)")
  }

  @Test(
    "the decoder asks for the keys of each kind of fault", arguments: FaultKindWords.all.map(\.name)
  )
  func keysOfFault(_ name: String) {
    let kind = FaultKindWords.all.first { $0.name == name }!
    let found = problems("faults: [{at: 1s, kind: \(name), zzz: 1}]")
    let line = found.first { $0.contains("zzz: unknown key") } ?? ""
    let allowed = line.components(separatedBy: "allowed: ").last!.components(separatedBy: ", ")
    #expect(Set(allowed) == Set((FaultKindWords.common + kind.keys).map(\.name)))
  }

  @Test func defaultsOfTheGatewayAreThoseOfItsProfile() throws {
    let plain = try decoded("name: a").gateway
    for key in GatewayKeys.group.keys where key.name != "profile" {
      let standard = try #require(key.standard)
      let said = try decoded("gateway: { \(key.name): \(standard) }").gateway
      #expect(said == plain, "\(key.name): \(standard)")
    }
  }
}

/// What must stand beside an example, as a command line would say it.
private struct Surroundings {
  let overrides: [String]

  init(_ entry: ScenarioReference.Entry) {
    let own = "\(Self.numbered(entry.path))=\(entry.words.example)"
    overrides = Self.companions(of: entry) + [own]
  }

  /// `faults.for` as that of the first fault.
  private static func numbered(_ path: String) -> String {
    var path = path.replacing("storms.", with: "storms.0.")
    for list in ["faults.", "clients.mix."] where path.hasPrefix(list) {
      path = list + "0." + path.dropFirst(list.count)
    }
    if path.hasPrefix("gilbertElliott.") { return "network.loss.\(path)" }
    if path.hasPrefix("discipline.") { return "gateway.auth.\(path)" }
    return path.hasPrefix("distribution.") ? "network.latency." + path.dropFirst(13) : path
  }

  private static func companions(of entry: ScenarioReference.Entry) -> [String] {
    let path = entry.path
    if path.hasPrefix("faults.") { return fault(entry) }
    if path.hasPrefix("clients.mix.") {
      return ["clients.mix=[{name: a, share: 45%}, {name: b, share: 55%}]"]
    }
    if path.hasPrefix("recovery") {
      return ["faults=[{at: 1s, kind: logout}, {at: 1s, kind: logout}, {at: 2s, kind: logout}]"]
    }
    let session = entry.only?.split(separator: ",").first ?? "stoat"
    let others = [
      "gateway.rejection.cost": "gateway.rejection.after=handshake",
      "gateway.rejection.retryAfter": "gateway.rejection.answer=error",
      "gateway.admission.burst": "gateway.admission.rate=5/s",
      "gateway.admission.batch": "gateway.admission.every=1s",
      "gateway.admission.every": "gateway.admission.batch=5",
      "gateway.admission.per": "gateway.admission.rate=5/s",
      "distribution.median": "network.latency.sigma=0.5",
      "distribution.sigma": "network.latency.median=5ms",
      "distribution.min": "network.latency={median: 5ms, sigma: 0.5}",
      "distribution.own": "network.latency={median: 5ms, sigma: 0.5}",
      "clients.behaviour.launches.newUser": "clients.behaviour.launches.every=1m",
      "network.idle.how": "network.idle.after=60s",
      "network.addresses.order": "network.addresses.count=2",
      "network.addresses.next": "network.addresses.count=2",
    ]
    var all = ["clients.session=\(session)"] + [others[path]].compactMap(\.self)
    if path.hasPrefix("gilbertElliott.") {
      all.append("network.loss.gilbertElliott={good: 20s, bad: 1s}")
    }
    if path.hasPrefix("gateway.egress.") {
      all.append("gateway.egress={rate: 1Gbit/s, payload: 50kB}")
    }
    for phase in ["front", "back", "on", "off"]
    where path.hasPrefix("clients.") && path.hasSuffix(".\(phase)") {
      let group = path.dropLast(phase.count + 1)
      let pair = ["on", "off"].contains(phase) ? ["on", "off"] : ["front", "back"]
      all += pair.map { "\(group).\($0)=1m" }
    }
    if path.contains("storms.") {
      all.append("clients.behaviour.push.storms=[{at: 1s, for: 1s, every: 1s}]")
    }
    return all
  }

  private static func fault(_ entry: ScenarioReference.Entry) -> [String] {
    let needed = [
      "outage": "mode: drain", "restart": "rolling: true", "capacity": "to: 5%", "slow": "times: 3",
      "latency": "add: 1s", "loss": "rate: 1%", "authFailure": "answer: temporary",
      "flapping": "of: path, up: 5s, down: 5s", "dns": "answer: none",
    ]
    // A loss has a rate or bursts.
    let isFade = entry.path.contains("gilbertElliott")
    let isOfNodes = entry.words.name == "node"
    let kind = entry.only ?? (isOfNodes ? "restart" : "offline")
    var more = needed[kind].map { isOfNodes ? "" : ", \($0)" } ?? ""
    if isFade { more = ", gilbertElliott: {good: 20s, bad: 1s}" }
    // The example of `kind` is an outage.
    let mode = entry.path == "faults.kind" ? ", mode: refuse" : ""
    return [
      "clients.mix=[{name: phones, share: 100%}]", "network.dns={}", "network.addresses={count: 2}",
      "faults=[{at: 1s, \(kind == "move" ? "" : "for: 20s, ")kind: \(kind)\(more)\(mode)}]",
    ]
  }
}
