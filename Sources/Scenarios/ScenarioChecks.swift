/// The checks that only the caller can make: of the formulas that other parts of the product know.
package struct ScenarioChecks: Sendable {
  /// Judges a catalogue name or a formula: returns the problem, or nil. Without it everything is
  /// accepted.
  package var backoff: (@Sendable (String) -> String?)?

  /// Whether a fault that begins when the run is over is a problem. A gate with such a fault would stay green
  /// whatever becomes of the clients.
  package var refusesUnused: Bool

  package init(
    backoff: (@Sendable (String) -> String?)? = nil, refusesUnused: Bool = false
  ) {
    self.backoff = backoff
    self.refusesUnused = refusesUnused
  }

  /// Formulas are not judged.
  package static let none = ScenarioChecks()
}
