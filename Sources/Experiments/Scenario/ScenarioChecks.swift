/// What only the caller can judge: the formulas that other parts of the product know.
public struct ScenarioChecks: Sendable {
  /// Judges a catalogue name or a formula: returns what is wrong, or nil; without it everything is
  /// accepted.
  public var backoff: (@Sendable (String) -> String?)?

  public init(backoff: (@Sendable (String) -> String?)? = nil) {
    self.backoff = backoff
  }

  /// Formulas are not judged.
  public static let none = ScenarioChecks()
}
