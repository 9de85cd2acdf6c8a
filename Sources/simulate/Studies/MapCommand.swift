import ArgumentParser
import Documents
import Pages
import Scenarios
import Store
import Studies
import Text
import Words

struct MapCommand: PagedCommand {
  typealias Results = MapManifest

  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Shows where a storm dies, over two keys.",
    usage: "simulate map [SCENARIO] [--x KEY=a..b] [--y KEY=c..d] [options]",
    discussion: """
      Runs a coarse grid, and then only the cells at the border between recovering and not. A metric \
      that is a figure is run in every cell. map.csv has one row for each cell.

      examples:
        simulate map mine.yaml
        simulate map mine.yaml --x clients.count=1k..100k --y gateway.nodes=1..16
        simulate map --x faults.0.for=5s..10m --y gateway.auth.workers=10..100
        simulate map mine.yaml --metric recover.p99 --cells 8x8

      Finished runs are kept as those of a sweep: the same command goes on where it was interrupted \
      or killed. Shards have whole seeds; simulate merge puts them together. See docs/map.md.
      """)

  @OptionGroup(title: "Scenario") var scenario: ScenarioOptions
  @OptionGroup(title: "Scenario") var policies: BackoffOption
  @OptionGroup(title: "Map") var map: MapOptions
  @OptionGroup(title: "Map") var shards: ShardOption
  @OptionGroup(title: "Replications") var replications: ReplicationOptions
  @OptionGroup(title: "Output") var output: SweepOutputOptions

  @Option(help: "Progress on stderr; auto: only on a terminal.")
  var progress = ProgressStyle.auto

  @Flag(help: "Drop the unfinished work of an earlier map under this name.")
  var restart = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Check every cell, print every value of the scenario, one a line, and run nothing.")
  var printConfig = false

  func run() throws {
    let (count, wish) = try replications.parsed(default: 5)
    guard scenario.slo.isEmpty else {
      throw CommandFailure.usage(
        "--slo \(scenario.slo[0]): a map judges no promises; `simulate capacity` does")
    }
    let shard = try shards.part()
    if let shard, shard.count > count {
      throw CommandFailure.usage(
        "--shard \(shard): a shard of a map has whole seeds, and there are \(count); take fewer "
          + "shards or more --replications")
    }
    let plan = try plan(seeds: count)
    if printConfig {
      try output.format.write(ConfigurationReport(plan.scenario.resolved))
      return
    }
    let target = output.folder("map", plan.scenario.name, shard)
    let place = try output.replacing.place(target, of: plan.scenario.name, .map)
    try output.checkFormats(for: MapReport.self, place.path)
    let part = shard ?? .whole
    let threads = try MemoryBudget(plan.sweep.memory)
      .threads(wish, for: plan.sweep.grid.cells, kept: 0)
    Interruption.listen()
    announce(plan, shard)
    let run = JournaledRun(
      plan, part, threads: threads, place: place, isQuiet: output.quiet, progress: progress)
    let facts = try run.run {
      try SweepWork(run.description, plan, part, place: place, restarts: restart)
    }
    try output.write(MapReport(MapFolder(place.path), facts: facts, style: .ofResults))
  }

  private func plan(seeds count: Int) throws(CommandFailure) -> MapPlan {
    let source = try scenario.source()
    let base = SweepBase(
      bytes: source.bytes, file: source.label,
      overrides: source.overrides + (try scenario.overrides(backoff: policies.single())),
      checks: scenario.checks(of: source))
    let first = try CommandFailure.ofUsage { try base.decode() }
    return try map.plan(base, usual: first.usualMapRanges, seeds: count)
  }

  private func announce(_ plan: MapPlan, _ shard: Shard?) {
    if output.quiet { return }
    let plane = plan.plane
    let part = shard.map { " shard=\($0)" } ?? ""
    Output.note(
      "scenario=\(plan.scenario.name) metric=\(plane.metric) x=\(plane.x.key) y=\(plane.y.key) "
        + "cells=\(plane.x.texts.count)x\(plane.y.texts.count) "
        + "replications=\(plane.seeds.count)\(part) squall \(Version.number)")
    scenario.noteWhatCohortsKeep(
      of: plan.scenario, replacesBackoff: !policies.backoff.isEmpty,
      isVaried: { path in plan.sweep.grid.variations.contains { $0.covers(path) } })
    Output.warn(plan.scenario.warnings)
  }
}

/// The options for the metric, the keys and the cells of a map.
struct MapOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The key from left to right (default: clients.count, a tenth to three times the scenario's).",
      valueName: "key=a..b"))
  var x: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The key from bottom to top (default: faults.0.for=5s..10m).", valueName: "key=a..b"))
  var y: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The metric of the cells: a state, a word or a figure.", valueName: "path"))
  var metric = "metastable"

  @Option(help: ArgumentHelp("Columns and rows.", valueName: "columnsxrows"))
  var cells = "32x16"

  func validate() throws {
    for (name, texts) in [("--x", x), ("--y", y)] where texts.count > 1 {
      throw ValidationError("\(name) is given \(texts.count) times: a map has one key on each side")
    }
  }

  /// - Parameter usual: the ranges where none are given.
  func plan(
    _ base: SweepBase, usual: (x: String, y: String?), seeds: Int
  ) throws(CommandFailure) -> MapPlan {
    return try CommandFailure.ofUsage {
      guard let y = y.first ?? usual.y else {
        throw SearchError(
          "no fault of the scenario has a duration (for) that could be the other key: write "
            + "--y KEY=a..b, such as --y gateway.nodes=1..16")
      }
      return try MapPlan(
        base, x: SearchRange(x.first ?? usual.x, option: "--x"), y: SearchRange(y, option: "--y"),
        metric: metric, size: parsedCells(), replications: seeds)
    }
  }

  private func parsedCells() throws(SearchError) -> (x: Int, y: Int) {
    let parts = cells.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], MapAxis.sizeRange.contains(x),
      MapAxis.sizeRange.contains(y)
    else {
      let (least, most) = (MapAxis.sizeRange.lowerBound, MapAxis.sizeRange.upperBound)
      throw SearchError(
        "--cells \(shownOption(cells)): write columns x rows, each from \(least) to \(most), such as "
          + "32x16")
    }
    return (x, y)
  }
}
