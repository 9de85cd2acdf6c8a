import TestRuns
import Testing

@testable import Scenarios

@Suite("Warnings about settings without effect")
struct ScenarioWarningTests {
  private func warnings(_ text: String, set overrides: [String] = []) throws -> [String] {
    let overrides = try overrides.map { try #require(Override($0)) }
    return try ScenarioFile.decode(text: text, file: "a.yaml", overrides: overrides)
      .warnings.map { "\($0.code): \($0.sentence)" }
  }

  private func warnings(ofFault fault: String, _ rest: String = "") throws -> [String] {
    try warnings("faults: [\(fault)]\n\(rest)\n")
  }

  @Test(arguments: [
    ("kind: capacity, to: 100%", "a capacity of 100%"),
    ("kind: slow, times: 1", "services take 1 times as long"),
    ("kind: latency, times: 1, add: 0s", "latency times 1 and nothing added"),
    ("kind: loss, rate: 0%", "a loss of 0%"),
  ])
  func faultsThatChangeNothing(_ fault: String, _ reason: String) throws {
    let kind = fault.split(separator: ",")[0].dropFirst(6)
    #expect(
      try warnings(ofFault: "{at: 60s, for: 60s, \(fault)}")
        == ["fault-changes-nothing: faults.0 (\(kind)) changes nothing: \(reason)"])
  }

