import GatewayModel
import Primitives
import Simulator
import Testing

/// A hundred clients arrive at 100 s, all at once; one handshake core needs 10 ms for each, and
/// only the saved-up tokens let anybody in.
@Suite("Admission: per node, and what turning away costs")
struct AdmissionTests {
  private func run(
    nodes: Int = 1, burst: Double = 30, _ scope: AdmissionScope = .node,
    _ rejection: RejectionDescription = RejectionDescription()
  ) throws -> RunResult {
    var world = World(clients: 100)
    world.gateway.nodes = nodes
    world.gateway.handshake = StationDescription(servers: 1, time: .constant(.milliseconds(10)))
    world.gateway.admission = .tokenBucket(perSecond: 1e-9, burst: burst, scope: scope)
    world.gateway.rejection = rejection
    world.faults = [outage(at: 0, for: 1)]
    world.backoff = "100s"
    world.duration = .seconds(150)
    world.untilSettled = false
    return try world.run()
  }

  /// Everybody has cost the handshake.
  @Test func afterTheHandshake() throws {
    let run = try run()
    #expect(run.gateway.shed == 70 && run.failed(.shed) == 70)
    #expect(run.recovery.outcomes.recovered == 30)
    #expect(run.station(.handshake).work == .milliseconds(1_000))
    #expect(
      run.gateway.usefulWork == .milliseconds(300) && run.gateway.wastedWork == .milliseconds(700))
    // First come, first served: the thirtieth is in after 300 ms.
    #expect(run.recovery.recoveries.max() == .milliseconds(99_300))
  }

  /// The core goes on for 5 ms with each that it turns away, and the next one waits for that.
  @Test func aRejectionKeepsTheCore() throws {
    let cost = RejectionDescription(cost: .milliseconds(5))
    let run = try run(.node, cost)
    #expect(run.station(.handshake).work == .milliseconds(1_000 + 70 * 5))
    #expect(run.station(.handshake).served == 100)
    #expect(run.gateway.wastedWork == .milliseconds(70 * 15))
    #expect(run.station(.handshake).wait.maximum == UInt64(300_000 + 69 * 15_000))
  }

  @Test func beforeTheHandshakeItCostsNothing() throws {
    let run = try run(.node, RejectionDescription(place: .beforeHandshake))
    #expect(run.gateway.shed == 70)
    #expect(run.station(.handshake).work == .milliseconds(300))
    #expect(run.gateway.wastedWork == .zero)
  }

  /// Two nodes with 30 tokens each let twice as many in as one limit of 30 for both.
  @Test func eachNodeHasItsOwn() throws {
    #expect(try run(nodes: 2).gateway.shed == 40)
    #expect(try run(nodes: 2, .gateway).gateway.shed == 70)
  }

  /// A core that is slow is slow at turning away too.
  @Test func slownessStretchesTheCost() throws {
    var world = World(clients: 1)
    world.gateway.handshake = StationDescription(servers: 1, time: .constant(.milliseconds(10)))
    world.gateway.admission = .tokenBucket(perSecond: 1e-9, burst: 0, scope: .node)
    world.gateway.rejection = RejectionDescription(cost: .milliseconds(5))
    world.faults = [
      outage(at: 0, for: 1), fault(at: 0, for: nil, .slow(times: 3, station: .handshake)),
    ]
    world.backoff = "100s"
    world.duration = .seconds(150)
    world.untilSettled = false
    #expect(try world.run().station(.handshake).work == .milliseconds(45))
  }
}

extension AdmissionTests {
  private func run(
    _ scope: AdmissionScope, _ rejection: RejectionDescription
  ) throws -> RunResult {
    try run(nodes: 1, burst: 30, scope, rejection)
  }
}
