import Faults
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("Contention gives the same run again")
struct ContentionDeterminismTests {
  /// Everything that may happen to optimistic clients, drawn from a seed.
  private func world(_ seed: UInt64) throws -> FleetWorld {
    var random = mixed(seed &+ 815)
    func draw(_ bound: Int64) -> Int64 {
      random = mixed(random &+ 0x9e37_79b9_7f4a_7c15)
      return Int64(random % UInt64(bound))
    }
    let formulas = ["uniform(0s, min(2s, 5ms * 2^x))", "20ms", "1s, attempts: 6"]
    var contention = ContentionWorld(
      clients: 60, backoff: formulas[Int(draw(3))],
      latency: draw(2) == 0
        ? .constant(.milliseconds(10)) : .lognormal(median: .milliseconds(20), sigma: 0.8),
      setup: draw(2) == 0 ? .usual : ContentionWorld().setup, seed: seed, duration: .minutes(4))
    contention.requestTimeout = .milliseconds(500 + draw(10_000))
    contention.gateway = draw(2) == 0 ? idealGateway : smallGateway
    var world = try contention.fleet()
    world.cohorts[0].network.loss = .share(draw(2) == 0 ? 0 : 0.05)
    if draw(2) == 0 { world.start = .within(.seconds(60)) }
    world.faults = (0..<4).map { _ in
      let kind = WildFleet.kinds[Int(draw(Int64(WildFleet.kinds.count)))]
      return fault(at: draw(60), for: kind.isMomentary ? nil : 5 + draw(30), kind, .everyone)
    }
    return world
  }

  @Test(arguments: seeds(30, release: 1_000)) func ladderAndHeapAgree(seed: UInt64) throws {
    let world = try world(seed)
    let ladder = try world.run(.ladder)
    let heap = try world.run(.heap)
    #expect(ladder.course.digest == heap.course.digest)
    #expect(
      ladder.figures == heap.figures && ladder.sessions.contention == heap.sessions.contention)
    #expect(ladder.recovery.outcomes.sum == world.clients)
    #expect(ladder.sessions.contention.successes == ladder.recovery.outcomes.recovered)
    #expect(ladder.sessions.contention.rowVersion >= ladder.sessions.contention.successes)
  }

  @Test(arguments: seeds(10, release: 200)) func aMixedFleetOfThemIsTheSame(seed: UInt64) throws {
    var world = try world(seed)
    let pure = try world.run()
    world.fleet = .mixed(world.fleet.cohorts)
    let mixed = try world.run()
    #expect(mixed.figures.prefix(4) == pure.figures.prefix(4))
    #expect(mixed.sessions.contention == pure.sessions.contention)
    #expect(mixed.sessions.milestones.map(\.name) == pure.sessions.milestones.map(\.name))
    #expect(mixed.sessions.milestones.map(\.count) == pure.sessions.milestones.map(\.count))
  }

  /// Beside chat clients, in one fleet.
  @Test func twoSystemsBesideEachOther() throws {
    let stoat = try BackoffPolicyForTests.parse("stoat-web")
    let own = OptimisticConfiguration(policy: try BackoffPolicy.parse("5ms"))
    var world = FleetWorld(.mixed([.stoat(stoat), .optimistic(own)]))
    world.start = .within(.seconds(5))
    let run = try world.run()
    #expect(run.recovery.outcomes.recovered == world.clients)
    let writers = run.sessions.contention.clients
    // Four standard deviations of a binomial.
    #expect(abs(Double(writers) - 100) <= fourSigma(trials: 200, 0.5))
    #expect(
      run.sessions.contention.successes == writers && run.sessions.contention.rowVersion == writers)
    #expect(run.count("connected", of: .stoat) == world.clients - writers)
  }
}
