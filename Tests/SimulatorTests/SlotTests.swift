import Faults
import GatewayModel
import Primitives
import Simulator
import Testing

@Suite("Admission by slots and in batches") struct SlotTests {
  /// A hundred clients come at 0 to a station that takes a second for each; who fails tries again beyond the end.
  private func herd(_ admission: AdmissionDescription) -> World {
    var world = World(clients: 100)
    world.gateway.auth = StationDescription(servers: 1, time: .constant(.seconds(1)))
    world.gateway.admission = admission
    world.start = .within(.zero)
    world.backoff = "100s"
    world.duration = .seconds(90)
    world.untilSettled = false
    return world
  }

  @Test func asManyAsThereAreSlots() throws {
    let run = try herd(.slots(.fixed(5), scope: .node)).runBothWays().skipped
    #expect(run.gateway.shed == 95 && run.failed(.shed) == 95)
    #expect(run.recovery.recoveries.map(\.seconds).sorted() == [1, 2, 3, 4, 5])
    #expect(run.gateway.slotsPeak == 5 && run.gateway.slotsInUse == 0)
  }

  /// A slot is free the moment its attempt is done with, and the next one takes it.
  @Test func aFreeSlotIsTakenAgain() throws {
    var world = herd(.slots(.fixed(1), scope: .gateway))
    world.backoff = "1s"
    world.gateway.auth.time = .constant(.milliseconds(999))
    let run = try world.runBothWays().skipped
    // One a second: of those that come at one moment, the first.
    #expect(run.recovery.outcomes.recovered == 90)
    #expect(run.gateway.slotsPeak == 1)
  }

  /// Each node has its own, or all have them in common.
  @Test func slotsOfNodes() throws {
    var world = herd(.slots(.fixed(5), scope: .node))
    world.gateway.nodes = 3
    #expect(try world.run().gateway.shed == 85)
    world.gateway.admission = .slots(.fixed(5), scope: .gateway)
    #expect(try world.run().gateway.shed == 95)
  }

  /// What a station drops holds no slot any more: fifty come again while four wait and one is in service.
  @Test func aDropFreesTheSlot() throws {
    var world = herd(.slots(.fixed(50), scope: .node))
    world.gateway.auth.queue.limit = 4
    world.backoff = "500ms"
    world.duration = .milliseconds(600)
    let run = try world.runBothWays().skipped
    #expect(run.gateway.slotsInUse == 5)
    #expect(run.station(.auth).dropped(.full) == 95 + 95)
    #expect(run.gateway.shed == 0)
  }

  /// Who leaves between the handshake and the request is heard of one one-way delay later.
  @Test func whoLeavesOnTheRoad() throws {
    var world = herd(.slots(.fixed(1_000), scope: .node))
    world.network = steadyNetwork
    world.network.latency = .constant(.seconds(4))
    world.backoff = "100s"
    // The connection would be open after 4 + 4 s and two more round trips: the connect timeout of 10 s is before.
    world.duration = .milliseconds(13_900)
    #expect(try world.run().gateway.slotsInUse == 100)
    world.duration = .milliseconds(14_100)
    #expect(try world.run().gateway.slotsInUse == 0)
  }

  /// Who has left by the time that the first packet is at the listener sends no request: the slot that the packet
  /// takes there is free at once.
  @Test func whoHasLeftAtTheDoor() throws {
    var world = herd(.slots(.fixed(1_000), scope: .node))
    world.gateway.rejection = RejectionDescription(place: .beforeHandshake)
    world.network = steadyNetwork
    world.network.latency = .constant(.seconds(12))
    world.duration = .seconds(80)
    let run = try world.run()
    #expect(run.load.arrivals == 100 && run.gateway.slotsPeak == 1 && run.gateway.slotsInUse == 0)
  }

