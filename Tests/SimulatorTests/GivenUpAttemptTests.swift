import Faults
import GatewayModel
import NetworkModel
import Primitives
import Simulator
import Testing
import VirtualTime

/// An attempt that its client has given up, or does not know to be closed: the gateway goes on with it until its
/// connection is closed, and not a step further.
///
/// Times of the first attempt in a world of 100 ms: the first packet arrives at 0.100 s, the handshake is done at
/// 0.110, the connection opens at 0.610, the credentials arrive at 0.710, auth is done at 0.730.
@Suite("Attempts that were given up")
struct GivenUpAttemptTests {
  private func world(_ backoff: String = "20s", oneWayMs: Int64 = 100) -> World {
    var world = World(clients: 1)
    world.network = constantNetwork(milliseconds: oneWayMs)
    world.backoff = backoff
    world.start = .within(.zero)
    world.gateway.handshake = station(nil, milliseconds: 10)
    world.gateway.auth = station(1, milliseconds: 20)
    world.gateway.ready = station(1, milliseconds: 30)
    world.gateway.api = station(1, milliseconds: 40)
    world.duration = .seconds(15)
    world.untilSettled = false
    return world
  }

  private func station(_ servers: Int?, milliseconds: Int64) -> StationDescription {
    StationDescription(servers: servers, time: .constant(.milliseconds(milliseconds)))
  }

  /// The faults that close all connections at a moment for three seconds.
  private func closings(atMilliseconds at: Int64) -> [Fault] {
    let outage = FaultKind.outage(mode: .refuse, drop: true, batch: 100, every: .seconds(1))
    let restart = FaultKind.restart(rolling: false, drop: true, pause: .zero, drain: nil)
    return [outage, restart].map {
      Fault(at: .start + .milliseconds(at), duration: .seconds(3), kind: $0, scope: .everyone)
    }
  }

  /// Arrived, served and abandoned at a station.
  private func counts(_ run: RunResult, _ role: StationRole) -> [Int] {
    let station = run.station(role)
    return [station.arrivals, station.served, station.abandoned]
  }

  // MARK: Closed by the gateway

  /// Closed while the set-up makes its round trips, or while the credentials are on their way: nobody asks whose
  /// they are. The client may know by 0.710 s, or learn it later.
  @Test(arguments: [109, 111, 300, 509, 511, 555, 609, 611, 700] as [Int64])
  func isNotAuthenticatedOnceClosed(at: Int64) throws {
    for fault in closings(atMilliseconds: at) {
      var world = world()
      world.clients = 10
      world.faults = [fault]
      let run = try world.run()
      #expect(counts(run, .handshake) == [10, 10, 0], "\(fault.kind)")
      #expect(counts(run, .auth) == [0, 0, 0], "\(fault.kind)")
      #expect(run.failed(.reset) == 10, "\(fault.kind)")
    }
  }

  /// Closed at 0.720 s, in service at auth: that is served, and leads to nothing.
  @Test func isNotGreetedOnceClosed() throws {
    for fault in closings(atMilliseconds: 720) {
      var world = world()
      world.faults = [fault]
      let run = try world.run()
      #expect(counts(run, .auth) == [1, 1, 0], "\(fault.kind)")
      #expect(counts(run, .ready) == [0, 0, 0], "\(fault.kind)")
    }
  }

  /// The client gives up at 1 s, its credentials on their way from 0.900 to 1.200 s. The connection is closed at
  /// 1.100 s: the gateway knows nothing of whom they are.
  @Test func isNotAuthenticatedWhereItsClientHasLeft() throws {
    for fault in closings(atMilliseconds: 1_100) {
      var world = world("20s, connectTimeout: 1s", oneWayMs: 300)
      world.network.setup = SetupRoundTrips(tcp: 1, tls: 0, upgrade: 0, calls: 1)
      world.gateway.handshake = station(nil, milliseconds: 300)
      world.faults = [fault]
      #expect(counts(try world.run(), .auth) == [0, 0, 0], "\(fault.kind)")
      world.faults = []
      #expect(counts(try world.run(), .auth) == [1, 1, 0])
    }
  }

  /// Three are at auth from 0.710 s on, which takes 1.7 s for each, and give up at 1 s. At 3 s the first is through,
  /// and has been greeted; the second is in service, and is not greeted; the third waits, and is thrown away.
  @Test func whatClientsLeftBehindIsClosedWithTheRest() throws {
    for fault in closings(atMilliseconds: 3_000) {
      var world = world("50s, connectTimeout: 1s")
      world.clients = 3
      world.gateway.auth = station(1, milliseconds: 1_700)
      world.faults = [fault]
      let run = try world.run()
      #expect(counts(run, .auth) == [3, 2, 1], "\(fault.kind)")
      #expect(counts(run, .ready) == [1, 1, 0], "\(fault.kind)")
    }
  }

