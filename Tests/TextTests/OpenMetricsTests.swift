import Foundation
import Metrics
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("OpenMetrics and benchmark files") struct OpenMetricsTests {
  private func figure(
    _ path: String, _ unit: MetricUnit, _ value: MetricValue, low: Double? = nil,
    high: Double? = nil
  ) -> ReportFigure {
    ReportFigure(path, unit, value, low: low, high: high, headlines: HeadlineMetric.all)
  }

  private func report(_ figures: [ReportFigure], variant: String = "v") -> MadeUpReport {
    MadeUpReport(figures: [
      FigureSet(
        scenario: "s", variant: variant, isOneOfSeveral: false, end: 900, figures: figures)
    ])
  }

  private func name(_ path: String, _ unit: MetricUnit) -> String {
    let figure = figure(path, unit, .undefined)
    let name = OpenMetricsName(path, unit, definedAs: figure.definedAs)
    let labels = name.labels.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    return labels.isEmpty ? name.family : "\(name.family){\(labels)}"
  }

  @Test(
    "a path is a name with its base unit, and labels",
    arguments: [
      ("attempts", MetricUnit.count, "squall_attempts"),
      ("recover.p99", .seconds, "squall_recover_seconds{quantile=0.99}"),
      ("recover.p50", .seconds, "squall_recover_seconds{quantile=0.5}"),
      ("recover.p999", .seconds, "squall_recover_seconds{quantile=0.999}"),
      ("spread.1.p5", .seconds, "squall_spread_1_seconds{quantile=0.05}"),
      ("recover.max", .seconds, "squall_recover_seconds{quantile=1}"),
      ("recover.mean", .seconds, "squall_recover_mean_seconds"),
      ("recover.count", .count, "squall_recover_count"),
      ("end_s", .seconds, "squall_end_seconds"),
      ("gave_up_share", .share, "squall_gave_up_ratio"),
      ("attempts_per_client", .ratio, "squall_attempts_per_client"),
      (
        "stations.auth.wait.p99", .seconds,
        "squall_stations_wait_seconds{station=auth,quantile=0.99}"
      ),
      ("stations.auth.served", .count, "squall_stations_served{station=auth}"),
      ("attempt_failures.refused", .count, "squall_attempt_failures_refused"),
      ("cohorts.a.b-c.recover.p90", .seconds, "squall_b_c_recover_seconds{cohort=a,quantile=0.9}"),
      ("cohorts.phones.clients", .count, "squall_clients{cohort=phones}"),
      ("systems.stoat.gave_up", .count, "squall_gave_up{system=stoat}"),
    ])
  func names(path: String, unit: MetricUnit, expected: String) {
    #expect(name(path, unit) == expected)
  }

  @Test("no two metrics have one name, and one name has one unit")
  func everyMetric() {
    let wordPattern = /squall_[a-zA-Z0-9_]+/
    var labels: Set<OpenMetricsName> = []
    var units: [String: String?] = [:]
    for row in metricRows {
      for part in [OpenMetricsName.Part.value, .low, .high] {
        let name = OpenMetricsName(row.path, row.unit, definedAs: row.definition.name, part)
        #expect(labels.insert(name).inserted, "\(row.path)")
        #expect(units[name.family] ?? name.unit == name.unit, "\(row.path)")
        #expect(name.family.wholeMatch(of: wordPattern) != nil, "\(name.family)")
        units[name.family] = name.unit
      }
    }
    #expect(units.count > 100)
  }

  @Test("a document of every kind of value, to the letter")
  func document() throws {
    let report = report(
      [
        figure("attempts", .count, .count(7)),
        figure("recover.p50", .seconds, .number(1.5), low: 1, high: 2),
        figure("recover.p99", .seconds, .never), figure("recover.max", .seconds, .undefined),
        figure("metastable", .truth, .boolean(true)), figure("limited_by", .word, .word("auth")),
      ], variant: "a\\b\"c\nd")
    let lines = try OutputFormat.openMetrics.text(of: report).split(separator: "\n")
    let samples = lines.filter { !$0.hasPrefix("#") }
    let place = #"scenario="s",variant="a\\b\"c\nd""#
    #expect(
      samples.map(String.init) == [
        #"squall_run_info{\#(place),seeds="1 to 3",digest="abc",version="squall 1.0 (abc)"} 1"#,
        "squall_attempts{\(place)} 7",
        "squall_recover_seconds{\(place),quantile=\"0.5\"} 1.5",
        "squall_recover_seconds{\(place),quantile=\"0.99\"} +Inf",
        "squall_recover_low_seconds{\(place),quantile=\"0.5\"} 1",
        "squall_recover_high_seconds{\(place),quantile=\"0.5\"} 2",
        "squall_metastable{\(place)} 1", "squall_limited_by{\(place),word=\"auth\"} 1",
      ])
    #expect(lines.last == "# EOF")
    let recover = try #require(lines.firstIndex(of: "# TYPE squall_recover_seconds gauge"))
    #expect(lines[recover + 1] == "# UNIT squall_recover_seconds seconds")
    #expect(lines[recover + 2].hasPrefix("# HELP squall_recover_seconds Time to recover. "))
    #expect(lines.allSatisfy { !($0.hasPrefix("# HELP") && $0.contains("\"")) })
  }

  @Test("benchmarks are split by which way is better; never counts as worse than any time")
  func benchmarks() throws {
    let report = report([
      figure("recover.p99", .seconds, .never),
      figure("recover.p50", .seconds, .number(3), low: 2, high: 4.5),
      figure("storm_efficiency", .share, .number(0.5)), figure("gave_up", .count, .undefined),
      figure("arrivals", .count, .count(3)),
    ])
    let smaller = try entries(.benchmarkSmaller, report)
    #expect(smaller.map { $0["name"] as? String } == ["s: recover.p99", "s: recover.p50"])
    #expect(smaller.map { $0["value"] as? Double } == [900, 3])
    #expect(smaller.map { $0["unit"] as? String } == ["s", "s"])
    #expect(smaller.map { $0["range"] as? String } == [nil, "± 1.25"])
    let extra = try #require(smaller[0]["extra"] as? String)
    #expect(extra.hasPrefix("Time to recover.\nNever within the run"))
    #expect(extra.hasSuffix("seeds: 1 to 3, digest: abc, version: squall 1.0 (abc)"))
    let bigger = try entries(.benchmarkBigger, report)
    #expect(bigger.map { $0["name"] as? String } == ["s: storm_efficiency"])
    #expect(try OutputFormat.benchmarkBigger.text(of: self.report([])) == "[]\n")
  }

  private func entries(_ format: OutputFormat, _ report: MadeUpReport) throws -> [[String: Any]] {
    let text = try format.text(of: report)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  @Test("a run gives each of its metrics; every headline of it goes one of two ways")
  func run() throws {
    let summary = try summary(restartRun())
    let report = RunReport(summary, slo: [], facts: facts)
    let set = try #require(report.figures.first)
    #expect(set.figures.map(\.path) == summary.reported.map(\.path))
    #expect(set.title == "gateway-restart" && set.variant == "stoat-web" && set.end == 180)
    let judged = set.figures.filter { $0.better != nil }.map(\.path)
    #expect(Set(judged) == Set(HeadlineMetric.reported(for: summary.scenario).map(\.path)))
    #expect(set.figures.allSatisfy { !$0.definition.isEmpty })
  }
}
