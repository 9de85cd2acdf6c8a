import ArgumentParser
import Foundation
import Reporting
import SweepStore

struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts the shards of a sweep together.",
    usage: "simulate merge FOLDER ... [options]",
    discussion: """
      Every byte is checked first. The folder is the one that the sweep would have given in one \
      piece; the shards stay where they are.
      """)

  @Argument(help: "The folders of all shards of one sweep, in any order.")
  var folder: [String]

  @OptionGroup(title: "Output") var output: SweepOutputOptions

  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let target: String
    do {
      let merge = try SweepMerge(folder)
      target = output.folder(for: merge.scenario, nil)
      let place = try output.replacing.place(target, of: merge.scenario, .sweep)
      try merge.write(to: place)
    } catch let error as SweepFolderError {
      throw CommandFailure(error)
    }
    let seconds = (clock.now - start) / .seconds(1)
    let shards = "merged from \(folder.count) shard\(folder.count == 1 ? "" : "s")"
    try output.report(target, SweepFacts(wallSeconds: seconds, notes: [shards]))
  }
}
