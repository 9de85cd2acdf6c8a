import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// Clients that wait while the gateway is shut are played ahead of the event list. Every figure, the
/// digest, the number of events and the error of a run that cannot be finished must be those of the run
/// in which every event waits for its turn.
@Suite("Playing clients ahead while the gateway is shut changes nothing")
struct ShutGatewayTests {
  @Test(arguments: seeds(15, release: 480)) func inAnyWorld(seed: UInt64) throws {
    #expect(try ShutWorld.make(seed).differenceOfSkipping() == nil, "seed \(seed)")
  }

  private static let formulas = Catalogue.names.enumerated().filter {
    isRelease || $0.offset % 5 == 0
  }.map(\.element)

  /// Every formula of the catalogue, through an outage of each kind; some where the code is not optimised.
  @Test(arguments: formulas, [OutageMode.refuse, .reset, .blackhole, .drain])
  func ofEveryFormula(name: String, mode: OutageMode) throws {
    var world = try stoat(name, clients: 3)
    world.cohorts[0].network.latency = .lognormal(median: .milliseconds(50), sigma: 0.5)
    world.faults = [outage(at: 20, for: 180, mode), outage(at: 230, for: 60, mode, drop: false)]
    world.untilSettled = true
    #expect(world.differenceOfSkipping() == nil)
  }

  // MARK: What was found

  /// Packets of attempts that were given up long before they would arrive.
  @Test(arguments: ["10ms, connectTimeout: 10ms", "1ms, connectTimeout: 1ms"])
  func manyPacketsUnderWay(formula: String) throws {
    var world = try stoat(formula, clients: 1)
    world.cohorts[0].network = constantNetwork(milliseconds: 20_000, setup: .none)
    world.faults = [outage(at: 0, for: 90)]
    world.duration = .seconds(120)
    #expect(world.differenceOfSkipping() == nil)
    // Nobody answers them at all.
    world.faults.append(outage(at: 0, for: 90, .blackhole))
    #expect(world.differenceOfSkipping() == nil)
  }

  /// Thousands of attempts at one instant: more than the limit, just as many, and fewer.
  @Test(
    arguments: isRelease ? [20_000, 6_668, 6_667, 6_666, 5_001, 5_000, 3_334, 100] : [6_667, 100])
  func manyAttemptsAtOnce(failures: Int) throws {
    for latency in [Int64(0), 50] {
      var world = try stoat("if(x < \(failures), 0s, 1s)", clients: 2)
      world.cohorts[0].network = constantNetwork(milliseconds: latency, setup: .none)
      world.faults = [outage(at: 0, for: 10, .refuse)]
      world.duration = .seconds(20)
      #expect(world.differenceOfSkipping() == nil)
      world.faults = [fault(at: 0, for: 10, .offline), fault(at: 0, for: nil, .handover)]
      #expect(world.differenceOfSkipping() == nil)
    }
  }

  /// The first arrival after clear, while the gateway is shut again, may be of an attempt that was given
  /// up before.
  @Test func shutAgainAfterClear() throws {
    var world = try stoat("4s, connectTimeout: 5s", clients: 3)
    world.cohorts[0].network = constantNetwork(milliseconds: 30_000, setup: .none)
    world.faults = [outage(at: 0, for: 195), outage(at: 195, for: 300)]
    world.recoveryFrom = [0]
    #expect(world.differenceOfSkipping() == nil)
  }

  /// The second first packet of an attempt that was given up because a full backlog had dropped its
  /// first one: it arrives when the gateway is shut, and after the next attempt was begun.
  @Test func overflowedAndGivenUp() throws {
    var world = try stoat("100ms, connectTimeout: 2500ms", clients: 20)
    world.cohorts[0].network = constantNetwork(milliseconds: 2_000, setup: .none)
    world.gateway.backlog = 0
    world.gateway.handshake = StationDescription(servers: 1, time: .constant(.seconds(30)))
    var shut = outage(at: 14, for: 60, drop: false)
    shut.at = .start + .milliseconds(14_650)
    world.faults = [outage(at: 10, for: 1), shut]
    #expect(try world.run().load.synRepeats > 0)
    #expect(world.differenceOfSkipping() == nil)
  }

  /// The gateway drops everybody, and in that very moment some lose their network, or its path goes down: they
  /// never learn of their end but by a heartbeat, which must not be taken away.
  @Test(arguments: 0..<4) func otherFaultsInTheMomentOfTheDrop(_ kind: Int) throws {
    var world = try stoat("uniform(0s, 5s), connectTimeout: 5s", clients: 40)
    let flapping = FaultKind.flapping(
      of: .path, up: .seconds(30), down: .seconds(12), together: false)
    let other = [
      fault(at: 60, for: nil, .handover), fault(at: 60, for: 100, flapping),
      fault(at: 60, for: 1, .loss(rate: 0.99)), fault(at: 60, for: nil, .logout),
    ][kind]
    for faults in [[outage(at: 60, for: 20), other], [other, outage(at: 60, for: 20)]] {
      world.faults = faults
      world.recoveryFrom = [faults[0].kind == other.kind ? 1 : 0]
      #expect(world.differenceOfSkipping() == nil)
      #expect(try world.run().recovery.outcomes.stillTrying == 0)
    }
  }

