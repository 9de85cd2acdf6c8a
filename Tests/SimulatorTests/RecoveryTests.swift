import Faults
import Primitives
import Simulator
import Testing

@Suite("Whose recovery is measured, and from when to when")
struct RecoveryTests {
  private func world(_ clients: Int, _ faults: [Fault]) -> World {
    var world = World(clients: clients)
    world.network = steadyNetwork
    world.faults = faults
    return world
  }

  /// A blackhole of 8 s: a ping is sent again 0.2, 0.6, 1.4, 3.0, 6.2 and 12.6 s after it. One of the
  /// first 1.8 s comes through only when its answer is 10 s late, and its connection ends after clear:
  /// it was none. 1.8 s of the 30 s between two pings; four standard deviations of a binomial.
  @Test func aConnectionThatIsDoomedAtClearIsNone() throws {
    let clients = 4_000
    let run = try world(clients, [outage(at: 20, for: 8, .blackhole, drop: false)]).run()
    #expect(run.recovery.affected == clients)
    #expect(run.course.atClear?.away == clients)
    // All sockets live on when the blackhole ends.
    #expect(run.course.atClear?.waiting == 0)
    let late = run.recovery.recoveries.count { $0 > .zero }
    let share = 1.8 / 30
    let deviation = (Double(clients) * share * (1 - share)).squareRoot()
    #expect(abs(Double(late) - Double(clients) * share) <= 4 * deviation)
    #expect(run.recovery.recoveries.allSatisfy { $0 == .zero || $0 > .seconds(2) })
    #expect(run.recovery.relapsed == 0)
    #expect(run.recovery.recoveries.count == clients)
  }

  /// A handover ten minutes later is a relapse of each, and no part of the recovery.
  @Test func laterWeatherIsARelapse() throws {
    let moved = Fault(at: .seconds(600), duration: nil, kind: .handover, scope: .everyone)
    var world = world(300, [outage(at: 10, for: 10), moved])
    world.untilSettled = false
    let run = try world.run()
    #expect(run.course.clear == .seconds(20))
    #expect(run.recovery.affected == 300 && run.recovery.relapsed == 300)
    #expect(run.recovery.recoveries.allSatisfy { $0 < .seconds(30) })
    #expect(run.recovery.lastRecoveries.allSatisfy { $0 > .seconds(580) })
  }

  /// Flapping paths of some clients until 300 s hide no outage that ends at 120 s.
  @Test func weatherAroundAnIncidentHidesNothing() throws {
    let flapping = FaultKind.flapping(
      of: .path, up: .seconds(56), down: .seconds(4), together: false)
    let run = try world(
      400, [outage(at: 60, for: 60), fault(at: 0, for: 300, flapping, .share(0.5))]
    ).run()
    #expect(run.course.clear == .seconds(120))
    #expect(run.recovery.affected == 400)
    #expect(run.recovery.recoveries.contains { $0 > .seconds(10) })
    #expect(run.course.atClear?.away == 400)
  }

  /// Clients that come while the gateway is away are measured; those that come later are not.
  @Test func whoComesAfterClearIsNoMeasure() throws {
    var world = world(1_000, [outage(at: 10, for: 10)])
    world.start = .within(.seconds(40))
    let run = try world.run()
    // Half of them have come by 20 s; four standard deviations of a binomial.
    #expect(abs(Double(run.recovery.affected) - 500) <= 4 * (1_000.0 / 4).squareRoot())
    #expect(run.course.awayBefore! <= 30)
  }

  /// Without faults the time runs from when a client first wanted a connection: 10 ways of 50 ms.
  @Test func withoutFaultsFromTheFirstWish() throws {
    var world = world(100, [])
    world.start = .within(.seconds(40))
    let run = try world.run()
    #expect(run.recovery.affected == 100)
    #expect(Set(run.recovery.recoveries) == [.milliseconds(500)])
    #expect(run.course.atClear == nil && run.course.awayBefore == nil)
  }

  /// Loss of everything is an outage: nobody gets through, and everybody knows only later.
  @Test func losingEverythingIsAnIncident() throws {
    let run = try world(200, [fault(at: 60, for: 120, .loss(rate: 1))]).run()
    #expect(run.course.clear == .seconds(180))
    #expect(run.recovery.affected == 200 && run.course.atClear?.away == 200)
    #expect(run.recovery.recoveries.contains { $0 > .seconds(1) })
  }

  /// A slow gateway is no better before its end than after its begin.
  @Test func aBrownOutClearsAtItsEnd() throws {
    let run = try world(50, [fault(at: 60, for: 120, .slow(times: 5, station: nil))]).run()
    #expect(run.course.clear == .seconds(180))
    #expect(run.course.incidentBegin == .seconds(60))
    #expect(run.recovery.affected == 0)
  }
}
