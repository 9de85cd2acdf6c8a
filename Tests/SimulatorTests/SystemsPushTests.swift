import Faults
import Measurements
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("Pushes are counted")
struct SystemsPushTests {
  private func chat(_ pushes: PushPlan) -> FleetWorld {
    var behaviour = Behaviour()
    behaviour.pushes = pushes
    return FleetWorld.chat(behaviour)
  }

  /// 300 fleets of 10 clients for 60 s at one push in 5 s: the number made has mean 120 and the
  /// variance of its mean. The index of dispersion is a chi-square over its 299 degrees.
  @Test func theNumberMadeIsPoisson() throws {
    var world = chat(.poisson(mean: .seconds(5)))
    world.clients = 10
    world.duration = .seconds(60)
    let counts = try (1...300 as ClosedRange<UInt64>).map { seed -> Double in
      world.seed = seed
      return Double(try world.run().pushes(of: .chatSocket).made)
    }
    let mean = counts.reduce(0, +) / 300
    #expect(abs(mean - 120) <= 4 * (120.0 / 300).squareRoot())
    let squares = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    #expect(squares / mean <= chiSquareCritical(299))
    // The lower 1 %, by the same formula.
    let root = 1 - 2 / (9.0 * 299) - 2.326 * (2 / (9.0 * 299)).squareRoot()
    #expect(squares / mean >= 299 * root * root * root)
  }

  /// From a minute on everything is lost for good: what is on its way then never comes, and is owed like all
  /// that is pushed later.
  @Test func whatNeverComesHasNoDelay() throws {
    var world = chat(.poisson(mean: .milliseconds(50)))
    world.clients = 20
    world.duration = .minutes(10)
    world.faults = [fault(at: 60, for: nil, .loss(rate: 1))]
    let pushes = try world.run().pushes(of: .chatSocket)
    #expect(pushes.delay.maximum < 60_000_000)
    #expect(pushes.delay.count > 20_000 && pushes.undelivered > 200_000)
    #expect(pushes.made == pushes.delay.count + pushes.undelivered)
  }

  /// The same run, ended at several moments: before the storm nothing is different, in it the pace
  /// is that of the storm, after it that of before.
  @Test func aStormRaisesThePaceInItsTimeOnly() throws {
    let storm = PushStorm(
      begin: .seconds(100), end: .seconds(120), every: .exponential(mean: .milliseconds(200)))
    func made(until seconds: Int64, storms: [PushStorm]) throws -> Double {
      var world = chat(.poisson(mean: .seconds(10), storms: storms))
      world.clients = 100
      world.duration = .seconds(seconds)
      return Double(try world.run().pushes(of: .chatSocket).made)
    }
    #expect(try made(until: 100, storms: [storm]) == made(until: 100, storms: []))
    let ends = try [100, 120, 220].map { try made(until: $0, storms: [storm]) }
    let inside = ends[1] - ends[0]
    #expect(abs(inside - 10_000) <= 4 * 100)
    let after = ends[2] - ends[1]
    #expect(abs(after - 1_000) <= 4 * 1_000.0.squareRoot())
  }