  /// All clients are looked at a nanosecond after a moment of the timeline, while the gateway is shut.
  /// They try again at that very moment, and arrive after it.
  @Test func clearWhileShut() throws {
    var world = try stoat("10s", clients: 40)
    var handover = fault(at: 40, for: nil, .handover)
    handover.at = .start + .milliseconds(40_150)
    world.faults = [outage(at: 20, for: 100), handover]
    world.recoveryFrom = [1]
    #expect(world.differenceOfSkipping() == nil)
  }

  /// A write that is served while its client has made more attempts than its event can number, and a
  /// call of an attempt that was given up.
  @Test func callsUnderWay() throws {
    let policy = try BackoffPolicy.parse("10ms, connectTimeout: 100ms")
    var world = FleetWorld(.optimistic([OptimisticConfiguration(policy: policy)]))
    world.clients = 2
    world.start = .within(.zero)
    world.cohorts[0].network = constantNetwork(milliseconds: 1, setup: .none)
    world.gateway.api = StationDescription(servers: 1, time: .constant(.seconds(10)))
    world.faults = [outage(at: 1, for: 60, drop: false)]
    #expect(world.differenceOfSkipping() == nil)

    var configuration = try BackoffPolicyForTests.parse("2s, connectTimeout: 20s")
    configuration.callTimeout = .seconds(3)
    var calling = FleetWorld(.stoat([configuration]))
    calling.clients = 60
    calling.cohorts[0].network = NetworkDescription(
      profile: "far", latency: .uniform(low: .zero, high: .seconds(4)),
      setup: SetupRoundTrips(tcp: 0, tls: 0, upgrade: 0, calls: 6), loss: 0)
    calling.gateway.api = StationDescription(servers: 2, time: .exponential(mean: .seconds(1)))
    calling.faults = [outage(at: 0, for: 1), outage(at: 15, for: nil)]
    #expect(calling.differenceOfSkipping() == nil)
  }

  // MARK: The error, and the end, come in time

  /// Of several clients whose formula goes wrong the first in time is named.
  @Test(arguments: 0..<20 as Range<UInt64>) func theFirstWrongDelayIsNamed(seed: UInt64) throws {
    var world = try stoat("if(x < 4, uniform(1s, 9s), 0/0)", clients: 30)
    world.seed = seed
    world.faults = [outage(at: 5, for: 100)]
    #expect(throws: SimulationError.self) { try world.run() }
    #expect(world.differenceOfSkipping() == nil)
  }

  /// One client never lets an instant end, and the formula of another goes wrong at that instant.
  @Test(arguments: 0..<UInt64(isRelease ? 12 : 3))
  func theErrorOfTheLeastClient(seed: UInt64) throws {
    let formulas = ["if(x < 12, 1s, 0s)", "if(x < 12, 1s, -1)"]
    var world = FleetWorld(.stoat(try formulas.map(BackoffPolicyForTests.parse)))
    world.clients = 3
    world.seed = seed
    for index in 0...1 { world.cohorts[index].network = idealNetwork }
    world.faults = [outage(at: 0, for: 60)]
    #expect(throws: SimulationError.self) { try world.run() }
    #expect(world.differenceOfSkipping() == nil)
    for index in 0...1 { world.cohorts[index].network = steadyNetwork }
    #expect(world.differenceOfSkipping() == nil)
  }

  /// A run that is broken off holds what happened until a certain moment, and nothing later: what a run
  /// gives that ends there by its plan.
  @Test(arguments: 1...4) func whatIsBrokenOffEndsForEverybody(questions: Int) throws {
    var world = try stoat("uniform(0, min(20s, 2^x))", clients: 4_000)
    world.faults = [outage(at: 5, for: 200)]
    var asked = 0
    let run = try simulate(world.plan, world.fleet) { _ in
      asked += 1
      return asked < questions
    }
    #expect(run.course.isTruncated)
    world.duration = run.course.end - .start + .nanoseconds(1)
    var plan = world.plan
    plan.skipsQuietTime = false
    let whole = try simulate(plan, world.fleet)
    #expect(whole.course.events == run.course.events)
    #expect(whole.load.attempts == run.load.attempts)
    #expect(whole.course.digest == run.course.digest)
  }

  private func stoat(_ formula: String, clients: Int) throws -> FleetWorld {
    var world = FleetWorld(.stoat([try BackoffPolicyForTests.parse(formula)]))
    world.clients = clients
    return world
  }
}
