import Primitives
import Sessions

/// The properties of a session system that the simulated world must know to play the other side to
/// it: the gateway, the device, the user, the backend.
///
/// Some members are asked of a machine although most systems answer the same for all clients.
public protocol SimulatedSession: SessionStateMachine {
  static var system: SystemName { get }
  /// A client that has not come to life.
  static func fresh(under configuration: Configuration) -> Self
  /// Returns the name in error messages of the formula that clients wait by; nil where they wait by
  /// rules of their own.
  static func formula(of configuration: Configuration) -> String?
  /// Returns the policy by which clients wait after a failed attempt; nil where they wait by rules
  /// of their own. Where there is one, nothing that an attempt leaves behind may grow but
  /// `formula`. Heartbeats do not depend on what the formula remembers.
  static func policy(of configuration: borrowing Configuration) -> ResolvedPolicy?
  /// The state that the formula remembers.
  var formula: BackoffState { get set }

  // MARK: The gateway

  /// The stages of the gateway that a client passes at least before it is connected again.
  static var setUpStages: SetUpStages { get }
  /// The messages that the gateway pushes in the course of a set-up; nil where it works and says
  /// nothing.
  var authenticated: Message? { get }
  var ready: Message? { get }
  /// The message that the gateway sends before it closes for good; nil where it only closes.
  var serverError: Message? { get }
  /// The message that the gateway sends to a user who was logged out elsewhere.
  var loggedOut: Message? { get }
  /// Returns the gateway's answer to a message of the client.
  func answer(to message: Message) -> PeerAnswer<Message>
  /// The message that the gateway sends at a steady pace on every open connection.
  var serverPing: (message: Message, every: Interval)? { get }
  /// Returns the outcome of a call that reaches a healthy server.
  func outcome(of call: Call) -> Outcome
  /// Returns the place where a call is answered.
  func venue(of call: Call) -> CallVenue
  /// True if calls are made again and again on one connection, or without any; otherwise each is
  /// made once for a connection, and a new one makes the session forget the one before.
  var repeatsCalls: Bool { get }
  /// Returns true if a call is a part of a connection attempt, whose outcome says whether the
  /// call's work was wasted; otherwise the call is worth what it answers.
  func isOfAttempt(_ call: Call) -> Bool
  /// True if the client contends for the gateway's row: `ready` brings the row's version, a call
  /// writes it if it still has that version, and a cycle ends with its call.
  var contends: Bool { get }

  // MARK: The device, the user, the backend

  /// The stimulus that an event of its environment gives the session; nil where nothing in it listens.
  func stimulus(for environmentEvent: EnvironmentEvent) -> DirectedStimulus<Self>?
  /// How a push of the backend comes to the client.
  var pushRoute: PushRoute<Message> { get }
  /// Returns true if a push about an entity concerns the client.
  func listens(to entity: UInt16) -> Bool
  /// The system's allowance to an app in the background before it is frozen: drawn from this range.
  /// nil = frozen at once.
  var backgroundAllowance: ClosedRange<Interval>? { get }
  /// Returns true if a timer, or the answer of a call, is held back while the app is frozen.
  func isFrozen(timer: Timer) -> Bool
  func isFrozen(call: Call) -> Bool
  /// True if a backend or gateway pushes to clients of this system by itself. Their devices are
  /// recorded then, and heartbeats are not fast-forwarded.
  static var hasPushes: Bool { get }
  /// True if a user's reads come from what the client has: a read only reaches milestones, and
  /// leaves the client's standing, timers, calls and listeners as they are.
  static var servesReads: Bool { get }
  /// Lets a user read in a session that serves its reads, with all that the turn of the stimulus
  /// does.
  /// - Returns: the milestones that it reaches; nil where nothing in the session listens.
  mutating func read(
    _ entity: UInt16, under configuration: borrowing Configuration
  ) -> (first: Milestone, second: Milestone?)?
  /// True if `listens(to:)` is true of any entity.
  var listensToAnything: Bool { get }
  /// True if reads are looked at for being stale.
  static var hasEntities: Bool { get }

  // MARK: Measuring

  /// The longest period among the timers of an established session.
  static func longestPeriod(_ configuration: Configuration) -> Interval
  /// The state of the session, as an index into `stateNames`.
  var stateNumber: Int { get }
  /// The states, by the numbers that `stateNumber` gives.
  static var stateNames: [SystemWord] { get }
  /// The names of the milestones' cases, in the order of their raw values. They are written out,
  /// because a case is asked for its name by searching all types of the process.
  static var milestoneNames: [SystemWord] { get }
  /// The first of the numbers that its milestones have in the digest of a mixed fleet, from 0 to
  /// 767: apart from those of all other systems, and never changed.
  static var firstDigestNumber: UInt16 { get }
  /// Returns true if the time it took is recorded with a milestone.
  static func isTimed(_ milestone: Milestone) -> Bool
  /// Returns the effect of a milestone on the client's copies of entities; nil where it is about
  /// something else.
  static func effect(of milestone: Milestone) -> CopyEffect?
}

