import Documents
import Metrics
import TestRuns
import Testing

@testable import Findings
@testable import Scenarios
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("The verdict of a comparison") struct ComparisonVerdictTests {
  private func comparison(
    _ formulas: String..., seeds: Int, rankedBy: String = "recover.p99",
    set overrides: [String] = [], precision: Precision? = nil
  ) throws -> ComparisonDocument {
    let scenario = try ScenarioFile.decode(
      text: try #require(ScenarioFile.builtIn("gateway-restart")), file: "gateway-restart",
      overrides: (["clients.count=20"] + overrides).compactMap { Override($0) }, checks: .none)
    var runs = PairedRuns([scenario], try formulas.map { try Variant($0) })
    let pool = WorkPool(threads: 2)
    try runs.extend(by: seeds, on: pool)
    return ComparisonDocument(
      runs, rankedBy: try #require(HeadlineMetric.named(rankedBy)), precision: precision, on: pool
    ).judged(runs)
  }

  private func sentences(_ comparison: ComparisonDocument) -> String {
    comparison.sentences.joined(separator: " ")
  }

  @Test func oneSeedDecidesNothing() throws {
    let words = sentences(try comparison("2^x", "uniform(0s, 1m)", seeds: 1))
    #expect(words.hasPrefix("2^x is back first, 99 % of it after "))
    #expect(words.contains(", but the seeds do not tell it from uniform(0s, 1m), "))
    let doubt = " (the seeds do not tell it from 2^x)"
    #expect(
      words.contains("uniform(0s, 1m) has the lowest peak, 3 arrivals in 1 s\(doubt), and the "))
    #expect(words.contains("and the fewest attempts, 2.70 a client\(doubt)."))
  }

  @Test func severalSeedsDecideWhatIsFarApart() throws {
    let words = sentences(try comparison("2^x", "uniform(0s, 1m)", seeds: 5))
    #expect(words.contains(" s ahead of uniform(0s, 1m)."))
    #expect(words.contains(" a client. "))
  }

  @Test func whoIsTheSame() throws {
    let words = sentences(try comparison("2^x", "2 ^ x", seeds: 2))
    #expect(words.contains("; 2 ^ x is exactly as good."))
    #expect(words.contains(" a client (the same as 2 ^ x)."))
    #expect(words.contains("All are on the front of recovery, peak and attempts: none beats"))
  }

  @Test func whoGivesUp() throws {
    let words = sentences(try comparison("2^x", "signalr", seeds: 2))
    #expect(words.contains("Clients give up with signalr."))
    #expect(
      words.contains("Only 2^x brings everybody back: with a peak of 20 arrivals in 1 s, and "))
    #expect(!words.contains("has the lowest peak"))
  }

  /// Who loses clients may have the lowest peak of all: the sentence is about the others, and says so.
  @Test func whoLosesClientsIsNotTheCheapest() throws {
    let whole = try comparison("2^x", "uniform(0s, 1m)", "2s, attempts: 1", seeds: 2)
    let fewest = try #require(
      whole.parts[0].variants.min {
        $0.figure("attempts_per_client")! < $1.figure("attempts_per_client")!
      })
    #expect(fewest.name.hasSuffix("attempts: 1"))
    let words = sentences(whole)
    #expect(
      words.contains(" Of those that bring everybody back, uniform(0s, 1m) has the lowest peak, "))
  }

  @Test func sharesAreApartByPoints() throws {
    let words = sentences(
      try comparison(
        "2^x", "uniform(0s, 1m)", seeds: 5, rankedBy: "storm_efficiency",
        // A bound takes a hundred clients, and a gateway that does not let them all in at once.
        set: ["clients.count=200", "gateway.admission={rate: 5/s}"]))
    #expect(words.contains("has the best storm_efficiency, "))
    #expect(words.contains(" points "))
  }

  @Test func aPrecisionThatIsNotReached() throws {
    let missed = try comparison(
      "2^x", "uniform(0s, 1m)", seeds: 3, precision: Precision(relative: 0.000_1))
    #expect(missed.precision?.reached == false)
    #expect(
      sentences(missed).hasSuffix(
        "After 3 seeds the interval of recover.p99 is still wider than ± 0.01 % with 2^x and "
          + "uniform(0s, 1m)."))
    let reached = try comparison(
      "2^x", "1.5^x", seeds: 6, precision: Precision(relative: 0.9))
    #expect(reached.precision?.reached == true)
    // The range of five seeds has no 95 %, however narrow it is.
    let five = try comparison("2^x", "1.5^x", seeds: 5, precision: Precision(relative: 0.9))
    #expect(five.precision?.reached == false)
    #expect(!sentences(reached).contains("still wider"))
  }
}

