import Faults
import Measurements
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// Worlds that are hostile to an app and its extension, drawn from a seed: storms of pushes, a slow
/// database, a slow network, outages, an app that goes behind and comes back all the time, and a
/// window between looking and acting.
///
/// Pushes come until 240 s only, so that what they began is over at the end.
struct HostilePair {
  var world: FleetWorld
  var configuration: AppExtensionConfiguration

  init(seed: UInt64, profile: AppExtensionProfile = .app, revoke: Bool = true, clients: Int = 20) {
    var random = mixed(seed &+ 7)
    func draw(_ bound: Int64) -> Int64 {
      random = mixed(random &+ 0x9e37_79b9_7f4a_7c15)
      return Int64(random % UInt64(bound))
    }
    configuration = AppExtensionConfiguration(profile: profile)
    configuration.revoke = revoke
    configuration.preferenceDelay = .milliseconds(draw(3) * draw(1_000))
    var behaviour = Behaviour()
    behaviour.app = Alternation(
      on: .about(seconds: 1 + draw(20)), off: .about(seconds: 2 + draw(40)))
    behaviour.actions = .exponential(mean: .milliseconds(300 + draw(5_000)))
    behaviour.database =
      [
        .exponential(mean: .milliseconds(20)), .exponential(mean: .seconds(4)),
        .constant(.seconds(1 + draw(30))), .uniform(low: .zero, high: .seconds(8)),
      ][Int(draw(4))]
    let end = Instant.seconds(240)
    let begin = Instant.seconds(20 + draw(180))
    behaviour.pushes = PushPlan(
      every: nil,
      storms: [
        PushStorm(begin: .start, end: begin, every: .about(seconds: 1 + draw(20))),
        PushStorm(begin: begin, end: end, every: .exponential(mean: .milliseconds(50 + draw(900)))),
      ])
    world = FleetWorld.pair(behaviour, configuration)
    world.cohorts[0].network.latency =
      [
        .constant(.milliseconds(50)), .exponential(mean: .milliseconds(300)),
        .exponential(mean: .seconds(3)), .lognormal(median: .milliseconds(800), sigma: 1),
      ][Int(draw(4))]
    world.clients = clients
    world.seed = seed
    world.start = draw(2) == 0 ? .connected : .within(.seconds(5))
    world.duration = .seconds(240 + 300)
    if draw(2) == 0 { world.gateway = smallGateway }
    let kinds: [FaultKind] = [
      .background, .handover, .logout, .latency(times: 3, add: .seconds(1)),
      .outage(mode: .refuse, drop: true, batch: 1, every: .seconds(1)), .loss(rate: 0.3),
      .slow(times: 50, station: .api),
    ]
    world.faults = (0..<draw(4)).map { _ in
      fault(
        at: draw(200), for: 5 + draw(60), kinds[Int(draw(Int64(kinds.count)))],
        draw(2) == 0 ? .everyone : .share(0.5))
    }
  }

  /// Faults under which nothing of the device's gets through, for as long as they last.
  mutating func cutOff() {
    world.faults += [
      fault(at: 30, for: 50, .offline, .share(0.5)), outage(at: 120, for: 40, .blackhole),
      fault(
        at: 190, for: 40, .flapping(of: .path, up: .seconds(4), down: .seconds(3), together: false)),
    ]
  }
}

extension RunResult {
  /// Pushes of which it is known what became of them.
  var pushesOfPairs: Int {
    ["notified", "notifiedByApp", "pushMerged"]
      .reduce(0) { $0 + count($1, of: .appExtension) }
  }
}

@Suite("The app and its extension")
struct SystemsAppExtensionTests {
  /// What ships with the revocation: no two writers, and the app waits 3 s at most.
  @Test(arguments: seeds(6, release: 3_000)) func noOverlapInHostileWorlds(seed: UInt64) throws {
    var hostile = HostilePair(seed: seed)
    if seed % 2 == 1 { hostile.cutOff() }
    let run = try hostile.world.run()
    #expect(run.count("overlap", of: .appExtension) == 0)
    let activated = run.milestone("activated", of: .appExtension).after!
    let limit = Interval.seconds(3) + hostile.configuration.preferenceDelay
    #expect(activated.maximum <= UInt64(limit.nanoseconds / 1_000))
    #expect(run.recovery.outcomes.sum == run.course.clients)
  }

  @Test func withoutRevocationOrInSpecThereAreOverlaps() throws {
    for (profile, revoke) in [(AppExtensionProfile.app, false), (.spec, true)] {
      let overlaps = try seeds(3, release: 50).map { seed in
        try HostilePair(seed: seed, profile: profile, revoke: revoke).world.run()
          .count("overlap", of: .appExtension)
      }
      #expect(overlaps.reduce(0, +) > 0, "\(profile)")
    }
  }

  /// Every push made is notified, shown by the app or merged into one that is.
  @Test(arguments: seeds(3, release: 300)) func noPushGetsLost(seed: UInt64) throws {
    for profile in [AppExtensionProfile.app, .spec] {
      let run = try HostilePair(seed: seed, profile: profile).world.run()
      let pushes = run.pushes(of: .appExtension)
      #expect(pushes.made == run.pushesOfPairs)
      #expect(pushes.made == pushes.delay.count && pushes.late == 0)
    }
  }

