import Primitives

/// Which reading of the priming service a session follows.
public enum PrimerProfile: String, BitwiseCopyable, Sendable, CaseIterable {
  /// The published description.
  case spec
  /// `spec` with locking off, the service's own setting: a read always shows the newest value.
  case unlocked
}

/// The configuration that all priming sessions of one cohort share.
public struct PrimerConfiguration: BitwiseCopyable, Sendable {
  public var profile: PrimerProfile
  /// How long start() waits for the response. One that arrives at this very moment is in time,
  /// because arrivals come before timers.
  public var waitFor = Interval.milliseconds(1200)
  /// True if a value that was read stays the same for the session.
  public var isLocking: Bool
  /// How long the platform lets one request take (URLSession: 60 s); nil waits for ever.
  public var requestTimeout: Interval? = .seconds(60)

  public init(profile: PrimerProfile = .spec) {
    self.profile = profile
    isLocking = profile != .unlocked
  }
}
