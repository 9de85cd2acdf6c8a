import Faults
import Measurements
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("Priming against closed forms")
struct SystemsPrimerTests {
  private func started(
    _ latency: Latency, clients: Int, waitFor: Interval? = nil, _ behaviour: Behaviour? = nil
  ) -> FleetWorld {
    var configuration = PrimerConfiguration()
    if let waitFor { configuration.waitFor = waitFor }
    var world = FleetWorld.primer(behaviour, configuration)
    world.cohorts[0].network.latency = latency
    world.clients = clients
    world.start = .within(.seconds(5))
    world.duration = .seconds(30)
    return world
  }

  /// P(out + back > 1200 ms): of two uniform ways on [100, 900) ms the triangle's tip,
  /// 600^2 / (2 x 800^2); of two exponential ways of mean 300 ms exp(-4) (1 + 4).
  static let latencies: [(Latency, Double)] = [
    (.uniform(low: .milliseconds(100), high: .milliseconds(900)), 0.28125),
    (.exponential(mean: .milliseconds(300)), 0.018_315_638_9 * 5),
  ]

  @Test(arguments: [0, 1]) func elapsedIsTheTailOfTheResponse(row: Int) throws {
    let (latency, share) = Self.latencies[row]
    let run = try started(latency, clients: 8_000).run()
    let elapsed = run.count("elapsed", of: .primer)
    #expect(abs(Double(elapsed) - 8_000 * share) <= fourSigma(trials: 8_000, share))
    #expect(run.count("primedLate", of: .primer) == elapsed)
    #expect(run.count("primed", of: .primer) == 8_000)
  }

  /// start() resolves at min(response, 1200 ms), so its times are those of the response up to there.
  @Test func startResolvesWithTheResponseOrInTime() throws {
    let run = try started(Self.latencies[0].0, clients: 4_000).run()
    let resolved = run.milestone("resolved", of: .primer).after!
    let primed = run.milestone("primedAfter", of: .primer).after!
    #expect(resolved.count == 4_000 && primed.count == 4_000)
    #expect(resolved.maximum == 1_200_000)
    #expect(primed.maximum > 1_200_000)
    let elapsed = run.count("elapsed", of: .primer)
    // To the three digits of a histogram.
    for (a, b) in zip(resolved.values, primed.values).prefix(4_000 - elapsed) {
      #expect(abs(a - b) < 2e-3)
    }
    #expect(resolved.values.suffix(elapsed).allSatisfy { $0 >= 1.2 && $0 < 1.202 })
  }

  /// An arrival comes before a timer: 600 ms each way are in time, a microsecond more is not.
  @Test func aResponseAtTheVeryMomentIsInTime() throws {
    let inTime = try started(.constant(.milliseconds(600)), clients: 20).run()
    #expect(inTime.count("elapsed", of: .primer) == 0)
    #expect(inTime.milestone("resolved", of: .primer).after!.maximum == 1_200_000)
    let late = try started(
      .constant(.milliseconds(600)), clients: 20, waitFor: .microseconds(1_199_999)
    ).run()
    #expect(late.count("elapsed", of: .primer) == 20)
  }

  /// The same draws for every threshold: the longer the wait, the fewer sessions elapse.
  @Test func theThresholdSweepIsMonotone() throws {
    let latency = Self.latencies[1].0
    let elapsed = try [200, 400, 600, 800, 1_000, 1_200, 1_600, 2_400].map { wait in
      try started(latency, clients: 1_000, waitFor: .milliseconds(wait)).run()
        .count("elapsed", of: .primer)
    }
    #expect(elapsed == elapsed.sorted(by: >))
    #expect(Set(elapsed).count == elapsed.count)
  }

