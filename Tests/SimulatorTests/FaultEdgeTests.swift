import Faults
import GatewayModel
import Measurements
import Primitives
import Simulator
import Testing
import VirtualTime

/// One client, a constant formula, and arithmetic: what happens at the edges of faults.
@Suite("The edges of faults")
struct FaultEdgeTests {
  func world(_ backoff: String, _ faults: [Fault]) -> World {
    var world = World(clients: 1)
    world.backoff = backoff
    world.faults = faults
    world.duration = .seconds(100)
    return world
  }

  let lossy = FaultKind.loss(rate: 1)
  let blackhole = FaultKind.outage(
    mode: .blackhole, drop: false, batch: 100, every: .seconds(1))

  func at(_ milliseconds: Int64, for duration: Int64, _ kind: FaultKind) -> Fault {
    Fault(
      at: .start + .milliseconds(milliseconds), duration: .milliseconds(duration), kind: kind,
      scope: .everyone)
  }

  /// The kernel of a client that has given up sends no more SYNs.
  @Test func abandonedAttemptsDoNotArrive() throws {
    var world = world("1000s", [outage(at: 0, for: 14, .blackhole, drop: false)])
    world.start = .within(.zero)
    world.gateway.handshake = StationDescription(servers: 1, time: .constant(.seconds(1)))
    let run = try world.run()
    #expect(run.load.attempts == 1)
    #expect(run.failed(.timeout) == 1)
    #expect(run.load.arrivals == 0)
    #expect(run.station(.handshake).arrivals == 0)
  }

  /// The second SYN, 1 s after the first, is sent into a world of its own moment.
  @Test(arguments: [true, false]) func everySynMeetsTheWorldOfItsMoment(isLoss: Bool) throws {
    let world = world(
      "2s", [outage(at: 0, for: 1), at(500, for: 4_000, isLoss ? lossy : blackhole)])
    // Retried at 2 s; SYNs at 2, 3 and 5 s.
    let run = try world.run()
    #expect(run.load.attempts == 1)
    #expect(run.recovery.downtimes == [.seconds(5)])
  }

  @Test func aMomentOfTotalLossIsBridged() throws {
    var world = world("1s", [at(29_900, for: 300, lossy)])
    world.isAligned = true
    let run = try world.run()
    #expect(run.load.attempts == 0)
    #expect(run.recovery.outcomes.recovered == 1)
  }

  /// One fault ends where the next begins: nothing comes through between the two.
  @Test func adjacentFaultsLeaveNoGap() throws {
    let twice = try world(
      "1s",
      [outage(at: 0, for: 1), at(800, for: 9_200, .offline), at(10_000, for: 10_000, .offline)]
    ).run()
    let once = try world("1s", [outage(at: 0, for: 1), at(800, for: 19_200, .offline)]).run()
    #expect(twice.load.attempts == once.load.attempts)
    #expect(twice.recovery.downtimes == once.recovery.downtimes)

    var gateway = world(
      "2s",
      [
        outage(at: 0, for: 1), fault(at: 0, for: 5, .capacity(to: 0, station: .auth)),
        fault(at: 5, for: 5, .capacity(to: 0, station: .auth)),
      ])
    gateway.gateway.auth = StationDescription(servers: 1, time: .constant(.seconds(1)))
    #expect(try gateway.run().recovery.downtimes == [.seconds(11)])
  }

  /// A connection is dropped at the instant its request comes to the gateway: two resets are on
  /// their way, and no two pending events may be the same, on either queue.
  @Test(arguments: QueueChoice.allCases)
  func aDropAtTheInstantOfARequest(queue: QueueChoice) throws {
    // Dropped at 10 s, retried at 30.05 s, at the listener at 30.1 s, request at 30.4 s.
    var world = world(
      "20s",
      [outage(at: 10, for: 10), at(30_400, for: 1_000, .restart(rolling: false, drop: true))])
    world.network = steadyNetwork
    let run = try world.run(queue)
    #expect(run.load.attempts == 2)
    #expect(run.failed(.reset) == 1)
    #expect(run.recovery.outcomes.recovered == 1)
  }

