/// What only the caller can judge: the names and formulas that other parts of the product know.
/// Each closure returns what is wrong, or nil; one that is nil accepts everything.
public struct ScenarioChecks: Sendable {
  /// The session profiles there are.
  public var profiles: [String]
  /// Judges a catalogue name or a formula.
  public var backoff: (@Sendable (String) -> String?)?
  /// Judges the path of a metric, such as `recover.p99`.
  public var metric: (@Sendable (String) -> String?)?

  public init(
    profiles: [String] = ScenarioChecks.standardProfiles,
    backoff: (@Sendable (String) -> String?)? = nil,
    metric: (@Sendable (String) -> String?)? = nil
  ) {
    self.profiles = profiles
    self.backoff = backoff
    self.metric = metric
  }

  public static let standardProfiles = ["spec", "forWeb", "hardened", "sdkAutoReconnect"]

  /// Neither formulas nor metrics are judged.
  public static let none = ScenarioChecks()
}
