import Faults
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// With `skipsQuietTime` healthy heartbeats are added up instead of being simulated one by one. Every
/// figure of the result, `events` and the digest included, must be what it is without.
@Suite("Skipping quiet time changes nothing")
struct QuietTimeTests {
  @Test(arguments: seeds(15, release: 1_200)) func inAnyWorld(seed: UInt64) throws {
    let difference = try QuietWorld.make(seed).differenceOfSkipping()
    #expect(difference == nil, "seed \(seed)")
  }

  /// Worlds without a fault and with little that is random: long times in which all is quiet.
  @Test(arguments: seeds(8, release: 250)) func withoutFaults(seed: UInt64) throws {
    var world = try QuietWorld.make(seed &+ 1_000_000)
    world.faults = []
    world.untilSettled = false
    world.clients = min(world.clients, 8)
    world.duration = world.duration * 3
    #expect(world.differenceOfSkipping() == nil, "seed \(seed)")
  }

  /// Up to twenty faults, which overlap and begin and end at moments that many of them share.
  @Test(arguments: seeds(8, release: 250)) func withManyFaults(seed: UInt64) throws {
    var world = try QuietWorld.make(seed &+ 2_000_000)
    for more in 1...4 as ClosedRange<UInt64> {
      world.faults += try QuietWorld.make(seed &+ 2_000_000 &+ more << 32).faults.filter {
        switch $0.scope {
        case .everyone, .share: true
        case .cohort, .node: false
        }
      }
    }
    #expect(world.differenceOfSkipping() == nil, "seed \(seed)")
  }

  // MARK: Other systems

  @Test(arguments: seeds(8, release: 250)) func ofEverySystem(seed: UInt64) throws {
    let world = try WildFleet.world(seed)
    #expect(world.differenceOfSkipping() == nil, "seed \(seed)")
  }

  @Test(arguments: seeds(5, release: 300)) func ofStoatClientsInAMixedFleet(
    seed: UInt64
  ) throws {
    var world = try QuietWorld.make(seed &+ 3_000_000)
    var cohorts = world.fleet.cohorts
    guard cohorts[0].system.name == .stoat else { return }
    if seed % 2 == 0, cohorts.count > 1 {
      cohorts[0] = seed % 4 == 0 ? .chatSocket(ChatSocketConfiguration()) : .primer(.init())
    }
    world.fleet = .mixed(cohorts)
    #expect(world.differenceOfSkipping() == nil, "seed \(seed)")
  }

  /// The golden worlds of the determinism tests.
  @Test(arguments: seeds(5, release: 100)) func inWildWorlds(seed: UInt64) throws {
    let world = DeterminismTests.wild(seed)
    let policy = try BackoffPolicyForTests.parse(world.backoff)
    var plan = world.plan
    var outcomes: [[String]] = []
    for skipping in [true, false] {
      plan.skipsQuietTime = skipping
      outcomes.append(fingerprint(of: try simulateStoat(plan, configurations: [policy])))
    }
    #expect(firstDifference(outcomes[0], outcomes[1]) == nil, "seed \(seed)")
  }
}

/// One client, up since the run's start, whose every heartbeat is at a multiple of 30 s: all kinds of
/// faults at all moments of a heartbeat's life.
@Suite("Skipping quiet time changes nothing at the edges of faults", .enabled(if: isRelease))
struct QuietEdgeTests {
  static let kinds: [FaultKind] = [
    .outage(mode: .refuse, drop: true, batch: 1, every: .seconds(1)),
    .outage(mode: .refuse, drop: false, batch: 1, every: .seconds(1)),
    .outage(mode: .reset, drop: true, batch: 1, every: .seconds(1)),
    .outage(mode: .reset, drop: false, batch: 1, every: .seconds(1)),
    .outage(mode: .blackhole, drop: true, batch: 1, every: .seconds(1)),
    .outage(mode: .blackhole, drop: false, batch: 1, every: .seconds(1)),
    .outage(mode: .drain, drop: false, batch: 1, every: .seconds(1)),
    .restart(rolling: false, drop: true), .restart(rolling: false, drop: false),
    .restart(rolling: true, drop: true), .capacity(to: 0, station: nil),
    .slow(times: 3, station: nil), .latency(times: 1, add: .seconds(5)),
    .latency(times: 1, add: .nanoseconds(1)), .latency(times: 0.5, add: .zero),
    .loss(rate: 0), .loss(rate: 0.9), .loss(rate: 1),
    .authFailure(answer: .temporary, probability: 1),
    .authFailure(answer: .permanent, probability: 1),
    .flapping(of: .gateway, up: .seconds(30), down: .seconds(10), together: true),
    .flapping(of: .path, up: .seconds(20), down: .seconds(10), together: true),
    .flapping(of: .path, up: .seconds(20), down: .seconds(10), together: false),
    .flapping(of: .device, up: .seconds(25), down: .seconds(5), together: true),
    .flapping(of: .device, up: .seconds(25), down: .seconds(5), together: false),
    .offline, .background, .handover, .logout,
  ]

