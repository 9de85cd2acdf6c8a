import Primitives
import Testing

@testable import Faults

private func fault(
  at: Int64, for duration: Int64?, _ kind: FaultKind, _ scope: FaultScope = .everyone
) -> Fault {
  Fault(at: .seconds(at), duration: duration.map { .seconds($0) }, kind: kind, scope: scope)
}

private let refuse = FaultKind.outage(mode: .refuse, drop: true, batch: 100, every: .seconds(1))
private let blackhole = FaultKind.outage(
  mode: .blackhole, drop: false, batch: 100, every: .seconds(1))
private let drain = FaultKind.outage(mode: .drain, drop: false, batch: 100, every: .seconds(1))

@Suite("Clear: the moment at which the cause is gone")
struct ClearTests {
  func clear(_ faults: [Fault], nodes: Int = 4, from: [Int]? = nil) -> Double? {
    FaultTimeline(faults, nodes: nodes, end: .seconds(900), recoveryFrom: from).clear?.seconds
  }

  /// Every kind of incident ends what it began.
  @Test func incidents() {
    let kinds: [FaultKind] = [
      refuse, blackhole, drain, .restart(rolling: false, drop: true),
      .capacity(to: 0.5, station: nil), .capacity(to: 0, station: .auth),
      .slow(times: 3, station: nil), .authFailure(answer: .permanent, probability: 0.1), .offline,
      .loss(rate: 1),
      .flapping(of: .gateway, up: .seconds(5), down: .seconds(5), together: true),
    ]
    for kind in kinds {
      #expect(clear([fault(at: 30, for: 60, kind)]) == 90, "\(kind)")
      #expect(clear([fault(at: 30, for: nil, kind)]) == nil, "\(kind)")
      // An end that the run does not see is none.
      #expect(clear([fault(at: 30, for: 870, kind)]) == nil, "\(kind)")
      #expect(clear([fault(at: 30, for: 869, kind)]) == 899, "\(kind)")
      // Later weather does not put it off, nor does an incident that never begins.
      let weather = fault(at: 80, for: 500, .loss(rate: 0.02))
      let never = fault(at: 900, for: nil, refuse)
      #expect(clear([fault(at: 30, for: 60, kind), weather, never]) == 90, "\(kind)")
    }
    #expect(clear([]) == 0)
    #expect(clear([fault(at: 60, for: 60, refuse), fault(at: 90, for: 100, .offline)]) == 190)
  }

  /// Without incidents the weather counts; what happens at a moment is over just after it.
  @Test func weather() {
    let kinds: [FaultKind] = [
      .loss(rate: 0.5), .latency(times: 2, add: .zero), .background,
      .capacity(to: 1, station: nil), .slow(times: 1, station: nil),
      .flapping(of: .path, up: .seconds(5), down: .seconds(5), together: false),
      .flapping(of: .device, up: .seconds(5), down: .seconds(5), together: false),
    ]
    for kind in kinds {
      #expect(clear([fault(at: 30, for: 60, kind)]) == 90, "\(kind)")
      #expect(
        clear([fault(at: 10, for: 5, refuse), fault(at: 30, for: 60, kind)]) == 15, "\(kind)")
    }
    let moment = FaultTimeline(
      [fault(at: 30, for: nil, .handover)], nodes: 1, end: .seconds(900))
    #expect(moment.clear == .seconds(30) + .nanoseconds(1))
    #expect(moment.incidentBegin == nil)
  }

  /// A handover of some clients nine minutes later is not what a 10 s outage recovers from; flapping
  /// of half the fleet does not hide it.
  @Test func laterWeatherHidesNothing() {
    let outage = fault(at: 60, for: 10, refuse)
    let handover = fault(at: 600, for: nil, .handover, .share(0.02))
    let flapping = FaultKind.flapping(
      of: .path, up: .seconds(20), down: .seconds(4), together: false)
    #expect(clear([outage, handover]) == 70)
    #expect(clear([fault(at: 0, for: 300, flapping, .share(0.5)), outage]) == 70)
  }

  @Test func aFaultOnSomeNodesIsAnIncidentToo() {
    let first = fault(at: 60, for: 60, refuse, .node(0))
    let second = fault(at: 100, for: 60, refuse, .node(1))
    #expect(clear([first]) == 120)
    #expect(clear([first, second]) == 160)
    #expect(clear([fault(at: 60, for: nil, refuse, .node(0)), second]) == nil)
  }

  @Test func aRollingRestartIsClearWhenItsLastNodeIsBack() {
    let rolling = fault(at: 60, for: 20, .restart(rolling: true, drop: true))
    #expect(clear([rolling]) == 140)
    #expect(clear([rolling], nodes: 1) == 80)
    #expect(FaultTimeline([rolling], nodes: 4, end: .seconds(900)).lastEnd == .seconds(140))
    #expect(clear([fault(at: 60, for: 20, .restart(rolling: false, drop: true))]) == 80)
  }

  @Test func thePlanMayNameOtherFaults() {
    let faults = [
      fault(at: 60, for: 10, refuse), fault(at: 100, for: 50, .loss(rate: 0.1)),
      fault(at: 200, for: nil, refuse),
    ]
    #expect(clear(faults) == nil)
    #expect(clear(faults, from: [0]) == 70)
    #expect(clear(faults, from: [0, 1]) == 150)
    #expect(clear(faults, from: [2]) == nil)
    let timeline = FaultTimeline(faults, nodes: 1, end: .seconds(900), recoveryFrom: [1])
    #expect(timeline.incidentBegin == .seconds(100))
    #expect(timeline.isIncidentInForce(from: .seconds(70), to: .seconds(200)) == false)
    #expect(timeline.isIncidentInForce(from: .seconds(69), to: .seconds(70)))
    #expect(timeline.isIncidentInForce(from: .seconds(100), to: .seconds(201)))
  }
}

