import Faults
import GatewayModel
import Measurements
import Primitives
import Simulator
import Testing
import VirtualTime

/// Where the time of one attempt goes, and what refuses, sheds, overflows and times out.
@Suite("The walk of a connection attempt")
struct AttemptWalkTests {
  /// SYN 1 way, then 3 round trips on top, the Authenticated and Ready pushes 1 way, the unreads
  /// call 1 round trip: 0.05 + 0.3 + 0.05 + 0.1 s on a path of 50 ms.
  @Test func roundTripsAddUp() throws {
    var world = World(clients: 1)
    world.network = steadyNetwork
    world.faults = [outage(at: 10, for: 10)]
    world.backoff = "20s"
    let run = try world.run()
    // Dropped at 10 s, learnt at 10.05 s, retried at 30.05 s.
    #expect(run.recovery.recoveries == [.milliseconds(10_550)])
    #expect(run.recovery.downtimes == [.milliseconds(20_550)])
    #expect(abs(run.load.detect.summary.max! - 0.05) < 0.001 * 0.05)
  }

  /// Service times come on top: 0.5 + 5 ms; the ready stage's 5 ms; the API's 5 ms.
  @Test func serviceTimesAddUp() throws {
    var world = World(clients: 1)
    world.network = steadyNetwork
    world.gateway = smallGateway
    world.gateway.auth.time = .constant(.milliseconds(5))
    world.faults = [outage(at: 10, for: 10)]
    world.backoff = "20s"
    #expect(try world.run().recovery.recoveries == [.microseconds(10_565_500)])
  }

  /// A refused attempt fails after one round trip: a formula of 1 s gives one attempt every 1.1 s.
  @Test func refusalTakesOneRoundTrip() throws {
    var world = World(clients: 1)
    world.network = steadyNetwork
    world.faults = [outage(at: 0, for: 100)]
    world.backoff = "1s"
    // Learnt at 0.05 s; attempts at 1.05 + 1.1 k s; the last before 100 s at 99.95 + ...
    #expect(try world.run().load.attemptsBeforeClear == 90)
  }

  /// In a blackhole nothing answers: 10 s of connect timeout, then the delay.
  @Test func aBlackholeIsFoundByTheConnectTimeout() throws {
    var world = World(clients: 1)
    world.network = steadyNetwork
    world.faults = [
      outage(at: 0, for: 1), outage(at: 1, for: 99, .blackhole, drop: false),
    ]
    world.backoff = "5s"
    let run = try world.run()
    // Attempts at 5.05, 20.05, 35.05, ... 95.05; the last one's SYN of +7 s comes through at 102.05.
    #expect(run.load.attempts == 7)
    #expect(run.failed(.timeout) == 6)
    #expect(run.load.arrivals == 1)
  }

  /// Half-open connections are found by the heartbeat: 10 s of pong timeout after the next beat,
  /// which comes at a uniform moment of 30 s.
  @Test func halfOpenConnectionsAreFoundUniformlyBetween10And40Seconds() throws {
    let n = 4_000
    var world = World(clients: n)
    world.network = steadyNetwork
    world.faults = [outage(at: 60, for: 60, .blackhole, drop: false)]
    let detect = try world.run().load.detect
    #expect(detect.count == n)
    let summary = detect.summary
    // The mean of n uniform values on [10, 40], four standard errors; the histogram's three digits.
    #expect(abs(summary.mean! - 25) <= 4 * 30 / 12.0.squareRoot() / Double(n).squareRoot() + 0.03)
    #expect(summary.max! <= 40.04)
    // A Ping that was answered too late for its answer to get through was sent up to 0.1 s before.
    #expect(Double(detect.histogram.min) / 1e6 >= 9.9)
  }

  /// A blackhole shorter than the pong timeout is bridged by retransmissions: nobody disconnects.
  @Test func aShortBlackholeIsBridged() throws {
    var world = World(clients: 1_000)
    world.network = steadyNetwork
    world.faults = [outage(at: 60, for: 3, .blackhole, drop: false)]
    let run = try world.run()
    #expect(run.load.attempts == 0)
    #expect(run.recovery.outcomes.recovered == 1_000)
    #expect(run.load.detect.count == 0)
    #expect(Set(run.recovery.downtimes) == [.seconds(3)])
  }

