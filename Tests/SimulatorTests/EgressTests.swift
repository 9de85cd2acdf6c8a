import Faults
import GatewayModel
import NetworkModel
import Primitives
import Simulator
import Testing
import VirtualTime

@Suite("The link through which first payloads leave")
struct EgressTests {
  private func world(_ egress: EgressDescription?) -> World {
    var world = World()
    world.network = steadyNetwork
    world.gateway.egress = egress
    world.backoff = "1s"
    world.duration = .minutes(5)
    return world
  }

  /// N payloads at once: the k-th has left after k payload/rate. All clients of an instant network open at 0.
  @Test func drainTimes() throws {
    var world = world(EgressDescription(rate: 1e9, payload: 50_000))
    world.network = idealNetwork
    world.clients = 10_000
    world.start = .within(.zero)
    let run = try world.run()
    let link = run.station(.egress)
    #expect(link.arrivals == 10_000 && link.served == 10_000)
    // 50 kB at 1 Gbit/s take 0.4 ms.
    #expect(run.gateway.backlogPeak == .seconds(4))
    #expect(link.work == .seconds(4))
    let waits = link.wait.nearestRanks([0.5, 1]).map { Double($0) / 1e6 }
    #expect(abs(waits[0] - 2) < 0.02 && abs(waits[1] - 3.9996) < 0.04)
    let times = run.recovery.recoveries.map(\.seconds).sorted()
    #expect(times.first == 0.0004 && times.last == 4)
    #expect(times[4_999] == 2)
  }

  /// Every node has a link of its own, or all have one in common.
  @Test func linksOfNodes() throws {
    var world = world(EgressDescription(rate: 1e9, payload: 50_000))
    world.network = idealNetwork
    world.gateway.nodes = 4
    world.clients = 8_000
    world.start = .within(.zero)
    let apart = try world.run()
    #expect(apart.gateway.backlogPeak < .seconds(1))
    world.gateway.egress?.scope = .gateway
    #expect(try world.run().gateway.backlogPeak == Interval(seconds: 3.2))
  }

  /// A client's own link is the slower one: the payload of 50 kB takes 80 ms through 5 Mbit/s.
  @Test func aClientsOwnLink() throws {
    var world = world(EgressDescription(rate: 1e9, payload: 50_000))
    world.network = idealNetwork
    world.network.bandwidth = 5e6
    world.clients = 1
    world.start = .within(.zero)
    let times = try world.run().recovery.recoveries
    #expect(times == [.milliseconds(80)])
  }

  /// A payload that takes less than a nanosecond is none.
  @Test func aFastLinkChangesNothing() throws {
    for loss in [0, 0.2] {
      var plain = world(nil)
      plain.network.loss = .share(loss)
      plain.faults = [outage(at: 60, for: 20)]
      var linked = plain
      linked.gateway.egress = EgressDescription(rate: 1e15, payload: 1)
      let (a, b) = (try plain.run(), try linked.run())
      #expect(a.course.digest == b.course.digest && a.course.events == b.course.events)
    }
  }

  /// The buffer of the link delays Pongs: with 100 ms all are back, with 20 s nobody ever is, as the others' Pongs
  /// come too late.
  @Test func aLargeBufferKillsConnections() throws {
    func run(queue: Interval) throws -> RunResult {
      var world = world(EgressDescription(rate: 1e8, payload: 200_000, queue: queue))
      world.clients = 3_000
      world.backoff = "uniform(0s, 5s)"
      world.faults = [outage(at: 60, for: 60, .refuse, drop: true, .share(0.6))]
      world.duration = .minutes(10)
      return try world.run()
    }
    let small = try run(queue: .milliseconds(100))
    let large = try run(queue: .seconds(20))
    #expect(small.recovery.outcomes.recovered == 3_000)
    #expect(large.recovery.outcomes.recovered < 1_500)
    #expect(large.load.attempts > 2 * small.load.attempts)
  }

  /// The reset of a gateway waits behind payloads, that of a box in front of it does not. Where nothing is lost, copies
  /// make no difference to either.
  @Test(arguments: IdleBox.End.allCases)
  func resetsBehindALink(how: IdleBox.End) throws {
    func run(_ retransmission: Retransmission) throws -> RunResult {
      var world = world(EgressDescription(rate: 1e8, payload: 2_000_000, queue: .seconds(5)))
      world.network.idle = IdleBox(after: .constant(.seconds(29)), how: how)
      world.network.retransmission = retransmission
      world.clients = 200
      world.duration = .minutes(4)
      world.untilSettled = false
      return try world.run()
    }
    let (fixed, measured) = (try run(.fixed), try run(.measured))
    #expect(fixed.load.idleKills > 800)
    #expect(fixed.course.digest == measured.course.digest)
    let last = Double(fixed.load.detect.nearestRanks([1])[0]) / 1e6
    switch how {
    case .reset: #expect(last < 1.06)
    case .close: #expect(last > 2)
    case .silent: #expect(last > 9)
    }
  }
}
