import Measurements
import NetworkModel
import Primitives
import Testing
import VirtualTime

@testable import Experiments
@testable import GatewayModel
@testable import Simulator

@Suite struct LowerBoundTests {
  @Test func gatewayRestart() throws {
    let text = try #require(ScenarioFile.builtIn("gateway-restart"))
    var run = emptyRun(clients: 10_000)
    run.affected = 10_000
    let made = try summary(of: run, text)
    // Eight one-way trips of 50 ms, 15.5 ms of service, (9900 - 500) / 500 s of admission.
    #expect(made.value(at: "lower_bound_s") == .number(19.2155))
  }

  @Test func idealWorldTakesNoTime() throws {
    var run = emptyRun()
    run.affected = 10
    run.recoveries = (1...10).map { .seconds($0) }
    let made = try summary(of: run)
    #expect(made.value(at: "lower_bound_s") == .number(0))
    #expect(made.value(at: "storm_efficiency") == .undefined)
  }

  @Test func theNarrowestStageDecides() throws {
    let gateway =
      "gateway: {profile: ideal, nodes: 2, handshake: {cores: 1, time: 10ms}, "
      + "auth: {workers: 10, time: {exponential: 100ms}}, ready: {workers: 1, time: 40ms}}\n"
    let made = try experiment("network: ideal\n" + gateway)
    let stages = made.plan.gateway.limitingStages
    #expect(stages.map(\.name) == ["handshake", "auth", "ready"])
    #expect(stages.map(\.perSecond) == [200, 100, 50])
    #expect(made.plan.gateway.bottleneck?.name == "ready")
    // ceil(0.99 x 201) = 199 clients at 50 a second, and 150 ms of service.
    #expect(leastRecoverySeconds(made.plan, affected: 201) == 4.13)
    #expect(leastRecoverySeconds(made.plan, affected: 0) == 0.15)
  }

  @Test func cohortsAreWeighted() throws {
    let text = """
      network: {profile: ideal, latency: 10ms, setup: {tcp: 1, tls: 1, upgrade: 1, calls: 1}}
      gateway: ideal
      clients:
        mix:
          - {name: near, share: 75%}
          - name: far
            share: 25%
            network: {latency: {uniform: [100ms, 300ms]}, setup: {tls: 0, calls: 0}}
      """
    // 0.75 x 4 x 2 x 10 ms + 0.25 x 2 x 2 x 200 ms
    #expect(leastRecoverySeconds(try experiment(text).plan, affected: 5) == 0.26)
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
    var run = emptyRun(clients: 100)
    run.affected = 100
    run.recoveries = (1...100).map { .milliseconds($0 * 10) }
    let gateway = "network: ideal\ngateway: {profile: ideal, auth: {workers: 1, time: 5ms}}\n"
    // 5 ms of service and 99 x 5 ms against a p99 of 990 ms.
    let made = try summary(of: run, gateway)
    #expect(made.value(at: "lower_bound_s") == .number(0.5))
    #expect(made.value(at: "storm_efficiency") == .number(0.5 / 0.99))
    // Never above 1, and none where a client at that rank never came back or all were back before.
    run.recoveries = run.recoveries.map { _ in .milliseconds(1) }
    #expect(try summary(of: run, gateway).value(at: "storm_efficiency") == .number(1))
    run.recoveries = Array(run.recoveries.prefix(90))
    #expect(try summary(of: run, gateway).value(at: "storm_efficiency") == .undefined)
    run.recoveries = Array(repeating: .zero, count: 100)
    #expect(try summary(of: run, gateway).value(at: "storm_efficiency") == .undefined)
  }
}

@Suite struct MetastabilityTests {
  /// Clear at 20 s, looked at at 80 s; 100 a second possible, 150 arrive, 90 come back.
  private func storm() -> RunResult {
    var run = emptyRun(clients: 1000)
    run.arrivalsAfterClear = tenths(
      Dictionary(uniqueKeysWithValues: (20..<120).map { ($0 * 10, 150) }))
    run.perSecond.completed = seconds(Array(repeating: 90, count: 120))
    run.perSecond.waitingClients = seconds(Array(repeating: 500, count: 120))
    return run
  }

  private let gateway =
    "network: ideal\ngateway: {profile: ideal, auth: {workers: 1, time: 10ms}}\n"

  private func isMetastable(
    _ run: RunResult, set overrides: [String] = []
  ) throws -> MetricValue? {
    try summary(of: run, gateway, set: overrides).value(at: "metastable")
  }

  @Test func storms() throws {
    #expect(try isMetastable(storm()) == .boolean(true))
  }

  @Test func oneSecondOfWorkEndsIt() throws {
    var run = storm()
    run.perSecond.completed.set(95, bin: 50)
    #expect(try isMetastable(run) == .boolean(false))
    // The bin before the thirty does not count.
    run = storm()
    run.perSecond.completed.set(100, bin: 49)
    #expect(try isMetastable(run) == .boolean(true))
    run.perSecond.completed.set(100, bin: 80)
    #expect(try isMetastable(run) == .boolean(true))
  }

  @Test func loadBelowCapacityIsNone() throws {
    var run = storm()
    run.arrivalsAfterClear.set(100, bin: 600)
    #expect(try isMetastable(run) == .boolean(false))
  }

  @Test func fewWaitingIsNone() throws {
    var run = storm()
    // 94 waited when second 60 began: 90 of them is more than 95 %.
    run.perSecond.waitingClients.set(94, bin: 59)
    #expect(try isMetastable(run) == .boolean(false))
    run = storm()
    run.perSecond.waitingClients.set(0, bin: 79)
    #expect(try isMetastable(run) == .boolean(false))
  }

  @Test func unlimitedIsNone() throws {
    #expect(try summary(of: storm()).value(at: "metastable") == .boolean(false))
  }

  @Test func tooShort() throws {
    var run = storm()
    run.end = Instant(nanoseconds: 79_999_999_999)
    #expect(try isMetastable(run) == .undefined)
    run.end = .seconds(80)
    #expect(try isMetastable(run) == .boolean(true))
    #expect(try isMetastable(storm(), set: ["metastable.window=9s"]) == .undefined)
    #expect(try isMetastable(storm(), set: ["metastable.window=10s"]) == .boolean(false))
  }
}
