/// The checks that only the caller can make: of the formulas that other parts of the product know.
package struct ScenarioChecks: Sendable {
  /// Judges a catalogue name or a formula: returns the problem, or nil. Without it everything is
  /// accepted.
  package var backoff: (@Sendable (String) -> String?)?

  package init(backoff: (@Sendable (String) -> String?)? = nil) {
    self.backoff = backoff
  }

  /// Formulas are not judged.
  package static let none = ScenarioChecks()
}
