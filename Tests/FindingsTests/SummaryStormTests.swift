import Measurements
import NetworkModel
import Primitives
import TestRuns
import Testing
import VirtualTime

@testable import GatewayModel
@testable import Metrics
@testable import Scenarios
@testable import Simulator

/// All of the affected away at clear, and nobody at the gateway.
private func allAway(_ clients: Int, tokens: Double = 0) -> RunResult {
  var run = emptyRun(clients: clients)
  run.recovery.affected = clients
  run.recovery.affectedAway = clients
  var stand = StandAtClear(cohorts: 1)
  stand.away = clients
  stand.waiting = clients
  stand.before = SetUpStage.allCases.map { _ in clients }
  stand.hasWaiting = [true]
  stand.tokens = tokens
  run.course.atClear = stand
  run.course.awayBefore = 0
  run.course.incidentBegin = .seconds(10)
  return run
}

@Suite struct LowerBoundTests {
  private func bound(
    _ run: RunResult, _ text: String, set overrides: [String] = []
  ) throws -> (MetricValue?, MetricValue?) {
    let made = try summary(of: run, text, set: overrides)
    return (made.value(at: "lower_bound_s"), made.value(at: "limited_by"))
  }

  @Test func gatewayRestart() throws {
    let text = try #require(ScenarioFile.builtIn("gateway-restart"))
    // 9,900 must be back; 500 tokens are saved up, and 500 a second come in.
    let (seconds, stage) = try bound(allAway(10_000, tokens: 500), text)
    #expect(seconds == .number(18.8))
    #expect(stage == .word("admission"))
  }

  /// Those who were back before clear need nothing any more: of 10,000 affected 2,467 were away, and
  /// 100 of all need not be back; 500 tokens are there, and 500 a second come in.
  @Test func whoIsBackNeedsNothing() throws {
    let text = try #require(ScenarioFile.builtIn("gateway-restart"))
    var run = allAway(2_467, tokens: 500)
    run.course.clients = 10_000
    run.recovery.affected = 10_000
    run.recovery.affectedAway = 2_467
    #expect(try bound(run, text).0 == .number(3.734))
  }

  /// Ten one-way delays of 2 s are most of it, not the 23 ms of the ready stage.
  @Test func theWayThatTakesMostIsNamed() throws {
    var run = allAway(300)
    run.course.atClear?.yetToBegin = 300
    run.course.atClear?.beforeAll = SetUpStage.allCases.map { _ in 300 }
    let text = """
      network: {latency: 2s}
      gateway: {profile: ideal, ready: {workers: 1, time: 1ms}}

      """
    let (seconds, stage) = try bound(run, text)
    #expect(seconds == .number(20.297))
    #expect(stage == .word("network"))
  }

  @Test func idealWorldTakesNoTime() throws {
    let (seconds, stage) = try bound(allAway(1_000), "")
    #expect(seconds == .number(0))
    #expect(stage == .undefined)
  }

  /// 99 % of 1,000 through api: 990 x 20 ms, as in the README's own gateway with a slow api.
  @Test func theApiLimitsToo() throws {
    let gateway = "network: ideal\ngateway: {profile: ideal, api: {workers: 1, time: 20ms}}\n"
    let (seconds, stage) = try bound(allAway(1_000), gateway)
    #expect(seconds == .number(19.8))
    #expect(stage == .word("api"))
  }

  @Test func theNarrowestStageDecides() throws {
    let gateway =
      "gateway: {profile: ideal, nodes: 2, handshake: {cores: 1, time: 10ms}, "
      + "auth: {workers: 10, time: {exponential: 100ms}}, ready: {workers: 1, time: 40ms}}\n"
    let made = try experiment("network: ideal\n" + gateway)
    let stages = made.plan.gateway.limitingStages
    #expect(stages.map(\.name) == ["handshake", "auth", "ready"])
    #expect(stages.map(\.perSecond) == [200, 100, 50])
    #expect(made.scenario.bottleneck?.name == "ready")
    // 201 less 2, at 50 a second.
    let (seconds, stage) = try bound(allAway(201), "network: ideal\n" + gateway)
    #expect(seconds == .number(3.98))
    #expect(stage == .word("ready"))
  }