  /// Moments of a heartbeat's life: sent, under way, answered, given up.
  private func moments(latency: Interval) -> [Interval] {
    let way = latency
    let moments: [Interval] = [
      .zero, way, way + way, .seconds(10), .seconds(20), .seconds(30),
    ]
    if !isRelease { return moments }
    let edges = moments.flatMap { [$0 - .nanoseconds(1), $0, $0 + .nanoseconds(1)] }
    return Set(edges.map(\.nanoseconds)).sorted().map { .nanoseconds($0) }
  }

  private func world(
    _ kind: FaultKind, at: Instant, for length: Interval?, latency: Interval
  ) throws -> FleetWorld {
    var world = try FleetWorld.stoat()
    world.clients = 2
    world.isAligned = true
    world.cohorts[0].network.latency = .constant(latency)
    if latency == .zero { world.cohorts[0].network.setup = .none }
    world.duration = .seconds(210)
    world.faults = [
      Fault(at: at, duration: kind.isMomentary ? nil : length, kind: kind, scope: .everyone)
    ]
    return world
  }

  @Test(arguments: kinds.indices) func aFaultThatBeginsAtAnyMoment(kind: Int) throws {
    let latencies: [Interval] = isNightly ? [.zero, .milliseconds(50), .seconds(5)] : [.seconds(1)]
    let lengths: [Interval] =
      isRelease ? [.nanoseconds(1), .seconds(7), .seconds(30)] : [.seconds(7)]
    for latency in latencies {
      for length in lengths {
        for moment in moments(latency: latency) {
          let at = Instant.seconds(60) + moment
          let difference = try world(Self.kinds[kind], at: at, for: length, latency: latency)
            .differenceOfSkipping()
          #expect(difference == nil, "\(Self.kinds[kind]) at \(at), \(length), \(latency)")
        }
      }
    }
  }

  @Test(arguments: kinds.indices) func aFaultThatEndsAtAnyMoment(kind: Int) throws {
    let latencies: [Interval] = isNightly ? [.zero, .milliseconds(50), .seconds(5)] : [.seconds(1)]
    for latency in latencies {
      for moment in moments(latency: latency) {
        let length = Interval.seconds(32) + moment
        let difference = try world(
          Self.kinds[kind], at: .seconds(58), for: length, latency: latency
        ).differenceOfSkipping()
        #expect(difference == nil, "\(Self.kinds[kind]) for \(length), \(latency)")
      }
    }
  }

  /// Runs that end while a heartbeat is sent, under way, answered, given up.
  @Test(arguments: [Interval.zero, .milliseconds(50), .seconds(5)])
  func aRunThatEndsAtAnyMoment(latency: Interval) throws {
    for start in [StartPlan.connected, .within(.zero)] {
      for moment in moments(latency: latency) {
        var world = try world(.handover, at: .seconds(1), for: nil, latency: latency)
        world.faults = []
        world.start = start
        world.duration = .seconds(90) + moment
        #expect(world.differenceOfSkipping() == nil, "\(latency), \(world.duration)")
      }
    }
  }

  /// A fault that is over when `until: settled` is looked at, at any moment of a heartbeat.
  @Test(arguments: [FaultKind.latency(times: 1, add: .zero), .slow(times: 2, station: nil)])
  func aRunThatIsSettledAtAnyMoment(kind: FaultKind) throws {
    for moment in moments(latency: .seconds(1)) {
      let length = Interval.seconds(10) + moment
      var world = try world(kind, at: .seconds(50), for: length, latency: .seconds(1))
      world.untilSettled = true
      #expect(world.differenceOfSkipping() == nil, "\(moment)")
    }
  }
}
