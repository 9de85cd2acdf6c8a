import Documents
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Studies

extension LimitsDocument.Outcome.Fate {
  fileprivate static func back(_ seconds: Double) -> Self {
    Self(recovery: .number(seconds), seconds: seconds)
  }
  fileprivate static func dies(_ cause: StormCause) -> Self { Self(recovery: .never, cause: cause) }
  fileprivate static let givesUp = Self(recovery: .never, hasGivenUp: true)
  fileprivate static let never = Self(recovery: .never)
  fileprivate static let nothing = Self(recovery: .undefined)
}

@Suite("Who holds behind every limit") struct LimitTableTests {
  private typealias Outcome = LimitsDocument.Outcome

  private func outcome(_ fates: Outcome.Fate...) -> Outcome { Outcome(fates) }

  private func isBack(_ outcome: Outcome, _ seconds: Double) -> Bool {
    outcome.ending == .back && outcome.seconds == seconds
  }

  @Test func mostSeedsDecide() {
    #expect(isBack(outcome(.back(10), .back(20)), 15))
    let one = outcome(.back(10), .dies(.overload), .back(20))
    #expect(isBack(one, 15) && one.seedsLost == 1 && !one.isHeld)
    #expect(one.cause == "overload" && one.seedsMetastable == 1 && one.seedsNever == 1)
    let most = outcome(.dies(.lockstep), .dies(.overload), .dies(.overload), .back(5))
    #expect(most.ending == .dies && most.cause == "overload" && most.seconds == .infinity)
    #expect(most.time.median == 5)
    #expect(outcome(.never, .never, .back(1)).ending == .never)
    #expect(outcome(.givesUp, .givesUp).ending == .givesUp)
    // Half of the seeds are not most of them.
    #expect(isBack(outcome(.back(4), .dies(.rejection)), 4))
    #expect(outcome(.nothing, .nothing).ending == .nothing)
    #expect(outcome(.nothing).isHeld && outcome(.nothing).seconds == 0)
  }

  private func table(_ rows: [(name: String, outcomes: [Outcome])]) throws -> LimitsDocument {
    let scenario = try decoded("{name: s, clients: {count: 5}}")
    let worlds = Array(scenario.limitWorlds().prefix(rows[0].1.count))
    return LimitsDocument(worlds, rows)
  }