  /// As before, on two nodes of which one restarts: what was left behind on the other goes on, at its own node.
  @Test func whatWasLeftOnAnotherNodeGoesOn() throws {
    var world = world("50s, connectTimeout: 1s")
    world.clients = 40
    world.gateway.nodes = 2
    world.gateway.auth = station(nil, milliseconds: 1_700)
    let restart = FaultKind.restart(rolling: false, drop: true, pause: .zero, drain: nil)
    world.faults = [
      Fault(
        at: .start + .milliseconds(1_500), duration: .seconds(5), kind: restart, scope: .node(0))
    ]
    let hit = try world.run()
    #expect(counts(hit, .auth) == [40, 40, 0])
    let goesOn = hit.station(.ready).served
    // Binomial over two nodes: 20 of 40, four standard errors.
    #expect(abs(Double(goesOn) - 20) <= 4 * 10.0.squareRoot())
    world.faults[0].scope = .node(1)
    #expect(try world.run().station(.ready).served == 40 - goesOn)
  }

  // MARK: First packets that come late

  /// Attempts begin at 0, 1.512 and 3.024 s; the first two are given up after 1.009 s, each with two packets on their
  /// way. Those of the first take 1.401 s. The second one's latter packet leaves when the latency has gone, and
  /// overtakes the other.
  @Test func eachAttemptArrivesOnce() throws {
    var world = world("503ms, connectTimeout: 1009ms", oneWayMs: 101)
    world.faults = [
      Fault(
        at: .start, duration: .milliseconds(2_510),
        kind: .latency(times: 1, add: .milliseconds(1_300)), scope: .everyone)
    ]
    world.duration = .seconds(9)
    world.followed = [0]
    let run = try world.run()
    #expect(run.load.attempts == 3 && run.load.arrivals == 3 && run.load.synRepeats == 2)
    let arrived = run.log.trace.filter {
      if case .fact(_, .arrived) = $0.event { true } else { false }
    }
    #expect(arrived.map(\.attempt) == [1, 2, 3])
    #expect(arrived.map(\.at) == [1_401, 2_613, 3_125].map { .start + .milliseconds($0) })
  }

  /// Connections are closed at 10 s; clients hear of it at 10.6 s and try every 0.55 s from 10.65 s on. Each attempt
  /// is given up 0.1 s before its first packet arrives.
  @Test func countsAmongTheAttemptsSinceTheDrop() throws {
    var world = world("50ms, connectTimeout: 500ms", oneWayMs: 600)
    world.clients = 200
    world.start = .connected
    world.faults = [outage(at: 10, for: 1)]
    world.duration = .seconds(20)
    let spread = try world.run().load.spread
    for (ordinal, part) in spread.prefix(12).enumerated() {
      #expect(part.times.count == 200)
      let first = 1.25 + 0.55 * Double(ordinal)
      #expect(abs(part.times.summary.p50! - first) <= 0.001 * first)
    }
  }

  /// Both packets arrive at 1.3 s, and both clients have left at 1 s. The handshake of one takes until 3.3 s; the
  /// notice of the other comes at 2.3 s, while it waits.
  @Test(arguments: [Abandonment.work, .notice])
  func noticeTakesBackWhatCameLate(abandonment: Abandonment) throws {
    var world = world("90s, connectTimeout: 1s", oneWayMs: 1_300)
    world.clients = 2
    world.network.setup = .none
    world.gateway.handshake = station(1, milliseconds: 2_000)
    world.gateway.abandonment = abandonment
    let run = try world.run()
    let isWork = abandonment == .work
    #expect(counts(run, .handshake) == (isWork ? [2, 2, 0] : [2, 1, 1]))
    #expect(counts(run, .auth) == (isWork ? [2, 2, 0] : [1, 1, 0]))
  }

  /// The packets of 0 and 1 s are on their way for 1.5 s; the client gives up at 1.2 s. The first dies in a
  /// blackhole, or is dropped by a full backlog: the second is taken in either way.
  @Test func aRepetitionIsTakenInWhereTheFirstWasNot() throws {
    var world = world("90s, connectTimeout: 1200ms", oneWayMs: 1_500)
    world.network.setup = .none
    world.faults = [outage(at: 1, for: 1, .blackhole, drop: false)]
    #expect(counts(try world.run(), .handshake) == [1, 1, 0])
    world.faults = []
    world.clients = 3
    world.gateway.backlog = 0
    world.gateway.handshake = station(1, milliseconds: 800)
    let run = try world.run()
    #expect(counts(run, .handshake) == [3, 3, 0])
    #expect(run.gateway.acceptOverflow == 1 && run.load.arrivals == 3 && run.load.synRepeats == 3)
  }

  // MARK: Round trips in a silence

  /// The answer of 0.110 s is lost on its way until the copy that is sent at 0.710 s; two round trips follow.
  /// A path that loses all packets keeps the first of these round trips for as long.
  @Test func aSilenceStopsTheRoundTripsOfASetUp() throws {
    let kinds = [
      FaultKind.outage(mode: .blackhole, drop: false, batch: 100, every: .seconds(1)),
      .loss(rate: 1),
    ]
    for kind in kinds {
      var world = world("20s, connectTimeout: 10s")
      world.faults = [
        Fault(
          at: .start + .milliseconds(120), duration: .milliseconds(480), kind: kind,
          scope: .everyone)
      ]
      // Open at 1.210 s, ready at 1.460 s; the call takes 0.240 s more.
      #expect(try world.run().recovery.recoveries == [.milliseconds(1_100)], "\(kind)")
    }
  }
}
