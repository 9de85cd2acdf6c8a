import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// Attempts whose end is known before it comes are passed over up to the next one. Every figure, the
/// digest, the number of events and the error of a run that cannot be finished must be those of the run
/// in which each event waits for its turn.
@Suite("Passing over attempts that are known to fail changes nothing")
struct PassageTests {
  /// 3,000 worlds of each kind, 10,000 at night; a few where the code is not optimised.
  static let blocks = 0..<UInt64(isNightly ? 200 : isRelease ? 60 : 1)
  static let worldsOfBlock = UInt64(isRelease ? 50 : 12)

  @Test(arguments: blocks) func whileTheGatewayIsOpen(block: UInt64) throws {
    try compare(block) { try RetryWorld.make($0) }
  }

  @Test(arguments: blocks) func whileItIsShut(block: UInt64) throws {
    try compare(block) { try ShutWorld.make(10_000 + $0) }
  }

  @Test(arguments: blocks) func whileOnlyAuthIsLimited(block: UInt64) throws {
    try compare(block) { try RetryWorld.make(20_000 + $0, onlyAuth: true) }
  }

  private func compare(_ block: UInt64, _ make: (UInt64) throws -> FleetWorld) throws {
    for seed in block * Self.worldsOfBlock..<(block + 1) * Self.worldsOfBlock {
      let world = try make(seed)
      let queue: QueueChoice = seed % 4 == 0 ? .heap : .ladder
      let difference = firstDifference(
        world.outcome(skipping: true, queue), world.outcome(skipping: false, queue))
      #expect(difference == nil, "seed \(seed)")
    }
  }

  // MARK: Conditions that just fail, and just hold

  /// 100 ms of a round trip against a time limit of as much, a microsecond less and more.
  @Test(arguments: [99_999, 100_000, 100_001])
  func theTimeLimitIsTheRoundTrip(microseconds: Int64) throws {
    var world = try stoat("700ms, connectTimeout: \(microseconds)us", clients: 3)
    world.cohorts[0].network = constantNetwork(milliseconds: 50, setup: .none)
    world.faults = [outage(at: 2, for: 20)]
    world.duration = .seconds(40)
    let run = try world.run()
    #expect((run.failed(.refused) > 0) == (microseconds >= 100_000))
    #expect(world.differenceOfSkipping() == nil)
  }

  /// The world changes just when the refusal is back, when the first packet arrives, when the timer fires,
  /// and a nanosecond before and after.
  @Test(arguments: [0, 50, 100, 1_000], [-1, 0, 1])
  func theWorldChanges(milliseconds: Int64, nanoseconds: Int64) throws {
    let moment = Interval.milliseconds(9_000 + milliseconds) + .nanoseconds(nanoseconds)
    for kind in [
      FaultKind.outage(mode: .blackhole, drop: false, batch: 1, every: .seconds(1)),
      .latency(times: 3, add: .zero), .handover, .restart(rolling: false, drop: true),
    ] {
      // Attempts begin each 1.1 s from 2.05 s on.
      var world = try stoat("1s", clients: 2)
      world.isAligned = true
      world.duration = .seconds(30)
      for begin in stride(from: Int64(2_050), through: 8_650, by: isRelease ? 1_100 : 3_300) {
        let at = Instant.start + moment + .milliseconds(begin - 9_000)
        let length: Interval? = kind.isMomentary ? nil : .milliseconds(300)
        world.faults = [
          outage(at: 2, for: 20),
          Fault(at: at, duration: length, kind: kind, scope: .everyone),
        ]
        #expect(world.differenceOfSkipping() == nil, "\(kind) at \(at)")
      }
    }
  }

