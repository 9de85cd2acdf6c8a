import Primitives
import Sessions

/// What the simulated world must know of a session system to play the other side to it.
public protocol SimulatedSession: SessionStateMachine {
  init()
  /// What brings a fresh session to want a connection.
  static var startStimulus: Stimulus { get }
  /// What the gateway pushes in the course of a set-up.
  static var authenticated: Message { get }
  static var ready: Message { get }
  static var serverError: Message { get }
  /// What the gateway does on a message of the client's.
  static func answer(to message: Message) -> PeerAnswer<Message>
  /// How a call ends that reaches a healthy server.
  static func outcome(of call: Call) -> Outcome
  /// What the session is told when the device's network goes or comes back.
  static func stimulus(deviceIsOnline: Bool) -> Stimulus?
  /// The longest period among the timers of an established session.
  static func longestPeriod(_ configuration: Configuration) -> Interval
  /// What the user sees, as an index into `displayNames`.
  var display: Int { get }
  static var displayNames: [String] { get }
  static func name(of milestone: Milestone) -> String
}

/// What the gateway does on a message of the client's.
public enum PeerAnswer<Message: Sendable>: Sendable {
  case nothing
  case reply(Message)
  case close
}

extension StoatClient: SimulatedSession {
  public static var startStimulus: StoatStimulus { .storedSession }
  public static var authenticated: StoatMessage { .authenticated }
  public static var ready: StoatMessage { .ready }
  public static var serverError: StoatMessage { .error }

  public static func answer(to message: StoatMessage) -> PeerAnswer<StoatMessage> {
    switch message {
    case .ping: .reply(.pong)
    case .closeFrame: .close
    case .authenticated, .ready, .pong, .error, .logout: .nothing
    }
  }

  public static func outcome(of call: StoatCall) -> Outcome {
    switch call {
    case .login, .hello, .unreads: .ok
    case .flags: .loggedOut
    }
  }

  public static func stimulus(deviceIsOnline: Bool) -> StoatStimulus? {
    deviceIsOnline ? .deviceOnline : .deviceOffline
  }

  public static func longestPeriod(_ configuration: StoatConfiguration) -> Interval {
    configuration.heartbeat
  }

  public var display: Int { Int(state.banner.rawValue) }

  public static var displayNames: [String] {
    ["none", "connecting", "disconnected", "reconnecting", "device_offline"]
  }

  public static func name(of milestone: StoatMilestone) -> String { "\(milestone)" }
}
