import Primitives
import Synchronization
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Simulator
@testable import Studies

@Suite("Replications") struct ReplicationTests {
  private static let storm = """
    seed: 40
    duration: 5m
    until: settled
    clients: {count: 120, backoff: aws-full}
    network: lte
    faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
    slo: [gave_up == 0, recover.p50 < 4s, spread.12.p50 < 1s]
    """

  private func storm(_ overrides: [String] = []) throws -> Experiment {
    try Experiment(decoded(Self.storm, set: overrides))
  }

  private func seeds(_ first: UInt64, _ count: Int) -> SeedRange {
    SeedRange(first: first, count: count)!
  }

  @Test func seedsInARow() {
    #expect(seeds(3, 4).seeds == [3, 4, 5, 6])
    #expect(seeds(3, 4).last == 6)
    #expect(seeds(.max, 1).seeds == [.max])
    #expect(SeedRange(first: .max, count: 2) == nil)
  }

  @Test(arguments: [1, 2, 7], QueueChoice.allCases)
  func eachIsTheRunOfItsSeed(_ threads: Int, _ queue: QueueChoice) throws {
    let experiment = try storm()
    let alone = try (40..<45).map { seed in
      let single = try storm(["seed=\(seed)"])
      return Replication(Summary(single, try single.run()))
    }
    let given = Mutex<[UInt64]>([])
    let together = try WorkPool(threads: threads).run(
      experiment.replicated(seeds(40, 5)), queue: queue,
      each: { summary in given.withLock { $0.append(summary.scenario.seed) } })
    #expect(together == alone)
    #expect(together.map(\.seed) == [40, 41, 42, 43, 44])
    #expect(Set(together.map(\.digest)).count == 5)
    #expect(given.withLock { $0.sorted() } == [40, 41, 42, 43, 44])
  }

  @Test func theErrorOfTheLowestSeed() throws {
    // One delay in 2,000 cannot be waited for: some seeds meet it, others do not.
    let experiment = try storm(["clients.backoff='if(uniform(0, 1) < 0.0005, 0 - 1s, 1s)'"])
    let failing = experiment.replicated(seeds(40, 12)).filter { (try? $0.run()) == nil }
      .map(\.scenario.seed)
    try #require(failing.count >= 2 && failing.count < 12 && failing[0] > 40, "\(failing)")
    for threads in [1, 2, 7] {
      let error = #expect(throws: ReplicationError.self) {
        _ = try WorkPool(threads: threads).run(experiment.replicated(seeds(40, 12)))
      }
      #expect(error?.seed == failing[0])
    }
  }

  @Test func endingThemEarly() throws {
    let experiment = try storm(["clients.count=3000", "duration=30d", "until=duration"])
    let runs = try WorkPool(threads: 2).run(
      experiment.replicated(seeds(40, 5)), watch: { _ in false })
    #expect(runs.count <= 2)
    #expect(runs.allSatisfy { $0.isTruncated })
    let summary = ReplicatedSummary(experiment, seeds: seeds(40, 5), measured: runs)
    #expect(summary.isTruncated)
    #expect(summary.replications == runs)
  }
}

@Suite("What replications have in common") struct ReplicatedSummaryTests {
  private let seeds = SeedRange(first: 1, count: 3)!

  /// Three runs in which so many gave up and the last client was back after so many seconds; nil where
  /// one never came back.
  private func made(
    _ values: [(gaveUp: Int, last: Int64?)], truncated: Set<Int> = [], slo: [String] = []
  ) throws -> ReplicatedSummary {
    let promises = "slo: [\(slo.joined(separator: ", "))]\n"
    let base = try experiment("network: ideal\ngateway: ideal\n" + promises)
    let runs = values.enumerated().map { index, value in
      var run = emptyRun()
      run.recovery.outcomes = Outcomes(recovered: 10 - value.gaveUp, gaveUp: value.gaveUp)
      run.recovery.affected = 1
      run.recovery.recoveries = value.last.map { [.seconds($0)] } ?? []
      run.course.isTruncated = truncated.contains(index)
      return Replication(Summary(base.seeded(UInt64(index + 1)), run))
    }
    return ReplicatedSummary(base, seeds: seeds, measured: runs)
  }

