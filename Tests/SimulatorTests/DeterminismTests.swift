import Faults
import Primitives
import Simulator
import Testing
import VirtualTime

@Suite("The same scenario and seed give the same run", .enabled(if: isRelease))
struct DeterminismTests {
  /// Worlds in which everything happens at once, drawn from a seed.
  static func wild(_ seed: UInt64) -> World {
    var random = mixed(seed &+ 99)
    func draw(_ bound: Int64) -> Int64 {
      random = mixed(random &+ 0x9e37_79b9_7f4a_7c15)
      return Int64(random % UInt64(bound))
    }
    let kinds: [FaultKind] = [
      .outage(mode: .refuse, drop: true, batch: 100, every: .seconds(1)),
      .outage(mode: .blackhole, drop: false, batch: 100, every: .seconds(1)),
      .outage(mode: .drain, drop: false, batch: 20, every: .seconds(1)),
      .outage(mode: .reset, drop: true, batch: 100, every: .seconds(1)),
      .restart(rolling: true, drop: true), .capacity(to: 0.25, station: nil),
      .slow(times: 4, station: nil), .latency(times: 2, add: .milliseconds(30)), .loss(rate: 0.2),
      .authFailure(answer: .temporary, probability: 0.5),
      .authFailure(answer: .permanent, probability: 0.2),
      .flapping(of: .path, up: .seconds(9), down: .seconds(12), together: false),
      .flapping(of: .device, up: .seconds(9), down: .seconds(5), together: false),
      .flapping(of: .gateway, up: .seconds(9), down: .seconds(5), together: true), .offline,
    ]
    var world = World(clients: 120, seed: seed)
    world.network = steadyNetwork
    world.network.latency = .lognormal(median: .milliseconds(50), sigma: 0.5)
    world.network.loss = .share(0.02)
    world.gateway = smallGateway
    world.profile = draw(2) == 0 ? .spec : .forWeb
    world.duration = .minutes(6)
    world.backoff = ["stoat-web", "socketio", "phoenix", "aws-full", "rws"][Int(draw(5))]
    world.faults = (0..<4).map { _ in
      let kind = kinds[Int(draw(Int64(kinds.count)))]
      let share = FaultScope.share(Double(draw(100)) / 100)
      var scope = draw(2) == 0 ? FaultScope.everyone : share
      if case .restart = kind { scope = .everyone }
      if case .capacity = kind { scope = .everyone }
      if case .slow = kind { scope = .everyone }
      return fault(at: draw(120), for: 5 + draw(40), kind, scope)
    }
    if seed % 2 == 1 { inStep(&world) }
    return world
  }

  /// Everything constant and aligned: as many events as possible fall on the same instant.
  private static func inStep(_ world: inout World) {
    world.network = steadyNetwork
    world.gateway.auth.time = .constant(.milliseconds(50))
    world.isAligned = true
    world.backoff = ["1s", "2s", "250ms", "list(0s, 1s; 5s)", "50ms"][Int(world.seed / 2 % 5)]
  }

  @Test(arguments: 0..<60 as Range<UInt64>) func ladderAndHeapAgree(seed: UInt64) throws {
    let world = Self.wild(seed)
    let ladder = try world.run(.ladder)
    let heap = try world.run(.heap)
    #expect(ladder.course.digest == heap.course.digest)
    #expect(ladder.course.events == heap.course.events)
    #expect(ladder.recovery.outcomes == heap.recovery.outcomes)
    #expect(ladder.recovery.recoveries == heap.recovery.recoveries)
    #expect(ladder.recovery.outcomes.sum == world.clients)
    #expect(
      ladder.recovery.downtimes.allSatisfy { $0 >= .zero && $0 <= ladder.course.end - .start })
  }

  /// RunStatistics that must balance whatever happens.
  @Test(arguments: 0..<60 as Range<UInt64>) func theBooksBalance(seed: UInt64) throws {
    let run = try Self.wild(seed).run()
    let failed = run.load.failures.reduce(0) { $0 + $1.count }
    #expect(run.load.arrivals <= run.load.attempts)
    // Every attempt has succeeded, failed, or is still on; every client has at most one on.
    #expect(failed <= run.load.attempts)
    #expect(run.load.attempts - failed - run.reached("connected") <= run.course.clients)
    for (_, station) in run.gateway.stations {
      #expect(station.served + station.abandoned <= station.arrivals)
    }
    #expect(run.recovery.affected >= run.recovery.recoveries.count)
    #expect(run.recovery.outcomes.idle <= run.recovery.outcomes.recovered)
  }

  @Test func anotherSeedGivesAnotherRun() throws {
    var world = Self.wild(4)
    let first = try world.run()
    world.seed = 5
    #expect(try world.run().course.digest != first.course.digest)
  }

  /// Common random numbers: a client's luck does not depend on how many others there are.
  @Test func oneClientMoreShiftsNobodysLuck() throws {
    var world = World(clients: 50)
    world.network = steadyNetwork
    world.network.latency = .lognormal(median: .milliseconds(50), sigma: 0.5)
    world.faults = [outage(at: 10, for: 60)]
    let few = try world.run()
    world.clients = 51
    let more = try world.run()
    var rest = more.recovery.recoveries.map(\.nanoseconds)
    for value in few.recovery.recoveries {
      let index = rest.firstIndex(of: value.nanoseconds)
      #expect(index != nil)
      if let index { rest.remove(at: index) }
    }
    #expect(rest.count == 1)
  }

  /// Golden digests: a change here means that scenarios give other results than before.
  @Test func theDigestOfAKnownRunIsUnchanged() throws {
    var world = World(clients: 200)
    world.faults = [outage(at: 0, for: 60)]
    world.backoff = "2^(x-1)"
    let digest = try world.run().course.digest.text
    #expect(digest == "839ab6667ebb6fa5")
  }
}

@Suite("Runs that cannot go on")
struct EndlessTests {
  @Test func aClientThatNeverLetsAnInstantEndIsNamed() throws {
    var world = World(clients: 3)
    world.faults = [outage(at: 5, for: 60)]
    world.backoff = "0s"
    #expect {
      try world.run()
    } throws: { error in
      guard case SimulationError.endlessInstant(let formula, _, let at) = error else {
        return false
      }
      return formula == "0s" && at == .seconds(5)
    }
  }

  @Test func aDelayThatCannotBeWaitedForIsNamed() throws {
    var world = World(clients: 3)
    world.faults = [outage(at: 5, for: 60)]
    world.backoff = "2 - x"
    #expect {
      try world.run()
    } throws: { error in
      guard case SimulationError.invalidDelay(_, let failures, let seconds, _) = error else {
        return false
      }
      return failures == 3 && seconds == -1
    }
  }

  @Test func aRunThatIsStoppedSaysSo() throws {
    var world = World(clients: 4_000)
    world.network = steadyNetwork
    world.faults = [outage(at: 5, for: 60)]
    let policy = try BackoffPolicyForTests.parse(world.backoff)
    let run = try simulateStoat(world.plan, configurations: [policy]) { _ in false }
    #expect(run.course.isTruncated)
    // Stopped at the first question, after 65,536 things; timers that were disarmed are no events.
    #expect((40_000...65_536).contains(run.course.events))
    #expect(run.recovery.outcomes.sum == 4_000)
  }
}