  /// Who has passed a stage, or is in service there, no longer needs it.
  @Test func thoseInsideNeedLess() throws {
    let gateway = "network: ideal\ngateway: {profile: ideal, auth: {workers: 1, time: 10ms}}\n"
    var run = allAway(1_000)
    run.course.atClear?.isAnyoneInside = true
    run.course.atClear?.before[SetUpStage.station(.auth).index] = 300
    #expect(try bound(run, gateway).0 == .number(2.9))
  }

  /// A path of 20 ms each way: 4 round trips to the initial payload and 1 for the call, once.
  @Test func theWayComesOnTop() throws {
    let text =
      "network: {profile: ideal, latency: 20ms, setup: {tcp: 1, tls: 1, upgrade: 1, calls: 1}}\n"
    var run = allAway(1_000)
    run.course.atClear?.yetToBegin = 1_000
    let (seconds, stage) = try bound(run, text + "gateway: ideal\n")
    #expect(seconds == .number(0.2))
    #expect(stage == .word("network"))
    // With an attempt under way each may have the way behind it.
    run.course.atClear?.yetToBegin = 0
    #expect(try bound(run, text + "gateway: ideal\n").0 == .number(0))
  }

  /// With `recovery.from` a fault may be in force after clear (20 s): half the speed until 30 s, so
  /// that 500 of the 990 pass in the first 10 s, and the rest in 4.9 s.
  @Test func faultsInForceSlowItDown() throws {
    let text = """
      network: ideal
      gateway: {profile: ideal, auth: {workers: 1, time: 10ms}}
      faults:
        - {at: 10s, for: 10s, kind: outage, mode: refuse, drop: true}
        - {at: 15s, for: 15s, kind: slow, times: 2}
      recovery: {from: [0]}
      """
    #expect(try bound(allAway(1_000), text).0 == .number(14.9))
    // Three of four nodes down from 15 to 30 s: 25 a second each for their handshakes.
    let nodes = """
      network: ideal
      gateway: {profile: ideal, nodes: 4, handshake: {cores: 1, time: 40ms}}
      faults:
        - {at: 10s, for: 10s, kind: outage, mode: refuse, drop: true}
        - {at: 15s, for: 15s, kind: outage, mode: refuse, scope: {node: 0}}
        - {at: 15s, for: 15s, kind: outage, mode: refuse, scope: {node: 1}}
        - {at: 15s, for: 15s, kind: outage, mode: refuse, scope: {node: 2}}
      recovery: {from: [0]}
      """
    // 250 in the first 10 s, 740 at 100 a second.
    #expect(try bound(allAway(1_000), nodes).0 == .number(17.4))
  }

  @Test func whereItSaysNothing() throws {
    let gateway = "network: ideal\ngateway: {profile: ideal, auth: {workers: 1, time: 10ms}}\n"
    #expect(try bound(allAway(99), gateway).0 == .undefined)
    // No more away than in ordinary weather.
    var run = allAway(1_000)
    run.course.awayBefore = 660
    #expect(try bound(run, gateway).0 == .undefined)
    run.course.awayBefore = 659
    #expect(try bound(run, gateway).0 == .number(9.9))
    run.course.clear = nil
    #expect(try bound(run, gateway).0 == .undefined)
    // Those away have sockets that live on.
    run = allAway(1_000)
    run.course.atClear?.waiting = 0
    run.course.atClear?.before = SetUpStage.allCases.map { _ in 0 }
    #expect(try bound(run, gateway).0 == .number(0))
  }

  @Test func meansAndMedians() {
    let ms = Interval.milliseconds
    let cases: [(Distribution, mean: Double, median: Double)] = [
      (.constant(ms(5)), 0.005, 0.005), (.uniform(low: ms(10), high: ms(30)), 0.02, 0.02),
      (.exponential(mean: ms(5)), 0.005, 0.0034657),
      (.lognormal(median: ms(50), sigma: 0.5), 0.0566574, 0.05),
      (.foldedNormal(mean: ms(10), deviation: ms(2)), 0.01, 0.01),
    ]
    for (distribution, mean, median) in cases {
      #expect(abs(distribution.meanSeconds - mean) < 1e-6, "\(distribution)")
      #expect(abs(distribution.medianSeconds - median) < 1e-6, "\(distribution)")
    }
  }

