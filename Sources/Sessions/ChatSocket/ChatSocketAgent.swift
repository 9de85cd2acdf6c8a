import Primitives

/// The agent that owns the one chat socket of an app: screens come and go as its owners, and a
/// watchdog restarts a socket over which nothing is heard.
///
/// ```
/// OFF --OWNER_ENTER [foreground], APP_FOREGROUND [with owners]--> CONNECTING
/// CONNECTING --SOCKET_CONNECTED--> OPEN
/// CONNECTING, OPEN --SOCKET_CLOSED--> CLOSED
/// CONNECTING, OPEN, CLOSED --WATCHDOG_FIRE [silent since the last]--> CONNECTING
/// CONNECTING, OPEN, CLOSED --LINGER_FIRE, APP_BACKGROUND--> OFF
/// ```
/// The linger timer runs exactly while the socket is on without owners, the watchdog exactly while
/// it is on; so neither needs a flag. There is no backoff: a dead socket waits for the watchdog.
/// Source: the decision record on `ChatsServiceSocketAgent` (Yandex Realty, 2020-09-07).
@frozen
public struct ChatSocketAgent: SessionStateMachine {
  public typealias Configuration = ChatSocketConfiguration
  public typealias Stimulus = ChatSocketStimulus
  public typealias Message = ChatSocketMessage
  public typealias Call = NoCode
  public typealias Timer = ChatSocketTimer
  public typealias Milestone = ChatSocketMilestone
  public typealias CallsOut = OneCall

  /// The last backend event of this connection, or its beginning where none came yet.
  public internal(set) var lastHeard = Instant.start
  /// Screens that need the socket: from 0 to the largest count, never beyond.
  public internal(set) var owners: UInt16 = 0
  public internal(set) var state = ChatSocketState.off
  public internal(set) var isForeground = true
  /// True if a backend event came since the watchdog last looked. The value does not change while
  /// the socket is OFF or CLOSED.
  public internal(set) var isAlive = false
  /// `starscream`, OPEN: the peer has closed and the library did not say so.
  @usableFromInline var isSevered = false

  public init() {}

  /// True if the linger timer runs.
  public var isLingering: Bool { isOn && owners == 0 }
  /// True if the watchdog runs.
  public var isWatched: Bool { isOn }

  private var isOn: Bool { state != .off }

  /// True if there is a connection or an attempt at one.
  private var hasSocket: Bool { state == .connecting || state == .open && !isSevered }

  public mutating func handle(
    _ event: Event<ChatSocketAgent>, under configuration: borrowing ChatSocketConfiguration,
    in turn: inout Turn<ChatSocketAgent>
  ) {
    switch event {
    case .stimulus(.ownerEnter, _): ownerEntered(configuration, &turn)
    case .stimulus(.ownerLeave, _): ownerLeft(configuration, &turn)
    case .stimulus(.appBackground, _): wentToBackground(configuration, &turn)
    case .stimulus(.appForeground, _): cameToForeground(configuration, &turn)
    case .opened: opened(&turn)
    case .received: heard(&turn)
    case .closed(let reason): closed(reason, configuration, &turn)
    case .answered: turn.emit(.reached(.unhandled))
    case .fired(.linger): lingerFired(configuration, &turn)
    case .fired(.watchdog): watchdogFired(configuration, &turn)
    }
  }

  public var standing: Standing {
    switch state {
    case .off: .idle
    case .connecting, .closed: .waiting
    case .open: .connected
    }
  }

  /// None: both timers are the agent's, and outlive a connection.
  @inlinable public var connectionTimers: TimerSet<ChatSocketTimer> { [] }

  /// None: the watchdog does more than probe, it reconnects.
  @inlinable public var keepaliveTimers: TimerSet<ChatSocketTimer> { [] }

  // MARK: Owners and the app

  private mutating func ownerEntered(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    if isLingering {
      turn.emit(.disarm(.linger))
      turn.emit(.reached(.lingerKept))
    }
    if owners < .max { owners += 1 }
    if !isOn && isForeground { connect(configuration, &turn) }
  }

  private mutating func ownerLeft(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    guard owners > 0 else { return turn.emit(.reached(.unhandled)) }
    owners -= 1
    if isLingering { turn.emit(.arm(.linger, after: configuration.linger)) }
  }

  private mutating func wentToBackground(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    guard isForeground else { return turn.emit(.reached(.unhandled)) }
    isForeground = false
    if isLingering { turn.emit(.disarm(.linger)) }
    if isOn { turnOff(configuration, &turn) }
  }

  private mutating func cameToForeground(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    guard !isForeground else { return turn.emit(.reached(.unhandled)) }
    isForeground = true
    if owners > 0 { connect(configuration, &turn) }
  }

  // MARK: The connection

  private mutating func opened(_ turn: inout Turn<ChatSocketAgent>) {
    guard state == .connecting else { return turn.emit(.reached(.unhandled)) }
    // Not a backend event: a socket that opens and stays silent is restarted at the first tick.
    state = .open
    turn.emit(.reached(.open))
  }

  private mutating func heard(_ turn: inout Turn<ChatSocketAgent>) {
    guard state == .open, hasSocket else { return turn.emit(.reached(.unhandled)) }
    isAlive = true
    lastHeard = turn.now
  }

  private mutating func closed(
    _ reason: CloseReason, _ configuration: borrowing ChatSocketConfiguration,
    _ turn: inout Turn<ChatSocketAgent>
  ) {
    guard hasSocket else { return turn.emit(.reached(.unhandled)) }
    if configuration.starscreamQuirks && state == .open && reason == .normal {
      isSevered = true
    } else if configuration.reconnectOnClose {
      connect(configuration, &turn)
    } else {
      state = .closed
      turn.emit(.reached(.closed))
    }
  }

  // MARK: Timers

  private mutating func lingerFired(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    guard isLingering else { return turn.emit(.reached(.unhandled)) }
    turn.emit(.reached(.lingerExpired))
    turnOff(configuration, &turn)
  }

  private mutating func watchdogFired(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    guard isWatched else { return turn.emit(.reached(.unhandled)) }
    if isAlive {
      isAlive = false
      turn.emit(.arm(.watchdog, after: configuration.watchdog))
    } else {
      turn.emit(.reached(.restarted, after: turn.now - lastHeard))
      drop(configuration, &turn)
      connect(configuration, &turn)
    }
  }

  // MARK: On and off

  /// Begins a connection and, with it, a new phase of the watchdog.
  private mutating func connect(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    state = .connecting
    isAlive = false
    isSevered = false
    lastHeard = turn.now
    turn.emit(.open)
    turn.emit(.arm(.watchdog, after: configuration.watchdog))
    turn.emit(.reached(.connecting))
  }

  private mutating func turnOff(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    drop(configuration, &turn)
    state = .off
    isSevered = false
    turn.emit(.disarm(.watchdog))
    turn.emit(.reached(.off))
  }

  /// Gives the connection up, where there is one. The state is left to the caller.
  private func drop(
    _ configuration: borrowing ChatSocketConfiguration, _ turn: inout Turn<ChatSocketAgent>
  ) {
    guard hasSocket else { return }
    turn.emit(.close)
    if configuration.starscreamQuirks && state == .connecting { turn.emit(.reached(.leaked)) }
  }
}
