import Faults
import GatewayModel
import Measurements
import Primitives
import Simulator
import Testing

@Suite("What faults do to clients")
struct FaultEffectTests {
  func world(_ clients: Int, _ faults: [Fault]) -> World {
    var world = World(clients: clients)
    world.network = steadyNetwork
    world.faults = faults
    return world
  }

  @Test func aPermanentAuthFailureNeedsAPerson() throws {
    let run = try world(
      400,
      [
        outage(at: 10, for: 5),
        fault(at: 10, for: 60, .authFailure(answer: .permanent, probability: 1)),
      ]
    ).run()
    #expect(run.recovery.outcomes.inError == 400)
    #expect(run.failed(.auth) == 400)
    #expect(run.reached("saysLoggedOut") == 400)
  }

  @Test func aTemporaryAuthFailureIsRetried() throws {
    let run = try world(
      400,
      [
        outage(at: 10, for: 5),
        fault(at: 10, for: 60, .authFailure(answer: .temporary, probability: 1)),
      ]
    ).run()
    #expect(run.recovery.outcomes.recovered == 400)
    #expect(run.failed(.auth) > 400)
    #expect(run.recovery.recoveries.allSatisfy { $0 > .zero })
  }

  /// Four standard deviations of a binomial.
  @Test func aShareOfTheClientsIsDropped() throws {
    let run = try world(4_000, [outage(at: 10, for: 5, .reset, .share(0.25))]).run()
    #expect(abs(Double(run.recovery.affected) - 1_000) <= 4 * (4_000 * 0.1875).squareRoot())
    #expect(run.recovery.outcomes.recovered == 4_000)
  }

  /// A drain closes 100 connections a second, beginning at once.
  @Test func aDrainClosesInBatches() throws {
    var world = world(400, [outage(at: 10, for: 20, .drain, drop: false, batch: 100)])
    world.backoff = "30s"
    let run = try world.run()
    #expect(run.recovery.affected == 400)
    let connected = (8...15).map { run.load.perSecond.connected[$0] }
    #expect(connected == [400, 400, 300, 200, 100, 0, 0, 0])
    #expect(run.recovery.outcomes.recovered == 400)
  }

  /// One node of four goes down: about a quarter of the clients is dropped and goes to the others.
  @Test func aRestartOfOneNodeDropsItsClients() throws {
    var world = world(
      2_000, [fault(at: 10, for: 20, .restart(rolling: false, drop: true), .node(1))])
    world.gateway.nodes = 4
    let run = try world.run()
    #expect(abs(Double(run.recovery.affected) - 500) <= 4 * (2_000 * 0.1875).squareRoot())
    #expect(run.failed(.refused) == 0)
  }

  @Test func aRollingRestartDropsEveryoneAtLeastOnce() throws {
    var world = world(400, [fault(at: 10, for: 20, .restart(rolling: true, drop: true))])
    world.gateway.nodes = 4
    let run = try world.run()
    #expect(run.recovery.affected == 400)
    // A Pong on its way when its connection is dropped hides nothing.
    #expect(run.load.detect.count == run.reached("disconnected"))
    // When its last node is back.
    #expect(run.course.clear == .seconds(90))
    #expect(run.recovery.outcomes.recovered == 400)
  }

  /// The time of a drain is enough for all connections of its node: nothing is left to be dropped, so
  /// that dropping changes nothing.
  @Test func aDrainedNodeHasNothingLeftToDrop() throws {
    let drain = NodeDrain(batch: 20, every: .seconds(1), clients: 400)
    func run(drop: Bool) throws -> RunResult {
      let rolling = FaultKind.restart(
        rolling: true, drop: drop, pause: .seconds(30), drain: drain)
      var world = world(400, [fault(at: 10, for: 20, rolling)])
      world.gateway.nodes = 4
      return try world.run()
    }
    let dropping = try run(drop: true)
    #expect(dropping.recovery.affected == 400)
    #expect(dropping.recovery.outcomes.recovered == 400)
    #expect(dropping.failed(.refused) == 0)
    let sparing = try run(drop: false)
    #expect(dropping.load.attempts == sparing.load.attempts)
    #expect(dropping.recovery.downtimes == sparing.recovery.downtimes)
  }

