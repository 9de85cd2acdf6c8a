import Faults
import GatewayModel
import NetworkModel
import Primitives

/// One run, described: everything but the session system, and nothing about how it is reported.
public struct SimulationPlan: Sendable {
  public var seed: UInt64
  /// The number of clients, 1...268,435,455.
  public var clients: Int
  public var cohorts: [CohortPlan]
  public var start: StartPlan
  /// True if all clients' periods begin together; otherwise they are spread.
  public var isAligned: Bool
  public var gateway: GatewayDescription
  public var faults: [Fault]
  /// The hard end of the run: less than 52 days after its start.
  public var duration: Interval
  /// Stop once every client is settled, after clear and after the last fault's end.
  public var untilSettled: Bool
  public var metastableWindow: Interval
  /// Numbers of the faults from whose end recovery is counted; nil = the incidents among them.
  public var recoveryFrom: [Int]?
  /// True if healthy heartbeats are added up instead of being simulated one by one. Changes no
  /// result.
  public var skipsQuietTime = true
  /// Clients whose lives are written down, event by event: see `RunResult.trace`. Changes no other
  /// result.
  public var followed: [UInt32] = []
  /// The time of which all facts are written down: see `RunResult.facts`. Changes no other result.
  public var factsWithin: Range<Instant>?
  /// True if the result says which clients were back first and which last: see `RunResult.ranking`.
  public var ranksClients = false

  public init(
    seed: UInt64, clients: Int, cohorts: [CohortPlan], start: StartPlan, isAligned: Bool,
    gateway: GatewayDescription, faults: [Fault], duration: Interval, untilSettled: Bool,
    metastableWindow: Interval
  ) {
    self.seed = seed
    self.clients = clients
    self.cohorts = cohorts
    self.start = start
    self.isAligned = isAligned
    self.gateway = gateway
    self.faults = faults
    self.duration = duration
    self.untilSettled = untilSettled
    self.metastableWindow = metastableWindow
  }
}

extension SimulationPlan {
  /// True if healthy heartbeats need not be simulated: no answer to one waits behind somebody's payload.
  var skipsQuietHeartbeats: Bool { skipsQuietTime && gateway.egress == nil }

  /// True if anything happens to the devices themselves.
  var hasDevices: Bool {
    if cohorts.contains(where: { !$0.behaviour.isEmpty }) { return true }
    return faults.contains { $0.effects.needsDeviceRecords }
  }
}

/// A part of the fleet with a path and habits of its own.
public struct CohortPlan: Sendable {
  public var name: String
  /// Fraction of the clients in [0, 1]; all shares sum to 1.
  public var share: Double
  public var network: NetworkDescription
  public var system: OperatingSystem
  public var behaviour: Behaviour

  public init(
    name: String, share: Double, network: NetworkDescription, system: OperatingSystem,
    behaviour: Behaviour = Behaviour()
  ) {
    self.name = name
    self.share = share
    self.network = network
    self.system = system
    self.behaviour = behaviour
  }
}

/// How the clients come to life.
public enum StartPlan: Hashable, Sendable {
  /// Long connected when the run begins.
  case connected
  /// One by one, uniformly over this long.
  case within(Interval)
  /// A Poisson stream.
  case rate(perSecond: Double)
}

/// Why a run could not be finished.
public enum SimulationError: Error, Hashable, Sendable {
  /// A formula gave a delay that cannot be waited for.
  case invalidDelay(formula: String, failures: UInt32, seconds: Double, client: UInt32)
  /// More than 10,000 events of one client at one instant.
  case endlessInstant(formula: String, client: UInt32, at: Instant)
  /// Two events that were pending had the same time and key, so that their order is not defined: a
  /// fault of the simulator's. `event` names them.
  case equalEvents(event: String, at: Instant)
}

/// How far a run has come.
public struct RunProgress: Sendable {
  public var now: Instant
  public var end: Instant
  public var events: Int
}

extension SimulationPlan {
  /// When its faults begin, end and change.
  package var timeline: FaultTimeline {
    FaultTimeline(
      faults, nodes: gateway.nodes, end: .start + duration, recoveryFrom: recoveryFrom)
  }
}
