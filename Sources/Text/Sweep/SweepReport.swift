import Store
import Studies

/// The report of `simulate sweep` and `simulate merge`. The folder is read as often as it is asked
/// for.
package struct SweepReport: Report {
  private let folder: SweepFolder
  private let facts: SweepFacts
  private let style: TerminalStyle

  /// - Parameter style: the style of the text for people.
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
      digest: folder.manifest.tail.digest, wallSeconds: facts.wallSeconds ?? 0)
  }

  package var verdicts: [Verdict] { folder.verdicts }

  package func text() throws -> String { try terminalSummary(folder, facts: facts, style: style) }

  package func writeDocument(_ write: (String) throws -> Void) throws {
    try folder.writeJSON(write)
  }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) throws {
    try folder.forEachRowForPeople(body)
  }

  package func forEachRow(_ body: ([String]) throws -> Void) throws { try folder.forEachRow(body) }
}