  /// Services of a second behind one another, and clients that give up just then, or when it is as many
  /// packets away, a microsecond earlier and later.
  @Test(arguments: isRelease ? Array(-2...8) : [-1, 0, 3], [-1, 0, 1])
  func theServiceEndsWithTheTimeLimit(packets: Int64, microseconds: Int64) throws {
    let limit = 3_000_000 + 20_000 * packets + microseconds
    for (place, setup) in [(0, SetupRoundTrips.none), (0, .usual), (1, .none), (1, .usual)] {
      var world = try stoat("500ms, connectTimeout: \(limit)us", clients: 12)
      world.cohorts[0].network = constantNetwork(milliseconds: 20, setup: setup)
      let station = StationDescription(servers: 2, time: .constant(.seconds(1)))
      if place == 0 { world.gateway.auth = station } else { world.gateway.handshake = station }
      world.faults = [outage(at: 2, for: 3)]
      world.duration = .seconds(60)
      #expect(world.differenceOfSkipping() == nil, "\(place), \(setup)")
    }
  }

  /// Some packets take no time, and no attempt may be passed over where its own do.
  @Test(arguments: 0..<UInt64(isRelease ? 30 : 3)) func packetsThatTakeNoTime(seed: UInt64) throws {
    for place in 0...2 {
      var world = try stoat("uniform(100ms, 700ms), connectTimeout: 900ms", clients: 12)
      world.seed = seed
      world.cohorts[0].network = NetworkDescription(
        profile: "near", latency: .uniform(low: .zero, high: .microseconds(1)), setup: .none,
        loss: 0)
      let station = StationDescription(servers: 1, time: .constant(.milliseconds(400)))
      switch place {
      case 0: world.gateway.auth = station
      case 1: world.gateway.handshake = station
      default: world.gateway.admission = .tokenBucket(perSecond: 1, burst: 1, scope: .node)
      }
      world.faults = [outage(at: 2, for: 8)]
      world.duration = .seconds(60)
      #expect(world.differenceOfSkipping() == nil, "\(place)")
    }
  }

  /// A heartbeat that is due before the time limit is no part of a passage.
  @Test(arguments: [800, 1_999, 2_000, 2_001, 5_000])
  func heartbeatsBeforeTheTimeLimit(milliseconds: Int64) throws {
    for setup in [SetupRoundTrips.none, .usual] {
      var configuration = try BackoffPolicyForTests.parse("300ms, connectTimeout: 2s")
      configuration.heartbeat = .milliseconds(milliseconds)
      var world = FleetWorld(.stoat([configuration]))
      world.clients = 15
      world.cohorts[0].network = constantNetwork(milliseconds: 20, setup: setup)
      world.gateway.auth = StationDescription(servers: 1, time: .constant(.milliseconds(400)))
      world.faults = [outage(at: 2, for: 3)]
      world.duration = .seconds(60)
      // The answer to an early heartbeat ends the time limit.
      #expect(try (world.run().failed(.timeout) > 0) == (milliseconds > 800))
      #expect(world.differenceOfSkipping() == nil)
    }
  }

  /// The second first packet of an attempt that a full backlog had dropped and its client given up, while
  /// the next attempt waits in a queue in which it will be given up, too. No first packet overtakes another
  /// where all packets take equally long.
  @Test(arguments: 0...2) func overflowedBefore(backlog: Int) throws {
    for seed in 0..<UInt64(isRelease ? 40 : 4) {
      var world = try stoat("50ms, connectTimeout: 1100ms", clients: 12)
      world.seed = seed
      world.cohorts[0].network = NetworkDescription(
        profile: "far", latency: .uniform(low: .zero, high: .seconds(3)), setup: .none, loss: 0)
      world.gateway.backlog = backlog
      world.gateway.handshake = StationDescription(
        servers: 1, time: .constant(.milliseconds(1_500)))
      world.faults = [outage(at: 5, for: 1)]
      world.duration = .seconds(120)
      #expect(world.differenceOfSkipping() == nil, "backlog \(backlog), seed \(seed)")
    }
  }

