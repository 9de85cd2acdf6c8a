import ArgumentParser
import Foundation
import Store
import Text

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Puts the shards of a sweep or map together.",
    usage: "simulate merge FOLDER ... [options]",
    discussion: """
      Every byte is checked first. The folder is the one that the sweep, or map, would have given \
      in one piece; the shards stay where they are.
      """)

  @Argument(help: "The folders of all shards, in any order; also 'results/x-*-of-100' in quotes.")
  var folder: [String]

  @OptionGroup(title: "Output") var output: SweepOutputOptions

  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let folder = try FolderPattern.folders(folder)
    let isMap = folder.first.map(MapFolder.isMap) ?? false
    try output.checkFormats(for: isMap ? MapReport.self : SweepReport.self, output.out)
    let target = try isMap ? mergeMap(folder) : mergeSweep(folder)
    let seconds = (clock.now - start) / .seconds(1)
    let shards = "merged from \(folder.count) shard\(folder.count == 1 ? "" : "s")"
    let facts = SweepFacts(wallSeconds: seconds, notes: [shards])
    if isMap {
      try output.write(MapReport(MapFolder(target), facts: facts, style: .ofResults))
    } else {
      try output.report(SweepFolder(target), facts)
    }
  }

  /// - Returns: the folder.
  private func mergeSweep(_ folder: [String]) throws -> String {
    let merge = try SweepMerge(folder)
    let target = output.folder("sweep", merge.scenario, nil)
    try merge.write(to: output.replacing.place(target, of: merge.scenario, .sweep))
    return target
  }

  private func mergeMap(_ folder: [String]) throws -> String {
    let merge = try MapMerge(folder)
    let target = output.folder("map", merge.scenario, nil)
    try merge.write(to: output.replacing.place(target, of: merge.scenario, .map))
    return target
  }
}
