import Campaigns
import ResultFiles

/// What `simulate run` says about several runs of one scenario.
package struct ReplicatedReport: Report {
  private let summary: ReplicatedSummary
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - folder: where the results were written; nil where they were not.
  ///   - style: of the text for people.
  package init(
    _ summary: ReplicatedSummary, facts: RunFacts, folder: String?, style: TerminalStyle
  ) {
    self.summary = summary
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package func text() -> String {
    terminalSummary(summary, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(summaryJSON(summary))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try summary.forEachRow(body)
  }
}