  /// A listener that nobody serves takes backlog + 1 connections; the others' SYNs are dropped, and
  /// the kernel's schedule of 1, 3, 7 s decides their next try, not the formula.
  @Test func anOverflowingBacklogDropsSyns() throws {
    var world = World(clients: 12)
    world.gateway.backlog = 4
    world.gateway.handshake = StationDescription(servers: 1, time: .constant(.seconds(2)))
    world.faults = [outage(at: 0, for: 1)]
    world.backoff = "5s"
    world.duration = .seconds(14)
    world.untilSettled = false
    let run = try world.run()
    // At 5 s: one in service, five wait, six dropped; at 6 s all six again; at 8 s one of them finds
    // the place of the handshake that ended at 7 s; at 12 s two.
    #expect(run.gateway.acceptOverflow == 6 + 6 + 5 + 3)
    // Each attempt arrives once, whatever becomes of it; the others come again.
    #expect(run.load.arrivals == 12)
    #expect(run.load.synRepeats == 6 + 6 + 5)
  }

  @Test func admissionShedsWhatIsBeyondTheBucket() throws {
    var world = World(clients: 100)
    world.gateway.admission = .tokenBucket(perSecond: 10, burst: 30, scope: .gateway)
    world.faults = [outage(at: 0, for: 1)]
    world.backoff = "2s"
    let run = try world.run()
    // 30 at 2 s, 20 at 4 s, 20 at 6 s, 20 at 8 s, 10 at 10 s.
    #expect(run.gateway.shed == 70 + 50 + 30 + 10)
    #expect(run.failed(.shed) == run.gateway.shed)
    #expect(run.recovery.recoveries.map(\.seconds).sorted().last == 9)
  }

  /// With `work` an abandoned request is served for nothing; with `notice` it is taken away.
  @Test func abandonedWork() throws {
    var world = World(clients: 20)
    world.gateway.auth = StationDescription(servers: 1, time: .constant(.seconds(3)))
    world.faults = [outage(at: 0, for: 1)]
    world.backoff = "100s"
    let work = try world.run()
    #expect(work.gateway.wastedWork > .zero)
    #expect(work.station(.auth).abandoned == 0)
    #expect(work.station(.auth).served >= work.station(.auth).arrivals - 1)
    world.gateway.abandonment = .notice
    let notice = try world.run()
    #expect(notice.station(.auth).abandoned > 0)
    #expect(notice.gateway.wastedWork < work.gateway.wastedWork)
  }

  /// A client whose call is not answered within 10 s makes the next one 11.4 s after it. The first is answered
  /// after 1,465 s, when number 129 is out: the stamps of calls come again after 128.
  @Test func anAnswerOfLongAgoIsNotTheOneThatIsAwaited() throws {
    var world = World(clients: 1)
    world.network = steadyNetwork
    world.gateway.api = StationDescription(servers: 1, time: .constant(.seconds(1_465)))
    world.faults = [outage(at: 10, for: 1)]
    world.backoff = "1s"
    world.duration = .seconds(1_500)
    let run = try world.run()
    // Begun at 11.05 + 11.4 k s.
    #expect(run.load.attempts == 131)
    #expect(run.recovery.outcomes.stillTrying == 1)
  }

  /// A client that is connected never has a fault's timeout: a quiet hour has no attempts at all.
  @Test func aQuietHourHasNoAttempts() throws {
    var world = World(clients: 50)
    world.network = steadyNetwork
    world.duration = .hours(1)
    world.untilSettled = false
    let run = try world.run()
    #expect(run.load.attempts == 0)
    // 120 beats and as many pongs, pong timeouts and heartbeats per client.
    #expect(run.course.events >= 50 * 240)
    #expect(run.recovery.outcomes.recovered == 50)
  }
}
