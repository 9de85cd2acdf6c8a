import Sessions
import TestRuns
import Testing

@testable import Findings
@testable import Scenarios
@testable import Studies

@Suite("Rules that a search keeps") struct CarriedRuleTests {
  private func storm(_ backoff: String?, mix: String = "") throws -> Scenario {
    let own = backoff.map { "backoff: '\($0)'" } ?? "profile: spec"
    return try decoded("{name: s, clients: {count: 9, \(own)\(mix)}}")
  }

  private func rules(_ scenarios: Scenario...) -> CarriedRules { CarriedRules(of: scenarios) }

  private func texts(_ backoff: String?) throws -> [String] {
    rules(try storm(backoff)).rules.map(\.text)
  }

  @Test func whatIsNotTheSessionsOwn() throws {
    #expect(try texts(nil) == [])
    #expect(try texts("2^x") == [])
    #expect(try texts("phoenix") == ["reset: open"])
    #expect(
      try texts("phoenix, connectTimeout: 3s") == ["reset: open", "connectTimeout: 3s"])
    #expect(
      try texts("2^x, attempts: 7, reset: uptime(10s), clock: attemptStart")
        == ["reset: uptime(10s)", "clock: attemptStart", "attempts: 7"])
    // That is how long to wait: it is searched.
    #expect(try texts("2^x, first: 0s") == [])
    #expect(try texts("2^x, reset: ready, connectTimeout: 10s") == [])
  }

  @Test func whatNotAllClientsShare() throws {
    let mixed = rules(try storm("2^x, reset: open"), try storm("2^x, connectTimeout: 3s"))
    #expect(mixed.rules.isEmpty && mixed.differing == ["reset", "connectTimeout"])
    let same = rules(try storm("2^x, reset: open"), try storm("1s, reset: open, attempts: 3"))
    #expect(same.rules.map(\.text) == ["reset: open"] && same.differing == ["attempts"])
    // A cohort with a backoff of its own takes no other, and has no say.
    let cohorts =
      ", mix: [{name: a, share: 50%}, {name: b, share: 50%, backoff: '1s, reset: never'}]"
    #expect(rules(try storm("phoenix", mix: cohorts)).rules.map(\.text) == ["reset: open"])
  }

  private func family(_ template: String, _ parameters: String...) throws -> FormulaFamily {
    try FormulaFamily(template, parameters.map { try parseTuningParameter($0) })
  }

  @Test func aFamilysOwnRulesStand() throws {
    let rules = [
      BackoffRule(name: "reset", value: "open"),
      BackoffRule(name: "connectTimeout", value: "3s"),
    ]
    let plain = try family("uniform(0s, $cap)", "cap=2s..9s").carrying(rules)
    #expect(plain.name == "uniform(0s, $cap)")
    #expect(plain.template == "uniform(0s, $cap), reset: open, connectTimeout: 3s")
    let own = try family("$cap , reset :never", "cap=2s..9s").carrying(rules)
    #expect(own.template == "$cap , reset :never, connectTimeout: 3s")
    let searched = try family(
      "$cap, connectTimeout: $t, reset: $r", "cap=2s..9s", "t=1s..9s", "r=ready|open"
    ).carrying(rules)
    #expect(searched.template == "$cap, connectTimeout: $t, reset: $r")
    for family in FormulaFamily.builtIn { try family.carrying(rules).checkCorners() }
  }

  /// What is searched, printed, tested and written is one policy.
  @Test func theWinnerHasThem() throws {
    let storm = try decoded(
      """
      name: storm
      duration: 3m
      until: settled
      clients: {count: 20, backoff: "phoenix, connectTimeout: 3s"}
      network: lte
      gateway: {nodes: 1, admission: {rate: 4/s}}
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """)
    let tuner = Tuner(
      TuningTarget(name: "s", scenarios: [storm], test: [storm]),
      families: [try family("uniform(0s, $cap)", "cap=5s..40s")], budget: 50, replications: 1,
      testsCatalogue: false, pool: WorkPool(threads: 2))
    let tuning = try tuner.run()
    let winner = tuning.tried[try #require(tuning.winner)].candidate.formula
    #expect(winner.hasSuffix(", reset: open, connectTimeout: 3s"))
    let test = try #require(tuning.test)
    #expect(test.winner?.name == winner)
    let policy = try #require(test.winner?.policy)
    #expect(policy == (try BackoffPolicy.parse(winner)))
    #expect(policy.reset == .open && policy.connectTimeout == .seconds(3))
    // The same runs by hand.
    let runs = try #require(test.winner?.estimate)
    let experiment = try Experiment(storm, variant: policy).seeded(1_000_001)
    let plain = Replication(Summary(experiment, try experiment.run()))
    #expect(runs.means[0] == plain.number("recover.p99"))
  }
}
