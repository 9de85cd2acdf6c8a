import Backoff
import Primitives

/// Which variant of an optimistic client.
public enum OptimisticProfile: String, BitwiseCopyable, Sendable, CaseIterable {
  /// One compare-and-set on one row, and a formula between the tries.
  case spec

  /// Full jitter from 5 ms, at most 2 s.
  public var defaultBackoff: String {
    switch self {
    case .spec: "uniform(0s, min(2s, 5ms * 2^x))"
    }
  }
}

/// The configuration that all optimistic clients of one cohort share.
public struct OptimisticConfiguration: BitwiseCopyable, Sendable {
  public var profile: OptimisticProfile
  public var backoff: ResolvedPolicy
  /// How long a read, and then a write, may take; the policy's connect timeout where nothing else is
  /// said.
  public var requestTimeout: Interval

  /// - Parameter policy: the backoff policy. Its open fields are filled in: reset on success, delay
  ///   counted from the failure, 10 s for a request.
  public init(profile: OptimisticProfile = .spec, policy: BackoffPolicy) {
    self.profile = profile
    backoff = policy.resolved(reset: .ready, clock: .failure, connectTimeout: .seconds(10))
    requestTimeout = backoff.connectTimeout
  }
}
