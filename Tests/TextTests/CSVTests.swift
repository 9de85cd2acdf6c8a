import Documents
import Foundation
import Primitives
import SwiftCSV
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Store
@testable import Studies
@testable import Text

@Suite struct CSVTests {
  @Test func quotingReadsBack() throws {
    let odd = ["plain", "a,b", "say \"hi\"", "two\nlines", "", "blank ", "ü"]
    var csv = CSVText(header: ["a", "b", "c", "d", "e", "f", "g"])
    csv.add(odd)
    #expect(csv.text.hasSuffix("\n"))
    #expect(!csv.text.contains("\r"))
    let back = try CSV<Enumerated>(string: csv.text, delimiter: .comma)
    #expect(back.rows == [odd])
  }

  @Test func summaryIsTidy() throws {
    let formula = "min(20s, uniform(1s, 3 * max(prev, 1s)))"
    let made = try summary(restartRun(), set: ["clients.backoff=\"\(formula)\""])
    let back = try CSV<Named>(string: summaryCSV(made), delimiter: .comma)
    #expect(
      back.header == ["run", "scenario", "variant", "seed", "metric", "statistic", "value", "unit"])
    // Nobody asked for names, boxes or links.
    let absent = Set(made.metrics.map(\.path)).subtracting(made.reported.map(\.path))
    #expect(absent.isSuperset(of: ["attempt_failures.dns", "idle_kills"]))
    #expect(back.rows.count == made.reported.count)
    for (row, metric) in zip(back.rows, made.reported) {
      #expect(row["run"] == "1")
      #expect(row["variant"] == formula)
      #expect(row["seed"] == "1")
      #expect(row["metric"] == metric.name)
      #expect(row["statistic"] == metric.statistic)
      #expect(row["unit"] == metric.unit.rawValue)
      if let number = metric.value.number {
        #expect(row["value"].flatMap(Double.init) == number)
      }
    }
    let recover = try #require(back.rows.first { $0["metric"] == "recover" })
    #expect(recover["statistic"] == "count")
    #expect(recover["value"] == "10000")
  }

  @Test func valuesAreNumbers() throws {
    let values: [MetricValue] = [
      .count(12), .number(0.5), .boolean(true), .boolean(false), .never, .undefined,
    ]
    #expect(values.map(\.csvField) == ["12", "0.5", "1", "0", "inf", ""])
    #expect(values.dropLast().allSatisfy { Double($0.csvField) != nil })
    var run = restartRun()
    run.recovery.recoveries.removeLast(200)
    let back = try CSV<Named>(string: summaryCSV(summary(run)), delimiter: .comma)
    func value(_ metric: String, _ statistic: String) -> String? {
      back.rows.first { $0["metric"] == metric && $0["statistic"] == statistic }?["value"]
    }
    #expect(value("recover", "p99") == "inf" && value("metastable", "value") == "0")
    #expect(value("completion", "value") == "")
    #expect(back.rows.allSatisfy { $0["value"] == "" || $0["value"].flatMap(Double.init) != nil })
  }

  @Test func timeSeries() throws {
    var run = restartRun()
    run.course.end = Instant(nanoseconds: 180_300_000_000)
    run.load.perSecond.attempts.add(7, at: run.course.end)
    let back = try CSV<Named>(string: timeSeriesCSV(run), delimiter: .comma)
    #expect(
      back.header == [
        "t_s", "attempts", "arrivals", "accepted", "refused", "shed", "timed_out", "completed",
        "failed", "connected", "queue", "busy", "wasted", "calls",
      ])
    #expect(back.rows.count == 181)
    #expect(back.rows[61]["arrivals"] == "7820")
    #expect(back.rows[120]["arrivals"] == "200")
    #expect(back.rows[59]["connected"] == "10000")
    // 400 less 200 clients' worth of busy servers.
    #expect(back.rows[121]["busy"] == "0.2")
    #expect(back.rows[180]["t_s"] == "180")
    #expect(back.rows[180]["attempts"] == "7")
    #expect(back.rows[180]["connected"] == "")
  }

  @Test func percentiles() throws {
    var run = restartRun()
    run.recovery.recoveries.removeLast(200)
    let back = try CSV<Named>(string: percentilesCSV(summary(run).distributions), delimiter: .comma)
    #expect(back.header == ["metric", "percentile", "value_s"])
    #expect(back.rows.count == 19 * 11)
    func value(_ metric: String, _ percentile: String) -> String? {
      back.rows.first { $0["metric"] == metric && $0["percentile"] == percentile }?["value_s"]
    }
    #expect(value("recover", "50") == "24.996")
    #expect(value("recover", "95") == "47.496")
    // 200 of 10,000 never came back.
    #expect(value("recover", "99") == "inf")
    #expect(value("recover", "100") == "inf")
    #expect(value("downtime", "100") == "109.996")
    #expect(value("spread.7", "50") == "")
    run.course.clear = nil
    #expect(try !percentilesCSV(summary(run).distributions).contains("recover"))
  }
}