  @Test func efficiency() throws {
    var run = allAway(100)
    run.recovery.recoveries = (1...100).map { .milliseconds($0 * 10) }
    let gateway = "network: ideal\ngateway: {profile: ideal, auth: {workers: 1, time: 5ms}}\n"
    // 99 x 5 ms against a p99 of 990 ms.
    let made = try summary(of: run, gateway)
    #expect(made.value(at: "lower_bound_s") == .number(0.495))
    #expect(made.value(at: "storm_efficiency") == .number(0.5))
    // Not cut off at 1, 0 where a client at that rank never came back, none where all were back.
    run.recovery.recoveries = run.recovery.recoveries.map { _ in .milliseconds(330) }
    #expect(try summary(of: run, gateway).value(at: "storm_efficiency") == .number(1.5))
    run.recovery.recoveries = Array(run.recovery.recoveries.prefix(90))
    #expect(try summary(of: run, gateway).value(at: "storm_efficiency") == .number(0))
    run.recovery.recoveries = Array(repeating: .zero, count: 100)
    #expect(try summary(of: run, gateway).value(at: "storm_efficiency") == .undefined)
  }
}

@Suite struct MetastabilityTests {
  /// 1,000 clients, clear at 20 s, end at 400 s. One auth worker could do 100 a second; 90 % of what
  /// it does is for nothing, and one comes back every other second, of 500 that always wait.
  private func storm() throws -> RunResult {
    var run = allAway(1_000)
    run.course.end = .seconds(400)
    run.recovery.affectedTrying = 500
    run.recovery.outcomes.stillTrying = 500
    run.load.arrivalsAfterClear = tenths(
      Dictionary(uniqueKeysWithValues: (200..<4000).map { ($0, 15) }))
    run.load.perSecond.completed = seconds((0..<400).map { UInt32($0 % 2) })
    run.load.perSecond.succeeded = seconds(Array(repeating: 10, count: 400))
    run.load.perSecond.failed = seconds(Array(repeating: 140, count: 400))
    run.load.perSecond.waitingClients = seconds(Array(repeating: 500, count: 400))
    run.gateway.work = StationRole.allCases.map { _ in RoleWork() }
    for second in 0..<UInt32(400) {
      run.gateway.work[1].booked.add(1_000_000, second: second)
      run.gateway.work[1].wasted.add(900_000, second: second)
    }
    return run
  }

  private let gateway =
    "network: ideal\ngateway: {profile: ideal, auth: {workers: 1, time: 10ms}}\nduration: 400s\n"

  private func verdict(
    _ run: RunResult, set overrides: [String] = []
  ) throws -> [MetricValue?] {
    let made = try summary(of: run, gateway, set: overrides)
    return ["metastable", "metastable_cause", "storm_after_clear_s"].map { made.value(at: $0) }
  }

