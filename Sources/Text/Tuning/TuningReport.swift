import Documents
import Store
import Studies

/// The report of `simulate tune`. Its rows are the formulas that were looked at.
package struct TuningReport: Report {
  private let tuning: Tuning
  private let facts: RunFacts
  private let folder: String?
  private let style: TerminalStyle

  /// - Parameters:
  ///   - folder: the path of the results; nil if they were not written.
  ///   - style: the style of the text for people.
  package init(
    _ tuning: Tuning, facts: RunFacts, folder: String?, style: TerminalStyle
  ) {
    self.tuning = tuning
    self.facts = facts
    self.folder = folder
    self.style = style
  }

  package func text() -> String {
    tuningText(tuning, facts: facts, folder: folder, style: style)
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(documentText(TuningDocument(tuning)))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try tuning.forEachRow(body)
  }
}
