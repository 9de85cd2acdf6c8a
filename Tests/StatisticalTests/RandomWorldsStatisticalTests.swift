import Metrics
import Simulator
import Testing
import Worlds

/// Metrics attacked with worlds that nobody thought of: what follows from their definitions must hold
/// in all of them. With SQUALL_WORLDS=5000 in the environment it does so in as many.
///
/// A failing test prints the scenario file: save it, and `simulate FILE` shows what went wrong.
@Suite("Random worlds", .enabled(if: isOptimised))
struct RandomWorldsStatisticalTests {
  @Test(arguments: WorldProperty.all) func holdsInEveryWorld(property: WorldProperty) async {
    let survey = await WorldSurvey.taken.value
    for report in survey.report(on: property) { Issue.record("\(property.name): \(report)") }
  }

  /// A generator that never draws what a property is about proves nothing.
  @Test func everythingHappensInNumbers() async {
    let survey = await WorldSurvey.taken.value
    print(survey.tally.text)
    for failure in survey.failures.prefix(3) { Issue.record("\(failure)") }
    let least = survey.tally.worlds / 50
    for kind in [
      "outage", "restart", "capacity", "slow", "latency", "loss", "authFailure", "flapping",
      "offline", "background", "handover", "logout",
    ] {
      let count = survey.tally.seen["fault \(kind)"] ?? 0
      #expect(count >= least, "fault \(kind): in \(count) of \(survey.tally.worlds) worlds")
    }
    for kind in ["dns", "move", "address"] {
      let count = survey.tally.seen["fault \(kind)"] ?? 0
      #expect(count >= least / 4, "fault \(kind): in \(count) of \(survey.tally.worlds) worlds")
    }
    for what in ["some stuck", "some in_error", "limited by network", "efficiency above 90 %"] {
      let count = survey.tally.seen[what] ?? 0
      #expect(count >= least / 4, "\(what): in \(count) of \(survey.tally.worlds) worlds")
    }
    for what in [
      "some recovered", "some idle", "some gave_up", "some still_trying",
      "everyone recovered", "metastable true", "metastable false",
      "metastable null", "metastable by overload", "no clear", "a storm after clear",
      "collapsed at the end",
      "efficiency of 90 % and less", "limited by admission",
      "limited by handshake", "limited by auth", "limited by ready", "limited by api",
    ] {
      let count = survey.tally.seen[what] ?? 0
      #expect(count >= least, "\(what): in \(count) of \(survey.tally.worlds) worlds")
    }
  }

  /// Neither the event list nor the short cut across quiet time may show in any result.
  @Test func sameWithEitherQueueAndStepByStep() throws {
    for number in stride(from: 0, to: WorldSurvey.size, by: 10) {
      let world = RandomWorld(number)
      let usual = try WorldRun(world)
      for other in [try WorldRun(world, queue: .heap), try WorldRun(world, skipsQuietTime: false)] {
        let isSame =
          usual.run.course.digest == other.run.course.digest
          && usual.summary.metrics == other.summary.metrics
        #expect(isSame, "another result of the same world:\n\(world)")
      }
    }
  }

  /// Ten times the clients, rates and servers: what is not counted in clients stays as it was.
  ///
  /// What scales are shares, and the seconds that are told by them: with clients, rates, servers and tokens all
  /// times ten, the expectation of each stays, and its variance is a tenth. What does not are idle tokens, of
  /// which a bucket of one loses many and one of ten few (so buckets have 25 at least), and how long chance
  /// takes to free a storm that holds itself.
  ///
  /// In worlds where a few clients do not decide, and where no threshold that is counted in clients
  /// lies between the sizes: the smallest has 400 clients, all of whom are affected.
  @Test func tenTimesTheSizeIsTheSameStorm() throws {
    var verdicts: [MetricValue] = []
    var freed = 0
    let count = max(24, WorldSurvey.size / 20)
    for number in 0..<count {
      let scaling = try WorldScaling(RandomWorld(number, style: .scalable))
      // In another state no figure is the same.
      if scaling.isFreedByChance {
        freed += 1
        continue
      }
      for difference in scaling.figures.compactMap(scaling.difference) {
        Issue.record("ten times the size: \(difference)\n\(scaling.world)")
      }
      guard let small = scaling.metastable else { continue }
      let large = scaling.large.summary.value(at: "metastable")
      #expect(large == small, "metastable at ten times the size:\n\(scaling.world)")
      verdicts.append(small)
    }
    #expect(freed <= 1 + count / 50, "\(freed) worlds of \(count)")
    let deaths = verdicts.count { $0 == .boolean(true) }
    let recoveries = verdicts.count { $0 == .boolean(false) }
    #expect(deaths >= 3 && recoveries >= 3, "\(deaths) die, \(recoveries) recover: too few to tell")
  }

  /// None of their service times scatters: not even chance may beat the bound.
  @Test(arguments: CaughtWorld.all) func nobodyBeatsTheBoundAnyMore(world: CaughtWorld) throws {
    let summary = try runAndSummary(world.text)
    #expect(summary["lower_bound_s"] >= world.least)
    // A clear that lies a nanosecond after a moment is as good as at it.
    let efficiency = summary.value(at: "storm_efficiency")?.number
    #expect(efficiency ?? 0 <= 1 + 1e-6)
  }

  /// The system sends a SYN again after a second, and it is on its way for 50 ms: until after the
  /// client has given up, which no longer looks. Every SYN reaches the listener, and so does every attempt
  /// but those whose first packet is under way when the run ends.
  @Test func aRepeatIsNoArrivalEvenIfNobodyWaitsForIt() throws {
    let summary = try runAndSummary(
      """
      duration: 2m
      clients:
        count: 200
        backoff: 'uniform(1s, 3s), connectTimeout: 1010ms'
        start: {within: 0s}
      network: {profile: ideal, latency: 50ms, setup: {tcp: 1}}
      gateway: {profile: ideal, backlog: 1, handshake: {cores: 1, time: 1s}}
      """)
    #expect(summary["arrivals"] <= summary["attempts"])
    #expect(summary["arrivals"] >= summary["attempts"] - 200)
    #expect(summary["syn_repeats"] > 5_000)
  }
}
