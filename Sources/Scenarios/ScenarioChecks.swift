/// The parts of reading that only the caller can do: it judges formulas, which other parts of the product know,
/// and opens files.
package struct ScenarioChecks: Sendable {
  /// Judges a catalogue name or a formula: returns the problem, or nil. Without it everything is
  /// accepted.
  package var backoff: (@Sendable (String) -> String?)?

  /// Whether a fault that begins when the run is over is a problem. A gate with such a fault would stay green
  /// whatever becomes of the clients.
  package var refusesUnused: Bool

  /// The files that scenarios may name. Without it none can be read.
  package var files: ScenarioFiles?

  package init(
    backoff: (@Sendable (String) -> String?)? = nil, refusesUnused: Bool = false,
    files: ScenarioFiles? = nil
  ) {
    self.backoff = backoff
    self.refusesUnused = refusesUnused
    self.files = files
  }

  /// Formulas are not judged, and no file is read.
  package static let none = ScenarioChecks()
}