  @Test func meansAndIntervals() throws {
    let summary = try made([(1, 10), (2, 20), (6, 30)])
    let gaveUp = try #require(summary.estimate(at: "gave_up"))
    #expect(gaveUp.mean == 3)
    #expect(abs(try #require(gaveUp.low) - (3 - 6.572_411)) < 1e-6)
    #expect(abs(try #require(gaveUp.high) - (3 + 6.572_411)) < 1e-6)
    #expect(gaveUp.min == .count(1) && gaveUp.max == .count(6))
    let last = try #require(summary.estimate(at: "recover.max"))
    // A maximum by its median, with the range of three values.
    #expect(last.mean == 20 && last.figure == 20 && last.low == 10 && last.high == 30)
    #expect(last.estimate?.confidence == 0.75)
    #expect(last.min == .number(10) && last.max == .number(30))
    #expect(
      summary.estimates.map(\.path) == MetricNames.all.filter(isAlwaysReported))
    #expect(!summary.isTruncated)
  }

  @Test func oneThatNeverCameBackLeavesNoMean() throws {
    let last = try #require(made([(0, 10), (0, nil), (0, 30)]).estimate(at: "recover.max"))
    #expect(last.mean == nil && last.low == nil && last.high == nil)
    #expect(last.min == .number(10) && last.max == .never)
    let nothing = try #require(made([(0, 1), (0, 2), (0, 3)]).estimate(at: "spread.1.p50"))
    #expect(nothing.mean == nil && nothing.min == .undefined && nothing.max == .undefined)
  }

  @Test func trueAndFalse() throws {
    // Nothing limits an ideal gateway: never metastable.
    let metastable = try #require(made([(0, 1), (0, 2), (0, 3)]).estimate(at: "metastable"))
    #expect(metastable.mean == 0 && metastable.low == nil && metastable.high == nil)
    #expect(metastable.max == .boolean(false))
  }

  @Test func aNumberIsJudgedByTheBoundOfItsFigure() throws {
    // Mean 3, interval -3.57 to 9.57; median 20 s, range 10 s to 30 s.
    let slo = ["gave_up < 9", "gave_up < 10", "recover.max < 30s", "recover.max < 31s"]
    let results = try made([(1, 10), (2, 20), (6, 30)], slo: slo).slo
    #expect(results.map(\.isKept) == [false, true, false, true])
    #expect(results.map(\.failures) == [0, 0, 1, 0])
    #expect(results.map(\.found) == ["1 to 6", "1 to 6", "10.0 s to 30.0 s", "10.0 s to 30.0 s"])
    #expect(results[0].judgement == ["mean 3", "95 % upper bound 9.57"])
    // Of several seeds one may break it alone.
    let narrow = try made([(0, 10), (0, 10), (0, 11)], slo: ["recover.max < 11s"]).slo[0]
    #expect(!narrow.isKept && narrow.brokenSeeds == [3])
    let wide = try made([(4, 9), (5, 10), (6, 11)], slo: ["recover.max > 9s", "gave_up > 1"]).slo
    #expect(wide.map(\.isKept) == [false, true])
    #expect(
      wide[0].judgement == [
        "median 10.0 s", "75 % lower bound 9.00 s", "broken in 1 of 3 single runs",
      ])
  }

  @Test func othersAreKeptWhereEveryRunKeepsThem() throws {
    let slo = [
      "gave_up == 0", "gave_up <= 0", "gave_up >= 0", "gave_up != 2", "recover.max < 100s",
      "metastable == false",
    ]
    let results = try made([(0, 10), (0, nil), (2, 30)], slo: slo).slo
    #expect(results.map(\.isKept) == [false, false, true, false, false, true])
    #expect(results.map(\.brokenSeeds) == [[3], [3], [], [3], [2], []])
    #expect(results.allSatisfy { $0.basis == .everySeed })
    #expect(results[0].judgement == ["broken in 1 of 3 runs: seed 3"])
    #expect(results[5].judgement == ["in all 3 runs"])
    #expect(
      results[4].finding == "10.0 s to never (1 of 1 affected clients did not come back)")
    #expect(try made([(1, 1), (1, 1), (1, 1)], slo: ["gave_up == 1"]).slo[0].found == "1")
    // One run says nothing about the spread.
    #expect(try made([(3, 1)], slo: ["gave_up < 4"]).slo[0].isKept)
  }

  @Test func onlyCompleteRunsCountWhereThereAreAny() throws {
    let some = try made([(1, 10), (2, 20), (6, 30)], truncated: [1])
    #expect(some.replications.map(\.seed) == [1, 3])
    #expect(some.isTruncated)
    #expect(some.estimate(at: "gave_up")?.mean == 3.5)
    let none = try made([(1, 10), (2, 20)], truncated: [0, 1])
    #expect(none.replications.map(\.seed) == [1, 2])
    #expect(none.isTruncated)
    let nothing = try made([], slo: ["gave_up == 0"])
    #expect(nothing.isTruncated && nothing.events == 0)
    #expect(nothing.estimate(at: "gave_up")?.mean == nil)
    #expect(nothing.slo[0].found == "-")
  }
}
