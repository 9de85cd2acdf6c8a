/// What only the caller can judge: the formulas that other parts of the product know.
package struct ScenarioChecks: Sendable {
  /// Judges a catalogue name or a formula: returns what is wrong, or nil; without it everything is
  /// accepted.
  package var backoff: (@Sendable (String) -> String?)?

  package init(backoff: (@Sendable (String) -> String?)? = nil) {
    self.backoff = backoff
  }

  /// Formulas are not judged.
  package static let none = ScenarioChecks()
}
