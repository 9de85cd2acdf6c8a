import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// An attempt that is known to succeed is played up to its client's rest as soon as the last station that
/// makes it wait has taken it in. Every figure must be that of the run in which each event waits for its
/// turn, in worlds in which that just holds, and just fails.
@Suite("Passing over the rest of a set-up that succeeds changes nothing")
struct WelcomeTests {
  /// Clients are let in one by one, each 300 ms, over packets that take 50 ms. All that happens to them is
  /// due at multiples of 50 ms.
  private func world(
    _ formula: String = "500ms, connectTimeout: 10s", setup: SetupRoundTrips = .none,
    clients: Int = 8
  ) throws -> FleetWorld {
    var configuration = try BackoffPolicyForTests.parse(formula)
    configuration.heartbeat = .seconds(10)
    var world = FleetWorld(.stoat([configuration]))
    world.clients = clients
    world.isAligned = true
    world.cohorts[0].network = constantNetwork(milliseconds: 50, setup: setup)
    world.gateway.auth = StationDescription(servers: 1, time: .constant(.milliseconds(300)))
    world.faults = [outage(at: 2, for: 3)]
    world.duration = .seconds(40)
    return world
  }

  /// The world changes just when something happens to a client, and a nanosecond before and after.
  @Test(arguments: [SetupRoundTrips.none, .usual], [-1, 0, 1])
  func theWorldChanges(setup: SetupRoundTrips, nanoseconds: Int64) throws {
    let kinds: [FaultKind] = [
      .outage(mode: .blackhole, drop: false, batch: 1, every: .seconds(1)),
      .outage(mode: .reset, drop: true, batch: 1, every: .seconds(1)),
      .latency(times: 3, add: .zero), .loss(rate: 0.5), .handover, .logout,
      .restart(rolling: false, drop: true), .authFailure(answer: .temporary, probability: 0.5),
      .capacity(to: 0, station: .auth), .slow(times: 4, station: nil),
    ]
    for kind in kinds {
      var world = try world(setup: setup)
      for milliseconds in stride(from: Int64(5_000), through: 8_000, by: isRelease ? 50 : 600) {
        let at = Instant.start + .milliseconds(milliseconds) + .nanoseconds(nanoseconds)
        world.faults = [
          outage(at: 2, for: 3),
          Fault(
            at: at, duration: kind.isMomentary ? nil : .milliseconds(400), kind: kind,
            scope: .everyone),
        ]
        #expect(world.differenceOfSkipping() == nil, "\(kind) at \(at)")
      }
    }
  }

  /// A client loses patience just when it would hear the first message, or the last.
  @Test(arguments: [SetupRoundTrips.none, .usual], [-1, 0, 1])
  func theTimeLimit(setup: SetupRoundTrips, microseconds: Int64) throws {
    for milliseconds in stride(from: Int64(300), through: 1_500, by: isRelease ? 50 : 300) {
      let limit = 1_000 * milliseconds + microseconds
      let world = try world("500ms, connectTimeout: \(limit)us", setup: setup)
      #expect(world.differenceOfSkipping() == nil, "\(limit) us")
    }
  }

  /// A heartbeat is due just when a client is connected.
  @Test(arguments: [SetupRoundTrips.none, .usual], [-1, 0, 1])
  func theHeartbeat(setup: SetupRoundTrips, microseconds: Int64) throws {
    for milliseconds in stride(from: Int64(50), through: 2_500, by: isRelease ? 50 : 350) {
      var configuration = try BackoffPolicyForTests.parse("500ms")
      configuration.heartbeat = .microseconds(1_000 * milliseconds + microseconds)
      configuration.pongTimeout = .milliseconds(milliseconds / 2)
      var world = try world(setup: setup)
      world.fleet = .stoat([configuration])
      #expect(world.differenceOfSkipping() == nil, "\(milliseconds) ms")
    }
  }

  /// The answer of the call comes just when its client stops to wait for it. What is lost of it is sent
  /// again after 200 ms, 600 ms and so on.
  @Test(arguments: StoatProfile.allCases, [-1, 0, 1])
  func theCall(profile: StoatProfile, microseconds: Int64) throws {
    for milliseconds in stride(from: Int64(100), through: 900, by: isRelease ? 50 : 200) {
      var configuration = StoatConfiguration(
        profile: profile, policy: try BackoffPolicy.parse("700ms"))
      configuration.callTimeout = .microseconds(1_000 * milliseconds + microseconds)
      var world = try world(setup: .usual)
      world.fleet = .stoat([configuration])
      world.cohorts[0].network.loss = .share(0.2)
      #expect(world.differenceOfSkipping() == nil, "\(milliseconds) ms")
    }
  }

  /// A run ends when the last client is connected, and not when that is known: what the station does for
  /// those who have left counts up to then, and nothing beyond it.
  @Test(arguments: 0..<UInt64(isRelease ? 60 : 6)) func theLastOne(seed: UInt64) throws {
    for limit in ["2s", "900ms"] {
      let backoff = "uniform(0s, 20s), connectTimeout: \(limit)"
      var world = try world(backoff, clients: 12)
      world.seed = seed
      world.untilSettled = true
      world.duration = .minutes(10)
      world.cohorts[0].network.latency = .uniform(low: .zero, high: .milliseconds(200))
      let counted = try world.run().recovery.recoveries.count
      #expect(counted == 12, "\(limit)")
      #expect(world.differenceOfSkipping() == nil, "\(limit)")
    }
  }

  /// What comes before the connection is open, and the second message before the first.
  @Test(arguments: 0..<UInt64(isRelease ? 100 : 8)) func whatComesTooEarly(seed: UInt64) throws {
    for (latency, reset) in [(Int64(2), "ready"), (3_000, "open"), (3_000, "uptime(2s)")] {
      var world = try world("uniform(0s, 2^x), reset: \(reset), connectTimeout: 20s", clients: 20)
      world.seed = seed
      world.gateway.auth.time = .constant(.milliseconds(seed % 2 == 0 ? 20 : 0))
      if seed % 3 == 0 { world.gateway.auth = .ideal }
      world.cohorts[0].network.latency = .uniform(low: .zero, high: .milliseconds(latency))
      world.duration = .seconds(90)
      world.faults.append(outage(at: 40, for: 10))
      #expect(world.differenceOfSkipping() == nil, "\(latency) ms, \(reset)")
    }
  }
}