  /// Reads every 300 ms. The app waits for start(), 1200 ms, and the response comes after 2 s: two
  /// reads, at 1.5 and 1.8 s, come in between.
  private func reads(_ profile: PrimerProfile) throws -> RunResult {
    var behaviour = Behaviour()
    behaviour.actions = .constant(.milliseconds(300))
    behaviour.entities = 1
    var world = FleetWorld.primer(behaviour, PrimerConfiguration(profile: profile))
    world.cohorts[0].network = constantNetwork(milliseconds: 1_000)
    world.clients = 40
    world.start = .within(.seconds(1))
    world.duration = .seconds(60)
    return try world.run()
  }

  /// Without locks a fallback is served before the response and never after.
  @Test func withoutLocksNoFallbackOncePrimed() throws {
    let run = try reads(.unlocked)
    #expect(run.count("readFallback", of: .primer) == 40 * 2)
    #expect(run.count("readLock", of: .primer) == 0)
    #expect(run.count("readLatest", of: .primer) > 40 * 180)
    #expect(run.count("fallbackSession", of: .primer) == 40)
  }

  /// With locks the fallback that was read first stays for the session.
  @Test func withLocksTheFallbackStays() throws {
    let run = try reads(.spec)
    #expect(run.count("readFallback", of: .primer) == 40)
    #expect(run.count("readLatest", of: .primer) == 0)
    let locked = run.count("readLock", of: .primer)
    #expect(locked > 40 * 180)
    #expect(run.count("readLockOfFallback", of: .primer) == locked)
    #expect(run.sessions.reads.staleLock == 0 && run.sessions.reads.staleLatest == 0)
  }

  // MARK: Updates and stale reads

  /// One entity with a listener from the first instant on.
  private func listening(_ pushEvery: Interval) -> FleetWorld {
    var behaviour = Behaviour()
    behaviour.listeners = Alternation(on: .each(seconds: 1_000_000), off: .constant(.zero))
    behaviour.entities = 1
    behaviour.pushes = .poisson(mean: pushEvery)
    var world = FleetWorld.primer(behaviour)
    world.start = .within(.seconds(1))
    return world
  }

  /// Updates come as a Poisson stream, whether anybody hears them or not: given the time without a
  /// socket the number missed in it is Poisson.
  @Test func missedUpdatesAreRateTimesDowntime() throws {
    var world = listening(.milliseconds(500))
    world.clients = 80
    world.duration = .seconds(400)
    // A short one, bridged by the first try; one longer than three tries, which ends the socket.
    world.faults = [outage(at: 100, for: 1), outage(at: 300, for: 60)]
    let run = try world.run()
    #expect(run.recovery.affected == 80)
    #expect(run.count("socketGaveUp", of: .primer) == 80)
    #expect(run.count("refreshed", of: .primer) > 0)
    let down = run.recovery.downtimes.reduce(0) { $0 + $1.seconds }
    let missed = Double(run.pushes(of: .primer).missed)
    #expect(missed > 5_000)
    #expect(abs(missed - down / 0.5) <= 4 * (down / 0.5).squareRoot())
    let pushes = run.pushes(of: .primer)
    #expect(pushes.late == 0 && pushes.undelivered == 0)
    #expect(pushes.made == pushes.missed + pushes.delay.count)
    // What is on its way when a connection is dropped comes before the end of the connection.
    #expect(pushes.delay.count == run.count("changed", of: .primer))
  }

  /// Nothing changes, nothing is stale; and whoever listens without delay is never behind.
  @Test func noStaleReadsWithoutChangesOrWithALiveListener() throws {
    var world = listening(.milliseconds(700))
    world.cohorts[0].network = idealNetwork
    world.clients = 30
    world.behaviour.actions = .about(seconds: 1)
    let live = try world.run()
    #expect(live.count("readLatest", of: .primer) > 15_000)
    #expect(live.count("changed", of: .primer) > 20_000)
    #expect(live.sessions.reads.staleLatest == 0 && live.sessions.reads.staleLock == 0)
    world.behaviour.pushes = nil
    world.behaviour.listeners = nil
    let quiet = try world.run()
    #expect(quiet.count("readLock", of: .primer) > 15_000)
    #expect(quiet.sessions.reads.staleLatest == 0 && quiet.sessions.reads.staleLock == 0)
  }
}
