import ArgumentParser
import Documents
import Foundation
import Pages
import Scenarios
import Store
import Studies
import Text

struct SweepCommand: PagedCommand {
  typealias Results = SweepManifest

  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Runs a scenario with all combinations of values, formulas and seeds.",
    usage: "simulate sweep [SCENARIO] --vary key=v1,v2 ... [options]",
    discussion: """
      Every cell of the grid is judged before the first is run; sweep.csv has one row for each \
      metric of each cell. --backoff is repeatable here, and --seed is the first of the seeds. \
      Promises (slo) are judged at each point over its seeds, in promises.csv; where a point breaks \
      one, the exit code is 3.

      Finished cells are kept beside the results folder, in .<name>.sweep: the same command goes on \
      where it was interrupted or killed. Shards, run apart, are put together by simulate merge, \
      which judges the promises. A shard that is finished is not run again. See docs/sweeps.md.
      """)

  @OptionGroup(title: "Scenario") var scenario: ScenarioOptions
  @OptionGroup(title: "Scenario") var policies: BackoffOption
  @OptionGroup(title: "Grid") var grid: GridOptions
  @OptionGroup(title: "Grid") var shards: ShardOption
  @OptionGroup(title: "Cluster") var jobs: JobsOptions
  @OptionGroup(title: "Replications") var replications: ReplicationOptions
  @OptionGroup(title: "Output") var output: SweepOutputOptions

  @Option(help: "Progress on stderr; auto: only on a terminal.")
  var progress = ProgressStyle.auto

  @Flag(
    help:
      "Drop the unfinished work of an earlier sweep under this name; run a finished shard again.")
  var restart = false

  func run() throws {
    let (count, wish) = try replications.parsed(default: 1)
    let shard = try shards.part()
    let request = try request(seeds: count)
    if let engine = jobs.jobs { return try write(engine, plan(request, nil), threads: wish ?? 1) }
    let description = SweepDescription(request, toolVersion: Version.number, commit: Version.commit)
    let target = output.folder("sweep", request.scenario.name, shard)
    let place = try output.replacing.place(target, of: request.scenario.name, .sweep)
    try output.checkFormats(for: SweepReport.self, place.path, isJudging: !request.promises.isEmpty)
    if let shard, !restart, let folder = try finished(description, shard, place) {
      return try output.report(folder, SweepFacts(wallSeconds: nil, notes: ["finished before"]))
    }
    let plan = try plan(request, shard)
    let threads = try MemoryBudget(plan.memory).threads(
      wish, for: max(1, plan.cells.count), kept: 0)
    Interruption.listen()
    announce(plan, shard)
    let run = JournaledRun(
      plan, description, threads: threads, place: place, isQuiet: output.quiet, progress: progress)
    let facts = try run.run {
      try SweepWork(description, plan, place: place, restarts: restart)
    }
    try output.report(SweepFolder(place.path), facts)
  }

  /// The folder of a shard that was run before; nil where it is to be run.
  private func finished(
    _ description: SweepDescription, _ shard: Shard, _ place: ResultsPlace
  ) throws(CommandFailure) -> SweepFolder? {
    do throws(SweepFolderError) {
      let folder = try SweepFolder.finished(description, shard, at: place) { problem in
        if !output.quiet { Output.note("\(problem); the shard is run again") }
      }
      if folder != nil, !output.quiet {
        Output.note(
          "shard \(shard) is finished in \(place.path): nothing is run; --restart runs it again")
      }
      return folder
    } catch {
      throw CommandFailure(error)
    }
  }

  private func request(seeds count: Int) throws(CommandFailure) -> SweepRequest {
    let source = try scenario.source()
    let base = SweepBase(
      bytes: source.bytes, file: source.label,
      overrides: source.overrides + (try scenario.overrides(backoff: nil)),
      promises: try scenario.serviceLevels(of: source), checks: scenario.checks(of: source))
    let first = try CommandFailure.ofUsage { try base.decode() }
    let grid = try grid.grid(of: first, backoffs: policies.backoff, count: count)
    return try CommandFailure.ofUsage {
      try SweepRequest(base, grid, MetricSelection(self.grid.metric))
    }
  }

  private func plan(_ request: SweepRequest, _ shard: Shard?) throws(CommandFailure) -> SweepPlan {
    let cells = ShardCells(shard ?? .whole, request.grid.dealing)
    let points = min(request.grid.points, cells.count)
    if points > Self.manyPoints, !output.quiet {
      Output.note("judging \(points) scenarios before the first run")
    }
    return try CommandFailure.ofUsage { try SweepPlan(request, cells.shard) }
  }

  /// The number of points from which judging takes seconds.
  private static let manyPoints = 10_000

  func announce(_ plan: SweepPlan, _ shard: Shard?) {
    if output.quiet { return }
    let part = shard.map { " shard=\($0) own=\(plan.cells.count)" } ?? ""
    Output.note(
      "cells=\(plan.grid.cells)\(part) scenario=\(plan.scenario.name) squall \(Version.number)")
    scenario.noteWhatCohortsKeep(
      of: plan.scenario, replacesBackoff: !policies.backoff.isEmpty,
      isVaried: { path in plan.grid.variations.contains { $0.covers(path) } })
    Output.warn(plan.request.backoffWarnings)
    if let shard, shard.count > 1, !plan.request.promises.isEmpty {
      Output.note("promises are judged when the shards are merged")
    }
  }
}
