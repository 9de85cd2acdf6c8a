/// What only the caller can judge: the names and formulas that other parts of the product know.
/// Each closure returns what is wrong, or nil; one that is nil accepts everything.
public struct ScenarioChecks: Sendable {
  /// Judges a catalogue name or a formula.
  public var backoff: (@Sendable (String) -> String?)?
  /// Judges the path of a metric, such as `recover.p99`.
  public var metric: (@Sendable (String) -> String?)?

  public init(
    backoff: (@Sendable (String) -> String?)? = nil,
    metric: (@Sendable (String) -> String?)? = nil
  ) {
    self.backoff = backoff
    self.metric = metric
  }

  /// Neither formulas nor metrics are judged.
  public static let none = ScenarioChecks()
}
