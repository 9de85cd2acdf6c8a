import Primitives

/// An effect on clients when a fault begins, moves on or ends.
public enum ClientEffect: Hashable, Sendable {
  /// Connections are closed, those being set up included, and the work that waits for them is gone.
  case drop
  /// The next so many connections are closed, in the order of the clients.
  case drainBatch(Int)
  /// One of several equal parts of a node's connections is closed, in the order of the clients. The first is 0.
  case drainPart(Int, of: Int)
  /// The clients concerned learn what their system tells them of the world as it now is.
  case inform
  /// Apps go to the background or come back.
  case updateApps
  /// Connections die without a word.
  case handOver
  /// Users are logged out.
  case logOut
  /// Each client begins to flap at a phase of its own.
  case scheduleFlaps
}

extension FaultEffects {
  /// One move of a fault that is in force: the next node, the next batch, the other phase.
  public struct Step: Hashable, Sendable {
    /// Since the begin of the fault, or its step before; > 0.
    public var after: Interval
    /// The effects on clients then, in this order.
    public var effects: [ClientEffect]
  }

  /// Down and up in turn, beginning with down.
  public struct Flapping: Hashable, Sendable {
    /// > 0 both.
    public var up: Interval
    public var down: Interval
    /// True if every client has a phase of its own.
    public var isApart: Bool

    public var period: Interval { up + down }
  }

  public enum DownNodes: Hashable, Sendable {
    case none
    /// 0-based.
    case one(Int)
    case all
    /// One after the other, from node 0 on.
    case eachInTurn(RollingRestart)
  }

  /// The change that a fault makes to the gateway's stations.
  public struct StationChange: Hashable, Sendable {
    /// The only station that it changes; nil = all.
    public var only: StationRole?
    /// The share of its servers that a station keeps, in [0, 1].
    public var capacity = 1.0
    /// The factor on the length of services that begin, > 0.
    public var slowness = 1.0

    /// A link is none of the gateway's servers: it is changed only where it is named.
    public func concerns(_ name: StationRole) -> Bool {
      only.map { $0 == name } ?? (name != .egress)
    }
  }

  public struct AuthFailure: Hashable, Sendable {
    public var answer: AuthAnswer
    /// The probability that an attempt gets this answer, in (0, 1].
    public var probability: Double
  }

  /// True if the devices themselves notice it: they lose their network.
  public var touchesDevices: Bool { barrier == .offline }

  /// True if it needs a record of each device: of its app, and of its user.
  public var needsDeviceRecords: Bool { keepsAppsBehind || atBegin.contains(.logOut) }
}
