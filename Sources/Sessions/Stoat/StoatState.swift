/// The ten published states of the Stoat session lifecycle. Each names the exits it may take.
public enum StoatState: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// The log-in screen. Exits: LOGGING_IN (fresh login), CONNECTING (stored session).
  case ready
  /// A loading indicator while the server is asked who this is. Exits: CONNECTED, ONBOARDING, ERROR.
  case loggingIn
  /// The choice of a username. Exits: LOGGING_IN (`forWeb`: CONNECTING), DISPOSE.
  case onboarding
  /// A permanent error and a way to dismiss it. Exit: DISPOSE.
  case error
  /// Tears the client down; left at once. Exit: READY.
  case dispose
  /// First connection of a stored session. Exits: CONNECTED, DISCONNECTED, ERROR, DISPOSE.
  case connecting
  /// Exits: DISCONNECTED, DISPOSE (`hardened` also ERROR).
  case connected
  /// Waits for the retry timer. Exits: RECONNECTING, OFFLINE, DISPOSE.
  case disconnected
  /// Exits: CONNECTED, DISCONNECTED, ERROR, DISPOSE.
  case reconnecting
  /// The device has no network. Exits: RECONNECTING, DISPOSE.
  case offline

  /// The name in the published description.
  public var name: String {
    switch self {
    case .ready: "READY"
    case .loggingIn: "LOGGING_IN"
    case .onboarding: "ONBOARDING"
    case .error: "ERROR"
    case .dispose: "DISPOSE"
    case .connecting: "CONNECTING"
    case .connected: "CONNECTED"
    case .disconnected: "DISCONNECTED"
    case .reconnecting: "RECONNECTING"
    case .offline: "OFFLINE"
    }
  }
}

/// The published events of the Stoat session lifecycle.
public enum StoatEvent: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case loginUncached, loginCached, socketConnected, noUser, userCreated, cancel
  case permanentFailure, temporaryFailure, socketDropped
  case retry, deviceOffline, deviceOnline, dismiss, logout, ready

  /// The name in the published description.
  public var name: String {
    switch self {
    case .loginUncached: "LOGIN_UNCACHED"
    case .loginCached: "LOGIN_CACHED"
    case .socketConnected: "SOCKET_CONNECTED"
    case .noUser: "NO_USER"
    case .userCreated: "USER_CREATED"
    case .cancel: "CANCEL"
    case .permanentFailure: "PERMANENT_FAILURE"
    case .temporaryFailure: "TEMPORARY_FAILURE"
    case .socketDropped: "SOCKET_DROPPED"
    case .retry: "RETRY"
    case .deviceOffline: "DEVICE_OFFLINE"
    case .deviceOnline: "DEVICE_ONLINE"
    case .dismiss: "DISMISS"
    case .logout: "LOGOUT"
    case .ready: "READY"
    }
  }
}
