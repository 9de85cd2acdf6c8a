import Primitives

/// An event that happens to a session.
@frozen
public enum Event<Machine: SessionStateMachine>: BitwiseCopyable, Sendable {
  /// - Parameter operand: the subject, for example an entity or a user, for a machine that tells
  ///   several apart.
  case stimulus(Machine.Stimulus, operand: UInt16 = 0)
  /// The transport is open: frames can be sent.
  case opened
  /// - Parameter operand: the entity that the message is about, for a machine that has entities.
  case received(Machine.Message, operand: UInt16 = 0)
  /// The connection, or the attempt to get one, is over. Not sent for a close of the machine's own.
  case closed(CloseReason)
  case answered(Machine.Call, Outcome)
  case fired(Machine.Timer)
}

/// Why a connection or an attempt ended.
public enum CloseReason: UInt8, Code {
  /// The peer does not listen: a reset after one round trip.
  case refused
  /// The operating system gave up, or the application's own timeout fired.
  case timeout
  /// The peer or something on the way reset an open connection.
  case reset
  /// The gateway turned the attempt away: admission had no token.
  case shed
  /// Authentication failed; a server error may have said so before.
  case auth
  /// The device has no network.
  case offline
  /// The peer closed in good order.
  case normal
  /// The attempt's write came too late: its target had changed. Closes no connection.
  case conflict
  /// The name of the peer has no address, or no one answered for it.
  case dns
  /// A station of the gateway dropped the attempt: its queue was full, or the wait too long.
  case dropped

  /// As results name it.
  public var name: String {
    switch self {
    case .refused: "refused"
    case .timeout: "timeout"
    case .reset: "reset"
    case .shed: "shed"
    case .auth: "auth"
    case .offline: "offline"
    case .normal: "normal"
    case .conflict: "conflict"
    case .dns: "dns"
    case .dropped: "dropped"
    }
  }
}

/// How a call ended. Machines extend it with answers of their own from 16 on.
@frozen
public struct Outcome: BitwiseCopyable, Hashable, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable public static var ok: Outcome { Outcome(rawValue: 0) }
  /// No answer worth anything: refused, broken off, or an error of the server.
  @inlinable public static var failed: Outcome { Outcome(rawValue: 1) }
}
