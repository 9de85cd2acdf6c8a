import Campaigns
import ResultFiles

/// What `simulate compare` says.
package struct ComparisonReport: Report {
  private let comparison: Comparison
  private let baseline: BaselineJudgement?
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - baseline: how it stands against an earlier one, if that was asked for.
  ///   - folder: where the results were written; nil where they were not.
  ///   - style: of the text for people.
  package init(
    _ comparison: Comparison, baseline: BaselineJudgement? = nil, facts: RunFacts,
    folder: String?, style: TerminalStyle
  ) {
    self.comparison = comparison
    self.baseline = baseline
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package func text() -> String {
    terminalComparison(
      comparison, baseline: baseline, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(comparisonJSON(comparison, baseline: baseline))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try comparison.forEachRow(body)
  }
}