  /// A request that waits for longer than its client's attempts can be told apart: events at the gateway know
  /// 18 bits of their attempt. The second of these worlds trapped.
  @Test(.enabled(if: isRelease), arguments: [Int64(13_108_175), 13_108_125])
  func attemptsThatCannotBeToldApart(microseconds: Int64) throws {
    var world = try stoat("0s, connectTimeout: 1ms", clients: 1)
    world.cohorts[0].network = NetworkDescription(
      profile: "near", latency: .constant(.microseconds(1)), setup: .none, loss: 0)
    world.gateway.auth = StationDescription(
      servers: 1, time: .constant(.microseconds(microseconds)))
    world.start = .within(.zero)
    world.duration = .seconds(330)
    #expect(world.differenceOfSkipping() == nil)
  }

  /// A core that turns somebody away is busy for longer than it seemed, and who waits behind may be in the
  /// queue when the time limit comes, and not in service.
  @Test(arguments: [Int64(0), 1, 30]) func rejectionsThatTakeTime(cost: Int64) throws {
    for patience in [11, 15, 19, 20, 21, 35] {
      var world = try stoat("20ms, connectTimeout: \(patience)ms", clients: 6)
      world.cohorts[0].network = constantNetwork(milliseconds: 1, setup: .none)
      world.gateway.handshake = StationDescription(servers: 1, time: .constant(.milliseconds(10)))
      world.gateway.admission = .tokenBucket(perSecond: 1, burst: 1, scope: .node)
      world.gateway.rejection = RejectionDescription(
        place: .afterHandshake, cost: .milliseconds(cost))
      world.faults = [outage(at: 1, for: 1)]
      world.duration = .seconds(10)
      #expect(world.differenceOfSkipping() == nil, "\(patience) ms")
    }
  }

  /// Some first packets arrive in the moment in which they are sent, others a microsecond later, and all want
  /// the few tokens there are: who comes after whom decides.
  @Test(arguments: 0..<20 as Range<UInt64>) func aFirstPacketWithoutAWay(seed: UInt64) throws {
    var world = try stoat("1s", clients: 30)
    world.seed = seed
    world.cohorts[0].network = NetworkDescription(
      profile: "own", latency: .uniform(low: .zero, high: .microseconds(2)), setup: .none, loss: 0)
    world.gateway.admission = .tokenBucket(perSecond: 1, burst: 1, scope: .gateway)
    world.gateway.rejection = RejectionDescription(place: .beforeHandshake)
    world.faults = [outage(at: 2, for: 1)]
    world.duration = .seconds(20)
    #expect(world.differenceOfSkipping() == nil)
  }

  /// Whatever is known of a client when the run is over is what stepping knows, its timers' stamps
  /// included.
  @Test(arguments: UInt64(isRelease ? 0 : 48)..<(isRelease ? 200 : 52), [false, true])
  func whatIsKnownOfEachClient(seed: UInt64, onlyAuth: Bool) throws {
    var world = try RetryWorld.make(seed, onlyAuth: onlyAuth)
    // An outage drops everybody; without it they keep what their last attempt has left of them.
    if !onlyAuth { world.faults.append(outage(at: 25, for: nil)) }
    world.duration = .seconds(30)
    world.untilSettled = false
    var plan = world.plan
    let played = Result { try clientsAfter(plan, world.fleet) }
    plan.skipsQuietTime = false
    let stepped = Result { try clientsAfter(plan, world.fleet) }
    // Where the costs of an attempt are kept depends on who else had some at the same time.
    func known(_ clients: Result<[String], any Error>) -> [String] {
      ((try? clients.get()) ?? []).map { $0.replacing(/, work: \d+/, with: "") }
    }
    let (one, other) = (known(played), known(stepped))
    let parting = zip(one, other).first { $0 != $1 }
    #expect(one == other, "seed \(seed): \(parting.map { "\($0) is not \($1)" } ?? "")")
  }

  private func stoat(_ formula: String, clients: Int) throws -> FleetWorld {
    var world = FleetWorld(.stoat([try BackoffPolicyForTests.parse(formula)]))
    world.clients = clients
    return world
  }
}
