import Primitives

/// The stimuli that the app and the operating system give a chat socket agent.
public enum ChatSocketStimulus: UInt8, Code {
  /// A screen that needs the socket came up.
  case ownerEnter
  case ownerLeave
  case appBackground
  case appForeground
}

/// The messages on the chat socket. Both are backend events: they show that the socket is alive.
public enum ChatSocketMessage: UInt8, Code {
  case event
  /// Sent by the server every 60 s, as an event of the application and not as a control frame.
  case ping
}

/// Timers of a chat socket agent.
public enum ChatSocketTimer: UInt8, Code {
  /// Runs while the socket is on and has no owner.
  case linger
  /// Runs while the socket is on.
  case watchdog
}

/// The milestones of a chat socket agent that are measured. The first four are the states, in their
/// order.
public enum ChatSocketMilestone: UInt8, Code {
  case off, connecting, open, closed
  /// The watchdog restarted a silent socket; `after:` the time since the last backend event on this
  /// connection, or since it was begun where none came.
  case restarted
  /// An owner came while the linger timer ran: the socket was kept and a reconnect saved.
  case lingerKept
  case lingerExpired
  /// `starscream`: a socket was disconnected before its upgrade, and so will open later.
  case leaked
  /// The agent had no use for an event.
  case unhandled
}
