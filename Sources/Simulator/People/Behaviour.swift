import Primitives
import VirtualTime

/// The use that the people of one cohort make of the app, and the backend's pushes to them: every
/// stream is a renewal process of its own, drawn per client.
public struct Behaviour: Hashable, Sendable {
  /// The app in front, and behind: in the background, where its timers are frozen.
  public var app: Alternation?
  /// On a screen that needs the session, and elsewhere.
  public var screens: Alternation?
  /// With a listener attached to an entity, and without.
  public var listeners: Alternation?
  /// Pause between two things the user does: a read, a send.
  public var actions: Distribution?
  /// Pause between two launches of the app; each begins a new session.
  public var launches: Distribution?
  /// Probability in [0, 1] that a launch brings another user.
  public var newUser = 0.0
  /// Entities that are read, listened to and changed: 1...128.
  public var entities = 64
  /// Entities read as soon as a session's start() has resolved: 0...100.
  public var firstScreen = 0
  /// How long a database operation takes on the device.
  public var database = Distribution.exponential(mean: .milliseconds(20))
  public var pushes: PushPlan?

  public init() {}

  /// True if nothing happens by itself.
  public var isEmpty: Bool {
    app == nil && screens == nil && listeners == nil && actions == nil && launches == nil
      && pushes == nil && firstScreen == 0
  }
}

/// Two phases that follow each other.
public struct Alternation: Hashable, Sendable {
  public var on: Distribution
  public var off: Distribution

  public init(on: Distribution, off: Distribution) {
    self.on = on
    self.off = off
  }
}

/// The backend's pushes to each client of a cohort.
public struct PushPlan: Hashable, Sendable {
  /// Pause between two pushes outside the storms; nil = none.
  public var every: Distribution?
  /// The storms, in order of time; they do not overlap.
  public var storms: [PushStorm]

  public init(every: Distribution?, storms: [PushStorm]) {
    self.every = every
    self.storms = storms
  }
}

/// A time in which pushes come at a pace of their own.
public struct PushStorm: Hashable, Sendable {
  public var begin: Instant
  public var end: Instant
  public var every: Distribution

  public init(begin: Instant, end: Instant, every: Distribution) {
    self.begin = begin
    self.end = end
    self.every = every
  }
}