@Suite("Timelines")
struct TimelineTests {
  func moments(_ faults: [Fault], nodes: Int = 4, end: Int64 = 900) -> [String] {
    FaultTimeline(faults, nodes: nodes, end: .seconds(end)).changes.map {
      "\(Int($0.at.seconds)) \($0.fault) \($0.what)"
    }
  }

  @Test func aRollingRestartTakesEachNodeInTurn() {
    let rolling = fault(at: 60, for: 20, .restart(rolling: true, drop: true))
    #expect(
      moments([rolling]) == [
        "60 0 begins", "80 0 step(1)", "100 0 step(2)", "120 0 step(3)", "140 0 ends",
      ])
    #expect(rolling.downNodes(at: .seconds(59), nodes: 4) == [])
    #expect(rolling.downNodes(at: .seconds(60), nodes: 4) == [0])
    #expect(rolling.downNodes(at: .seconds(119), nodes: 4) == [2])
    #expect(rolling.downNodes(at: .seconds(140), nodes: 4) == [])
  }

  @Test func aPauseStandsBetweenTwoNodes() {
    let rolling = fault(
      at: 60, for: 20, .restart(rolling: true, drop: true, pause: .seconds(10)))
    #expect(
      moments([rolling], nodes: 3) == [
        "60 0 begins", "80 0 step(1)", "90 0 step(2)", "110 0 step(3)", "120 0 step(4)",
        "140 0 ends",
      ])
    let downs: [(Int64, down: [Int])] = [(79, [0]), (80, []), (89, []), (90, [1]), (139, [2])]
    for (second, nodes) in downs {
      #expect(rolling.downNodes(at: .seconds(second), nodes: 3) == nodes)
    }
  }

  @Test func aRollingRestartSaysWhichNodeDoesWhat() {
    let plain = RollingRestart(down: .seconds(20))
    #expect(plain.steps(at: .zero, nodes: 3) == [.goesDown(0)])
    #expect(plain.steps(at: .seconds(20), nodes: 3) == [.isBack(0), .goesDown(1)])
    #expect(plain.steps(at: .seconds(30), nodes: 3) == [])
    #expect(plain.steps(at: .seconds(60), nodes: 3) == [.isBack(2)])
    let drained = RollingRestart(
      down: .seconds(20), pause: .seconds(5), drain: NodeDrain(within: .seconds(60), clients: 100))
    #expect(drained.steps(at: .zero, nodes: 2) == [.beginsToDrain(0)])
    #expect(drained.steps(at: .seconds(7), nodes: 2) == [.closesBatch(0)])
    #expect(drained.steps(at: .seconds(60), nodes: 2) == [.goesDown(0)])
    #expect(drained.steps(at: .seconds(80), nodes: 2) == [.isBack(0)])
    #expect(drained.steps(at: .seconds(85), nodes: 2) == [.beginsToDrain(1)])
  }

  /// Two minutes are 120 parts on each of 4 nodes, however many clients are on it.
  @Test func aNodeIsDrainedWithinATime() {
    let drain = NodeDrain(within: .seconds(120), clients: 10_000)
    let rolling = fault(at: 60, for: 20, .restart(rolling: true, drop: true, drain: drain))
    for node in 0..<4 {
      let begin = 60 + Int64(node) * 140
      for second in [begin, begin + 139] {
        #expect(rolling.downNodes(at: .seconds(second), nodes: 4) == [node])
      }
    }
    #expect(rolling.end(nodes: 4) == .seconds(60 + 4 * 140))
    let timeline = FaultTimeline([rolling], nodes: 4, end: .seconds(900))
    let effects = timeline.changes.map { timeline.clientEffects(of: $0) }
    for part in 0..<120 { #expect(effects.count { $0 == [.drainPart(part, of: 120)] } == 4) }
    // A short time has at least ten batches, and no batch is empty.
    #expect(NodeDrain(within: .seconds(1), clients: 9).plan(500).batches == 10)
    #expect(NodeDrain(within: .seconds(60), clients: 9).plan(5).batches == 5)
    #expect(NodeDrain(within: .seconds(60), clients: 9).plan(5).length == .seconds(60))
    // A time that its batches do not divide is kept to the nanosecond.
    let odd = NodeDrain(within: Interval(nanoseconds: 60_000_000_001), clients: 9)
    #expect(odd.plan(7).length == Interval(nanoseconds: 60_000_000_001))
  }

  /// 100 clients on 4 nodes: 25 are on the first, which takes 25 + 4 sqrt(25) = 45 to be sure, five
  /// batches of ten. A third of them goes to each of the others: 33.3, 44.4 and 59.3, that is 57, 72
  /// and 91 at most.
  @Test func aNodeIsDrainedBeforeItGoesDown() {
    let drain = NodeDrain(batch: 10, every: .seconds(1), clients: 100)
    let rolling = fault(at: 60, for: 20, .restart(rolling: true, drop: true, drain: drain))
    let begins: [(batches: Int64, at: Int64)] = [(5, 60), (6, 85), (8, 111), (10, 139)]
    for (node, turn) in begins.enumerated() {
      for second in [turn.at, turn.at + turn.batches + 19] {
        #expect(rolling.downNodes(at: .seconds(second), nodes: 4) == [node])
      }
    }
    #expect(rolling.end(nodes: 4) == .seconds(169))
    let timeline = FaultTimeline([rolling], nodes: 4, end: .seconds(900))
    let effects = timeline.changes.prefix(7).map {
      "\(Int($0.at.seconds)) \(timeline.clientEffects(of: $0))"
    }
    let batch = "\([ClientEffect.drainBatch(10)])"
    #expect(
      effects == (60...64).map { "\($0) \(batch)" } + [
        "65 \([ClientEffect.drop])", "85 \(batch)",
      ])
  }

  @Test func aFlappingBeginsDown() {
    let flapping = fault(
      at: 10, for: 25, .flapping(of: .path, up: .seconds(7), down: .seconds(3), together: true))
    #expect(
      moments([flapping]) == [
        "10 0 begins", "13 0 step(1)", "20 0 step(2)", "23 0 step(3)", "30 0 step(4)",
        "33 0 step(5)", "35 0 ends",
      ])
  }

  @Test func whatEndsComesBeforeWhatBegins() {
    let faults = [fault(at: 20, for: 10, drain), fault(at: 10, for: 10, refuse)]
    #expect(moments(faults).prefix(3) == ["10 1 begins", "20 0 begins", "20 1 ends"])
    #expect(moments([fault(at: 10, for: nil, refuse)], end: 30) == ["10 0 begins"])
  }
}

