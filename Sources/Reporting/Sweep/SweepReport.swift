import Campaigns
import SweepStore
import Systems

/// What `simulate sweep` and `simulate merge` say. The folder is read as often as it is asked for.
package struct SweepReport: Report {
  private let folder: SweepFolder
  private let facts: SweepFacts
  private let style: TerminalStyle

  /// - Parameter style: of the text for people.
  package init(_ folder: SweepFolder, facts: SweepFacts, style: TerminalStyle) {
    self.folder = folder
    self.facts = facts
    self.style = style
  }

  package static var extras: Set<ReportExtra> { [.verdicts] }

  package var head: ReportHead? {
    let seeds = folder.manifest.grid.seeds
    return ReportHead(
      folder.scenario,
      seeds: seedsText(first: seeds.first, count: folder.manifest.grid.replications),
      digest: folder.manifest.digest, wallSeconds: facts.wallSeconds ?? 0)
  }

  /// One for each promise, over all points. A shard judges none.
  package var verdicts: [Verdict] {
    guard let judged = folder.manifest.promises else {
      return folder.manifest.grid.promises.map { promise in
        Verdict(
          .promises, scenario: folder.scenario, name: promise, .notJudged, found: "",
          why: "promises are judged when the shards are merged")
      }
    }
    return judged.each.map { promise in
      let kept = judged.points - promise.broken
      let points = judged.points == 1 ? "point" : "points"
      return Verdict(
        .promises, scenario: folder.scenario, name: promise.promise,
        promise.broken == 0 ? .kept : .broken,
        found: "\(HumanText.count(kept)) of \(HumanText.count(judged.points)) \(points) keeping it",
        why: promise.firstText(keys: folder.keys).map { "first broken at \($0)" })
    }
  }

  package func text() throws -> String {
    try terminalSummary(folder, facts: facts, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) throws {
    try folder.writeJSON(write)
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) throws {
    try folder.forEachRowForPeople(body)
  }

  package func forEachRow(_ body: ([String]) throws -> Void) throws {
    try folder.forEachRow(body)
  }
}
