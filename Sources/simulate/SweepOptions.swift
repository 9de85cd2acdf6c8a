import ArgumentParser
import Foundation
import Scenarios
import Store
import Studies
import Text

/// The options for the keys that are varied, and the metrics that are kept.
struct GridOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Values of any key of the scenario: faults.0.for=30s,60s or network.latency=10ms..50ms/10ms. \
      Repeatable; the first varies slowest.
      """, valueName: "key.path=v1,v2"))
  var vary: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A metric to keep, or a group such as recover (default: all). Repeatable.",
      valueName: "path"))
  var metric: [String] = []

  /// - Parameters:
  ///   - backoffs: formulas for the whole fleet.
  ///   - count: of seeds.
  func grid(
    of scenario: Scenario, backoffs: [String], count: Int
  ) throws(CommandFailure) -> SweepGrid {
    let seeds = try SeedRange.given(count, of: scenario)
    return try CommandFailure.ofUsage {
      try SweepGrid(variations: vary.map { try Variation($0) }, formulas: backoffs, seeds: seeds)
    }
  }
}

/// Which part of a sweep or map is run.
struct ShardOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Run only part K of N: of a sweep every Nth of its shuffled cells, of a map every Nth seed. auto reads K and N from \
      Slurm's job array; auto/N reads K from Slurm, a Kubernetes indexed job or GNU parallel (N also \
      from SQUALL_SHARDS).
      """, valueName: "k/n|auto|auto/n"))
  var shard: String?

  /// nil where it is the whole.
  func part() throws(CommandFailure) -> Shard? {
    guard let shard else { return nil }
    return try CommandFailure.ofUsage {
      try Shard(shard, environment: ProcessInfo.processInfo.environment)
    }
  }
}

/// The options for the destination of the results of a sweep or map.
struct SweepOutputOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The results folder (default: results/<verb>-<scenario>, of a shard ...-K-of-N).",
      valueName: "dir"))
  var out: String?

  @OptionGroup(title: "Output") var replacing: ReplacingOption

  @Option(help: "What stdout gets: a text for people, JSON, or the rows of the CSV file.")
  var format = OutputFormat.usual

  @OptionGroup(title: "Output") var files: ReportFilesOption

  @Flag(name: [.short, .long], help: "Nothing on stderr but errors.")
  var quiet = false

  func validate() throws {
    if out == "" { throw ValidationError("--out needs the name of a folder") }
  }

  /// - Parameter verb: `sweep` or `map`.
  func folder(_ verb: String, _ scenario: String, _ shard: Shard?) -> String {
    let part = shard.map { "-\($0.index)-of-\($0.count)" } ?? ""
    return out ?? "results/\(verb)-\(scenario)\(part)"
  }

  /// Judges before the run whether the formats that are asked for can be had.
  /// - Parameters:
  ///   - kind: of the report that the command will give.
  ///   - path: of the results folder; nil where that is not known yet.
  ///   - isJudging: whether there are promises, as far as that is known.
  func checkFormats(
    for kind: any Report.Type, _ path: String?, isJudging: Bool = true
  ) throws(CommandFailure) {
    try format.check(kind)
    let formats = [format] + (try files.check(for: kind, besides: path))
    try OutputFormat.check(formats, isJudging: isJudging)
  }

  /// Gives a report to stdout, to the pipeline, and to the files that are asked for.
  /// - Throws: where one of them cannot take it.
  func write(_ report: some Report) throws {
    try format.write(report)
    Pipeline.tell(report)
    let problems = files.write(report)
    if !problems.isEmpty { throw CommandFailure.runtime(problems.joined(separator: "\n")) }
  }

  /// Prints what the finished folder of a sweep holds.
  /// - Throws: also where a promise is broken, once that is said.
  func report(_ folder: SweepFolder, _ facts: SweepFacts) throws {
    try write(SweepReport(folder, facts: facts, style: .ofResults))
    let broken = folder.verdicts.filter(\.fails)
    if broken.isEmpty { return }
    // The text for people has said so.
    if !format.isForPeople {
      for verdict in broken { Output.note("SLO failed: \(verdict.sentence)") }
    }
    throw CommandFailure.silent(.sloFailed)
  }
}

extension CommandFailure {
  init(_ error: SweepFolderError) {
    switch error {
    case .refused(let text): self = .usage(text)
    case .failed(let text): self = .runtime(text)
    }
  }
}
