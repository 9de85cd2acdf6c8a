import Primitives

/// A client session as a value: events in, actions out.
///
/// A machine has no clock, opens no socket and draws no random number of its own; all three come in
/// with the `Turn`. `BitwiseCopyable` is the keystone: no string, array, class or closure fits into
/// a machine, so stepping it never allocates, a snapshot is a copy, and every reachable state can be
/// visited by a test.
public protocol SessionStateMachine: BitwiseCopyable, Sendable {
  /// The settings that all clients share: profile, timeouts, backoff policy.
  associatedtype Configuration: BitwiseCopyable & Sendable
  /// The stimuli that the user, the operating system or the app gives the session.
  associatedtype Stimulus: Code
  /// Kinds of frames on the socket; payloads stay outside.
  associatedtype Message: Code
  /// Kinds of request and response exchanges beside the socket.
  associatedtype Call: Code
  /// At most 6 timers, each armed at most once at a time.
  associatedtype Timer: Code
  /// The milestones that are measured.
  associatedtype Milestone: Code
  /// How many calls may be out at a time: `OneCall`, or `OneOfEachCall`.
  associatedtype CallsOut: CallStamps = OneCall

  /// Takes one event to its end. Never re-entered; everything it wants done is in `turn` afterwards.
  mutating func handle(
    _ event: Event<Self>, under configuration: borrowing Configuration, in turn: inout Turn<Self>)

  /// The session's standing between two events.
  var standing: Standing { get }

  /// Timers that a connection's end takes along.
  var connectionTimers: TimerSet<Timer> { get }
  /// Those of them that only probe whether the connection still lives: pending, they promise no
  /// progress.
  var keepaliveTimers: TimerSet<Timer> { get }
}

/// The standing of a session between two events, in the terms every session system shares.
public enum Standing: UInt8, BitwiseCopyable, Sendable {
  /// It believes it has the connection it wants.
  case connected
  /// It has what it wants, and that needs no connection.
  case content
  /// It wants a connection and has none.
  case waiting
  /// It wants a connection, has none, and hears from the device when one can be had.
  case waitingForDevice
  /// It wants no connection.
  case idle
  /// It cannot go on without a person.
  case needsPerson
  /// Its formula stopped: it wants a connection and will not try again by itself.
  case gaveUp
}

/// A set of a machine's timers: one byte.
@frozen
public struct TimerSet<Timer: Code>: BitwiseCopyable, Hashable, Sendable, ExpressibleByArrayLiteral
{
  public let bits: UInt8

  @inlinable public init(bits: UInt8) { self.bits = bits }

  @inlinable public init(arrayLiteral timers: Timer...) {
    bits = timers.reduce(0) { $0 | 1 << $1.rawValue }
  }

  @inlinable public func contains(_ timer: Timer) -> Bool { bits & 1 << timer.rawValue != 0 }
}