@Suite("The state of the world is a fold of the active faults")
struct WorldTests {
  let client = World.Subject(client: 7, cohort: 1, node: 2)

  func world(_ faults: [Fault]) -> World {
    let timeline = FaultTimeline(faults, nodes: 4, end: .seconds(900))
    let world = World(timeline, cohorts: ["phones", "laptops"], random: RandomSource(seed: 1))
    for number in faults.indices { world.begin(number) }
    return world
  }

  @Test func theStrictestOutageWins() {
    let faults = [
      fault(at: 0, for: 9, drain), fault(at: 0, for: 9, blackhole), fault(at: 0, for: 9, refuse),
    ]
    let world = world(faults)
    #expect(world.reach(client, at: .seconds(1)) == .silent)
    world.end(1)
    #expect(world.reach(client, at: .seconds(1)) == .refuses)
    world.end(2)
    #expect(world.reach(client, at: .seconds(1)) == .draining)
    world.end(0)
    #expect(world.reach(client, at: .seconds(1)) == .open)
  }

  @Test func factorsMultiplyAddendsAddProbabilitiesCombine() {
    let world = world([
      fault(at: 0, for: 9, .latency(times: 2, add: .zero)),
      fault(at: 0, for: 9, .latency(times: 1.5, add: .milliseconds(5))),
      fault(at: 0, for: 9, .loss(rate: 0.5)), fault(at: 0, for: 9, .loss(rate: 0.2)),
      fault(at: 0, for: 9, .capacity(to: 0.5, station: nil)),
      fault(at: 0, for: 9, .capacity(to: 0.5, station: .auth)),
      fault(at: 0, for: 9, .slow(times: 3, station: nil), .node(2)),
    ])
    let change = world.pathChange(client, at: .seconds(1))
    #expect(change.times == 3)
    #expect(change.add == .milliseconds(5))
    #expect(abs(change.lossOut - 0.6) < 1e-12)
    #expect(change.lossBack == change.lossOut)
    #expect(world.stationChange(.auth, node: nil) == (0.25, 1))
    #expect(world.stationChange(.ready, node: 2) == (0.5, 3))
    #expect(world.stationChange(.ready, node: 1) == (0.5, 1))
  }

