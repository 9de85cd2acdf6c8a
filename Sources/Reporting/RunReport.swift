import Campaigns
import ResultFiles

/// What `simulate run` says about one run.
package struct RunReport: Report {
  private let summary: Summary
  private let slo: [SloResult]
  private let baseline: BaselineJudgement?
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - slo: what became of the promises, if there were any.
  ///   - baseline: how it stands against an earlier run, if that was asked for.
  ///   - folder: where the results were written; nil where they were not.
  ///   - style: of the text for people.
  package init(
    _ summary: Summary, slo: [SloResult], baseline: BaselineJudgement? = nil, facts: RunFacts,
    folder: String?, style: TerminalStyle
  ) {
    self.summary = summary
    self.slo = slo
    self.baseline = baseline
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package func text() -> String {
    terminalSummary(
      summary, slo: slo, baseline: baseline, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(summaryJSON(summary, slo: slo, baseline: baseline))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try summary.forEachRow(body)
  }
}
