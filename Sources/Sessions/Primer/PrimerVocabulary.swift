import Primitives

/// The stimuli that the app gives a priming session.
public enum PrimerStimulus: UInt8, Code {
  /// A session begins; the operand is the user's number.
  case start
  /// The operand of this and the next two is the entity, 0 to 127.
  case read
  case addListener
  case removeListener
}

/// Frames on the socket of a priming session.
public enum PrimerMessage: UInt8, Code {
  /// An entity has a new value; the operand is the entity.
  case change
}

/// Requests of a priming session. Both may be out at once.
public enum PrimerCall: UInt8, Code {
  /// All entities of the user, for start().
  case prime
  /// The same again after the socket was gone: changes may have been missed.
  case refresh
}

/// Timers of a priming session.
public enum PrimerTimer: UInt8, Code {
  /// How long start() waits.
  case wait
  case socketRetry
  /// How long the platform lets the prime request take.
  case request
  /// How long it lets a refresh take: the prime request may be out beside it.
  case refresh
}

/// The milestones of a priming session that are measured. The first five are the states, in their
/// order.
public enum PrimerMilestone: UInt8, Code {
  case created, initializing, primed, elapsed, errored
  /// start() resolved; `after` is since START.
  case resolved
  /// The response came after start() had resolved.
  case primedLate
  /// The response came, late or not; `after` is since START: the priming time.
  case primedAfter
  /// Which layer served a read.
  case readLock, readLatest, readFallback
  /// Beside `readLock`, where the lock holds a fallback.
  case readLockOfFallback
  /// The first read of a session that a fallback served.
  case fallbackSession
  /// A CHANGE was taken.
  case changed
  /// A refresh brought its response.
  case refreshed
  /// An open socket is gone.
  case socketLost
  /// The socket is wanted, not there, and will not be tried again.
  case socketGaveUp
  /// The machine had no use for an event.
  case unhandled
}

extension PrimerMilestone {
  /// The milestone of entering a state; the two enumerations share their first five values.
  init(entering state: PrimerState) {
    self = PrimerMilestone(rawValue: state.rawValue)!
  }
}
