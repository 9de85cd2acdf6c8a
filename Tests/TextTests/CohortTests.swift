import Primitives
import TestRuns
import Testing

@testable import Findings
@testable import Scenarios
@testable import Simulator
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("Figures of each cohort") struct CohortTests {
  private let mix = "clients.mix=[{name: phones, share: 45%}, {name: laptops, share: 55%}]"

  /// Of 100 affected phones all are back after 1 to 100 s; of as many laptops ten never.
  private func run() -> RunResult {
    var run = restartRun()
    run.cohorts = [CohortResult(name: "phones"), CohortResult(name: "laptops")]
    run.course.atClear?.hasWaiting = [true, true]
    run.cohorts[0].clients = 4_500
    run.cohorts[0].recovery.affected = 100
    run.cohorts[0].recovery.recoveries = (1...100).map { .seconds($0) }
    run.cohorts[1].clients = 5_500
    run.cohorts[1].attempts = 11_000
    run.cohorts[1].recovery.affected = 100
    run.cohorts[1].recovery.recoveries = (1...90).map { .seconds($0) }
    run.cohorts[1].recovery.outcomes.gaveUp = 10
    run.load.perSecond.connectedOfCohort = run.cohorts.map { _ in run.load.perSecond.connected }
    return run
  }

  @Test func inTheSummaryAndInPromises() throws {
    let made = try summary(run(), set: [mix])
    #expect(made.value(at: "cohorts.phones.recover.p99") == .number(99))
    #expect(made.value(at: "cohorts.laptops.recover.p99") == .never)
    #expect(made.value(at: "cohorts.laptops.attempts_per_client") == .number(2))
    let promises = try ["phones.recover.p99 < 100s", "laptops.recover.p99 < 100s"]
      .map { try parseServiceLevel("cohorts.\($0)") }
    let found = made.check(promises)
    #expect(found.map(\.isKept) == [true, false])
    #expect(found[1].reason == "10 of 100 affected clients did not come back")
  }

  @Test func inTheFiles() throws {
    let made = try summary(run(), set: [mix])
    let rows = summaryCSV(made)
    #expect(rows.contains(",cohorts.laptops.recover,p99,inf,s\n"))
    #expect(rows.contains(",cohorts.phones.recover,p99,99,s\n"))
    let header = timeSeriesCSV(made.run).prefix { $0 != "\n" }
    #expect(header.hasSuffix(",connected.phones,connected.laptops"), "\(header)")
  }

  @Test func inTheTerminal() throws {
    let made = try summary(run(), set: [mix])
    func lines(_ width: Int) -> [String] {
      RunReport(made, slo: [], facts: facts).shown(from: nil, TerminalStyle(width: width))
        .text().split(separator: "\n").map(String.init)
    }
    let wide = lines(120)
    let place = try #require(wide.firstIndex { $0.hasPrefix("  cohort") })
    #expect(
      wide[place].split(separator: " ") == [
        "cohort", "clients", "recover", "p99", "downtime", "p99", "recover", "p50", "attempts",
        "each",
        "not", "back",
      ])
    #expect(
      wide[place + 1].split(separator: " ") == [
        "phones", "4,500", "99.0", "s", "-", "50.0", "s", "0",
      ])
    #expect(
      wide[place + 2].split(separator: " ") == [
        "laptops", "5,500", "never", "-", "50.0", "s", "2", "gave", "up", "10",
      ])
    for line in lines(60) where line.contains("laptops") {
      #expect(line.count <= 60 && line.contains("never") && line.hasSuffix("gave up 10"))
    }
  }

  @Test func oneCohortIsTheFleet() throws {
    let made = try summary(restartRun())
    let text = RunReport(made, slo: [], facts: facts).shown(from: nil, TerminalStyle()).text()
    #expect(!text.contains("  cohort"))
    #expect(!summaryCSV(made).contains("cohorts."))
  }
}