  @Test func scopes() {
    let world = world([
      fault(at: 0, for: 9, .offline, .cohort("laptops")), fault(at: 0, for: 9, .offline, .node(2)),
      fault(at: 0, for: 9, .offline, .cohort("phones")),
    ])
    #expect([0, 1, 2].map { world.concerns($0, client) } == [true, true, false])
  }

  /// A share is binomial (4 standard deviations) and nested as it grows.
  @Test func sharesAreBinomialAndNested() {
    let world = world([
      fault(at: 0, for: 9, .offline, .share(0.2)), fault(at: 0, for: 9, .offline, .share(0.5)),
    ])
    let n = 20_000
    let hit = (0..<UInt32(n)).filter {
      world.concerns(0, World.Subject(client: $0, cohort: 0, node: nil))
    }
    #expect(abs(Double(hit.count) - 0.2 * Double(n)) <= 4 * (0.16 * Double(n)).squareRoot())
    let wider = FaultTimeline(
      [fault(at: 0, for: 9, .offline, .share(0.5))], nodes: 4, end: .seconds(900))
    let other = World(wider, cohorts: ["a"], random: RandomSource(seed: 1))
    for client in hit {
      #expect(other.concerns(0, World.Subject(client: client, cohort: 0, node: nil)))
    }
  }

  @Test func everyClientFlapsAtItsOwnPhaseUnlessTogether() {
    let flapping = FaultKind.flapping(
      of: .device, up: .seconds(30), down: .seconds(10), together: false)
    let world = world([fault(at: 0, for: 800, flapping)])
    let n = 4_000
    func isDown(_ client: UInt32, at moment: Instant) -> Bool {
      let subject = World.Subject(client: client, cohort: 0, node: nil)
      return world.reach(subject, at: moment) == .offline
    }
    let down = (0..<UInt32(n)).filter { isDown($0, at: .seconds(100)) }.count
    #expect(abs(Double(down) - Double(n) / 4) <= 4 * (Double(n) * 3 / 16).squareRoot())
    for client in 0..<20 as Range<UInt32> {
      let before = isDown(client, at: .seconds(100))
      let next = world.nextFlap(0, client: client, after: .seconds(100))
      #expect(isDown(client, at: next) != before)
      #expect(isDown(client, at: next - .nanoseconds(1)) == before)
    }
  }
}
