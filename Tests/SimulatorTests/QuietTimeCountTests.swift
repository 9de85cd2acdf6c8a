import Faults
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("Quiet time: what is counted, against arithmetic")
struct QuietTimeCountTests {
  /// Heartbeats sent and answers that arrive before the run's end, by hand.
  private func beats(
    openedAt opened: Instant, every: Interval, latency: Interval, until end: Instant
  ) -> Int {
    var count = 0
    var beat = opened + every
    while beat < end {
      count += 1
      if beat + latency + latency < end { count += 1 }
      beat = beat + every
    }
    return count
  }

  private func world(_ duration: Interval, latency: Interval = .zero) throws -> FleetWorld {
    var world = try FleetWorld.stoat()
    world.cohorts[0].network = idealNetwork
    world.cohorts[0].network.latency = .constant(latency)
    world.clients = 40
    world.duration = duration
    return world
  }

  private func run(_ world: FleetWorld, skipping: Bool) throws -> RunResult {
    var plan = world.plan
    plan.skipsQuietTime = skipping
    return try simulate(plan, world.fleet)
  }

  /// An hour is 120 heartbeats and as many answers, whatever the client's phase.
  @Test(arguments: [true, false]) func anHourOfASpreadFleet(isSkipping: Bool) throws {
    let run = try run(world(.hours(1)), skipping: isSkipping)
    #expect(run.course.events == 40 * 120 * 2)
    #expect(run.load.attempts == 0)
    #expect(run.load.perSecond.connected.counts == Array(repeating: 40, count: 3_600))
    #expect(run.course.end == .seconds(3_600))
  }

  /// In step the first is at 30 s; that at 3,600 s is beyond the end.
  @Test(arguments: [true, false]) func anHourOfAFleetInStep(isSkipping: Bool) throws {
    var world = try world(.hours(1))
    world.isAligned = true
    #expect(try run(world, skipping: isSkipping).course.events == 40 * 119 * 2)
    world.duration = world.duration + .nanoseconds(1)
    #expect(try run(world, skipping: isSkipping).course.events == 40 * 120 * 2)
  }

  /// An answer that arrives when the run is over is none.
  @Test(arguments: [true, false]) func answersUnderWayAtTheEnd(isSkipping: Bool) throws {
    for ways in 0...2 as ClosedRange<Int64> {
      for nanoseconds in -1...1 as ClosedRange<Int64> {
        let latency = Interval.seconds(2)
        var world = try world(
          .seconds(600) + latency * ways + .nanoseconds(nanoseconds), latency: latency)
        world.isAligned = true
        let expected = beats(
          openedAt: .start, every: .seconds(30), latency: latency, until: .start + world.duration)
        #expect(try run(world, skipping: isSkipping).course.events == 40 * expected)
      }
    }
  }

  @Test(arguments: [Interval.zero, .milliseconds(50), .microseconds(4_999_999), .seconds(5)])
  func openTimesDecide(latency: Interval) throws {
    for seconds in [1, 29, 30, 31, 1_000] as [Int64] {
      let world = try world(.seconds(seconds), latency: latency)
      let expected = (0..<UInt32(world.clients)).reduce(0) { sum, client in
        let opened = openTime(of: client, seed: world.seed, period: .seconds(30))
        let end = Instant.start + world.duration
        return sum + beats(openedAt: opened, every: .seconds(30), latency: latency, until: end)
      }
      #expect(try run(world, skipping: true).course.events == expected)
      #expect(try run(world, skipping: false).course.events == expected)
    }
  }

  /// Clients that come to life in the run: what an hour has more than its first 30 s is heartbeats.
  @Test(arguments: StoatProfile.allCases) func clientsThatComeToLife(profile: StoatProfile) throws {
    var world = try world(.seconds(30))
    var own = try #require(world.fleet.all(StoatConfiguration.self))
    own[0].profile = profile
    world.fleet = .stoat(own)
    world.start = .within(.zero)
    let setUp = try run(world, skipping: true).course.events
    world.duration = .hours(1)
    #expect(try run(world, skipping: true).course.events == setUp + 40 * 119 * 2)
  }

  @Test func ofAnotherPace() throws {
    var world = try world(.hours(1), latency: .seconds(1))
    var own = try #require(world.fleet.all(StoatConfiguration.self))
    own[0].heartbeat = .seconds(7)
    own[0].pongTimeout = .seconds(20)
    world.fleet = .stoat(own)
    world.isAligned = true
    let expected = beats(
      openedAt: .start, every: .seconds(7), latency: .seconds(1), until: .seconds(3_600))
    #expect(try run(world, skipping: true).course.events == 40 * expected)
  }

  /// A handover at 585 s, in the middle between two heartbeats: the one at 600 s is not answered, and
  /// the connection is given up at 610 s. The retry is a second later, the set-up takes no time, and
  /// the next heartbeat is 30 s after that.
  @Test(arguments: [true, false]) func aConnectionThatDiesBetweenTwo(isSkipping: Bool) throws {
    var world = try world(.seconds(585))
    let policy = try BackoffPolicyForTests.parse("1s")
    world.fleet = .stoat([policy])
    world.isAligned = true
    // Before: 19 heartbeats, at 30 to 570 s, with their answers.
    #expect(try run(world, skipping: isSkipping).course.events == 40 * 19 * 2)
    world.faults = [fault(at: 585, for: nil, .handover)]
    world.duration = .seconds(626)
    let until = try run(world, skipping: isSkipping)
    #expect(until.load.attempts == 40)
    #expect(until.recovery.downtimes == Array(repeating: .seconds(26), count: 40))
    world.duration = .seconds(3_600)
    // Open from 611 s on: heartbeats at 641 s to 3,581 s.
    let after = try run(world, skipping: isSkipping)
    #expect(after.course.events - until.course.events == 40 * 99 * 2)
    #expect(after.recovery.downtimes == until.recovery.downtimes)
  }
}