extension SimulatedSession {
  /// Returns the name of a milestone in results.
  package static func name(of milestone: Milestone) -> SystemWord {
    milestoneNames[Int(milestone.rawValue)]
  }
}

/// A stimulus with what it is about.
public struct DirectedStimulus<Machine: SessionStateMachine>: Sendable {
  public var stimulus: Machine.Stimulus
  public var operand: UInt16 = 0

  public init(_ stimulus: Machine.Stimulus, _ operand: UInt16 = 0) {
    self.stimulus = stimulus
    self.operand = operand
  }
}

/// The events of a client's device and app, and the actions of its user.
public enum EnvironmentEvent: BitwiseCopyable, Sendable {
  /// The client comes to life.
  case start
  case deviceOnline, deviceOffline
  case background, foreground
  /// The system's allowance is nearly used up; it is used up.
  case backgroundTimeNotice, freeze
  /// The user is logged out; the next user is this one.
  case logout(user: UInt16)
  case screenEntered, screenLeft
  /// The user reads an entity, or sends something.
  case action(entity: UInt16)
  case listenerAdded(entity: UInt16)
  case listenerRemoved(entity: UInt16)
  /// The app is launched by this user.
  case launch(user: UInt16)
  case push
}

extension EnvironmentEvent {
  /// True if it is the user who now wants something of a session that lives already.
  var isUsersDoing: Bool {
    switch self {
    case .foreground, .screenEntered, .listenerAdded, .launch, .logout: true
    case .start, .deviceOnline, .deviceOffline, .background, .backgroundTimeNotice, .freeze,
      .screenLeft, .action, .listenerRemoved, .push:
      false
    }
  }
}

/// How a push comes to the client.
public enum PushRoute<Message: Sendable>: Sendable {
  case none
  /// Over the session's own socket; `named` where the message is about an entity.
  case socket(Message, named: Bool)
  /// Past the session, as a notification of the operating system.
  case notification
}

/// The place where a call is answered.
public enum CallVenue: Sendable {
  /// At the gateway's `api` station.
  case gateway
  /// On the device itself, by its database.
  case device
}

/// The effect on a client's copies of entities.
public enum CopyEffect: Sendable {
  /// A new session: nothing is locked.
  case sessionBegan
  /// The app goes on, and shows its first screen.
  case sessionResolved
  /// A response brought all of them.
  case fetched
  /// A read was served by this layer.
  case readLock, readLatest, readFallback
  /// The lock that served a read just now holds a fallback, not a copy.
  case lockHeldFallback
}

/// The gateway's answer to a message of the client.
public enum PeerAnswer<Message: Sendable>: Sendable {
  case nothing
  case reply(Message)
  case close
}

// Defaults for the features that most systems do not have.
extension SimulatedSession {
  public static func formula(of configuration: Configuration) -> String? { nil }
  public static func policy(of configuration: borrowing Configuration) -> ResolvedPolicy? { nil }
  public var formula: BackoffState {
    get { BackoffState() }
    set {}
  }
  public static var setUpStages: SetUpStages { .all }
  public var authenticated: Message? { nil }
  public var ready: Message? { nil }
  public var serverError: Message? { nil }
  public var loggedOut: Message? { nil }
  public func answer(to message: Message) -> PeerAnswer<Message> { .nothing }
  public var serverPing: (message: Message, every: Interval)? { nil }
  public func outcome(of call: Call) -> Outcome { .ok }
  public func venue(of call: Call) -> CallVenue { .gateway }
  public var repeatsCalls: Bool { true }
  public func isOfAttempt(_ call: Call) -> Bool { !repeatsCalls }
  public var contends: Bool { false }
  public var pushRoute: PushRoute<Message> { .none }
  public func listens(to entity: UInt16) -> Bool { true }
  public var backgroundAllowance: ClosedRange<Interval>? { nil }
  public func isFrozen(timer: Timer) -> Bool { true }
  public func isFrozen(call: Call) -> Bool { true }
  public static var hasPushes: Bool { true }
  public static var servesReads: Bool { false }
  public mutating func read(
    _ entity: UInt16, under configuration: borrowing Configuration
  ) -> (first: Milestone, second: Milestone?)? { nil }
  public var listensToAnything: Bool { true }
  public static var hasEntities: Bool { false }
  public static func isTimed(_ milestone: Milestone) -> Bool { false }
  public static func effect(of milestone: Milestone) -> CopyEffect? { nil }
}
