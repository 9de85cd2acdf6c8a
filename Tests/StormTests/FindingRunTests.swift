import Findings
import Scenarios
import Store
import Studies
import Systems
import Testing
import Text

/// What small real runs are said to show. A tenth of the clients at a tenth of the rates.
@Suite("Findings of real runs")
struct FindingRunTests {
  private func run(_ name: String, _ overrides: String...) throws -> Summary {
    try run(name, overrides)
  }

  private func run(_ name: String, _ overrides: [String]) throws -> Summary {
    let text = try #require(ScenarioFile.builtIn(name))
    let scenario = try ScenarioFile.decode(
      text: text, file: name,
      overrides: (["clients.count=1k"] + overrides).map { try #require(Override($0)) })
    let experiment = try Experiment(scenario)
    return Summary(experiment, try experiment.run())
  }

  private func finding(_ code: FindingCode, _ summary: Summary) throws -> Finding {
    let codes = summary.findings.map(\.code)
    return try #require(summary.findings.first { $0.code == code }, "\(codes)")
  }

  /// One handshake core of 10/s, clients that never wait longer than 5 s, and 10 s to connect: the
  /// queue is soon longer than anybody waits for it.
  @Test func aDeadWorldIsCalledMetastable() throws {
    let dead = try run(
      "gateway-restart", "clients.backoff='uniform(0s, 5s)'", "duration=30m",
      "gateway.admission=none", "gateway.nodes=1", "gateway.handshake={cores: 1, time: 100ms}")
    let storm = try finding(.metastableOverload, dead)
    #expect(storm.weight == .main && storm.sentence.contains("the handshake stage did"))
    #expect(storm.figures.first { $0.name == "wasted_share" }!.value > 0.9)
    let setUp = try finding(.setUpExceedsTimeout, dead)
    #expect(setUp.figures.first { $0.name == "limit_s" }!.value == 10)
    #expect(setUp.figures.first { $0.name == "set_up_p50_s" }!.value > 10)
    #expect(setUp.sentence.contains("connect timeout is 10 s"))
    for finding in dead.findings { #expect(!finding.sentence.contains("duration shows")) }
    #expect(!dead.findings.contains { $0.code == .unfinishedButProgressing })
  }

  /// All 1,000 try every 20 s and wait for 20 ms: of 58.8/s, one is let in each time. That is more than the 50/s
  /// that would come if they came evenly.
  @Test func lockstepIsCalledLockstep() throws {
    let dead = try run(
      "gateway-restart", "clients.backoff='20s, connectTimeout: 20ms'", "duration=10m",
      "network=ideal", "gateway=ideal", "gateway.auth={workers: 1, time: 17ms}")
    #expect(dead.value(at: "metastable_cause") == .word("lockstep"))
    #expect(try finding(.metastableLockstep, dead).weight == .main)
  }

  /// Everybody tries every 30 s, which is 333/s, and one worker does 2/s: jitter changes nothing.
  @Test func whoAreTooManyInAnyCaseAreNoLockstep() throws {
    for formula in ["20s", "uniform(0s, 40s)"] {
      let dead = try run(
        "gateway-restart", "clients.backoff='\(formula)'", "duration=30m", "gateway=ideal",
        "gateway.auth={workers: 1, time: 500ms}")
      #expect(dead.value(at: "metastable_cause") == .word("overload"))
    }
  }

  /// A set-up needs ten one-way delays of 3 s, and its clients wait 10 s: admission turns many away,
  /// and nobody would get in without it.
  @Test func whoCannotGetThroughIsNoStorm() throws {
    let made = try run(
      "gateway-restart", "clients.backoff=1s",
      "faults=[{at: 60s, kind: latency, add: 3s}, {at: 70s, for: 1s, kind: restart}]")
    #expect(made.value(at: "metastable") == .boolean(false))
    #expect(made.value(at: "storm_after_clear_s") == .number(0))
    #expect(try finding(.setUpExceedsTimeout, made).sentence.contains("most of it on the way"))
  }

  /// Launches of a healthy app are no recovery of the others.
  @Test func otherClientsDoNotCountAsBack() throws {
    let made = try run(
      "gateway-restart", "clients.count=10k", "duration=20m",
      "gateway.admission={rate: 2/s, burst: 2, per: gateway}",
      "clients.mix=[{name: web, share: 50%, backoff: 60s}, {name: launch, share: 50%, session: "
        + "primer, behaviour: {launches: {every: 1m}, listeners: none}}]")
    #expect(made.value(at: "metastable") == .boolean(true))
    #expect(!made.findings.contains { $0.code == .unfinishedButProgressing })
  }

  /// 12.5 set-ups a second for a thousand clients that offer 85, each for 2 s: most of them come too late, some in
  /// time, and the fewer are left, the more. Ten times the run shows that all come back.
  @Test func aStormThatLeaksIsDraining() throws {
    let world = [
      "network={profile: lte, latency: {median: 50ms, sigma: 0.5, own: 50%}, loss: 1%}",
      "gateway={profile: ideal, nodes: 1, auth: {workers: 1, time: 80ms}, abandonment: notice}",
      "clients.backoff=uniform(0s, min(20s, 1s * 2^x)), connectTimeout: 2s",
      "faults=[{at: 60s, for: 30s, kind: outage, mode: refuse, drop: true}]",
    ]
    let made = try run("gateway-restart", ["duration=30m"] + world)
    #expect(made.value(at: "metastable") == .undefined)
    let draining = try finding(.draining, made)
    #expect(draining.sentence.hasPrefix("The clients offer more than the gateway can do, yet"))
    let long = try run("gateway-restart", ["duration=5h"] + world)
    #expect(long.value(at: "metastable") == .boolean(false))
    // 50,000 clients leave no leak to speak of.
    let many = try run("gateway-restart", ["duration=30m"] + world + ["clients.count=50k"])
    #expect(many.value(at: "metastable") == .boolean(true))
  }

  /// Every client finds its silent socket by a heartbeat, and nobody tries twice.
  @Test func detectionSetsThePace() throws {
    let made = try run("gateway-restart", "faults=[{at: 60s, kind: handover}]")
    let pace = try finding(.detectionPaces, made)
    #expect(pace.sentence.hasPrefix("Noticing that the connection is gone sets the pace"))
    #expect(pace.figures.first { $0.name == "attempts_failed" }!.value == 0)
  }

  /// A loss of one packet in 10,000 for the first second is not why it takes a minute.
  @Test func aFaultTooSmallToBeFeltIsNotBlamed() throws {
    let outage = "{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}"
    let made = try run(
      "gateway-restart", "gateway.admission={rate: 12/s, burst: 12}",
      "faults=[\(outage), {at: 100s, for: 21s, kind: loss, rate: 0.01%}]")
    #expect(!made.findings.contains { $0.code == .faultDuringRecovery })
    #expect(made.findings.contains { $0.code == .formulaPaces })
  }

  /// The slow gateway of the fifth minute meets nobody, and clear is its end all the same.
  @Test func anIncidentThatMetNobodyIsNamed() throws {
    let outage = "{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}"
    let slow = "{at: 5m, for: 60s, kind: slow, times: 50}"
    let made = try run("gateway-restart", "faults=[\(outage), \(slow)]")
    #expect(made.value(at: "clear_s") == .number(360))
    #expect(
      try finding(.inertIncident, made).sentence
        == "Clear is the end of the slow from 300 s on, which met nobody: all were back from the "
        + "outage from 60 s on before it. To count from that one write recovery: {from: [0]}.")
    let early = try run(
      "gateway-restart", "faults=[\(outage), {at: 90s, for: 60s, kind: slow, times: 2}]")
    #expect(!early.findings.contains { $0.code == .inertIncident })
  }

  @Test func withoutAFaultNothingRecovers() throws {
    let made = try run(
      "gateway-restart", "clients.start={within: 5s}", "faults=[]", "clients.backoff=1s",
      "gateway.admission={rate: 12/s, burst: 12}")
    #expect(try finding(.firstConnections, made).sentence.contains("have their first connection"))
  }

  /// Nobody is ever connected where authentication takes twice the connect timeout.
  @Test func aServiceLongerThanTheConnectTimeoutIsNamed() throws {
    let made = try run(
      "gateway-restart", "network=ideal",
      "gateway={profile: ideal, auth: {workers: 10000, time: 20s}}")
    let setUp = try finding(.setUpExceedsTimeout, made)
    #expect(
      setUp.sentence
        == "Connecting took longer than the clients wait for it: 20.0 s in the median and 20.0 s at "
        + "the 99th percentile, most of it in the auth stage, where the connect timeout is 10 s.")
    let left = try finding(.unfinishedWithoutProgress, made)
    #expect(left.sentence.hasSuffix("in the last 300.0 s none came back."))
  }

  /// Latency of 8 s each way goes on for ever: nobody can connect, and no formula is to blame.
  @Test func aFaultInForceToTheEndIsNamed() throws {
    let made = try run(
      "gateway-restart",
      "faults=[{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}, "
        + "{at: 60s, kind: latency, add: 8s}]")
    let lasting = try finding(.faultStillInForce, made)
    #expect(lasting.sentence.hasSuffix("with the latency from 60 s on still in force."))
    #expect(FindingCode.paces.isDisjoint(with: made.findings.map(\.code)))
  }

  @Test func anEndlessFaultIsNamed() throws {
    let made = try run(
      "gateway-restart", "faults=[{at: 60s, kind: outage, mode: refuse, drop: true}]")
    #expect(
      try finding(.endlessFault, made).sentence
        == "There is no recovery to measure, as the outage from 60 s on does not end within the run: "
        + "1,000 clients of 1,000 have no connection at the end.")
  }

