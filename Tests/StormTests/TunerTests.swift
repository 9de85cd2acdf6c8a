import Findings
import Scenarios
import Sessions
import Store
import Studies
import Synchronization
import Testing
import Text

@Suite("Tuning on simulated storms") struct TunerTests {
  private func storm(_ name: String, _ overrides: String...) throws -> Scenario {
    try decoded(
      """
      name: \(name)
      duration: 5m
      until: settled
      clients: {count: 25}
      network: lte
      gateway: {admission: {rate: 4/s}}
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """, set: overrides)
  }

  private func tuner(
    _ family: String, _ parameters: [String], promises: [String]? = nil, threads: Int = 2,
    isSmall: Bool = false, until: String = "until=settled", clients: Int = 25
  ) throws -> Tuner {
    let count = "clients.count=\(clients)"
    let both = [try storm("a", until, count), try storm("b", until, count, "faults.0.for=30s")]
    let target = TuningTarget(
      name: "test", scenarios: isSmall ? [both[0]] : both,
      test: [try storm("c", until, "faults.0.for=25s")],
      storms: [try storm("d", until, "network=ideal")])
    let ranges = try parameters.map { try parseTuningParameter($0) }
    return Tuner(
      target, families: [try FormulaFamily(family, ranges)],
      promises: try promises.map { try $0.map { try parseServiceLevel($0) } },
      budget: isSmall ? 50 : 120, replications: isSmall ? 1 : 2, testsCatalogue: false,
      pool: WorkPool(threads: threads))
  }

  private func window(
    threads: Int = 2, promises: [String]? = nil, isSmall: Bool = false, clients: Int = 25
  ) throws -> Tuner {
    try tuner(
      "uniform(0s, $cap)", ["cap=5s..60s"], promises: promises, threads: threads, isSmall: isSmall,
      clients: clients)
  }

  /// Run once for all that look at it.
  private static let found = Result { try TunerTests().window().run() }

  @Test func findsSomethingBetterAndTestsIt() throws {
    let tuning = try Self.found.get()
    #expect(tuning.runs <= 120 && tuning.runs > 90)
    #expect(!tuning.isTruncated && tuning.isFeasible)
    let winner = try #require(tuning.winner)
    let means = try #require(tuning.tried[winner].means)
    let own = try #require(tuning.own)
    for (mean, limit) in zip(means, own.means) { #expect(mean <= limit) }
    #expect(tuning.goal.constraints.count == 2)
    #expect(tuning.shortlist.contains(winner) && tuning.shortlist.count <= 8)
    let test = try #require(tuning.test)
    #expect(test.results.filter { $0.role == .own }.count == 1)
    #expect(test.results.filter { $0.role == .winner }.count == 1)
    #expect(test.results.first?.name == "stoat-web")
    #expect(test.catalogue.isEmpty)
    #expect(test.winner?.name == tuning.tried[winner].candidate.formula)
    #expect(test.storms.map(\.scenario.name) == ["d"])
  }

  @Test func theNumbersAreThoseOfPlainRuns() throws {
    let tuning = try Self.found.get()
    let tuner = tuning.tuner
    let winner = tuning.tried[try #require(tuning.winner)]
    let policy = try BackoffPolicy.parse(winner.candidate.formula)
    func mean(_ scenarios: [Scenario], _ offset: UInt64) throws -> [Double] {
      let runs = try scenarios.flatMap { scenario in
        try ([0, 1] as [UInt64]).map { seed -> [Double] in
          let experiment = try Experiment(scenario, variant: policy)
            .seeded(scenario.seed + offset + seed)
          let replication = Replication(Summary(experiment, try experiment.run()))
          return HeadlineMetric.traded.map { replication.number($0.path) ?? .infinity }
        }
      }
      return runs[0].indices.map { column in
        runs.map { $0[column] }.reduce(0, +) / Double(runs.count)
      }
    }
    for (found, plain) in [
      (winner.means, try mean(tuner.target.scenarios, 0)),
      (tuning.test?.winner?.estimate?.means, try mean(tuner.target.test, 1_000_000)),
    ] {
      for (one, other) in zip(try #require(found), plain) {
        #expect(abs(one - other) <= 1e-9 * abs(other))
      }
    }
  }

  @Test func theSameOnAnyNumberOfThreads() throws {
    let first = try Self.found.get()
    let other = try window(threads: 3).run()
    #expect(other.tried == first.tried)
    #expect(other.winner == first.winner && other.front == first.front)
    #expect(other.events == first.events)
    #expect(other.test?.results.map(\.estimate) == first.test?.results.map(\.estimate))
  }

  @Test func promisesOfTruth() throws {
    // Long enough for the window to be looked at.
    let tuning = try tuner(
      "uniform(0s, $cap)", ["cap=5s..60s"], promises: ["metastable == false", "gave_up == 0"],
      isSmall: true, until: "until=duration"
    ).run()
    #expect(tuning.isFeasible)
    #expect(tuning.goal.columnNames.suffix(2) == ["broken: metastable == false", "gave_up"])
    let impossible = try window(promises: ["peak_arrivals_1s < 1"], isSmall: true).run()
    #expect(!impossible.isFeasible && impossible.winner != nil && impossible.test != nil)
  }

  @Test func formulasThatCannotBeRunRankLast() throws {
    let tuning = try tuner(
      "2s * x + $shift", ["shift=-4..4"], promises: ["gave_up == 0"], isSmall: true
    ).run()
    let failed = tuning.tried.filter { $0.failure != nil }
    #expect(!failed.isEmpty && failed.count < tuning.tried.count)
    #expect(failed.allSatisfy { $0.failure?.contains("s after 1 failure (") == true })
    let winner = try #require(tuning.winner)
    #expect(tuning.tried[winner].failure == nil)
    let unread = try tuner(
      "2s, attempts: $n", ["n=1..40:linear"], promises: ["gave_up == 0"], isSmall: true
    ).run()
    #expect(
      unread.tried.contains { $0.failure == "it cannot be read as a formula" },
      "only whole numbers of attempts can be read")
  }

  @Test func anOwnFormulaThatCannotBeRun() throws {
    let scenario = try storm("a", "clients.backoff=3 - x")
    let target = TuningTarget(name: "a", scenarios: [scenario], test: [])
    let tuner = Tuner(target, budget: 60, replications: 1, pool: WorkPool(threads: 2))
    let error = #expect(throws: TunerError.self) { _ = try tuner.run() }
    #expect(
      error?.description
        == "the scenario's own formula 3 - x cannot be run: a delay of -1.0 s after 4 failures (a)")
  }