  /// A close that meets a silence is sent again, and noticed after `idleTimeout` at the latest.
  @Test func whoLeavesInSilence() throws {
    var world = herd(.slots(.fixed(1_000), scope: .node))
    world.network = steadyNetwork
    world.network.latency = .constant(.seconds(4))
    world.gateway.idleTimeout = .seconds(30)
    world.faults = [outage(at: 5, for: 1_000, .blackhole, drop: false)]
    world.duration = .milliseconds(39_900)
    #expect(try world.run().gateway.slotsInUse == 100)
    world.duration = .milliseconds(40_100)
    #expect(try world.run().gateway.slotsInUse == 0)
  }

  /// With `work` the gateway goes on with what waits, slot and all; with `notice` both go.
  @Test(arguments: [Abandonment.work, .notice])
  func whoLeavesTheQueue(_ abandonment: Abandonment) throws {
    var world = herd(.slots(.fixed(1_000), scope: .node))
    world.gateway.abandonment = abandonment
    world.duration = .milliseconds(20_500)
    let run = try world.runBothWays().skipped
    #expect(run.recovery.outcomes.recovered == 10)
    #expect(run.gateway.slotsInUse == (abandonment == .work ? 80 : 0))
  }

  /// A gateway that drops all it has taken in has all its slots free again.
  @Test func severed() throws {
    var world = herd(.slots(.fixed(1_000), scope: .node))
    world.gateway.abandonment = .work
    world.faults = [outage(at: 15, for: 1, .reset)]
    world.duration = .milliseconds(15_500)
    // The service under way is done to its end, for nobody.
    #expect(try world.runBothWays().skipped.gateway.slotsInUse == 0)
  }

  @Test func batches() throws {
    var world = herd(.batch(count: 7, every: .seconds(2), scope: .node))
    world.gateway.auth = .ideal
    world.backoff = "1s"
    let run = try world.runBothWays().skipped
    let times = run.recovery.recoveries.map(\.seconds).sorted()
    #expect(times == (0..<100).map { Double(2 * ($0 / 7)) })
  }

  /// A node that comes back begins its stretches anew.
  @Test func batchesOfANodeThatReturns() throws {
    var world = herd(.batch(count: 7, every: .seconds(20), scope: .node))
    world.gateway.auth = .ideal
    world.backoff = "1s"
    world.faults = [
      fault(
        at: 5, for: 2, .outage(mode: .refuse, drop: false, batch: 1, every: .seconds(1)), .node(0))
    ]
    let run = try world.runBothWays().skipped
    let times = run.recovery.recoveries.map(\.seconds).sorted()
    // Counted from its return at 7 s; seven were in before it went.
    #expect(
      times.prefix(21) == [
        0, 0, 0, 0, 0, 0, 0, 20, 20, 20, 20, 20, 20, 20, 40, 40, 40, 40, 40, 40, 40,
      ])
  }

  /// Limits that move by themselves, with drops, losses, clients that leave and nodes that die: no slot leaks.
  @Test(
    arguments: [
      SlotLimit.fixed(60), .vegas(VegasDescription()), .gradient2(Gradient2Description()),
    ], [Abandonment.work, .notice])
  func noSlotLeaks(_ limit: SlotLimit, _ abandonment: Abandonment) throws {
    var world = World(clients: 1_000)
    world.network = steadyNetwork
    world.network.loss = .share(0.02)
    world.gateway = smallGateway
    world.gateway.abandonment = abandonment
    world.gateway.admission = .slots(limit, scope: .node)
    world.gateway.auth = StationDescription(
      servers: 2, time: .exponential(mean: .milliseconds(15)),
      queue: QueueDescription(limit: 150, discipline: .lifo, deadline: .seconds(4)))
    world.backoff = "uniform(0s, 5s)"
    world.faults = [
      outage(at: 20, for: 10), outage(at: 40, for: 5, .reset, .node(1)),
      outage(at: 50, for: 5, .blackhole),
      fault(at: 60, for: 10, .authFailure(answer: .temporary, probability: 0.5)),
    ]
    world.duration = .minutes(6)
    world.untilSettled = false
    let run = try world.runBothWays().skipped
    #expect(run.gateway.slotsInUse == 0)
    #expect(run.recovery.outcomes.recovered == 1_000)
    #expect(run.gateway.shed > 0)
  }
}
