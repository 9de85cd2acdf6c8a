import Primitives

/// Which library the chat socket agent stands on.
public enum ChatSocketProfile: String, BitwiseCopyable, Sendable, CaseIterable {
  /// The published decision record, over a library that does what it is told.
  case spec
  /// `spec` over Starscream 4.0.4, with its quirks.
  case starscream
}

/// The configuration that all chat socket agents of one cohort share. Times are those of the
/// decision record.
public struct ChatSocketConfiguration: BitwiseCopyable, Sendable {
  public var profile: ChatSocketProfile
  /// How long the socket is kept after the last owner has left.
  public var linger = Interval.seconds(20)
  /// From one look at whether the socket is alive to the next.
  public var watchdog = Interval.seconds(120)
  /// Connect again at once when the connection is closed from outside. The record has only the
  /// watchdog.
  public var reconnectOnClose = false
  /// A disconnect before the upgrade does nothing, so that socket opens later; a connection that
  /// the peer closed without a close frame is not noticed. Source: Starscream 4.0.4.
  public var starscreamQuirks: Bool

  public init(profile: ChatSocketProfile = .spec) {
    self.profile = profile
    starscreamQuirks = profile == .starscream
  }
}