  /// A drop at 600 s, everybody in phase: restarted at 839.6 s, open at 839.9 s. Pushes made
  /// meanwhile are late, and their delay is the rest of that time and one way: uniform.
  @Test func lateMessagesComeWithTheNextConnection() throws {
    var world = chat(.poisson(mean: .seconds(30)))
    world.clients = 300
    world.isAligned = true
    world.faults = [outage(at: 610, for: 1, .reset)]
    world.duration = .seconds(900)
    let run = try world.run()
    #expect(Set(run.recovery.downtimes.map(\.seconds)).count == 1)
    let silence = run.recovery.downtimes[0].seconds
    #expect(abs(silence - 229.9) < 1e-6)
    let pushes = run.pushes(of: .chatSocket)
    #expect(pushes.undelivered == 0 && pushes.missed == 0)
    #expect(pushes.made == pushes.delay.count)
    let late = Double(pushes.late)
    let expected = 300 * silence / 30
    #expect(abs(late - expected) <= 4 * expected.squareRoot())
    let inTime = pushes.delay.values.filter { $0 <= 0.0501 }.count
    #expect(pushes.made - inTime == pushes.late)
    let waits = Array(pushes.delay.values.suffix(pushes.late))
    #expect(
      uniformDistance(waits, 0.05, silence + 0.05)
        <= kolmogorovCritical(waits.count) + 0.132 / silence)
  }

  /// A run that ends in the silence: nothing late is delivered, and that is said.
  @Test func whatIsUndeliveredAtTheEndIsCounted() throws {
    var world = chat(.poisson(mean: .seconds(30)))
    world.isAligned = true
    world.faults = [outage(at: 610, for: 1, .reset)]
    world.duration = .seconds(800)
    let pushes = try world.run().pushes(of: .chatSocket)
    #expect(pushes.late > 0)
    #expect(pushes.undelivered == pushes.late)
    #expect(pushes.made == pushes.delay.count + pushes.undelivered)
    // Behind, nobody wants the socket; what is pushed waits all the same.
    world.faults = [fault(at: 100, for: 400, .background)]
    let behind = try world.run().pushes(of: .chatSocket)
    #expect(behind.late > 0 && behind.undelivered == 0)
    #expect(behind.made == behind.delay.count)
  }

  /// A push at the very instant at which the client comes back: without latency the connection that
  /// a screen asks for at 30 s is up before the push of 30 s; the watchdog's, a timer, is after it.
  @Test func aPushAtTheInstantOfTheReturnIsNotLost() throws {
    var world = chat(PushPlan(every: .each(seconds: 120), storms: []))
    world.cohorts[0].network = idealNetwork
    world.clients = 3
    world.isAligned = true
    world.faults = [outage(at: 121, for: 1, .reset)]
    world.duration = .seconds(400)
    let run = try world.run()
    #expect(run.recovery.outcomes.recovered == 3)
    let pushes = run.pushes(of: .chatSocket)
    #expect(pushes.made == 9)
    #expect(pushes.made == pushes.delay.count + pushes.undelivered)
  }

  /// RunStatistics of updates: made, then either sent over a live connection or missed; never both.
  @Test func anUpdateIsDeliveredOrMissed() throws {
    var behaviour = Behaviour()
    behaviour.listeners = Alternation(on: .each(seconds: 1_000_000), off: .constant(.zero))
    behaviour.entities = 1
    behaviour.pushes = .poisson(mean: .milliseconds(500))
    var world = FleetWorld.primer(behaviour)
    world.cohorts[0].network = constantNetwork(milliseconds: 1_000)
    world.clients = 20
    world.start = .within(.seconds(1))
    world.faults = [fault(at: 100, for: 100, .background)]
    world.duration = .seconds(300)
    let run = try world.run()
    let pushes = run.pushes(of: .primer)
    #expect(pushes.missed > 0)
    #expect(pushes.made == pushes.delay.count + pushes.missed)
  }

  /// Ten messages a second over a path whose latency varies: each has a number of its own on the
  /// connection, and so a latency of its own.
  @Test func everyMessageDrawsItsOwnLatency() throws {
    var world = chat(PushPlan(every: .constant(.milliseconds(100)), storms: []))
    world.cohorts[0].network.latency = .uniform(low: .milliseconds(10), high: .milliseconds(90))
    world.clients = 1
    world.duration = .seconds(20)
    let delays = try world.run().pushes(of: .chatSocket).delay.values
    #expect(delays.count == 199)
    #expect(Set(delays).count > 100)
  }

  /// A change made at 529.5 s is on its way, 1 s, when the listener goes at 530 s and takes the socket
  /// along: the client never gets it, so what it reads from 530 s on is old.
  @Test func aChangeThatNobodyTookLeavesTheCopyOld() throws {
    var behaviour = Behaviour()
    behaviour.listeners = Alternation(on: .each(seconds: 30), off: .each(seconds: 500))
    behaviour.entities = 1
    behaviour.actions = .each(seconds: 10)
    let only = PushStorm(
      begin: .seconds(529), end: .seconds(530), every: .constant(.milliseconds(500)))
    behaviour.pushes = PushPlan(every: nil, storms: [only])
    var world = FleetWorld.primer(behaviour, PrimerConfiguration(profile: .unlocked))
    world.cohorts[0].network = constantNetwork(milliseconds: 1_000, setup: .none)
    world.clients = 5
    world.start = .within(.microseconds(1))
    world.duration = .seconds(600)
    let run = try world.run()
    #expect(run.pushes(of: .primer).made == 5)
    #expect(run.count("changed", of: .primer) == 0)
    #expect(run.count("readLatest", of: .primer) >= 5 * 55)
    // Reads at 530, 540, ... 590 s.
    #expect(run.sessions.reads.staleLatest == 5 * 7)
  }

  /// TCP keeps the order of one connection, and only of one. A push at 50.5 s takes 30 s more; the
  /// listener goes at 56 s and comes back at 57 s, with a socket of its own, so the push of 60.5 s is
  /// there after 50 ms.
  @Test func aNewConnectionDoesNotWaitForTheOld() throws {
    func one(at seconds: Int64) -> PushStorm {
      PushStorm(
        begin: .seconds(seconds), end: .seconds(seconds + 1), every: .constant(.milliseconds(500)))
    }
    var behaviour = Behaviour()
    behaviour.listeners = Alternation(on: .each(seconds: 55), off: .each(seconds: 1))
    behaviour.entities = 1
    behaviour.pushes = PushPlan(every: nil, storms: [one(at: 50), one(at: 60)])
    var world = FleetWorld.primer(behaviour)
    world.clients = 1
    world.start = .within(.microseconds(1))
    world.faults = [fault(at: 50, for: 1, .latency(times: 1, add: .seconds(30)))]
    world.duration = .seconds(100)
    let delays = try world.run().pushes(of: .primer).delay
    #expect(delays.count == 2 && delays.maximum == 30_050_000)
    #expect(delays.values[0] < 0.051)
  }

  // MARK: Two pending events of one key

  /// Two faults may move a client at one instant.
  @Test func twoHandoversAtOneInstant() async {
    await #expect(processExitsWith: .success) {
      var world = FleetWorld.primer()
      world.cohorts[0].network = constantNetwork(milliseconds: 400)
      world.clients = 3
      world.start = .within(.microseconds(1))
      world.duration = .seconds(300)
      world.behaviour.listeners = Alternation(
        on: .each(seconds: 1_000), off: .constant(.milliseconds(1)))
      world.faults = [fault(at: 2, for: nil, .handover), fault(at: 2, for: nil, .handover)]
      _ = try world.run(.heap)
    }
  }

  /// A push at the instant at which a client comes back from silence takes as long as the owed ones.
  @Test func aPushBesideTheOwedOnes() async {
    await #expect(processExitsWith: .success) {
      var world = FleetWorld.chat()
      world.behaviour.pushes = PushPlan(every: .constant(.milliseconds(100)), storms: [])
      world.clients = 2
      world.isAligned = true
      world.faults = [outage(at: 300, for: 1, .reset)]
      world.duration = .seconds(700)
      _ = try world.run(.heap)
    }
  }

  /// Two ends of one attempt that come while the app is frozen are both held back to the same
  /// instant: the end of the system's patience with SYNs, and that of a handover.
  @Test func twoEndsOfOneAttemptHeldBack() async {
    await #expect(processExitsWith: .success) {
      var world = try FleetWorld.stoat()
      world.clients = 3
      world.isAligned = true
      world.faults = [
        outage(at: 10, for: 300, .blackhole), fault(at: 15, for: nil, .handover),
        fault(at: 16, for: 400, .background),
      ]
      world.duration = .seconds(600)
      _ = try world.run(.heap)
    }
  }

  /// Latency that varies: two messages of different seconds may come at the same microsecond. A
  /// thousand a second make it likely within seconds; at one a second it happens once in some 10^8.
  @Test func twoMessagesAtOneMicrosecond() async {
    await #expect(processExitsWith: .success) {
      var world = FleetWorld.chat()
      world.cohorts[0].network.latency = .lognormal(median: .milliseconds(50), sigma: 0.5)
      world.behaviour.pushes = .poisson(mean: .milliseconds(1))
      world.clients = 10
      world.duration = .seconds(20)
      _ = try world.run(.heap)
    }
  }
}
