/// The states of the chat socket. It is on in all but OFF. Each names the exits it may take.
public enum ChatSocketState: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  /// No owner needs it, or the app is in the background. Exit: CONNECTING (an owner in the
  /// foreground).
  case off
  /// Exits: OPEN, CLOSED, CONNECTING (the watchdog restarts it), OFF.
  case connecting
  /// Exits: CLOSED, CONNECTING (silent for too long), OFF.
  case open
  /// Wanted, but dead until the watchdog heals it. Exits: CONNECTING, OFF.
  case closed

  public var name: String {
    switch self {
    case .off: "OFF"
    case .connecting: "CONNECTING"
    case .open: "OPEN"
    case .closed: "CLOSED"
    }
  }
}

/// The events that can happen to a chat socket agent, by the names `replay` and `diagram` use.
public enum ChatSocketEvent: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case ownerEnter, ownerLeave, appBackground, appForeground
  case socketConnected, socketClosed, backendEvent
  case lingerFire, watchdogFire

  public var name: String {
    switch self {
    case .ownerEnter: "OWNER_ENTER"
    case .ownerLeave: "OWNER_LEAVE"
    case .appBackground: "APP_BACKGROUND"
    case .appForeground: "APP_FOREGROUND"
    case .socketConnected: "SOCKET_CONNECTED"
    case .socketClosed: "SOCKET_CLOSED"
    case .backendEvent: "BACKEND_EVENT"
    case .lingerFire: "LINGER_FIRE"
    case .watchdogFire: "WATCHDOG_FIRE"
    }
  }

  /// The machine's event. A close is one that every library notices: a reset.
  public var event: Event<ChatSocketAgent> {
    switch self {
    case .ownerEnter: .stimulus(.ownerEnter)
    case .ownerLeave: .stimulus(.ownerLeave)
    case .appBackground: .stimulus(.appBackground)
    case .appForeground: .stimulus(.appForeground)
    case .socketConnected: .opened
    case .socketClosed: .closed(.reset)
    case .backendEvent: .received(.event)
    case .lingerFire: .fired(.linger)
    case .watchdogFire: .fired(.watchdog)
    }
  }
}
