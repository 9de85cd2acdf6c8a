import Primitives
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Scenarios
@testable import Simulator
@testable import Studies

@Suite struct SummaryCheckTests {
  private func run() -> RunResult {
    var run = emptyRun()
    run.recovery.affected = 100
    run.recovery.recoveries = (1...98).map { .milliseconds($0 * 100) }
    run.recovery.outcomes = Outcomes(recovered: 8, stillTrying: 2)
    run.gateway.usefulWork = .seconds(3)
    run.gateway.wastedWork = .seconds(1)
    return run
  }

  private func check(_ text: String, _ run: RunResult) throws -> (Bool, String) {
    let results = try summary(of: run).check([parseServiceLevel(text)])
    #expect(results.count == 1)
    return (results[0].isKept, results[0].found)
  }

  @Test(arguments: [
    ("recover.p50 < 6s", true, "5.00 s"), ("recover.p50 < 5s", false, "5.00 s"),
    ("recover.p50 <= 5s", true, "5.00 s"), ("recover.p99 < 100d", false, "never"),
    ("recover.p99 != 1s", false, "never"), ("gave_up == 0", true, "0"),
    ("still_trying == 0", false, "2"), ("wasted_work_share < 30%", true, "25.0 %"),
    ("detect.p50 < 1s", false, "-"), ("metastable == false", true, "false"),
    ("metastable == true", false, "false"), ("recovered_share >= 80%", true, "80.0 %"),
    ("still_trying_share < 20%", false, "20.0 %"),
  ])
  func promises(_ text: String, _ isKept: Bool, _ found: String) throws {
    let result = try check(text, run())
    #expect(result.0 == isKept)
    #expect(result.1 == found)
  }

  @Test(arguments: [
    ("recover.p99 < 100d", "never (2 of 100 affected clients did not come back)"),
    ("recover.p99 > 1s", "never (2 of 100 affected clients did not come back)"),
    ("detect.p50 < 1s", "nothing (no client noticed that its connection was gone)"),
    ("chatSocket.silence.max < 1m", "nothing (the fleet has no chatSocket clients)"),
    ("completion < 1m", "nothing (the fleet has no optimistic clients)"),
    ("spread.3.p50 < 1m", "nothing (no such attempt arrived)"),
    ("stations.auth.wait.p99 < 1s", "nothing (nothing came to the auth station)"),
    ("gave_up == 0", "0"), ("recover.p50 < 6s", "5.00 s"),
  ])
  func whyThereIsNoFigure(_ text: String, _ finding: String) throws {
    let result = try summary(of: run()).check([parseServiceLevel(text)])[0]
    #expect(result.finding == finding)
    #expect(result.isKept == (result.reason == nil))
  }

  /// 98 of 100 are back after 4.95 s in the mean, and two never.
  @Test func aMeanOfThoseWhoCameBackKeepsNothing() throws {
    let result = try summary(of: run()).check([parseServiceLevel("recover.mean < 60s")])[0]
    #expect(!result.isKept)
    #expect(result.finding == "4.95 s (2 of 100 affected clients did not come back)")
  }

  /// Ten downtimes of 5 s, of which one was not over: it is the longest, whatever it comes to.
  @Test func aDowntimeThatGoesOnKeepsNothing() throws {
    var run = run()
    run.recovery.downtimes = Array(repeating: .seconds(5), count: 10)
    run.recovery.downtimeCensored = 1
    let kept = try ["max < 1m", "mean < 1m", "p99 < 1m", "p90 < 1m", "p50 < 1m", "max > 1s"]
      .map { try summary(of: run).check([parseServiceLevel("downtime.\($0)")])[0] }
    // Rank 9 of 10 is one of those that are over.
    #expect(kept.map(\.isKept) == [false, false, false, true, true, true])
    #expect(
      kept[0].finding
        == "5.00 s (1 client had no connection when the run ended, and their downtime went on)")
  }

  /// What is found is told with as many digits as tell it from what was promised.
  @Test func roundingContradictsNoVerdict() throws {
    var run = run()
    run.recovery.recoveries = Array(repeating: .milliseconds(73_976), count: 100)
    #expect(try check("recover.p99 < 74s", run) == (true, "73.98 s"))
    #expect(try check("recover.p99 < 73.97s", run) == (false, "73.98 s"))
    #expect(try check("recover.p99 < 73.977s", run) == (true, "73.976 s"))
    #expect(try check("recover.p99 < 75s", run) == (true, "74.0 s"))
  }

  @Test func noClearAndNobodyAffected() throws {
    let levels = try [
      "recover.p99 < 1m", "storm_efficiency > 50%", "peak_arrivals_1s_after_clear < 9",
    ]
    .map { try parseServiceLevel($0) }
    var run = run()
    run.course.clear = nil
    let endless = try summary(of: run).check(levels)
    #expect(endless.map(\.reason).allSatisfy { $0 == "no clear: a fault never ends" })
    #expect(endless.allSatisfy { !$0.isKept })
    let nobody = try summary(of: emptyRun()).check(levels)
    #expect(nobody.prefix(2).allSatisfy { $0.reason == "nobody was affected" && !$0.isKept })
    #expect(nobody[2].isKept)
  }
}

@Suite struct MetricDefinitionTests {
  @Test func everyMetricIsDefined() {
    for row in metricRows {
      let definition = metricDefinition(of: row.path)
      #expect(definition != nil, "\(row.path)")
      #expect(definition?.name == row.path)
      #expect(definition?.unit == row.unit.rawValue, "\(row.path)")
    }
  }

  @Test func everyDefinitionIsOfAMetric() {
    for definition in metricDefinitions {
      let name = definition.name
      let isMetric = MetricNames.all.contains { path in
        var words = path.split(separator: ".")
        if words.count > 1, ["stations", "spread"].contains(words[0]) { words.remove(at: 1) }
        let short = words.joined(separator: ".")
        return [path, short].contains { $0 == name || $0.hasPrefix(name + ".") }
      }
      #expect(isMetric, "\(name)")
      #expect(definition.definition.hasSuffix("."), "\(name)")
    }
    #expect(Set(metricDefinitions.map(\.name)).count == metricDefinitions.count)
  }

  @Test func groupsAndFigures() {
    #expect(metricDefinition(of: "recover")?.unit == "distribution")
    #expect(
      metricDefinition(of: "recover.p99")?.definition.hasPrefix("The 99th percentile of") == true)
    #expect(metricDefinition(of: "stations.auth")?.name == "stations.auth")
    #expect(metricDefinition(of: "stations.auth.wait")?.definition.contains("service") == true)
    #expect(metricDefinition(of: "recover.p98") == nil)
    #expect(metricDefinition(of: "nonsense") == nil)
    #expect(metricDefinition(of: "") == nil)
  }
}