  /// The system's service keeps the latest notification for a device that it cannot reach; the others
  /// are missed.
  @Test(arguments: seeds(1, release: 20)) func noPushGetsLostWhileCutOff(seed: UInt64) throws {
    var hostile = HostilePair(seed: seed)
    hostile.cutOff()
    let run = try hostile.world.run()
    let pushes = run.pushes(of: .appExtension)
    #expect(pushes.late > 0)
    #expect(pushes.made == run.pushesOfPairs + pushes.missed + pushes.undelivered)
  }

  /// Late notifications have a delay, too, and one that waits at the end is undelivered.
  @Test func aLateNotificationIsDeliveredOrNot() throws {
    var behaviour = Behaviour()
    behaviour.pushes = PushPlan(
      every: nil,
      storms: [PushStorm(begin: .seconds(19), end: .seconds(21), every: .constant(.seconds(1)))])
    var world = FleetWorld.pair(behaviour)
    world.clients = 10
    world.faults = [fault(at: 10, for: 30, .offline)]
    world.duration = .seconds(35)
    let early = try world.run().pushes(of: .appExtension)
    #expect(early.made == 10 && early.late == 10)
    #expect(early.undelivered == 10)

    world.duration = .seconds(60)
    let run = try world.run()
    #expect(run.count("notifiedByApp", of: .appExtension) == 10)
    #expect(run.pushes(of: .appExtension).delay.count == 10)
  }

  // MARK: Operations

  /// A message is sent at 10 s, 1 s one way; the answer is on its way when a blackhole of 1,000 s
  /// begins. Its connection is aborted in the end, so the operation fails and the next can begin.
  @Test func anAnswerThatNeverComesIsAFailure() throws {
    var behaviour = Behaviour()
    behaviour.actions = .each(seconds: 10)
    var world = FleetWorld.pair(behaviour)
    world.cohorts[0].network = constantNetwork(milliseconds: 1_000)
    world.clients = 4
    world.start = .within(.microseconds(1))
    world.faults = [
      Fault(
        at: .start + .milliseconds(11_500), duration: .seconds(1_000),
        kind: .outage(mode: .blackhole, drop: false, batch: 1, every: .seconds(1)),
        scope: .everyone)
    ]
    world.duration = .seconds(3_000)
    let run = try world.run()
    #expect(run.count("appOperation", of: .appExtension) > 4 * 100)
  }

  // MARK: Kills

  /// Up for 10 s, a message sent at 5 s, behind for 60 s.
  private func sends(database: Distribution) throws -> RunResult {
    var behaviour = Behaviour()
    behaviour.app = Alternation(on: .each(seconds: 10), off: .each(seconds: 60))
    behaviour.actions = .each(seconds: 5)
    behaviour.database = database
    var world = FleetWorld.pair(behaviour)
    world.clients = 30
    world.start = .within(.seconds(1))
    world.duration = .seconds(69)
    return try world.run()
  }

  /// An operation of 30 s that began before the app went behind outlasts every allowance.
  @Test func anOperationInFlightAtTheFreezeKills() throws {
    let run = try sends(database: .each(seconds: 30))
    #expect(run.count("killed", of: .appExtension) == 30)
    #expect(run.count("suspended", of: .appExtension) == 30)
    #expect(run.recovery.outcomes.inError == 30)
    let quick = try sends(database: .constant(.milliseconds(1)))
    #expect(quick.count("killed", of: .appExtension) == 0)
    #expect(quick.count("appOperation", of: .appExtension) >= 30)
    #expect(quick.recovery.outcomes.idle == 30)
  }

  /// One that ends after 12 s or more of the 15 to 20 s behind kills no one; one that ends in
  /// between kills those whose allowance is shorter: uniform on [15, 20) s.
  @Test func theAllowanceIsUniform() throws {
    #expect(try sends(database: .each(seconds: 19)).count("killed", of: .appExtension) == 0)
    var behaviour = Behaviour()
    behaviour.app = Alternation(on: .each(seconds: 10), off: .each(seconds: 60))
    behaviour.actions = .each(seconds: 9)
    // Begun at 9.1 s: over 17 s after the app went behind.
    behaviour.database = .constant(.milliseconds(17_900))
    var world = FleetWorld.pair(behaviour)
    world.clients = 2_000
    world.start = .within(.seconds(1))
    world.duration = .seconds(60)
    let killed = try world.run().count("killed", of: .appExtension)
    #expect(abs(Double(killed) - 2_000 * 0.4) <= fourSigma(trials: 2_000, 0.4))
  }

  // MARK: Notifications

  /// A suspended app: from the push to the notification it takes a fetch, 2 x 50 ms, and a write.
  @Test func aNotificationIsAFetchAndAWrite() throws {
    var behaviour = Behaviour()
    behaviour.pushes = PushPlan(
      every: nil,
      storms: [PushStorm(begin: .seconds(100), end: .seconds(500), every: .about(seconds: 40))])
    behaviour.database = .constant(.milliseconds(30))
    var world = FleetWorld.pair(behaviour)
    world.clients = 50
    world.faults = [fault(at: 10, for: nil, .background)]
    let run = try world.run()
    let notified = run.milestone("notified", of: .appExtension)
    #expect(notified.count > 300)
    #expect(notified.after!.maximum == 130_000)
    #expect(notified.after!.values.allSatisfy { abs($0 - 0.13) < 1e-4 })
    #expect(run.pushes(of: .appExtension).delay.maximum == 50_000)
    #expect(run.count("notifiedLate", of: .appExtension) == 0)
  }
}
