import Primitives

/// Which reading of the app and its notification extension a device follows.
public enum AppExtensionProfile: String, BitwiseCopyable, Sendable, CaseIterable {
  /// The published sequence: the extension may run as soon as the app is paused.
  case spec
  /// The shipped behaviour: the extension runs only while the app is suspended.
  case app
}

/// The configuration that all devices of one cohort share.
///
/// Source: simplex-chat/simplexmq `rfcs/done/2022-06-13-db-sync.md`; times of the `app` profile:
/// simplex-chat `apps/ios/Shared/Model/SuspendChat.swift`.
public struct AppExtensionConfiguration: BitwiseCopyable, Sendable {
  public var profile: AppExtensionProfile
  /// How long the app has after the scene went to the background. `spec`: then it suspends; `app`: a
  /// second later it is suspended by force.
  public var backgroundTime = Interval.seconds(15)
  /// How long the app waits for the extension before it forces it to complete.
  public var activationWait = Interval.seconds(3)
  /// The time that the operating system gives the extension, from the push on.
  public var extensionTime = Interval.seconds(30)
  /// `app`: how long a push waits for the app to be suspended.
  public var extensionWait = Interval.seconds(16)
  /// From reading the extension's phase to publishing "activating": the window of check-then-act.
  public var preferenceDelay = Interval.zero
  /// `app`: a forced activation takes the database from the extension.
  public var revoke = true

  public init(profile: AppExtensionProfile = .app) { self.profile = profile }

  /// True if a forced activation takes the database away.
  var mayRevoke: Bool { profile == .app && revoke }

  /// From the scene's going to the background to the end of the app's time.
  var backgroundLimit: Interval {
    switch profile {
    case .spec: backgroundTime
    case .app: backgroundTime + .seconds(1)
    }
  }
}
