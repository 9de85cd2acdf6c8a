import Documents
import Findings
import Scenarios
import Sessions
import Studies
import Testing
import Text

@Suite("Paired runs") struct PairedRunsTests {
  private func restart(clients: Int = 100, seed: Int = 1) throws -> Scenario {
    try decoded(
      try #require(ScenarioFile.builtIn("gateway-restart")),
      set: ["clients.count=\(clients)", "seed=\(seed)"])
  }

  private func runs(
    _ scenarios: [Scenario], _ variants: [Variant], seeds: Int, threads: Int = 2
  ) throws -> PairedRuns {
    var runs = PairedRuns(scenarios, variants)
    try runs.extend(by: seeds, on: WorkPool(threads: threads))
    return runs
  }

  /// Every number that is compared, seed by seed.
  private func numbers(_ runs: PairedRuns, _ variant: Int) -> [[Double?]] {
    runs.replications(scenario: 0, variant: variant).map { replication in
      HeadlineMetric.all.map { replication.number($0.path) }
    }
  }

  @Test(arguments: [
    ["stoat-web", "(2^x - 1) * uniform(0.8, 1.2)", "uniform(0.8, 1.2) * (2^x - 1)"],
    ["1s * x", "1000ms * x", "x"],
    ["2^x", "2 * 2^(x - 1)", "pow(2, x)"],
    ["uniform(0, min(20s, 2^x))", "uniform(0ms, min(2^x * 1000ms, 20000ms))", "aws-full"],
  ])
  func theSameFormulaInOtherWords(_ texts: [String]) throws {
    let runs = try runs([restart()], texts.map { try Variant($0) }, seeds: 20)
    let scenario = ComparisonDocument(
      runs, rankedBy: HeadlineMetric.named("recover.p99")!, on: WorkPool(threads: 2)
    ).parts[0]
    #expect(scenario.pairs.count == (texts.count - 1) * HeadlineMetric.all.count)
    for (variant, text) in texts.enumerated().dropFirst() {
      #expect(numbers(runs, variant) == numbers(runs, 0), "\(text)")
      for metric in HeadlineMetric.all {
        let own = try #require(scenario.variants[variant].figure(metric.path))
        #expect(own.isFinite)
        let pair = try #require(
          scenario.pairs.first { $0.b == text && $0.metric == metric.path }, "\(text)")
        #expect(pair.difference == 0 && pair.low == 0 && pair.high == 0, "\(metric.path)")
        #expect(pair.effect == 0 && pair.pRaw == 1, "\(metric.path)")
        #expect(
          pair.p == (HeadlineMetric.tested(scenario.recovery).contains(metric) ? 1 : nil),
          "\(metric.path)")
      }
    }
  }

  /// Twenty seeds of one formula are not one seed twenty times, and another formula is not the
  /// same.
  @Test func anotherFormulaIsNotTheSame() throws {
    let variants = try ["stoat-web", "(2^x - 1) * uniform(0.8, 1.21)"].map { try Variant($0) }
    let runs = try runs([restart()], variants, seeds: 20)
    #expect(Set(runs.replications(scenario: 0, variant: 0).map(\.digest)).count == 20)
    let scenario = ComparisonDocument(
      runs, rankedBy: HeadlineMetric.named("recover.p99")!, on: WorkPool(threads: 2)
    ).parts[0]
    for path in ["recover.p50", "recover.p99", "recover.max", "downtime.p99"] {
      let pair = try #require(scenario.pair(variants[1].name, path))
      #expect(try #require(pair.difference) != 0, "\(path)")
      #expect(try #require(pair.effect) != 0 && (try #require(pair.pRaw)) < 1, "\(path)")
    }
  }

  /// What the catalogue calls by a name, written out with its axes, is that client.
  @Test func theCatalogueWrittenOut() throws {
    let entries = Catalogue.entries.filter(\.policy.formula.isExpression)
    let session = try #require(try Experiment(restart(clients: 1)).policies.first)
    let variants = try entries.flatMap { entry in
      let text = entry.policy.resolved(
        reset: session.reset, clock: session.clock, connectTimeout: session.connectTimeout
      ).text
      return [Variant(name: entry.name, policy: entry.policy), try Variant(text)]
    }
    let runs = try runs([restart(clients: 30)], variants, seeds: 2)
    for (index, entry) in entries.enumerated() {
      let named = runs.replications(scenario: 0, variant: 2 * index)
      let written = runs.replications(scenario: 0, variant: 2 * index + 1)
      #expect(named == written, "\(entry.name)")
      #expect(numbers(runs, 2 * index) == numbers(runs, 2 * index + 1))
      #expect(Set(named.map(\.digest)).count > 1 || isWithoutJitter(entry), "\(entry.name)")
    }
  }

  /// Without jitter the seeds still differ in their latencies, unless nobody ever comes back.
  private func isWithoutJitter(_ entry: CatalogueEntry) -> Bool {
    !entry.policy.formula.text.contains("uniform")
  }

  @Test func theSameOnAnyNumberOfThreads() throws {
    let scenarios = [try restart(clients: 150), try restart(clients: 80, seed: 1_000)]
    let variants = try ["aws-full", "2^x", "phoenix"].map { try Variant($0) }
    let alone = try runs(scenarios, variants, seeds: 5, threads: 1)
    for threads in [2, 7] {
      let together = try runs(scenarios, variants, seeds: 5, threads: threads)
      expectSame(together, alone)
    }
    // And what a single run of that seed gives.
    let experiment = try Experiment(scenarios[1], variant: variants[2].policy).seeded(1_003)
    #expect(
      alone.replications(scenario: 1, variant: 2)[3]
        == Replication(Summary(experiment, try experiment.run())))
  }

  private func expectSame(_ one: PairedRuns, _ other: PairedRuns) {
    #expect(one.replications == other.replications && one.events == other.events)
    #expect(one.isTruncated == other.isTruncated)
    for scenario in one.scenarios.indices {
      for variant in one.variants.indices {
        #expect(
          one.replications(scenario: scenario, variant: variant)
            == other.replications(scenario: scenario, variant: variant))
      }
    }
  }

  @Test func fiveAndFiveAreTen() throws {
    let scenarios = [try restart(clients: 100), try restart(clients: 60, seed: 77)]
    let variants = try ["aws-full", "stoat-web"].map { try Variant($0) }
    let atOnce = try runs(scenarios, variants, seeds: 10)
    var inSteps = try runs(scenarios, variants, seeds: 5)
    try inSteps.extend(by: 5, on: WorkPool(threads: 3))
    expectSame(inSteps, atOnce)
    #expect(inSteps.replications == 10)
    #expect(inSteps.replications(scenario: 1, variant: 0).map(\.seed) == Array(77..<87))
  }

  @Test func anErrorNamesTheRun() throws {
    let storm = try restart(clients: 60)
    var other = try restart(clients: 60, seed: 30)
    other.name = "another"
    let good = try Variant("1s")
    // Nobody fails 200 times in a minute; everybody fails five times.
    let bad = try Variant("4s - x")
    let fine = try Variant("if(x < 200, 1s, 0 - 1s)")
    var clients: Set<UInt32> = []
    for threads in [1, 2, 7] {
      let error = #expect(throws: PairedRunError.self) {
        _ = try runs([storm, other], [good, fine, bad], seeds: 4, threads: threads)
      }
      guard case .run("4s - x", "gateway-restart", let cause) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(cause.seed == 1)
      guard case .invalidDelay("4s - x", 5, -1, let client) = cause.cause else {
        Issue.record("\(cause.cause)")
        continue
      }
      clients.insert(client)
    }
    #expect(clients.count == 1)
  }

  /// One delay in 5,000 is none: which seeds fail is luck, and the first of them is reported.
  @Test func theErrorOfTheFirstSeed() throws {
    let good = try Variant("1s")
    let rare = try Variant("if(uniform(0, 1) < 0.0002, 0 - 1s, 2s)")
    let storm = try restart(clients: 60)
    let experiment = try Experiment(storm, variant: rare.policy)
    let failing = (1...12).filter { (try? experiment.seeded(UInt64($0)).run()) == nil }
    try #require(failing.count >= 2 && failing.count < 12 && failing[0] > 1, "\(failing)")
    for threads in [1, 2, 7] {
      let error = #expect(throws: PairedRunError.self) {
        _ = try runs([storm], [good, rare], seeds: 12, threads: threads)
      }
      guard case .run(rare.name, storm.name, let cause) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(cause.seed == UInt64(failing[0]))
    }
  }

  /// The scenario's cohorts may bring a backoff of their own, which no variant replaces.
  @Test func aCohortsOwnBackoffThatCannotBeRead() throws {
    var storm = try restart(clients: 10)
    storm.clients.mix = [storm.clients.mix[0], storm.clients.mix[0]]
    storm.clients.mix[0].share = 0.5
    storm.clients.mix[1].share = 0.5
    storm.clients.mix[1].backoff = "2^y"
    let error = #expect(throws: PairedRunError.self) {
      _ = try runs([storm], [try Variant("1s")], seeds: 1)
    }
    guard case .formula(let cause) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.text == "2^y" && cause.column == 3)
  }
}
