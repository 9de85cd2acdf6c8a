import Findings
import Foundation
import Jobs
import Scenarios
import Studies
import Text
import Words

extension SweepCommand {
  /// Writes the files that run the sweep in shards, and says what is to be done with them.
  func write(_ engine: JobEngine, _ plan: SweepPlan, threads: Int) throws {
    let job = try job(plan, threads: threads)
    let folder = JobFolder(path: output.out ?? "jobs/\(engine.name)-\(plan.scenario.name)")
    let files = try CommandFailure.ofUsage { try engine.folder(for: job) }
    try output.checkFormats(for: JobReport.self, folder.path, isJudging: false)
    announce(plan, nil)
    try folder.write(files, replaces: output.replacing.force)
    let report = JobReport(engine, job, files, in: folder.path)
    try output.format.write(report)
    let problems = output.files.write(report)
    if !problems.isEmpty { throw CommandFailure.runtime(problems.joined(separator: "\n")) }
  }

  /// - Throws: where an option is given that is for a run.
  private func job(_ plan: SweepPlan, threads: Int) throws(CommandFailure) -> JobSweep {
    if let shard = shards.shard {
      throw .usage(
        "--shard \(shard): with --jobs nothing is run; --shards N says how many there are")
    }
    if restart {
      throw .usage("--restart: with --jobs nothing is run, and so nothing is restarted")
    }
    let count = try jobs.count(cells: plan.grid.cells, threads: threads)
    let run = Double(plan.memory.total) * RunMemory.margin * Double(threads)
    let file = try carriedScenario()
    let others = try otherFiles(plan)
    return JobSweep(
      arguments: (file.map { [$0.path] } ?? scenario.scenario.map { [$0] } ?? []) + carriedOptions,
      scenario: plan.scenario.name, scenarioFile: file, otherFiles: others,
      cells: plan.grid.cells, shards: count, threads: threads,
      memory: RunMemory.process + 32_000_000 + Int(min(run, 1e15)),
      storage: plan.grid.cells * plan.metrics.paths.count * Self.bytesOfRow,
      progress: (progress == .auto ? .plain : progress).rawValue,
      image: jobs.image ?? "squall:\(Version.number)", claim: jobs.claim)
  }

  /// A row of sweep.csv in a journal, in a shard and in the merged folder.
  private static let bytesOfRow = 200

  /// The scenario's file; nil if it is built in. A path below the working folder stays as it is, so
  /// that the results say the same. Any other path is cut to its name.
  private func carriedScenario() throws(CommandFailure) -> JobFile? {
    guard let path = scenario.scenario, ScenarioFile.builtIn(path) == nil else { return nil }
    return JobFile(
      Self.isBelow(path) ? path : "./\(splitPath(path).name)", "the scenario",
      try readFile(path, limit: 1 << 20))
  }

  private static func isBelow(_ path: String) -> Bool {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    return !path.hasPrefix("/") && !steps.contains("..") && !path.hasSuffix("/")
  }

  /// The files that the scenario names, at the places where it looks for them in the folder. One with a path from
  /// the root stays where it is.
  private func otherFiles(_ plan: SweepPlan) throws(CommandFailure) -> [JobFile] {
    if let varied = plan.grid.variations.first(where: { $0.key.hasSuffix(".csv") }) {
      throw .usage("--vary \(varied.key): with --jobs a sweep has the files of one scenario only")
    }
    let isCut = !(scenario.scenario.map(Self.isBelow) ?? true)
    var files: [JobFile] = []
    for file in plan.scenario.files.all where !file.name.hasPrefix("/") {
      let path = isCut ? file.name : file.path
      guard Self.isBelow(path) else {
        throw .usage(
          "\(file.key): with --jobs '\(file.name)' must lie below the scenario's folder, or have a path "
            + "that begins with a slash")
      }
      if files.contains(where: { $0.path == path }) { continue }
      files.append(JobFile(path, "round-trip times", Array(file.text.utf8)))
    }
    return files
  }

  /// All options of the command line that every shard needs, each as one word.
  private var carriedOptions: [String] {
    let single: [(String, String?)] = [
      ("clients", scenario.clients), ("session", scenario.session), ("profile", scenario.profile),
      ("seed", scenario.seed), ("duration", scenario.duration),
      ("replications", replications.replications),
    ]
    let several: [(String, [String])] = [
      ("set", scenario.set), ("slo", scenario.slo), ("vary", grid.vary),
      ("backoff", policies.backoff), ("metric", grid.metric),
    ]
    return single.compactMap { name, value in value.map { "--\(name)=\($0)" } }
      + several.flatMap { name, values in values.map { "--\(name)=\($0)" } }
      + (scenario.allowUnused ? ["--allow-unused"] : [])
  }
}