  @Test func rankedByTheWorstWorld() throws {
    let table = try table([
      ("kafka", [outcome(.back(20)), outcome(.back(61))]),
      ("dead", [outcome(.back(19)), outcome(.dies(.overload))]),
      ("aws", [outcome(.back(28)), outcome(.back(21))]),
      ("dead twice", [outcome(.dies(.lockstep)), outcome(.dies(.overload))]),
      ("slow", [outcome(.back(90)), outcome(.back(90))]),
      ("tie", [outcome(.back(61)), outcome(.back(30))]),
    ])
    #expect(
      table.variants.map(\.name) == ["aws", "kafka", "tie", "slow", "dead", "dead twice"])
    #expect(table.holdsEverywhere == ["aws", "kafka", "tie", "slow"])
    #expect(table.variants[0].worst == 0 && table.variants[1].worst == 1)
    #expect(table.variants[1].outcomes[1].timesBest == 61.0 / 21)
    #expect(table.variants[4].outcomes[1].timesBest == nil)
  }

  /// The best as it is takes 20 s, the best at the listener 10 s.
  @Test func luckyInOnePlace() throws {
    let table = try table([
      ("best", [outcome(.back(20)), outcome(.back(10))]),
      ("three times", [outcome(.back(30)), outcome(.back(30))]),
      ("more", [outcome(.back(30)), outcome(.back(30.1))]),
      ("not near", [outcome(.back(31)), outcome(.back(40))]),
      ("dies", [outcome(.back(25)), outcome(.dies(.rejection))]),
      ("sometimes", [outcome(.back(20), .back(20)), outcome(.back(11), .dies(.overload))]),
      ("bad", [outcome(.back(99)), outcome(.never)]),
    ])
    #expect(Set(table.lucky) == ["more", "dies", "sometimes"])
    let sometimes = try #require(table.row(of: "sometimes"))
    #expect(sometimes.nearBestIn == ["s"] && sometimes.badIn == ["s-listener"])
    #expect(!sometimes.holdsEverywhere)
  }

  /// One that holds everywhere and is the best at its worst is the choice, whatever another one does elsewhere.
  @Test func theBestIsNotLucky() throws {
    let table = try table([
      ("best", [outcome(.back(40)), outcome(.back(10))]),
      ("fast once", [outcome(.back(4)), outcome(.back(90))]),
    ])
    #expect(table.variants.map(\.name) == ["best", "fast once"])
    #expect(table.variants[0].badIn == ["s"] && table.lucky == ["fast once"])
  }

  /// A world that no formula survives is no bad luck of one of them.
  @Test func aWorldThatIsTooMuchForAll() throws {
    let dead = outcome(.dies(.overload))
    let table = try table([
      ("best", [outcome(.back(20)), dead]), ("other", [outcome(.back(90)), outcome(.never)]),
    ])
    #expect(table.lucky.isEmpty && table.holdsEverywhere.isEmpty)
    #expect(table.variants.map(\.badIn) == [[], ["s"]])
  }

  /// Nodes restart one after the other, and most clients are back before the last one does.
  @Test func byDowntimeInARollingRestart() throws {
    let scenario = try decoded(
      """
      name: deploy
      duration: 5m
      until: settled
      clients: {count: 200}
      gateway: {nodes: 4, admission: {rate: 50/s}}
      faults: [{at: 10s, for: 20s, kind: restart, rolling: true}]
      """)
    let worlds = scenario.limitWorlds()
    #expect(worlds.map(\.perSecond) == [200, 200, 200, 200, 200])
    var runs = PairedRuns(
      worlds.map(\.scenario), try ["uniform(0s, 5s)", "uniform(10s, 15s)"].map { try Variant($0) })
    try runs.extend(by: 2, on: WorkPool(threads: 2))
    let table = LimitsDocument(runs, worlds)
    #expect(table.metric == "downtime.p99")
    let away = runs.replications(scenario: 0, variant: 1).compactMap { $0.number("downtime.p99") }
    let outcome = try #require(table.row(of: "uniform(10s, 15s)")?.outcomes[0])
    #expect(outcome.time == .init(SeedEstimate(away, .median)) && outcome.seconds > 10)
    #expect(table.variants[0].name == "uniform(0s, 5s)")
  }

  /// The facts are those of the runs.
  @Test func ofRuns() throws {
    let scenario = try decoded(
      """
      name: storm
      duration: 3m
      until: settled
      clients: {count: 150}
      network: lte
      gateway: {nodes: 1, admission: {rate: 10/s}}
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """)
    let worlds = scenario.limitWorlds(.perSecond(10))
    var runs = PairedRuns(
      worlds.map(\.scenario), try ["uniform(0s, 15s)", "signalr"].map { try Variant($0) })
    let pool = WorkPool(threads: 2)
    try runs.extend(by: 3, on: pool)
    let metric = try #require(HeadlineMetric.named("recover.p99"))
    let comparison = ComparisonDocument(runs, rankedBy: metric, worlds: worlds, on: pool)
    let table = try #require(comparison.limits)
    #expect(table.worlds.map(\.scenario) == worlds.map(\.scenario.name))
    #expect(table.worlds.map(\.perSecond) == [nil, 10, 10, 10, 10])
    #expect(table.groups == [[0, 1, 2, 3, 4]])
    let row = table.variants[0]
    #expect(row.name == "uniform(0s, 15s)")
    for (world, outcome) in row.outcomes.enumerated() {
      let plain = runs.replications(scenario: world, variant: 0).compactMap {
        $0.number("recover.p99")
      }
      #expect(outcome.seeds == 3)
      #expect(plain.count < 3 || outcome.time == .init(SeedEstimate(plain, .median)))
      // 150 clients less one in a hundred through 10/s, less the bucket, take 13 s at least.
      let least = try #require(comparison.parts[world].leastPossibleS)
      #expect(least > 10 && least < 16, "\(worlds[world].scenario.name): \(least)")
    }
  }

  @Test func metastableIsCompared() throws {
    let metric = try #require(HeadlineMetric.named("metastable"))
    #expect(metric.isBetterLow && metric.unit == .truth && HeadlineMetric.all.contains(metric))
  }
}
