import Primitives
import Sessions
import Simulator
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Scenarios
@testable import Studies
@testable import Systems

@Suite("Scenarios of optimistic clients")
struct ContentionScenarioTests {
  private func configuration(_ clients: String) throws -> OptimisticConfiguration {
    let scenario = try decoded("clients: { session: optimistic, \(clients) }")
    return try #require(try Experiment(scenario).fleet.cohorts[0].own as? OptimisticConfiguration)
  }

  @Test func theyBeginAllAtOnceWhereNothingIsSaid() throws {
    let clients = try decoded("clients: { session: optimistic }").clients
    #expect(clients.start == .within(.zero) && clients.profile == "spec")
    let name = "uniform(0s, min(2s, 5ms * 2^x))"
    #expect(try configuration("count: 5").backoff.name == name)
    #expect(
      try decoded("clients: { session: optimistic, start: { rate: 5/s } }").clients.start
        == .rate(perSecond: 5))
  }

  @Test func settingsReachTheMachine() throws {
    #expect(try configuration("count: 5").requestTimeout == .seconds(10))
    #expect(try configuration("backoff: '0s, connectTimeout: 2s'").requestTimeout == .seconds(2))
    let own = try configuration(
      "backoff: '0s, connectTimeout: 2s', parameters: { requestTimeout: 3s }")
    #expect(own.requestTimeout == .seconds(3) && own.backoff.name == "0s, connectTimeout: 2s")
  }

  @Test(
    "what is wrong is said with its place",
    arguments: [
      (
        "clients: { session: optimistic, start: connected }",
        "1:40: clients.start: optimistic clients have nothing left to do once they are connected; "
          + "with them start: {within: 0s} or {rate: 500/s}"
      ),
      (
        "clients: { mix: [{name: a, share: 50%}, {name: b, share: 50%, session: optimistic}] }",
        "1:10: clients: optimistic clients have nothing left to do once they are connected; "
          + "with them start: {within: 0s} or {rate: 500/s}"
      ),
      (
        "clients: { session: optimistic, parameters: { linger: 1s } }",
        "1:47: clients.parameters.linger: unknown key; allowed: requestTimeout"
      ),
      (
        "clients: { session: optimistic, behaviour: { push: none } }",
        "1:46: clients.behaviour.push: unknown key; allowed: app"
      ),
      (
        "clients: { session: optimistic, profile: app }",
        "1:42: clients.profile: found 'app'; allowed: spec"
      ),
      (
        "clients: { session: optimistic }\nfaults: [{ at: 1s, kind: logout }]",
        "2:26: faults.0.kind: logout means nothing to this fleet: its machine knows no user"
      ),
    ])
  func located(text: String, problem: String) {
    #expect(problems(text) == ["f.yaml:\(problem)"])
  }

  @Test func aMixedFleetHoldsThem() throws {
    let scenario = try decoded(
      """
      clients: { start: {within: 1s}, mix: [{name: a, share: 50%}, {name: b, share: 50%, \
      session: optimistic, backoff: 7ms}] }
      """)
    let experiment = try Experiment(scenario)
    #expect(experiment.formulas == ["stoat-web", "7ms"])
    let resolved = Dictionary(uniqueKeysWithValues: scenario.resolved.map { ($0.path, $0.value) })
    #expect(resolved["clients.mix.1.backoff"] == "7ms")
  }

  // MARK: Metrics

  private func summary(_ overrides: String...) throws -> Summary {
    let text = try #require(ScenarioFile.builtIn("contention"))
    let scenario = try ScenarioFile.decode(
      text: text, file: "contention", overrides: overrides.compactMap { Override($0) })
    let experiment = try Experiment(scenario)
    return Summary(experiment, try experiment.run())
  }

  @Test func metricsOfAContention() throws {
    let made = try summary()
    func count(_ path: String) -> Int { Int(made.value(at: path)?.number ?? -1) }
    #expect(count("recovered") == 100 && count("optimistic.successes") == 100)
    #expect(count("calls") == count("attempts") && count("calls") == count("arrivals"))
    #expect(count("attempt_failures.conflict") == count("calls") - 100)
    #expect(count("optimistic.conflicts") == count("calls") - 100)
    #expect(made.value(at: "completion") == made.value(at: "recover.max"))
    #expect(made.value(at: "completion") == made.value(at: "end_s"))
  }

  @Test func completionIsNeverWhereOneHasNotSucceeded() throws {
    let made = try summary("clients.backoff='1ms, attempts: 1'")
    #expect(made.value(at: "completion") == .never)
    #expect(try #require(made.value(at: "gave_up")?.number) > 0)
    let level = try parseServiceLevel("completion < 1h")
    #expect(made.check([level]).map(\.isKept) == [false])
  }

  @Test func otherFleetsHaveNoCompletion() throws {
    let experiment = try Experiment(decoded("duration: 1s\nclients: { count: 5 }"))
    let made = Summary(experiment, try experiment.run())
    #expect(made.value(at: "completion") == .undefined)
    #expect(made.value(at: "optimistic.conflicts") == .undefined)
    #expect(made.value(at: "attempt_failures.conflict") == .count(0))
  }

  @Test func theDefinitionsSayIt() throws {
    #expect(try #require(metricDefinition(of: "calls")).definition.contains("writes sent"))
    #expect(try #require(metricDefinition(of: "completion")).unit == "s")
    #expect(metricDefinition(of: "optimistic.row_version") != nil)
  }
}
