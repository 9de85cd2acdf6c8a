import Backoff
import Primitives

/// Which reading of the Stoat lifecycle a client follows.
public enum StoatProfile: String, BitwiseCopyable, Sendable, CaseIterable {
  /// The published description. Where it is silent, the behaviour of the web client applies.
  case spec
  /// The web client as shipped, with its known defects.
  case forWeb
  /// `spec`, and a permanent failure while connected is an error instead of being ignored.
  case hardened
  /// `spec` with the delay of the SDK's own reconnect: the failures before this one count.
  case sdkAutoReconnect

  /// The catalogue name of the delay this profile ships with.
  public var defaultBackoff: String {
    switch self {
    case .spec, .forWeb, .hardened: "stoat-web"
    case .sdkAutoReconnect: "stoat-sdk"
    }
  }
}

/// The configuration that all Stoat clients of one cohort share.
///
/// Times are those of the web client: stoatchat/javascript-client-sdk `src/events/EventClient.ts`.
public struct StoatConfiguration: BitwiseCopyable, Sendable {
  public var profile: StoatProfile
  public var backoff: ResolvedPolicy
  /// From one Ping to the next.
  public var heartbeat = Interval.seconds(30)
  /// How long a Ping may go unanswered.
  public var pongTimeout = Interval.seconds(10)
  /// How long a login or unreads call may take; `forWeb` waits for ever.
  public var callTimeout = Interval.seconds(10)
  /// `forWeb`: how long the closing handshake may take. Chromium: kClosingHandshakeTimeoutSeconds.
  public var closeTimeout = Interval.seconds(60)

  /// - Parameter policy: the backoff policy. Its open fields are filled in: reset on ready, delay
  ///   counted from the failure, 10 s from `open` to the first message.
  public init(profile: StoatProfile, policy: BackoffPolicy) {
    self.profile = profile
    backoff = policy.resolved(reset: .ready, clock: .failure, connectTimeout: .seconds(10))
  }
}
