import Documents
import Foundation
import Measurements
import Primitives
import SwiftCSV
import Synchronization
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Simulator
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("The files of several runs") struct ReplicatedFilesTests {
  /// Three runs made by hand, of which the second has a client that never came back and the third
  /// ends a second later.
  private func made() throws -> (summary: ReplicatedSummary, pooled: PooledResults) {
    let experiment = try Experiment(scenario(["seed=7"]))
    var pooled = PooledResults()
    var replications: [Replication] = []
    for index in 0..<3 {
      var run = restartRun()
      run.course.events = 100 + index
      run.recovery.outcomes.gaveUp = index
      run.recovery.outcomes.recovered -= index
      if index == 1 { run.recovery.recoveries.removeLast() }
      if index == 2 {
        run.course.end = .seconds(181)
        run.load.perSecond.connected.set(9_000, bin: 180)
        run.load.perSecond.busy.append(run.load.perSecond.busy[179] + 1.5)
        run.load.perSecond.attempts.add(6, at: .seconds(180))
      }
      let summary = Summary(experiment.seeded(UInt64(7 + index)), run)
      pooled.add(summary)
      replications.append(Replication(summary))
    }
    let seeds = SeedRange(first: 7, count: 3)!
    return (ReplicatedSummary(experiment, seeds: seeds, measured: replications), pooled)
  }

  @Test func summary() throws {
    let text = try documentText(ReplicationsDocument(made().summary))
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let object = try #require(json)
    #expect(object["replications"] as? Int == 3)
    #expect(object["seeds"] as? [String: Int] == ["first": 7, "last": 9])
    #expect(object["events"] as? Int == 303)
    #expect(object["truncated"] as? Bool == false)
    let runs = try #require(object["runs"] as? [[String: Any]])
    #expect(runs.map { $0["seed"] as? Int } == [7, 8, 9])
    #expect(runs.map { $0["events"] as? Int } == [100, 101, 102])
    #expect(runs.allSatisfy { ($0["digest"] as? String)?.count == 16 && $0.count == 3 })
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(
      findings.map { "\($0["code"] ?? "") \($0["runs"] ?? "")" }
        == ["arrival-burst 3", "gave-up 2", "others-came-back 2", "formula-paces 1"])
    #expect(findings[1]["sentence"] as? String == "1 client gave up: the formula stops.")
    #expect(
      (object["verdict"] as? String)?.hasPrefix("In all 3 runs: At 61 s attempts arrive") == true)
    #expect((object["verdict"] as? String)?.contains("In 2 of 3 runs: 1 client gave up") == true)
    #expect(object["formulas"] as? [String] == ["stoat-web"])
    #expect((object["warnings"] as? [Any])?.isEmpty == true)
    let metrics = try #require(object["metrics"] as? [String: [String: Any]])
    #expect(Set(metrics.keys) == Set(MetricNames.all.filter(isAlwaysReported)))
    let gaveUp = try #require(metrics["gave_up"])
    #expect(gaveUp["mean"] as? Double == 1 && gaveUp["max"] as? Int == 2)
    // Standard error 1 / sqrt(3), t 4.302653.
    #expect(abs(try #require(gaveUp["low"] as? Double) - (1 - 2.484_138)) < 1e-6)
    #expect(abs(try #require(gaveUp["high"] as? Double) - (1 + 2.484_138)) < 1e-6)
    let last = try #require(metrics["recover.max"])
    #expect(last["mean"] is NSNull && last["low"] is NSNull && last["max"] is NSNull)
    #expect(last["min"] as? Double == 49.996)
  }

  @Test func tidyRowsOfEverySeed() throws {
    let (summary, _) = try made()
    let back = try CSV<Named>(string: summaryCSV(summary), delimiter: .comma)
    let count = summary.estimates.count
    #expect(back.rows.count == 3 * count)
    for (index, row) in back.rows.enumerated() {
      #expect(row["run"] == "\(index / count + 1)")
      #expect(row["seed"] == "\(index / count + 7)")
    }
    // But for run and seed, the rows are those of the run alone.
    let alone = summaryCSV(Summary(try Experiment(scenario(["seed=7"])), firstRun()))
    #expect(summaryCSV(summary).hasPrefix(alone))
  }

  private func firstRun() -> RunResult {
    var run = restartRun()
    run.course.events = 100
    return run
  }

  @Test func distributionsAreAddedUp() throws {
    let (_, pooled) = try made()
    let recover = try #require(pooled.distributions.first { $0.metric == "recover" })
    #expect(recover.recorder.count == 29_999)
    let back = try CSV<Named>(string: percentilesCSV(pooled.distributions), delimiter: .comma)
    func value(_ metric: String, _ percentile: String) throws -> Double? {
      let row = try #require(
        back.rows.first { $0["metric"] == metric && $0["percentile"] == percentile })
      return row["value_s"].flatMap(Double.init)
    }
    // Each value three times over: the same percentiles, to three digits.
    #expect(abs(try #require(try value("recover", "50")) - 24.996) < 0.025)
    #expect(abs(try #require(try value("recover", "99")) - 49.496) < 0.05)
    // One of 30,000 never came back.
    #expect(try value("recover", "100") == .infinity)
    #expect(try value("downtime", "100") == 109.996)
    #expect(try value("detect", "50") == 0.05)
    let files = try ReplicatedReport(made().summary, pooled, facts: facts).contents
    #expect(files.map(\.name).contains("recover.hgrm"))
    let text = try #require(files.first { $0.name == "recover.hgrm" }?.text)
    #expect(text.contains("Total count    =        29999]"))
  }

  @Test func meansOfEachSecond() throws {
    let back = try CSV<Named>(string: made().pooled.series.csv, delimiter: .comma)
    #expect(back.header == timeSeriesHeader([]) + PooledSeries.ownColumns)
    #expect(back.rows.count == 181)
    #expect(back.rows[61]["arrivals"] == "7820")
    #expect(back.rows[61]["runs"] == "3")
    #expect(back.rows[121]["busy"] == "0.2")
    // Only one run got there.
    #expect(back.rows[180]["runs"] == "1")
    #expect(back.rows[180]["attempts"] == "6")
    #expect(back.rows[180]["connected"] == "9000")
    #expect(back.rows[180]["busy"] == "1.5")
  }

  @Test func meansOverUnequalRuns() throws {
    var series = PooledSeries()
    for attempts in [1, 4] as [UInt32] {
      var run = quietRun(clients: 10)
      run.load.perSecond.attempts.add(attempts, at: .seconds(3))
      run.course.end = attempts == 1 ? .seconds(5) : Instant(nanoseconds: 4_500_000_000)
      for second in 0..<(attempts == 1 ? 5 : 4) {
        run.load.perSecond.connected.set(attempts * 10, bin: second)
        run.load.perSecond.busy.append(0)
      }
      series.add(run)
    }
    let lines = series.csv.split(separator: "\n")
    #expect(lines[4] == "3,2.5,0,0,0,0,0,0,0,25,0,0,0,0,2,0,0,10,40")
    // Its last half second counts for attempts, but its gauges were not read.
    #expect(lines[5] == "4,0,0,0,0,0,0,0,0,10,0,0,0,0,2,0,0,10,10")
  }

  @Test func brokenOffRunsAreLeftOut() throws {
    let experiment = try Experiment(scenario())
    var cut = restartRun()
    cut.course.isTruncated = true
    let complete = Summary(experiment, restartRun())
    for order in [[true, false], [false, true], [true, false, true]] {
      var pooled = PooledResults()
      for isCut in order { pooled.add(isCut ? Summary(experiment, cut) : complete) }
      #expect(pooled.distributions.first { $0.metric == "recover" }?.recorder.count == 10_000)
    }
    var partial = PooledResults()
    for _ in 0..<2 { partial.add(Summary(experiment, cut)) }
    #expect(partial.distributions.first { $0.metric == "recover" }?.recorder.count == 20_000)
  }

  @Test func manifest() throws {
    let (summary, pooled) = try made()
    var facts = facts
    facts.threads = 2
    facts.cpuSeconds = 0.17
    let files = ReplicatedReport(summary, pooled, facts: facts).contents
    let data = Data(files[0].text.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(files[0].name == "manifest.json")
    #expect(object["replications"] as? Int == 3)
    #expect(object["virtual_s"] as? Int == 541)
    #expect((object["digest"] as? String)?.count == 16)
    #expect((object["resolved"] as? [String: String])?["seed"] == "7")
    #expect(object["files"] as? [String] == files.dropFirst().map(\.name))
    let clock = try #require(object["wall_clock"] as? [String: Any])
    #expect(clock["threads"] as? Int == 2)
    #expect(clock["cpu_seconds"] as? Double == 0.17)
    let slo = try #require(object["slo"] as? [[String: Any]])
    #expect(slo.allSatisfy { $0["failed_in"] as? Int == 0 && $0["kept"] as? Bool == true })
    // A folder of several runs may take the place of one of a single run, and the reverse.
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = scratch.path + "/run"
    let single = Summary(try Experiment(scenario()), restartRun())
    try RunReport(single, slo: [], facts: facts).write(to: ResultsPlace(path, .run))
    try ReplicatedReport(summary, pooled, facts: facts).write(to: ResultsPlace(path, .run))
    #expect(try scratch.text("run/summary.json").contains("\"replications\": 3"))
    try RunReport(single, slo: [], facts: facts).write(to: ResultsPlace(path, .run))
    #expect(scratch.names() == ["run"])
  }

  /// Real runs on one, two and seven threads: every byte but the facts of the wall clock.
  @Test func threadsChangeNothing() throws {
    let experiment = try Experiment(
      scenario(["clients.count=150", "clients.backoff=aws-full", "seed=3"]))
    let seeds = SeedRange(first: 3, count: 9)!
    let folders = try [1, 2, 7].map { threads in
      let pooled = Mutex(PooledResults())
      let measured = try WorkPool(threads: threads).run(
        experiment.replicated(seeds), each: { summary in pooled.withLock { $0.add(summary) } })
      let summary = ReplicatedSummary(experiment, seeds: seeds, measured: measured)
      return ReplicatedReport(summary, pooled.withLock { $0 }, facts: facts).contents
    }
    for folder in folders.dropFirst() {
      #expect(folder.map(\.name) == folders[0].map(\.name))
      for (a, b) in zip(folder, folders[0]) { #expect(a.text == b.text, "\(a.name)") }
    }
  }

  @Test func terminal() throws {
    let (summary, _) = try made()
    var facts = facts
    facts.threads = 2
    let report = ReplicatedReport(summary, PooledResults(), facts: facts)
    let text = report.shown(from: "results/gateway-restart", TerminalStyle()).text()
    #expect(text == terminalText + "\n", "\(text)")
    for width in [60, 72, 80, 140] {
      let style = TerminalStyle(width: width)
      let lines = report.shown(from: nil, style).text()
      for line in lines.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }
  }
}

private let terminalText = """
  gateway-restart   10,000 stoat clients (spec)   stoat-web   seeds 7 to 9

                             over the seeds           interval       min       max
    peak in 1 s                median 7,820     7,820 to 7,820     7,820     7,820
    peak in 1 s, after clear     median 200         200 to 200       200       200
    attempts a client             mean 4.74       4.74 to 4.74      4.74      4.74
    time to recover p50       median 25.0 s   25.0 s to 25.0 s    25.0 s    25.0 s
    time to recover p99       median 49.5 s   49.5 s to 49.5 s    49.5 s    49.5 s
    time to recover max                   -                  -    50.0 s     never
    downtime p99             median 109.5 s 109.5 s to 109.5 s   109.5 s   109.5 s
    detection p99             median 0.05 s   0.05 s to 0.05 s    0.05 s    0.05 s
    recovered                    mean 9,999    9,997 to 10,001     9,998    10,000
    gave up                          mean 1      -1.48 to 3.48         0         2
    shed                           mean 500         500 to 500       500       500
    wasted work                  mean 1.0 %     1.0 % to 1.0 %     1.0 %     1.0 %
    efficiency                median 38.0 %   38.0 % to 38.0 %    38.0 %    38.0 %
    So few seeds bound a median with 75 % only; intervals of means have 95 %.

    findings     arrival-burst in 3 of 3   gave-up in 2 of 3   others-came-back in 2 of 3
                 formula-paces in 1 of 3

    kept         in_error == 0   in all 3 runs   found 0
    kept         stuck == 0   in all 3 runs   found 0

    results/gateway-restart   3 runs   1 digest   303 events in 0.09 s   2 threads
  """