  @Test func durationIsTheHardEnd() throws {
    var world = world("1s", [outage(at: 10, for: 60)])
    world.duration = .seconds(30)
    #expect(try world.run().course.end == .seconds(30))
  }

  @Test func aBlackholeThatDropsTellsItsClients() throws {
    var world = world("1s", [outage(at: 10, for: 7, .blackhole, drop: true)])
    world.network = steadyNetwork
    #expect(try world.run().load.detect.summary.max == 0.05)
  }

  /// Work in service when its connection is dropped ends there.
  @Test func droppedConnectionsCostNothingFurther() throws {
    var world = world(
      "1s",
      [
        at(0, for: 500, .outage(mode: .refuse, drop: true, batch: 1, every: .seconds(1))),
        fault(at: 3, for: 1, .restart(rolling: false, drop: true)),
      ])
    world.gateway.auth = StationDescription(servers: 10, time: .constant(.seconds(5)))
    world.gateway.ready = StationDescription(servers: 4, time: .constant(.seconds(1)))
    #expect(try world.run().station(.ready).arrivals == 1)
  }

  /// Detection counts from the fault's begin, whoever is closed later, and whether or not the path
  /// is back by the time the client notices.
  @Test func detectionCountsFromTheFaultsBegin() throws {
    var drained = world("1s", [outage(at: 10, for: 20, .drain, drop: false, batch: 1)])
    drained.clients = 3
    let detect = try drained.run().load.detect
    #expect(detect.count == 3)
    #expect(detect.summary.max == 2)

    var late = world("1s", [at(25_000, for: 14_900, blackhole)])
    late.isAligned = true
    late.untilSettled = false
    let noticed = try late.run().load.detect
    #expect(noticed.count == 1)
    #expect(noticed.summary.max == 15)
  }

  /// One node of one behaves like the gateway that it is.
  @Test func theOnlyNodeKeepsItsSilence() throws {
    var world = world("1s", [outage(at: 0, for: 20, .blackhole, drop: false, .node(0))])
    world.start = .within(.zero)
    let silent = try world.run()
    #expect(silent.failed(.refused) == 0)
    // Attempts at 0 and 11 s; the one at 22 s gets through.
    #expect(silent.failed(.timeout) == 2)
    world.faults = [outage(at: 0, for: 20, .reset, drop: false, .node(0))]
    #expect(try world.run().failed(.refused) == 0)
    #expect(try world.run().failed(.reset) > 0)
  }

  /// In `forWeb` the closing handshake follows a connect timeout; the attempt failed by timeout.
  @Test func theClosingHandshakeDoesNotHideTheCause() throws {
    var world = world(
      "1s", [at(0, for: 500, .outage(mode: .refuse, drop: true, batch: 1, every: .seconds(1)))])
    world.profile = .forWeb
    world.gateway.auth = StationDescription(servers: 1, time: .constant(.seconds(25)))
    let run = try world.run()
    #expect(run.failed(.timeout) > 0)
    #expect(run.failed(.normal) == 0)
  }

  @Test func sevenPercentOfAHundredServersAreSeven() throws {
    var world = world(
      "1s", [outage(at: 0, for: 1), fault(at: 0, for: nil, .capacity(to: 0.07, station: .auth))])
    world.clients = 100
    world.gateway.auth = StationDescription(servers: 100, time: .constant(.seconds(1)))
    #expect(try world.run().station(.auth).queuePeak == 93)
  }

  /// Whatever is valid must not trap: delays saturate.
  @Test func extremeFactorsSaturate() throws {
    let factor = fault(at: 0, for: nil, .latency(times: 1000, add: .zero))
    let slow = fault(at: 0, for: nil, .slow(times: 1000, station: nil))
    var world = world("1s", [outage(at: 0, for: 1)] + Array(repeating: factor, count: 5))
    world.network = steadyNetwork
    _ = try world.run()
    world.faults = [outage(at: 0, for: 1)] + Array(repeating: slow, count: 5)
    world.gateway.auth = StationDescription(servers: 4, time: .constant(.seconds(1)))
    world.clients = 500
    _ = try world.run()
  }
}
