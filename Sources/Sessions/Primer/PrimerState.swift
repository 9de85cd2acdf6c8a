/// The five published states of a priming session. Each names the exits it may take; START leads
/// from every one of them to INITIALIZING.
public enum PrimerState: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// No session yet. Exit: INITIALIZING.
  case created
  /// The request is out and start() waits for it. Exits: PRIMED, ELAPSED, ERRORED, INITIALIZING.
  case initializing
  /// The response is there. Exit: INITIALIZING.
  case primed
  /// start() waited long enough; the request is still out. Exits: PRIMED, ERRORED, INITIALIZING.
  case elapsed
  /// The request failed. Exit: INITIALIZING.
  case errored

  /// The name in the published description.
  public var name: String {
    switch self {
    case .created: "CREATED"
    case .initializing: "INITIALIZING"
    case .primed: "PRIMED"
    case .elapsed: "ELAPSED"
    case .errored: "ERRORED"
    }
  }
}

/// The published events of a priming session.
public enum PrimerEvent: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// A session of a user begins; the operand is the user.
  case start
  case response
  /// The response of a session that was dropped. Never accepted.
  case staleResponse
  case requestFailed
  case waitFire
  /// The app asks for an entity's value; the operand of this and the next three is the entity.
  case read
  case addListener
  case removeListener
  /// The socket brings a new value.
  case change
  case socketConnected
  case socketClosed

  /// The name in the published description.
  public var name: String {
    switch self {
    case .start: "START"
    case .response: "RESPONSE"
    case .staleResponse: "STALE_RESPONSE"
    case .requestFailed: "REQUEST_FAILED"
    case .waitFire: "WAIT_FIRE"
    case .read: "READ"
    case .addListener: "ADD_LISTENER"
    case .removeListener: "REMOVE_LISTENER"
    case .change: "CHANGE"
    case .socketConnected: "SOCKET_CONNECTED"
    case .socketClosed: "SOCKET_CLOSED"
    }
  }
}

/// The source of a value, in the order in which a read asks.
public enum PrimerLayer: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// The value that an earlier read of the session returned.
  case lock
  /// The newest value the service sent.
  case latest
  /// The value that is compiled into the app.
  case fallback

  public var name: String {
    switch self {
    case .lock: "lock"
    case .latest: "latest"
    case .fallback: "fallback"
    }
  }
}

/// The socket that brings changes, as the session sees it.
public enum PrimerSocket: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// Not wanted.
  case none
  /// An attempt is out.
  case connecting
  case open
  /// Wanted, and no attempt is out.
  case lost
}
