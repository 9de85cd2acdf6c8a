import Backoff
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("Copies timed by the client's own round trip")
struct MeasuredRetransmissionTests {
  private func world(_ latency: Latency, _ retransmission: Retransmission) -> World {
    var world = World()
    world.network = steadyNetwork
    world.network.latency = latency
    world.network.retransmission = retransmission
    world.backoff = "1s"
    world.clients = 4_000
    world.duration = .minutes(4)
    world.untilSettled = false
    return world
  }

  /// The share of connections that live through a silence of D seconds: heartbeats every 30 s at spread moments, each
  /// answered within 10 s. A heartbeat of the silence lives if a copy leaves after it and within 10 s less a round trip.
  @Test(arguments: [
    (50, 8, 1.0), (50, 10, 0.9833), (50, 12, 0.9167), (50, 15, 0.8167), (50, 20, 0.65),
    (150, 8, 0.96), (150, 10, 0.8933), (150, 12, 0.8267), (150, 15, 0.7267), (150, 20, 0.56),
  ])
  func survival(oneWay: Int64, silence: Int64, share: Double) throws {
    var world = world(.constant(.milliseconds(oneWay)), .measured)
    world.faults = [outage(at: 60, for: silence, .blackhole, drop: false)]
    let run = try world.run()
    let lost = Double(run.load.detect.count) / 4_000
    let error = (share * (1 - share) / 4_000).squareRoot()
    #expect(abs(1 - lost - share) <= 3 * error + 0.0005, "\(1 - lost)")
  }

  @Test(arguments: [(Int64(8), 0.9367), (10, 0.87), (12, 0.8033), (15, 0.7033), (20, 0.5367)])
  func survivalOfFixedCopies(silence: Int64, share: Double) throws {
    var world = world(.constant(.milliseconds(50)), .fixed)
    world.faults = [outage(at: 60, for: silence, .blackhole, drop: false)]
    let run = try world.run()
    let lost = Double(run.load.detect.count) / 4_000
    let error = (share * (1 - share) / 4_000).squareRoot()
    #expect(abs(1 - lost - share) < 3 * error, "\(1 - lost)")
  }

  /// A silence for ever: the client's own timers end its connection long before the system would. Without them the
  /// system does, after 15 copies.
  @Test func aSilenceForEverEndsTheConnection() throws {
    var world = world(.constant(.milliseconds(50)), .measured)
    world.clients = 20
    world.pongTimeout = .hours(2)
    world.heartbeat = .seconds(30)
    world.duration = .minutes(20)
    world.faults = [outage(at: 60, for: nil, .blackhole, drop: false)]
    let run = try world.run()
    #expect(run.load.detect.count == 20)
    let detect = run.load.detect.nearestRanks([0.5, 1]).map { Double($0) / 1e6 }
    // The next heartbeat is sent within 30 s, and given up 873.6 s later.
    #expect(detect[0] > 873.6 && detect[1] < 873.6 + 30.1)
  }

  /// `ready` is lost at 2.07 s and gets through with its copy of 16.15 s. The pongs of heartbeats meanwhile wait behind
  /// it: that comes a round trip after it.
  @Test func aPongWaitsBehindTheSetUp() throws {
    var world = world(.constant(.milliseconds(10)), .measured)
    world.clients = 1
    world.start = .within(.zero)
    world.backoff = "1s, connectTimeout: 100s"
    world.heartbeat = .seconds(10)
    world.pongTimeout = .seconds(9)
    world.gateway.ready = StationDescription(servers: 10, time: .constant(.seconds(2)))
    world.faults = [
      Fault(
        at: .start + .milliseconds(1_900), duration: .seconds(8),
        kind: .loss(.share(1), direction: .back), scope: .everyone)
    ]
    world.followed = [0]
    let heard = try world.run().log.trace.compactMap { entry -> String? in
      guard case .turn(let turn) = entry.event, case .received(let message) = turn.cause,
        entry.at < .start + .seconds(18)
      else { return nil }
      return "\(message) \((entry.at - .start).nanoseconds / 1_000_000)"
    }
    #expect(heard == ["authenticated 80", "ready 16160", "pong 16180"])
  }

  /// `ready` is sent at 1 s, while `authenticated` is on its way, which is there before the silence. Copies over a round
  /// trip of 0.6 s leave 1.4, 3.2, 6.8 and 14 s later, and a silence until 13.6 s takes all but the last.
  @Test func copiesOfAMessageBehindOneThatIsNotLost() throws {
    var world = world(.constant(.milliseconds(300)), .measured)
    world.clients = 1
    world.start = .within(.zero)
    world.network.setup = .none
    world.backoff = "1s, connectTimeout: 100s"
    world.heartbeat = .hours(1)
    world.gateway.auth = StationDescription(servers: 1, time: .constant(.milliseconds(500)))
    world.gateway.ready = StationDescription(servers: 1, time: .constant(.milliseconds(200)))
    world.faults = [
      Fault(
        at: .start + .milliseconds(1_101), duration: .milliseconds(12_500),
        kind: .outage(mode: .blackhole, drop: false, batch: 1, every: .seconds(1)),
        scope: .everyone)
    ]
    world.followed = [0]
    let lost = try world.run().log.trace.compactMap { entry -> Int64? in
      guard case .packetLost(.back, _) = entry.event else { return nil }
      return (entry.at - .start).nanoseconds / 1_000_000
    }
    #expect(lost == [1_000, 2_400, 4_200, 7_800])
  }

  /// Losses and copies, event by event, whatever is passed over.
  @Test(arguments: seeds(8, release: 160)) func skippingChangesNothing(seed: UInt64) throws {
    var dice = Dice(seed &+ 11_000)
    var world = world(
      dice.pick(
        .constant(.milliseconds(50)), .lognormal(median: .milliseconds(80), sigma: 0.8),
        .lognormal(median: .milliseconds(150), sigma: 1, own: 0.5)), .measured)
    world.network.loss = dice.weather(around: dice.pick(0, 0.1, 0.4))
    world.clients = 60
    world.seed = seed
    world.gateway = dice.pick(idealGateway, smallGateway)
    world.faults = [
      outage(
        at: 30 + dice.roll(60), for: 1 + dice.roll(60), dice.pick(.refuse, .blackhole, .reset)),
      outage(
        at: 20 + dice.roll(100), for: 1 + dice.roll(30), .blackhole, drop: false,
        dice.pick(.everyone, .share(0.5))),
    ]
    let (skipped, _) = try world.runBothWays()
    #expect(skipped.recovery.outcomes.sum == 60)
  }
}
