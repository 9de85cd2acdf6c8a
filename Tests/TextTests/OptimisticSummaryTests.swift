import Primitives
import Sessions
import TestRuns
import Testing

@testable import Findings
@testable import Scenarios
@testable import Simulator
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

/// A hundred clients, 796 writes, 4.8 s.
private func contentionRun() -> RunResult {
  var run = idleRun(.optimistic, clients: 100)
  run.course.clear = .start
  run.course.end = .start + .milliseconds(4_800)
  run.recovery.affected = 100
  run.recovery.recoveries = (1...100).map { .milliseconds(48 * $0) }
  run.load.attempts = 796
  run.load.calls = 796
  run.load.failures = [(.refused, 0), (.conflict, 696)]
  run.sessions.contention = ContentionFigures(
    clients: 100, successes: 100, lastSuccess: run.course.end, rowVersion: 100)
  run.reach(.optimistic, OptimisticMilestone.writing, 796)
  run.reach(.optimistic, OptimisticMilestone.conflict, 696)
  return run
}

@Suite("The summary of a contention")
struct OptimisticSummaryTests {
  private func text(_ run: RunResult, _ overrides: String..., width: Int = 100) throws -> String {
    RunReport(try summary(run, set: fleet(.optimistic) + overrides), slo: [], facts: facts)
      .shown(from: nil, TerminalStyle(width: width)).text()
  }

  @Test func saysHowManyWritesItTook() throws {
    let text = try text(contentionRun())
    let lines = [
      "  attempts     796 (7.96 a client)   failed: conflict 696\n",
      "  contention   writes 796   conflicts 696   row version 100   all done after 4.80 s\n",
      "  100 clients changed one row, the last after 4.80 s. 696 of 796 writes (87.4 %) came too late: "
        + "the\n  row had changed since it was read.\n",
    ]
    for line in lines { #expect(text.contains(line), "\(text)") }
    #expect(text.contains("\n  done         |"))
  }

  @Test func saysWhoGaveUp() throws {
    var run = contentionRun()
    run.recovery.outcomes = Outcomes(recovered: 97, gaveUp: 3)
    run.recovery.recoveries.removeLast(3)
    run.sessions.contention.successes = 97
    run.reach(.optimistic, OptimisticMilestone.gaveUp, 3)
    let text = try text(run)
    #expect(text.contains("all done after never"), "\(text)")
    #expect(
      text.contains("  3 clients gave up: the formula stops before a write succeeds."), "\(text)")
    #expect(!text.contains("changed one row"))
  }

  @Test func completionHasARowInTheMeansOfSeveralSeeds() throws {
    let text = try #require(ScenarioFile.builtIn("contention"))
    let experiment = try Experiment(try ScenarioFile.decode(text: text, file: "contention"))
    let seeds = try #require(SeedRange(first: 1, count: 2))
    let measured = try (1...2).map { seed in
      let seeded = experiment.seeded(UInt64(seed))
      return Replication(Summary(seeded, try seeded.run()))
    }
    let made = ReplicatedSummary(experiment, seeds: seeds, measured: measured)
    let table = estimateTable(made, width: 100)
    for label in ["writes", "conflicts", "completion"] {
      #expect(table.contains { $0.hasPrefix("  \(label) ") }, "\(table)")
    }
  }

  @Test(arguments: [60, 80, 120]) func keepsToTheWidth(width: Int) throws {
    for line in try text(contentionRun(), width: width).split(separator: "\n") {
      #expect(line.count <= width, "\(line)")
    }
  }
}
