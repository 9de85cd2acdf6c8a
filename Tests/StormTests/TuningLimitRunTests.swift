import Backoff
import Findings
import Metrics
import Scenarios
import Store
import Studies
import Testing
import Text

@Suite("Tuning behind limits, run")
struct TuningLimitRunTests {
  private func storm(_ name: String = "storm", _ overrides: String...) throws -> Scenario {
    try decoded(
      """
      name: \(name)
      duration: 4m
      until: settled
      clients: {count: 60}
      network: lte
      gateway: {nodes: 2, admission: {rate: 2/s}}
      faults: [{at: 10s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """, set: overrides)
  }

  private func tuner(perSecond: Double? = nil, clients: Int = 60) throws -> Tuner {
    Tuner(
      TuningTarget(
        name: "t", scenarios: [try storm("storm", "clients.count=\(clients)")],
        test: [try storm("storm", "clients.count=\(clients)")],
        limit: perSecond.map(LimitRate.perSecond)),
      families: [
        try FormulaFamily("uniform(0s, $cap)", [try parseTuningParameter("cap=20s..60s")])
      ],
      budget: perSecond == nil ? 80 : 300, replications: perSecond == nil ? 2 : 1,
      testsCatalogue: false, pool: WorkPool(threads: 2))
  }

  @Test func theWinnerAndTheOwnFormula() throws {
    let tuner = try tuner()
    var most = 0
    let tuning = try tuner.run {
      most = max(most, $0.done)
      return true
    }
    #expect(!tuning.isTruncated && most <= tuner.mostRuns)
    let test = try #require(tuning.test)
    let table = try #require(test.limits)
    #expect(Set(table.variants.map(\.name)) == [try #require(test.winner).name, "stoat-web"])
    #expect(table.worlds.map(\.title) == ["as it is", "listener", "handshake", "auth", "api"])
    // With the seeds of the test.
    let world = tuning.tuner.target.limits[2]
    let policy = try BackoffPolicy.parse(try #require(test.winner).name)
    let plain = try (0..<2).map { offset -> MetricValue in
      let experiment = try Experiment(world.scenario, variant: policy)
        .seeded(1_000_001 + UInt64(offset))
      return Replication(Summary(experiment, try experiment.run())).value("recover.p99")
    }
    let outcome = try #require(test.limitOutcomes(of: .winner))[2]
    #expect(outcome.seedsNever == plain.count { $0 == .never })
    #expect(outcome.time == .init(SeedEstimate(plain.compactMap(\.number), .median)))
    #expect(test.lostBehindLimits.contains(2) == (outcome.seedsLost > 0))
  }

  @Test func onAllWorlds() throws {
    let tuning = try tuner(perSecond: 4).run()
    #expect(tuning.tuner.target.scenarios.count == 5)
    #expect(tuning.test?.scenarios.count == 5 && tuning.test?.limits != nil)
    let worlds = try #require(tuning.winner.map { tuning.tried[$0].runs })
    #expect(worlds == 5)
  }

  @Test func anInterruptBehindTheTest() throws {
    // So many clients that somebody looks before the last run is over.
    let tuner = try tuner(clients: 1_000)
    let ten = 2 * 5 * tuner.replications
    let tuning = try tuner.run { $0.done < tuner.mostRuns - ten - 60 }
    #expect(tuning.isTruncated)
  }
}
