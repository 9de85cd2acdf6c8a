import Campaigns
import ResultFiles

/// What `simulate compare` says.
package struct ComparisonReport: Report {
  private let comparison: Comparison
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - folder: where the results were written; nil where they were not.
  ///   - style: of the text for people.
  package init(
    _ comparison: Comparison, facts: RunFacts, folder: String?, style: TerminalStyle
  ) {
    self.comparison = comparison
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package func text() -> String {
    terminalComparison(comparison, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(comparisonJSON(comparison))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try comparison.forEachRow(body)
  }
}