@Suite("What a comparison goes by") struct ComparisonMeasureTests {
  private func comparison(
    _ scenarios: [String], rankedBy: String? = nil
  ) throws -> ComparisonReport {
    let scenarios = try scenarios.map { name in
      try decoded(
        try #require(ScenarioFile.builtIn(name)), file: name, set: ["clients.count=60"])
    }
    var runs = PairedRuns(scenarios, try ["2^x", "uniform(0s, 4s)"].map { try Variant($0) })
    let pool = WorkPool(threads: 2)
    try runs.extend(by: 3, on: pool)
    let document = ComparisonDocument(
      runs, rankedBy: try rankedBy.map { try #require(HeadlineMetric.named($0)) }, on: pool)
    return ComparisonReport(document.judged(runs), of: runs, sameAxes: false, facts: facts)
  }

  /// Node after node restarts: nearly everybody is back before the last one is.
  @Test func aRollingRestartIsTheTimeAway() throws {
    let report = try comparison(["rolling-restart"])
    let part = report.document.parts[0]
    #expect(report.document.rankedBy == "downtime.p99" && part.recovery == "downtime.p99")
    #expect(part.variants.allSatisfy { $0.figure("recover.p99") == 0 })
    let figures = part.ranked.map { $0.figure("downtime.p99")! }
    #expect(figures[0] < figures[1])
    #expect(part.beats(part.ranked[0], part.ranked[1]) || part.ranked[1].onFront)
    let words = report.document.sentences.joined(separator: " ")
    #expect(words.contains("is away for the shortest time, 99 % of it for "))
    #expect(
      words.contains("What counts is the time away: in most runs the time to recover is 0 for"))
    #expect(words.contains("front of downtime, peak and attempts"))
    #expect(!words.contains("back first"))
    #expect(part.pairs.first { $0.metric == "downtime.p99" }?.p != nil)
    #expect(part.pairs.first { $0.metric == "recover.p99" }?.p == nil)
    #expect(report.text().contains("99 % away for"))
  }

  @Test func eachScenarioGoesByItsOwn() throws {
    let report = try comparison(["rolling-restart", "gateway-restart"])
    #expect(report.document.rankedBy == "recover.p99")
    let rankings = report.document.parts.map(report.document.ranking)
    #expect(rankings == ["downtime.p99", "recover.p99"])
    #expect(report.text().contains("downtime.p99 or recover.p99 over 2 scenarios"))
  }

  @Test func whoAsksForAMetricGetsItsColumn() throws {
    for metric in ["detect.p99", "recover.p90", "arrivals", "storm_efficiency"] {
      let report = try comparison(["gateway-restart"], rankedBy: metric)
      #expect(report.document.rankedBy == metric)
      #expect(report.text().contains(" \(metric) "), "\(metric)")
      let figures = report.document.parts[0].ranked.compactMap { $0.figure(metric) }
      let isHigh = metric == "storm_efficiency"
      #expect(figures == figures.sorted(by: isHigh ? (>) : (<)), "\(metric)")
    }
    #expect(HeadlineMetric.named("limited_by") == nil)
    #expect(HeadlineMetric.named("cohorts.phones.recover.p99")?.statistic == .median)
    let scenario = try decoded("name: x")
    let cohort = try #require(HeadlineMetric.named("cohorts.phones.recover.p99"))
    #expect(cohort.problem(in: scenario) == "the fleet has only one cohort: write recover.p99")
  }

  @Test func theTableHasPercentilesOfEveryDistribution() throws {
    let report = try comparison(["gateway-restart"])
    var paths: [String: Int] = [:]
    report.forEachRow { paths[$0[2], default: 0] += 1 }
    for name in ["recover", "recover_away", "recover_last", "downtime", "detect"] {
      for figure in ["p50", "p90", "p99"] { #expect(paths["\(name).\(figure)"] == 2) }
    }
    #expect(paths["stations.handshake.wait.p99"] == 2)
    // Nobody writes rows in this fleet.
    #expect(paths.keys.allSatisfy { !$0.hasPrefix("chatSocket.") })
  }
}
