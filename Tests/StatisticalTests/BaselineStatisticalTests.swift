import Documents
import Findings
import Scenarios
import Studies
import Testing
import Text
import Verdicts

/// A gate that cries wolf is switched off. 200 times, equal code is compared with itself, with seeds of
/// which no two comparisons share one. With a confidence of 99.9 % over all metrics together at most 0.2
/// alarms are expected; none in 200 puts the rate below 1.5 % with 95 % confidence (1 - 0.05^(1/200)).
@Suite("False alarms of a baseline", .enabled(if: isOptimised))
struct BaselineStatisticalTests {
  private func replications(
    _ experiment: Experiment, from first: UInt64, _ count: Int
  ) throws -> [Replication] {
    let seeds = try #require(SeedRange(first: first, count: count))
    return try WorkPool(threads: 2).run(experiment.replicated(seeds))
  }

  private func scenario(_ name: String) throws -> Scenario {
    let text = try #require(ScenarioFile.builtIn(name))
    let count = Override(path: "clients.count", value: "100", label: "the test")
    return try ScenarioFile.decode(text: text, file: name, overrides: [count])
  }

  @Test(arguments: ["gateway-restart", "mobile-flapping", "mixed-fleet", "chat-train"])
  func noneIn200(_ name: String) throws {
    let scenario = try scenario(name)
    let experiment = try Experiment(scenario)
    var alarms: [BaselineRecord.Change] = []
    for comparison in 0..<200 as Range<UInt64> {
      let first = 1_000 + comparison * 20
      let base = try replications(experiment, from: first, 10)
      let now = try replications(experiment, from: first + 10, 10)
      let judge = try judge(scenario, base, now)
      alarms += judge.changes(.broken)
    }
    #expect(alarms.isEmpty, "\(alarms.map(\.verdict.sentence))")
  }

  private func judge(
    _ scenario: Scenario, _ base: [Replication], _ now: [Replication]
  ) throws -> BaselineRecord {
    let paths = HeadlineMetric.reported(for: scenario).map(\.path)
    func figures(_ runs: [Replication]) -> SeedFigures {
      SeedFigures(runs, scenario: scenario.name, paths: paths)
    }
    let baseline = Baseline(
      folder: "base", tool: "this", settings: [:], runs: [figures(base)])
    let later = try Experiment(scenario).seeded(now[0].seed).scenario
    return try BaselineJudge(
      baseline, Tolerances([]), scenarios: [later], variants: nil, seeds: now.count, tool: "this"
    ).judge([(later, figures(now))])
  }
}
