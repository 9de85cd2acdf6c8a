import Campaigns
import ResultFiles

/// What `simulate run` says about several runs of one scenario.
package struct ReplicatedReport: Report {
  private let summary: ReplicatedSummary
  private let baseline: BaselineJudgement?
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - baseline: how they stand against earlier runs, if that was asked for.
  ///   - folder: where the results were written; nil where they were not.
  ///   - style: of the text for people.
  package init(
    _ summary: ReplicatedSummary, baseline: BaselineJudgement? = nil, facts: RunFacts,
    folder: String?, style: TerminalStyle
  ) {
    self.summary = summary
    self.baseline = baseline
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package func text() -> String {
    terminalSummary(
      summary, baseline: baseline, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(summaryJSON(summary, baseline: baseline))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try summary.forEachRow(body)
  }
}
