import Findings
import Measurements
import Scenarios
import Simulator
import Store
import Studies
import Testing
import Text

/// Twins of other scenarios, each with the service levels that it breaks, and only those.
private let twins: [String: Set<String>] = [
  "chat-restart-eager": ["peak_arrivals_1s < 500"],
  "chat-train-slow-watchdog": [
    "chatSocket.silence.max < 245s", "chatSocket.message_delay.p99 < 240s",
  ],
  "primer-launch-slow-api": ["primer.fallback_session_share < 5%"],
  "primer-live-long-outage": ["primer.stale_read_share < 2%"],
  "extension-push-storm-spec": ["appExtension.overlaps == 0"],
  "extension-database-migration": [
    "appExtension.kills == 0", "appExtension.activation_wait.p99 < 3s",
  ],
  "first-address-dead": ["recover.p99 < 2m"],
  "dns-failover": ["recover.p99 < 2m"], "balancer-idle": ["idle_kills == 0"],
  "short-tunnels": ["attempts_per_client < 1"], "payload-storm": ["recover.p99 < 60s"],
  "login-overload": ["metastable == false", "recover.p99 < 40s"],
  "limit-too-wide": ["metastable == false", "recover.p99 < 40s"],
  "retry-after-herd": ["recover.p99 < 60s"],
]

/// Every built-in scenario runs, keeps its SLOs (a twin breaks those it is there to break), and
/// shows what its `about` says it teaches.
@Suite("The built-in scenarios, at 1,000 clients")
struct BuiltInScenarioTests {
  func run(_ name: String, _ overrides: Override...) throws -> Summary {
    let text = try #require(ScenarioFile.builtIn(name))
    let scenario = try ScenarioFile.decode(
      text: text, file: name, overrides: [Override(path: "clients.count", value: "1k")] + overrides)
    let experiment = try Experiment(scenario)
    return Summary(experiment, try experiment.run())
  }

  @Test(arguments: ScenarioFile.builtInNames)
  func runsAndKeepsItsServiceLevels(name: String) throws {
    let summary = try run(name)
    let outcomes = summary.run.recovery.outcomes
    #expect(
      outcomes.recovered + outcomes.inError + outcomes.gaveUp + outcomes.stuck
        + outcomes.stillTrying == 1_000)
    for result in summary.check(summary.scenario.slo) {
      let breaks = twins[name]?.contains(result.level.text) ?? false
      #expect(result.isKept != breaks, "\(result.level.text), found \(result.found)")
    }
    if twins[name] != nil { #expect(summary.scenario.about.contains("fail")) }
    #expect(!summary.scenario.about.isEmpty)
    #expect(!summary.run.course.isTruncated)
  }

  @Test(arguments: ScenarioFile.builtInNames)
  func givesTheSameBytesWithEitherQueue(name: String) throws {
    let text = try #require(ScenarioFile.builtIn(name))
    let few = Override(path: "clients.count", value: "200")
    let experiment = try Experiment(
      ScenarioFile.decode(text: text, file: name, overrides: [few]))
    #expect(
      try experiment.run(queue: .ladder).course.digest == experiment.run(queue: .heap).course.digest
    )
  }

  func number(_ summary: Summary, _ path: String) throws -> Double {
    try #require(summary.value(at: path)?.number, "\(path)")
  }

  @Test func gatewayRestartIsPacedByTheFormula() throws {
    let summary = try run("gateway-restart")
    #expect(try number(summary, "recovered") == 1_000)
    #expect(try number(summary, "storm_efficiency") < 0.5)
  }

  @Test func aBlackholeIsFoundByTheHeartbeatWithin40Seconds() throws {
    let summary = try run("region-blackhole")
    #expect(try number(summary, "detect.p50") > 15)
    #expect(try number(summary, "detect.max") < 41)
    #expect(try number(summary, "attempt_failures.timeout") > 0)
  }

  /// What all nodes together let through in a second: the totals of the time when one bucket stood for
  /// all of them.
  @Test(arguments: ScenarioFile.builtInNames)
  func theGatewayLetsAsManyThrough(name: String) throws {
    let text = try #require(ScenarioFile.builtIn(name))
    let gateway = try ScenarioFile.decode(text: text, file: name).gateway
    let narrowest = gateway.limitingStages.min { $0.perSecond < $1.perSecond }
    switch name {
    case "contention", "ideal-outage", "balancer-idle", "balancer-idle-heartbeat", "short-tunnels",
      "short-tunnels-patient":
      #expect(narrowest == nil)
    case "payload-storm", "payload-storm-small-buffer":
      #expect(narrowest?.stage == .station(.egress) && narrowest?.perSecond == 1e9 / 48e6)
    case "login-overload", "login-overload-codel", "limit-too-wide", "limit-too-wide-fitting":
      #expect(narrowest?.stage == .station(.auth) && narrowest?.perSecond == 2 / 0.06)
    case "retry-after-herd", "retry-after-herd-spread":
      #expect(narrowest?.stage == .admission && narrowest?.perSecond == 50)
    case "reference-storm":
      #expect(narrowest?.stage == .station(.auth) && narrowest?.perSecond == 500)
    case "primer-live", "primer-live-long-outage":
      #expect(narrowest?.stage == .admission && narrowest?.perSecond == 5_000)
    default: #expect(narrowest?.stage == .admission && narrowest?.perSecond == 500)
    }
  }

  @Test func onlyThePhonesFlap() throws {
    let summary = try run("mobile-flapping")
    let affected = try number(summary, "affected")
    let phones = summary.scenario.clients.mix[0].share * 1_000
    // Four standard deviations of a binomial.
    #expect(abs(affected - phones) <= 4 * (phones * (1 - phones / 1_000)).squareRoot())
  }

  @Test func aBrownoutOfAuthenticationLeavesEveryoneInError() throws {
    let summary = try run("auth-brownout")
    #expect(try number(summary, "in_error") > 900)
  }

  @Test func theUncappedFormulaKeepsClientsAwayLongAfterALongOutage() throws {
    let summary = try run("long-outage")
    #expect(try number(summary, "recover.p50") > 600)
    let capped = try run(
      "long-outage", Override(path: "clients.backoff", value: "uniform(0, min(30s, 2^x))"))
    #expect(try number(capped, "recover.p99") < 60)
  }

  @Test func aRollingRestartDropsSomeClientsMoreThanOnce() throws {
    let summary = try run("rolling-restart")
    #expect(try number(summary, "affected") == 1_000)
    #expect(try number(summary, "stoat.milestones.connected") > 1_000)
  }

  @Test func theIdealOutageHasNoWaitingAtTheGateway() throws {
    let summary = try run("ideal-outage")
    #expect(try number(summary, "queue_peak") == 0)
    #expect(try number(summary, "attempt_failures.refused") == number(summary, "attempts") - 1_000)
  }
}
