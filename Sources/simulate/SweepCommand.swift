import ArgumentParser
import Campaigns
import Foundation
import Scenarios
import SweepStore

struct SweepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Runs a scenario with all combinations of values, formulas and seeds.",
    usage: "simulate sweep [SCENARIO] --vary key=v1,v2 ... [options]",
    discussion: """
      Every cell of the grid is judged before the first is run; sweep.csv has one row for each \
      metric of each cell. --backoff is repeatable here, and --seed is the first of the seeds. \
      Promises (slo) of the scenario are not judged.

      Finished cells are kept beside the results folder, in .<name>.sweep: the same command goes on \
      where it was interrupted or killed. Shards, run apart, are put together by simulate merge. \
      See docs/sweeps.md.
      """)

  @OptionGroup(title: "Scenario") var scenario: ScenarioOptions
  @OptionGroup(title: "Scenario") var policies: BackoffOption
  @OptionGroup(title: "Grid") var grid: GridOptions
  @OptionGroup(title: "Grid") var shards: ShardOption
  @OptionGroup(title: "Replications") var replications: ReplicationOptions
  @OptionGroup(title: "Output") var output: SweepOutputOptions

  @Option(help: "Progress on stderr; auto: only on a terminal.")
  var progress = ProgressStyle.auto

  @Flag(help: "Drop the unfinished work of an earlier sweep under this name.")
  var restart = false

  func run() throws {
    let (count, wish) = try replications.parsed(default: 1)
    guard scenario.slo.isEmpty else {
      throw CommandFailure.usage(
        "--slo \(scenario.slo[0]): a sweep judges no promises; `simulate run` does")
    }
    let shard = try shards.part()
    let plan = try plan(seeds: count)
    let target = output.folder("sweep", plan.scenario.name, shard)
    let place = try output.replacing.place(target, of: plan.scenario.name, .sweep)
    let part = shard ?? .whole
    let threads = try MemoryBudget(plan.memory)
      .threads(wish, for: max(1, part.size(of: plan.grid.cells)), kept: 0)
    Interruption.listen()
    announce(plan, shard)
    let run = JournaledRun(
      plan, part, threads: threads, place: place, isQuiet: output.quiet, progress: progress)
    let facts = try run.run {
      try SweepWork(run.description, plan, part, place: place, restarts: restart)
    }
    try output.report(place.path, facts)
  }

  private func plan(seeds count: Int) throws(CommandFailure) -> SweepPlan {
    let source = try scenario.source()
    let base = SweepBase(
      bytes: source.bytes, file: source.label,
      overrides: source.overrides + (try scenario.overrides(backoff: nil)),
      checks: .commandLine)
    let first: Scenario
    do throws(ScenarioError) {
      first = try base.decode()
    } catch {
      throw .usage(error.description)
    }
    let grid = try grid.grid(of: first, backoffs: policies.backoff, count: count)
    if grid.points > Self.manyPoints, !output.quiet {
      Output.note("judging \(grid.points) scenarios before the first run")
    }
    do throws(SweepError) {
      return try SweepPlan(base, grid, MetricSelection(self.grid.metric))
    } catch {
      throw .usage(error.description)
    }
  }

  /// From here on judging takes seconds.
  private static let manyPoints = 10_000

  private func announce(_ plan: SweepPlan, _ shard: Shard?) {
    if output.quiet { return }
    let part = shard.map { " shard=\($0) own=\($0.size(of: plan.grid.cells))" } ?? ""
    Output.note(
      "cells=\(plan.grid.cells)\(part) scenario=\(plan.scenario.name) squall \(Version.number)")
    scenario.noteWhatCohortsKeep(
      of: plan.scenario, replacesBackoff: !policies.backoff.isEmpty,
      isVaried: { path in plan.grid.variations.contains { $0.covers(path) } })
    Output.warn(plan.backoffWarnings)
  }
}