  @Test func aCapacityThatRoundsUpToAll() throws {
    let fault = "{at: 60s, for: 60s, kind: capacity, to: 1%, station: handshake}"
    let oneCore = "gateway: {admission: none, handshake: {cores: 1, time: 1ms}}"
    #expect(
      try warnings(ofFault: fault, oneCore) == [
        "fault-changes-nothing: faults.0 (capacity) changes nothing: 1% of the servers, rounded up "
          + "to whole ones, are all of them (handshake has 1)"
      ])
    // Four cores become one, and those who connect again after the restart feel it.
    let restart = ", {at: 60s, for: 1s, kind: restart}"
    #expect(try warnings(ofFault: fault + restart).isEmpty)
    let whole = "{at: 60s, for: 60s, kind: capacity, to: 1%}"
    #expect(try warnings(ofFault: whole + restart, oneCore).isEmpty)
    #expect(
      try warnings(ofFault: whole, "gateway: ideal")[0].contains("auth has unlimited servers"))
  }

  @Test func aFaultAfterTheEnd() throws {
    #expect(
      try warnings(ofFault: "{at: 15m, for: 60s, kind: offline}") == [
        "fault-after-end: faults.0 (offline) never happens: it begins at 15m, and the run ends at "
          + "15m at the latest"
      ])
    #expect(try warnings(ofFault: "{at: 14m, for: 59s, kind: offline}").isEmpty)
    #expect(
      try warnings(ofFault: "{at: 14m, for: 60s, kind: offline}") == [
        "fault-outlasts-run: faults.0 (offline) is over only at 15 min, and the run ends at 15 min: there is no "
          + "recovery to measure; long enough is --duration 19m"
      ])
  }

  @Test func aScopeWithoutClients() throws {
    #expect(
      try warnings(ofFault: "{at: 60s, for: 60s, kind: offline, scope: {share: 0%}}") == [
        "scope-selects-nobody: faults.0 (offline) is aimed at nobody: a share of 0%"
      ])
  }

  @Test func anOutageThatDropsNobody() throws {
    let fault = "{at: 60s, for: 60s, kind: outage, mode: refuse}"
    let found = try warnings(ofFault: fault)
    #expect(found.count == 1 && found[0].hasPrefix("fault-affects-nobody: faults.0 (outage)"))
    #expect(try warnings(ofFault: fault, "clients: {start: {within: 90s}}").isEmpty)
    #expect(try warnings(ofFault: "\(fault), {at: 70s, kind: handover}").isEmpty)
    #expect(try warnings(ofFault: "\(fault), {at: 70s, for: 1s, kind: restart}").isEmpty)
    // These close connections by themselves, or let heartbeats find out.
    for mode in ["reset", "drain", "blackhole"] {
      #expect(
        try warnings(ofFault: "{at: 60s, for: 60s, kind: outage, mode: \(mode)}").isEmpty)
    }
    // Chat sockets come and go with their screens.
    #expect(try warnings(ofFault: fault, "clients: {session: chatSocket}").isEmpty)
  }

  /// Of a connected fleet that asks nothing, a fault that only set-ups meet concerns nobody; one that
  /// cuts connections later comes too late.
  @Test(arguments: [
    "kind: restart, drop: false", "kind: slow, times: 20", "kind: capacity, to: 25%",
    "kind: authFailure, answer: permanent",
  ])
  func whatOnlySetUpsMeet(_ kind: String) throws {
    let fault = "{at: 60s, for: 60s, \(kind)}"
    for other in [
      "", ", {at: 200s, kind: handover}", ", {at: 10s, for: 20s, kind: latency, add: 100ms}",
    ] {
      let found = try warnings(ofFault: fault + other)
      #expect(found.count == 1 && found[0].hasPrefix("fault-affects-nobody: faults.0"), "\(found)")
    }
    #expect(try warnings(ofFault: "\(fault), {at: 60s, for: 1s, kind: restart}").isEmpty)
    #expect(try warnings(ofFault: fault, "clients: {start: {within: 90s}}").isEmpty)
  }

  /// A stage of nearly the same rate makes a queue, and a service as long as the clients wait keeps
  /// them out at any rate: neither is without effect.
  @Test(arguments: [
    "auth: {workers: 52, time: {exponential: 100ms}}", "auth: {workers: 10000, time: 20s}",
    "handshake: {cores: 4, time: 2ms}, rejection: {after: handshake, cost: 200ms}",
  ])
  func aStageThatIsFelt(_ stage: String) throws {
    #expect(try warnings("gateway: {\(stage)}\n").isEmpty)
  }

  @Test func aBoundMayBeBeaten() throws {
    #expect(try warnings("slo: [storm_efficiency <= 100%]\n").isEmpty)
    #expect(try warnings("slo: [goodput_share <= 100%]\n").count == 1)
  }

  @Test func aWindowLongerThanWhatIsLeft() throws {
    let text = """
      duration: 5m
      metastable: {window: 4m}
      faults: [{at: 60s, for: 60s, kind: offline}]

      """
    #expect(
      try warnings(text) == [
        "window-too-long: metastable.window of 4m is longer than the 3m between clear and the end of "
          + "the run: a storm cannot be told"
      ])
    #expect(try warnings(text, set: ["metastable.window=3m"]).isEmpty)
    // The default is nobody's setting.
    #expect(try warnings("duration: 5m\nfaults: [{at: 60s, for: 60s, kind: offline}]\n").isEmpty)
  }

  @Test func aRejectionWithoutAdmission() throws {
    let text = "gateway: {admission: none, rejection: {after: handshake, cost: 1ms}}\n"
    #expect(
      try warnings(text) == [
        "rejection-unused: gateway.rejection has no effect: admission is none, so nobody is turned "
          + "away"
      ])
    #expect(try warnings("gateway: {admission: none}\n").isEmpty)
    #expect(try warnings(text, set: ["gateway.admission={rate: 10/s}"]).isEmpty)
  }

  /// A station that drops with an error asks for the same.
  @Test func aRetryAfterThatNobodyGives() throws {
    let hint = "rejection: {answer: error, retryAfter: 10s}"
    let unread =
      "retry-after-unused: gateway.rejection.retryAfter has no effect: no client reads it"
    let none = try warnings("gateway: {admission: none, \(hint)}\n")
    #expect(none.count == 1 && none[0].hasPrefix("rejection-unused"), "\(none)")
    let auth = "auth: {workers: 2, time: 10ms, queue: 5, full: error}"
    let drops = "gateway: {profile: ideal, \(auth), \(hint)}\n"
    for text in ["gateway: {\(hint)}\n", drops] {
      let found = try warnings(text)
      #expect(found.count == 1 && found[0].hasPrefix(unread), "\(found)")
      #expect(try warnings("clients: {backoff: \"max(retryAfter, 2^x)\"}\n" + text).isEmpty)
    }
    let read = try warnings("clients: {backoff: \"max(retryAfter, 2^x)\"}\n")
    #expect(read.count == 1 && read[0].contains("reads retryAfter, and no answer carries one"))
  }

  /// 200 a second, and clients that wait 10 s: 2,000 slots, 500 on each of 4 nodes.
  @Test func slotsForLongerThanClientsWait() throws {
    func warnings(_ limit: String) throws -> [String] {
      try self.warnings(
        """
        clients: {backoff: "uniform(0s, 5s), connectTimeout: 10s"}
        gateway:
          profile: ideal
          nodes: 4
          auth: {workers: 2, time: 10ms}
          admission: {\(limit)}

        """)
    }
    #expect(
      try warnings("concurrency: 600") == [
        "slots-exceed-timeout: gateway.admission.concurrency: 600 slots on each of 4 nodes are 2,400 attempts at once, "
          + "and the auth stage serves 2,000 within the connect timeout of 10 s: in a storm it works for clients that have "
          + "left; fewer than 500 on each of 4 nodes would fit"
      ])
    #expect(try warnings("concurrency: 500").isEmpty)
    #expect(try warnings("concurrency: 2001, per: gateway").count == 1)
    #expect(try warnings("concurrency: 2000, per: gateway").isEmpty)
    #expect(try warnings("vegas: {}").isEmpty)
  }

  @Test func aLimitThatComesFromTheProfile() throws {
    let text = "gateway: {auth: {workers: 10, time: 10ms}}\n"
    #expect(
      try warnings(text) == [
        "limit-from-profile: gateway.auth does not limit the set-up: the admission of the profile "
          + "'default' lets only 500/s through; gateway.admission: none turns it off"
      ])
    #expect(try warnings(text, set: ["gateway.admission=none"]).isEmpty)
    #expect(try warnings(text, set: ["gateway.admission={rate: 125/s}"]).isEmpty)
    #expect(try warnings(text, set: ["gateway.auth.time=50ms"]).isEmpty)
    #expect(try warnings("gateway: {nodes: 8}\n").isEmpty)
    // A rate that is wider than what the profile's pool can do.
    let wide = try warnings("gateway: {admission: {rate: 10000/s}}\n")
    #expect(wide.count == 1 && wide[0].hasSuffix("set gateway.ready as well"), "\(wide)")
  }

  @Test(arguments: ScenarioFile.builtInNames)
  func builtInsAreBeyondDoubt(name: String) throws {
    let text = try #require(ScenarioFile.builtIn(name))
    let found = try warnings(text).map { $0.prefix { $0 != ":" } }
    // What that one is about.
    #expect(found == (name == "limit-too-wide" ? ["slots-exceed-timeout"] : []))
  }

  /// Where a value came from is no part of the scenario.
  @Test func whatIsInheritedCountsForNothing() throws {
    let short = try ScenarioFile.decode(text: "gateway: default\n", file: "a")
    let long = try ScenarioFile.decode(
      text: "gateway: {admission: {rate: 125/s, burst: 125}}\n", file: "a")
    #expect(short.inherited.contains("gateway.admission"))
    #expect(!long.inherited.contains("gateway.admission"))
    #expect(short == long && short.hashValue == long.hashValue)
    #expect(short.resolved.map(\.value) == long.resolved.map(\.value))
  }
}