  @Test func overload() throws {
    #expect(
      try verdict(storm()) == [.boolean(true), .word("overload"), .number(360)])
  }

  @Test func comingBackAtHalfTheRateIsNone() throws {
    var run = try storm()
    // 500 waited when the 300 seconds began: 250 is half.
    run.load.perSecond.completed = seconds((0..<400).map { $0 >= 150 ? 1 : 0 })
    #expect(try verdict(run)[0] == .boolean(false))
    run.load.perSecond.completed = seconds((0..<400).map { $0 >= 151 ? 1 : 0 })
    #expect(try verdict(run)[0] == .boolean(true))
  }

  /// The last of the queues is gone when as much time has passed again: 90 a second come, of 100 that could be
  /// served, and in the 200 s between the middles of the first third and the last 2,000 requests have become
  /// 1,000. At the end, 50 s after the last middle, 750 are left.
  @Test func whatDrainsIsNotTold() throws {
    var run = try storm()
    run.load.arrivalsAfterClear = tenths(
      Dictionary(uniqueKeysWithValues: (200..<4000).map { ($0, 9) }))
    run.load.perSecond.queue = seconds((0..<400).map { UInt32(2_750 - 5 * $0) })
    #expect(try verdict(run)[0] == .undefined)
    let made = try summary(of: run, gateway)
    let finding = try #require(made.findings.first { $0.code == .draining })
    #expect(finding.figures.first { $0.name == "queued" }!.value == 753)
    #expect(abs(finding.figures.first { $0.name == "empty_at_s" }!.value - 550.5) < 1)
    // A queue that stays as it is, and one that more come to than can be served.
    run.load.perSecond.queue = seconds(Array(repeating: 2_000, count: 400))
    #expect(try verdict(run)[0] == .boolean(true))
    run.load.perSecond.queue = seconds((0..<400).map { UInt32(2_750 - 5 * $0) })
    run.load.arrivalsAfterClear = tenths(
      Dictionary(uniqueKeysWithValues: (200..<4000).map { ($0, 11) }))
    #expect(try verdict(run)[0] == .boolean(true))
  }

  /// A whole window without an arrival: the clients wait for a long timer, unless the last of them drowned. Then the
  /// next wave may drown too.
  @Test func whoNoLongerTriesIsNone() throws {
    var run = try storm()
    run.course.end = .seconds(699)
    #expect(try verdict(run)[0] == .boolean(true))
    run.course.end = .seconds(700)
    #expect(try verdict(run)[0] == .undefined)
    run.gateway.work[1].wasted = SecondSums()
    #expect(try verdict(run)[0] == .boolean(false))
  }

  @Test func aBusyGatewayThatWorksForItsClientsIsNone() throws {
    var run = try storm()
    run.gateway.work[1].wasted = SecondSums()
    #expect(try verdict(run) == [.boolean(false), .undefined, .number(0)])
  }

  @Test func anIdleGatewayIsNone() throws {
    var run = try storm()
    run.gateway.work[1] = RoleWork()
    for second in 0..<UInt32(400) {
      run.gateway.work[1].booked.add(490_000, second: second)
      run.gateway.work[1].wasted.add(490_000, second: second)
    }
    #expect(try verdict(run)[0] == .boolean(false))
  }

  /// No work is wasted, but most that come are turned away.
  @Test func rejection() throws {
    var run = try storm()
    run.gateway.work = StationRole.allCases.map { _ in RoleWork() }
    run.load.perSecond.completed = seconds(Array(repeating: 0, count: 400))
    run.load.perSecond.failedAtGateway = seconds(Array(repeating: 70, count: 400))
    #expect(try verdict(run)[1] == .word("rejection"))
    // Fewer than half of the failures are the gateway's.
    run.load.perSecond.failedAtGateway = seconds(Array(repeating: 69, count: 400))
    #expect(try verdict(run)[0] == .boolean(false))
  }

  /// All of a second's arrivals within one of its ten bins, and fewer than could be served; more than that
  /// jitter would not help either.
  @Test func lockstep() throws {
    for (arrivals, cause) in [(99, "lockstep"), (100, "overload")] as [(UInt32, String)] {
      var run = try storm()
      run.load.arrivalsAfterClear = tenths(
        Dictionary(uniqueKeysWithValues: (20..<400).map { ($0 * 10, arrivals) }))
      #expect(try verdict(run)[1] == .word(cause))
    }
  }

  @Test func whoIsBackOrDoesNotTryIsNone() throws {
    var run = try storm()
    run.recovery.affectedTrying = 9
    #expect(try verdict(run)[0] == .boolean(false))
    run.recovery.affectedTrying = 10
    #expect(try verdict(run)[0] == .boolean(true))
    // No client has tried since clear.
    run.load.arrivalsAfterClear = tenths([:])
    #expect(try verdict(run)[0] == .boolean(false))
  }

  @Test func theWindowMustLieAfterClear() throws {
    #expect(try verdict(storm(), set: ["metastable.window=380s"])[0] == .boolean(true))
    #expect(try verdict(storm(), set: ["metastable.window=381s"])[0] == .undefined)
    let later = ["faults.0={at: 10s, for: 10s, kind: outage, mode: refuse}", "recovery.from=[0]"]
    let incident = "faults.1={at: 200s, for: 1s, kind: slow, times: 2}"
    #expect(try verdict(storm(), set: [later[0], incident, later[1]])[0] == .undefined)
    let before = "faults.1={at: 90s, for: 10s, kind: slow, times: 2}"
    #expect(try verdict(storm(), set: [later[0], before, later[1]])[0] == .boolean(true))
  }

  /// A storm that ends by itself is still seen.
  @Test func stormsThatEndAreCounted() throws {
    var run = try storm()
    run.recovery.affectedTrying = 0
    run.load.perSecond.completed = seconds((0..<400).map { $0 < 140 ? UInt32($0 % 2) : 100 })
    #expect(try verdict(run) == [.boolean(false), .undefined, .number(120)])
  }
}