  @Test func anInterrupt() throws {
    // So many clients that the first look at the runs comes before the last of them.
    let none = try window(clients: 5_000).run { _ in false }
    #expect(none.isTruncated && none.test == nil)
    let tuner = try window(clients: 2_000)
    let later = try tuner.run { $0.done < 60 }
    #expect(later.isTruncated && later.test == nil)
    #expect(later.tried.count > 0 || later.own == nil)
  }

  @Test func theStandardTarget() throws {
    let target = try TuningTarget.standard(
      overrides: [Override("clients.count=77"), Override("faults.0.mode=reset")].compactMap { $0 })
    let tuned = [40, 50, 60, 70, 80, 90].map { "gateway-restart@\($0)s" }
    let tested = [45, 55, 65, 75, 85].map { "gateway-restart@\($0)s" }
    #expect(target.scenarios.map(\.name) == tuned)
    #expect(target.test.map(\.name) == tested)
    #expect(target.storms.map(\.name) == TuningTarget.standardStorms)
    let all = target.scenarios + target.test + target.storms
    #expect(Set(all.map(\.clients.count)) == [77])
    let resolved = target.test[2].resolved.map { "\($0.path): \($0.value)" }
    #expect(resolved.contains("faults.0.for: 65s"))
    #expect(resolved.contains("faults.0.mode: reset"))
  }

  /// A promise between what the winner came to and what it comes to with other seeds.
  @Test func aPromiseThatTheTestBreaks() throws {
    let free = try window(promises: ["gave_up == 0"], isSmall: true).run()
    let tuned = try #require(free.winner.flatMap { free.tried[$0].means })[0]
    let microseconds = (tuned * 1e6).rounded(.up)
    let limit = microseconds / 1e6
    let narrow = "recover.p99 <= \(Int(microseconds))us"
    let tuning = try window(promises: [narrow], isSmall: true).run()
    #expect(tuning.isFeasible)
    let promise = tuning.goal.constraints[0]
    let tested = try #require(tuning.tested(promise))
    #expect(tuning.isKeptInTest(promise) == (tested <= limit))
    #expect(tuning.brokenInTest.isEmpty == (tested <= limit))
    #expect(tuning.betterInTest.isEmpty, "the catalogue was not run")
  }
}