  /// The device asks nobody: attempts fail at once, the machine goes OFFLINE and is informed of the
  /// return. In `forWeb` nothing listens.
  @Test func offlineDevicesWaitForTheirReturn() throws {
    let faults = [outage(at: 10, for: 5), fault(at: 5, for: 150, .offline)]
    var world = world(200, faults)
    let spec = try world.run()
    #expect(spec.recovery.outcomes.recovered == 200)
    world.profile = .forWeb
    let forWeb = try world.run()
    // The heartbeat finds out by 45 s, the closing handshake takes 60 s more: all are OFFLINE when
    // the device is back at 155 s.
    #expect(forWeb.recovery.outcomes.stuck == 200)
  }

  /// The socket is silent while the device is away, and lives on if it returns in time.
  @Test func aShortTimeOfflineLeavesTheSocketAlive() throws {
    let run = try world(300, [fault(at: 20, for: 4, .offline)]).run()
    #expect(run.load.attempts == 0)
    #expect(run.recovery.outcomes.recovered == 300)
    #expect(Set(run.recovery.downtimes) == [.seconds(4)])
  }

  @Test func flappingPathsTogether() throws {
    let flapping = FaultKind.flapping(
      of: .path, up: .seconds(20), down: .seconds(15), together: true)
    let run = try world(300, [fault(at: 10, for: 100, flapping)]).run()
    #expect(run.recovery.affected == 300)
    #expect(run.recovery.outcomes.recovered == 300)
    #expect(run.load.attempts > 0)
  }

  /// Half the service capacity: half the rate at which clients come back.
  @Test func capacityAndSlowness() throws {
    func lastBack(_ extra: [Fault]) throws -> Double {
      var world = world(400, [outage(at: 10, for: 5)] + extra)
      world.gateway.auth = StationDescription(servers: 2, time: .constant(.milliseconds(20)))
      world.backoff = "10s"
      // Recovery is counted from the outage; the other fault stays.
      world.recoveryFrom = [0]
      return try world.run().recovery.recoveries.map(\.seconds).max()!
    }
    // 400 clients x 20 ms / 2 workers = 4 s behind the first.
    let normal = try lastBack([])
    let half = try lastBack([fault(at: 0, for: nil, .capacity(to: 0.5, station: .auth))])
    let slow = try lastBack([fault(at: 0, for: nil, .slow(times: 2, station: .auth))])
    #expect(abs(half - normal - 4) < 0.03)
    #expect(abs(slow - normal - 4) < 0.03)
  }

  @Test func latencyAndLossDelayRecovery() throws {
    func median(_ extra: [Fault]) throws -> Double {
      var world = world(400, [outage(at: 10, for: 5)] + extra)
      world.backoff = "20s"
      return DistributionSummary(values: try world.run().recovery.recoveries).p50!
    }
    // One way to learn of the drop, ten ways of the attempt: 11 x 50 ms, or 11 x 350 ms.
    #expect(try median([]) == 15.55)
    let slow = FaultKind.latency(times: 1, add: .milliseconds(300))
    #expect(try median([fault(at: 0, for: nil, slow)]) == 18.85)
    #expect(try median([fault(at: 0, for: nil, .loss(rate: 0.3))]) > 15.85)
  }

  /// A blackhole without an end: clear is the end of the run, nobody recovers.
  @Test func aFaultWithoutAnEnd() throws {
    var world = world(50, [outage(at: 10, for: nil)])
    world.duration = .minutes(5)
    let run = try world.run()
    #expect(run.course.clear == nil)
    #expect(run.course.end == .start + .minutes(5))
    #expect(run.recovery.outcomes.stillTrying == 50)
    #expect(run.recovery.downtimeCensored == 50)
    #expect(run.recovery.recoveries.isEmpty)
  }
}