  @Test func aRollingRestartLeadsWithTheDowntime() throws {
    let made = try run("rolling-restart")
    let first = try #require(made.findings.first { $0.weight == .main })
    #expect(first.code == .backBeforeClear)
    #expect(first.sentence.hasPrefix("The downtime is "))
    #expect(first.figures.contains { $0.name == "interruptions_per_client" && $0.value > 1 })
  }

  /// An unlimited gateway has no queue in which anybody could be in the way.
  @Test func anIdealGatewayIsNeverBlamed() throws {
    let made = try run("ideal-outage")
    let codes = Set(made.findings.map(\.code))
    #expect(codes.isDisjoint(with: [.retriesCollide, .gatewayPaces, .arrivalBurst, .turnedAway]))
  }

  // MARK: What excludes each other

  @Test(arguments: ScenarioFile.builtInNames)
  func noBuiltInContradictsItself(name: String) throws {
    try expectNoContradiction(run(name))
  }

  /// Worlds at whose ends different things are wrong.
  @Test(arguments: [
    ["gateway.admission=none", "gateway.handshake={cores: 1, time: 20ms}"],
    ["gateway.admission={rate: 5/s}"],
    ["gateway.admission={rate: 5/s, per: gateway}", "clients.backoff='1s'"],
    ["gateway.admission=none", "gateway.auth={workers: 1, time: 50ms}", "clients.backoff='20s'"],
    ["gateway.admission=none", "gateway.api={workers: 1, time: 20ms}"],
    ["gateway.backlog=8", "gateway.handshake={cores: 1, time: 5ms}"],
    ["clients.backoff='if(x > 3, stop, 2s)'"],
    ["clients.backoff='uniform(0s, 300s)'"],
    ["duration=121s"], ["duration=130s"], ["duration=100s"],
    [
      "recovery={from: [0]}",
      "faults=[{at: 60s, for: 1s, kind: restart}, {at: 90s, kind: slow, times: 50}]",
    ],
    ["faults=[]"], ["faults=[]", "clients.start={within: 30s}"],
    ["faults=[{at: 60s, kind: flapping, of: path, up: 20s, down: 10s, scope: {share: 20%}}]"],
    [
      "faults=[{at: 60s, for: 2m, kind: authFailure, answer: permanent}, {at: 60s, for: 5s, kind: restart}]"
    ],
    ["faults=[{at: 60s, for: 30s, kind: restart, rolling: true}]", "clients.backoff='60s'"],
  ])
  func noOtherWorldContradictsItself(overrides: [String]) throws {
    let text = try #require(ScenarioFile.builtIn("gateway-restart"))
    let scenario = try ScenarioFile.decode(
      text: text, file: "world",
      overrides: (["clients.count=1k"] + overrides).map { try #require(Override($0)) })
    let experiment = try Experiment(scenario)
    try expectNoContradiction(Summary(experiment, try experiment.run()))
  }

  private func expectNoContradiction(_ summary: Summary) throws {
    let codes = summary.findings.map(\.code)
    #expect(FindingCode.contradictions(among: codes).isEmpty, "\(codes)")
    #expect(!codes.isEmpty)
    for finding in summary.findings {
      #expect(finding.sentence.hasSuffix("."), "\(finding.sentence)")
      #expect(finding.figures.allSatisfy { $0.value.isFinite }, "\(finding)")
    }
    #expect(summary.findings.map(\.weight) == summary.findings.map(\.weight).sorted(by: >))
  }
}
