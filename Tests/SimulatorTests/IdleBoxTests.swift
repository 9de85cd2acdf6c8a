import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("The box at the gateway's end that forgets a quiet connection")
struct IdleBoxTests {
  private func world(_ box: IdleBox?, heartbeat: Int64 = 30) -> World {
    var world = World()
    world.network = steadyNetwork
    world.network.idle = box
    world.heartbeat = .seconds(heartbeat)
    world.backoff = "1s"
    world.duration = .minutes(30)
    world.untilSettled = false
    world.clients = 200
    return world
  }

  /// A gap of exactly `after` lives: where every heartbeat takes 50 ms, one of 60 s keeps a box of 60 s open.
  @Test func aGapOfExactlyTheLimitLives() throws {
    let run = try world(IdleBox(after: .constant(.seconds(60))), heartbeat: 60).run()
    #expect(run.load.idleKills == 0)
    #expect(run.load.attempts == 0)
  }

  @Test(arguments: IdleBox.End.allCases)
  func aHeartbeatThatIsTooLongKeepsNothing(how: IdleBox.End) throws {
    let run = try world(IdleBox(after: .constant(.seconds(60)), how: how), heartbeat: 61).run()
    #expect(run.load.idleKills > 200)
    // Each attempt follows a connection that was forgotten.
    #expect(run.load.attempts <= run.load.idleKills)
    #expect(run.load.idleKills - run.load.attempts <= 200)
    // The cohort's own count is the same.
    #expect(run.load.failures.reduce(0) { $0 + $1.count } == 0)
  }

  /// Closed: the client is told 50 ms after. Reset: its next packet is answered, 1 s after the box forgot, and the
  /// reset is back 100 ms later. Silent: its Pong timer ends it.
  @Test(arguments: [
    (IdleBox.End.close, 0.05), (.reset, 1.05), (.silent, 1 + 10 - 0.05),
  ])
  func whenTheClientKnows(how: IdleBox.End, seconds: Double) throws {
    let run = try world(IdleBox(after: .constant(.seconds(60)), how: how), heartbeat: 61).run()
    let median = Double(run.load.detect.nearestRanks([0.5])[0]) / 1e6
    #expect(abs(median - seconds) < 0.02, "\(median)")
  }

  @Test func aBoxThatNeverFiresChangesNothing() throws {
    for after in [Int64(3_600), 75, 41] {
      let faults = [outage(at: 60, for: 20)]
      var plain = world(nil)
      plain.faults = faults
      var boxed = world(IdleBox(after: .constant(.seconds(after))))
      boxed.faults = faults
      let (a, b) = (try plain.run(), try boxed.run())
      #expect(a.course.digest == b.course.digest && a.course.events == b.course.events)
      #expect(b.load.idleKills == 0)
    }
  }

  /// Clients whose heartbeats are passed over and those that are played one by one are the same.
  @Test(arguments: seeds(8, release: 240)) func skippingChangesNothing(seed: UInt64) throws {
    var dice = Dice(seed &+ 9_000)
    var world = world(
      IdleBox(
        after: dice.pick(
          .constant(.seconds(30)), .constant(.seconds(41)), .constant(.seconds(5)),
          .uniform(low: .seconds(20), high: .seconds(60)), .constant(.seconds(75))),
        how: dice.pick(.silent, .reset, .close)),
      heartbeat: dice.pick(10, 30, 45))
    world.network.latency = dice.pick(
      .constant(.milliseconds(50)), .lognormal(median: .milliseconds(80), sigma: 0.8),
      .lognormal(median: .milliseconds(80), sigma: 1, own: 0.5))
    world.network.loss = dice.weather(around: dice.pick(0, 0.1))
    world.network.retransmission = dice.pick(.fixed, .measured)
    world.clients = 60
    world.seed = seed
    world.duration = .minutes(6)
    world.gateway = dice.pick(idealGateway, smallGateway)
    world.faults = [
      outage(
        at: 30 + dice.roll(60), for: 1 + dice.roll(60), dice.pick(.refuse, .blackhole, .reset)),
      outage(
        at: 20 + dice.roll(200), for: 1 + dice.roll(30), .blackhole, drop: false,
        dice.pick(.everyone, .share(0.5))),
    ]
    world.backoff = dice.pick("1s", "aws-full", "stoat-web")
    let (skipped, played) = try world.runBothWays()
    #expect(skipped.load.idleKills == played.load.idleKills)
  }
}
