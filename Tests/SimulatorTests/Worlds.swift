import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

// Small worlds for tests: every scenario here is written in the terms of the model.

let idealNetwork = NetworkDescription(
  profile: "ideal", latency: .constant(.zero), setup: .none, loss: 0)

/// 50 ms one way, always: arithmetic stays possible.
let steadyNetwork = NetworkDescription(
  profile: "steady", latency: .constant(.milliseconds(50)), setup: .usual, loss: 0)

let idealGateway = GatewayDescription(
  profile: "ideal", nodes: 1, backlog: nil, handshake: .ideal, auth: .ideal, ready: .ideal,
  api: .ideal, admission: .none, abandonment: .work)

let smallGateway = GatewayDescription(
  profile: "small", nodes: 4, backlog: 64,
  handshake: StationDescription(servers: 2, time: .constant(.microseconds(500))),
  auth: StationDescription(servers: 8, time: .exponential(mean: .milliseconds(5))),
  ready: StationDescription(servers: 4, time: .constant(.milliseconds(5))),
  api: StationDescription(servers: 16, time: .constant(.milliseconds(5))),
  admission: .tokenBucket(perSecond: 200, burst: 200, scope: .gateway), abandonment: .work)

func outage(
  at: Int64, for duration: Int64?, _ mode: OutageMode = .refuse, drop: Bool = true,
  batch: Int = 100, _ scope: FaultScope = .everyone
) -> Fault {
  fault(
    at: at, for: duration, .outage(mode: mode, drop: drop, batch: batch, every: .seconds(1)), scope)
}

func fault(
  at: Int64, for duration: Int64?, _ kind: FaultKind, _ scope: FaultScope = .everyone
) -> Fault {
  Fault(at: .seconds(at), duration: duration.map { .seconds($0) }, kind: kind, scope: scope)
}

/// A fleet in a world.
struct World {
  var clients = 500
  var seed: UInt64 = 1
  var network = idealNetwork
  var gateway = idealGateway
  var faults: [Fault] = []
  var recoveryFrom: [Int]?
  var profile = StoatProfile.spec
  var backoff = "stoat-web"
  var heartbeat = Interval.seconds(30)
  var pongTimeout = Interval.seconds(10)
  var start = StartPlan.connected
  var isAligned = false
  var duration = Interval.minutes(15)
  var untilSettled = true
  /// Clients whose lives are written down.
  var followed: [UInt32] = []

  var plan: SimulationPlan {
    var plan = SimulationPlan(
      seed: seed, clients: clients,
      cohorts: [CohortPlan(name: "all", share: 1, network: network, system: .linux)],
      start: start, isAligned: isAligned, gateway: gateway, faults: faults, duration: duration,
      untilSettled: untilSettled, metastableWindow: .seconds(60))
    plan.recoveryFrom = recoveryFrom
    plan.followed = followed
    return plan
  }

  func run(_ queue: QueueChoice = .ladder) throws -> RunResult {
    try simulateStoat(plan, configurations: [configuration], queue: queue)
  }

  /// The run in which what is known in advance is passed over, and the one in which every event waits for its turn.
  /// Their digests, events and outcomes are the same, or a test fails.
  func runBothWays() throws -> (skipped: RunResult, played: RunResult) {
    var stepped = plan
    stepped.skipsQuietTime = false
    let played = try simulateStoat(stepped, configurations: [configuration])
    let skipped = try run()
    #expect(skipped.course.digest == played.course.digest)
    #expect(skipped.course.events == played.course.events)
    #expect(skipped.recovery.outcomes == played.recovery.outcomes)
    return (skipped, played)
  }

  var configuration: StoatConfiguration {
    get throws {
      var configuration = StoatConfiguration(
        profile: profile, policy: try BackoffPolicy.parse(backoff))
      configuration.heartbeat = heartbeat
      configuration.pongTimeout = pongTimeout
      return configuration
    }
  }
}

extension RunResult {
  func failed(_ reason: CloseReason) -> Int { load.failures.first { $0.reason == reason }!.count }
  func reached(_ milestone: String) -> Int {
    sessions.milestones.first { $0.name.word == milestone }!.count
  }
  func station(_ role: StationRole) -> StationStatistics {
    gateway.stations.first { $0.role == role }!.statistics
  }
}

extension Outcomes {
  var sum: Int { recovered + inError + gaveUp + stuck + stillTrying }
}

/// A configuration as a scenario would make it.
enum BackoffPolicyForTests {
  static func parse(_ text: String) throws -> StoatConfiguration {
    StoatConfiguration(profile: .spec, policy: try BackoffPolicy.parse(text))
  }
}
