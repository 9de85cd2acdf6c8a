import Primitives

/// The stimuli that a user, the device or the app gives a Stoat client.
public enum StoatStimulus: UInt8, Code {
  /// Name and password were entered on the log-in screen.
  case submitCredentials
  /// The app found a stored session at start-up.
  case storedSession
  /// A username was chosen and accepted.
  case userCreated
  case cancel
  case dismiss
  case logout
  /// "Reconnect now".
  case retry
  case deviceOnline
  case deviceOffline
}

/// Frames on the Stoat socket.
public enum StoatMessage: UInt8, Code {
  case authenticated
  /// The initial payload.
  case ready
  case pong
  /// A server error. Every kind of them is permanent.
  case error
  /// The session was ended from elsewhere.
  case logout
  case ping
  /// Begins the closing handshake.
  case closeFrame
}

/// HTTP exchanges of a Stoat client.
public enum StoatCall: UInt8, Code {
  /// Credentials for a session.
  case login
  /// Asks for the user's identity and for whether there is a username yet.
  case hello
  case unreads
  /// Asks for the reason why the server refused this user.
  case flags
}

extension Outcome {
  /// hello: there is no username yet.
  public static let needsUsername = Outcome(rawValue: 16)
  /// login: the address is blocked; the client shows a link to the support article.
  public static let blockedByShield = Outcome(rawValue: 17)
  /// flags: the session is no longer valid, nothing is held against the user.
  public static let loggedOut = Outcome(rawValue: 18)
  /// flags: the owner disabled the account.
  public static let disabled = Outcome(rawValue: 19)
  public static let suspended = Outcome(rawValue: 20)
  public static let banned = Outcome(rawValue: 21)
}

/// Timers of a Stoat client.
public enum StoatTimer: UInt8, Code {
  /// From `open` to the first message.
  case connect
  case heartbeat
  case pong
  case retry
  /// How long the call that is out may take.
  case call
  /// How long the closing handshake may take.
  case closing
}

/// The milestones of a Stoat client that are measured. The first ten are the states, in their
/// order.
public enum StoatMilestone: UInt8, Code {
  case ready, loggingIn, onboarding, error, dispose
  case connecting, connected, disconnected, reconnecting, offline
  case cacheInvalidated
  /// The formula stopped: DISCONNECTED without a timer.
  case gaveUp
  /// The machine had no exit for a published event.
  case unhandled
  case loginFailed, blockedByShield
  /// The statements of the message on the error screen, once the flags are known.
  case saysLoggedOut, saysDisabled, saysSuspended, saysBanned
  /// A logout from outside is shown as such.
  case loggedOutElsewhere
}

/// The banner that the user sees above the client.
public enum StoatBanner: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case none, connecting, disconnected, reconnecting, deviceOffline

  public var text: String? {
    switch self {
    case .none: nil
    case .connecting: "Connecting"
    case .disconnected: "Disconnected"
    case .reconnecting: "Reconnecting"
    case .deviceOffline: "Device offline"
    }
  }
}

extension StoatState {
  /// The banner above the client in this state.
  @inlinable public var banner: StoatBanner {
    switch self {
    case .connecting: .connecting
    case .disconnected: .disconnected
    case .reconnecting: .reconnecting
    case .offline: .deviceOffline
    case .ready, .loggingIn, .onboarding, .error, .dispose, .connected: .none
    }
  }
}