/// Work is measured by how often `control` is asked: every 65,536 things that the loop does.
@Suite("Quiet time costs nothing", .enabled(if: isRelease))
struct QuietTimeCostTests {
  /// A day of thirty clients: 172,800 heartbeats and answers.
  private func day(_ network: NetworkDescription = idealNetwork) throws -> FleetWorld {
    var world = try FleetWorld.stoat()
    world.clients = 30
    world.cohorts[0].network = network
    world.duration = .hours(24)
    return world
  }

  private func questions(
    _ world: FleetWorld, skipping: Bool = true, _ queue: QueueChoice = .ladder
  ) throws -> (count: Int, run: RunResult) {
    var plan = world.plan
    plan.skipsQuietTime = skipping
    var count = 0
    let run = try simulate(plan, world.fleet, queue: queue) { _ in
      count += 1
      return true
    }
    return (count, run)
  }

  @Test(arguments: QueueChoice.allCases) func aDayOfThirtyClients(queue: QueueChoice) throws {
    let skipped = try questions(day(), queue)
    #expect(skipped.count == 0)
    #expect(skipped.run.course.events == 30 * 2_880 * 2)
    #expect(skipped.run.course.end == .seconds(86_400))
    // One by one each heartbeat is at least two things to do.
    #expect(try questions(day(), skipping: false, queue).count >= 2)
  }

  /// A month, the longest that a run may be: of one client it is as much.
  @Test(.enabled(if: isRelease)) func aMonthOfOneClient() throws {
    var world = try day()
    world.clients = 1
    world.duration = .hours(24 * 31)
    let (count, run) = try questions(world)
    #expect(count == 0)
    #expect(run.course.events == 31 * 2_880 * 2)
    #expect(try questions(world, skipping: false).count >= 2)
  }

  /// Seven million heartbeats.
  @Test(.enabled(if: isRelease)) func aDayOfAFleet() throws {
    var world = try day(steadyNetwork)
    world.clients = 2_400
    let (count, run) = try questions(world)
    #expect(count == 0)
    #expect(run.course.events > 2_400 * 2_880 * 2 - 2_400 * 2)
    #expect(run.recovery.outcomes.recovered == 2_400)
  }

  /// Whatever the path, as long as it loses nothing and is fast enough.
  @Test(arguments: [
    Latency.constant(.seconds(5)), .lognormal(median: .milliseconds(50), sigma: 0.5),
    .lognormal(median: .milliseconds(50), sigma: 0.5, own: 0.5),
    .uniform(low: .zero, high: .seconds(4)), .exponential(mean: .milliseconds(80)),
  ])
  func onAnyPath(latency: Latency) throws {
    var network = steadyNetwork
    network.latency = latency
    #expect(try questions(day(network)).count == 0)
  }

  /// With one packet in a hundred lost an answer is late once in 10^12 heartbeats.
  @Test func onAPathThatLosesLittle() throws {
    var network = steadyNetwork
    network.loss = .share(0.01)
    let (count, run) = try questions(day(network))
    #expect(count == 0)
    #expect(run.load.attempts == 0)
  }

  @Test(arguments: StoatProfile.allCases) func inEveryProfile(profile: StoatProfile) throws {
    var world = try day()
    var own = try #require(world.fleet.all(StoatConfiguration.self))
    own[0].profile = profile
    world.fleet = .stoat(own)
    world.start = .within(.seconds(1))
    let (count, run) = try questions(world)
    #expect(count == 0)
    #expect(run.load.attempts == 30)
  }

  /// On a path of very unequal latency `ready` overtakes `authenticated` for about one client in three.
  /// Once both have been delivered, such a client is like any other.
  @Test func afterMessagesThatOvertookEachOther() throws {
    var network = steadyNetwork
    network.latency = .lognormal(median: .milliseconds(50), sigma: 1)
    var world = try day(network)
    world.clients = 60
    world.start = .within(.seconds(1))
    let (count, run) = try questions(world)
    #expect(count == 0)
    #expect(run.recovery.outcomes.recovered == 60)
  }

  static let disturbances: [FaultKind] = [
    .outage(mode: .refuse, drop: true, batch: 1, every: .seconds(1)),
    .outage(mode: .blackhole, drop: false, batch: 1, every: .seconds(1)),
    .outage(mode: .drain, drop: false, batch: 1, every: .seconds(1)),
    .restart(rolling: true, drop: true), .capacity(to: 0.5, station: nil),
    .slow(times: 2, station: nil), .latency(times: 3, add: .zero), .loss(rate: 0.5),
    .authFailure(answer: .temporary, probability: 1),
    .flapping(of: .path, up: .seconds(5), down: .seconds(15), together: false),
    .flapping(of: .device, up: .seconds(5), down: .seconds(15), together: true),
    .flapping(of: .gateway, up: .seconds(5), down: .seconds(15), together: true),
    .offline, .handover,
  ]

  /// Before a fault there is quiet, and after it there is quiet again; also where it was too short to
  /// be noticed.
  @Test(arguments: disturbances.indices, isRelease ? [300, 5] : [5]) func aroundFaults(
    index: Int, seconds: Int64
  ) throws {
    var world = try day(steadyNetwork)
    let kind = Self.disturbances[index]
    world.faults = [7, 15].map { hour in
      fault(at: hour * 3_600, for: kind.isMomentary ? nil : seconds, kind)
    }
    let (count, run) = try questions(world)
    #expect(count == 0, "\(kind)")
    #expect(run.recovery.outcomes.recovered == 30)
    #expect(run.course.events > 30 * (2_880 * 2 - 200))
  }
}
