import Faults
import GatewayModel
import Measurements
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// Fleets of every system with everything on, drawn from a seed.
enum WildFleet {
  static let kinds: [FaultKind] = [
    .outage(mode: .refuse, drop: true, batch: 100, every: .seconds(1)),
    .outage(mode: .blackhole, drop: false, batch: 100, every: .seconds(1)),
    .outage(mode: .drain, drop: false, batch: 5, every: .seconds(1)),
    .outage(mode: .reset, drop: true, batch: 100, every: .seconds(1)),
    .restart(rolling: true, drop: true), .capacity(to: 0.25, station: nil),
    .slow(times: 4, station: nil), .latency(times: 2, add: .milliseconds(30)), .loss(rate: 0.2),
    .authFailure(answer: .temporary, probability: 0.5),
    .authFailure(answer: .permanent, probability: 0.2),
    .flapping(of: .path, up: .seconds(9), down: .seconds(12), together: false),
    .flapping(of: .device, up: .seconds(9), down: .seconds(5), together: false),
    .flapping(of: .gateway, up: .seconds(9), down: .seconds(5), together: true), .offline,
    .background, .handover, .logout,
  ]

  static func world(_ seed: UInt64) throws -> FleetWorld {
    var random = mixed(seed &+ 4_711)
    func draw(_ bound: Int64) -> Int64 {
      random = mixed(random &+ 0x9e37_79b9_7f4a_7c15)
      return Int64(random % UInt64(bound))
    }
    let stoat = try BackoffPolicyForTests.parse("stoat-web")
    let chat = ChatSocketConfiguration(profile: draw(2) == 0 ? .spec : .starscream)
    let primer = PrimerConfiguration(profile: draw(2) == 0 ? .spec : .unlocked)
    let pair = AppExtensionConfiguration(profile: draw(2) == 0 ? .spec : .app)
    let fleets: [Fleet] = [
      .stoat([stoat]), .chatSocket([chat]), .primer([primer]), .appExtension([pair]),
      .mixed([.stoat(stoat), .chatSocket(chat), .primer(primer), .appExtension(pair)]),
    ]
    var world = FleetWorld(fleets[Int(seed % 5)])
    for index in world.cohorts.indices {
      world.cohorts[index].network.latency = .lognormal(median: .milliseconds(60), sigma: 0.6)
      world.cohorts[index].network.loss = .share(draw(2) == 0 ? 0 : 0.02)
      world.cohorts[index].behaviour = behaviour(draw)
    }
    world.clients = 24
    world.seed = seed
    world.gateway = draw(3) == 0 ? idealGateway : smallGateway
    world.start = draw(3) == 0 ? .within(.seconds(30)) : .connected
    world.isAligned = draw(3) == 0
    world.duration = .minutes(6)
    world.untilSettled = draw(2) == 0
    world.faults = (0..<draw(6)).map { _ in
      let kind = kinds[Int(draw(Int64(kinds.count)))]
      let share = FaultScope.share(Double(draw(100)) / 100)
      var scope = draw(2) == 0 ? FaultScope.everyone : share
      if case .restart = kind { scope = .everyone }
      if case .capacity = kind { scope = .everyone }
      if case .slow = kind { scope = .everyone }
      return fault(at: draw(180), for: kind.isMomentary ? nil : 5 + draw(60), kind, scope)
    }
    if seed / 5 % 2 == 1 { inStep(&world) }
    return world
  }

  /// Everything constant and aligned: as many events as possible fall on the same instant.
  private static func inStep(_ world: inout FleetWorld) {
    world.isAligned = true
    if world.start != .connected { world.start = .within(.microseconds(1)) }
    world.gateway.auth.time = .constant(.milliseconds(50))
    for index in world.cohorts.indices {
      world.cohorts[index].network = steadyNetwork
      var behaviour = world.cohorts[index].behaviour
      if behaviour.app != nil {
        behaviour.app = Alternation(on: .each(seconds: 20), off: .each(seconds: 10))
      }
      if behaviour.listeners != nil {
        behaviour.listeners = Alternation(on: .each(seconds: 10), off: .each(seconds: 5))
      }
      behaviour.screens = Alternation(on: .each(seconds: 30), off: .each(seconds: 25))
      behaviour.actions = .each(seconds: 1)
      behaviour.database = .constant(.milliseconds(100))
      if behaviour.launches != nil { behaviour.launches = .each(seconds: 15) }
      behaviour.entities = 2
      behaviour.pushes = PushPlan(
        every: .constant(.milliseconds(500)),
        storms: [PushStorm(begin: .seconds(60), end: .seconds(90), every: .each(seconds: 5))])
      world.cohorts[index].behaviour = behaviour
    }
  }

  private static func behaviour(_ draw: (Int64) -> Int64) -> Behaviour {
    var behaviour = Behaviour()
    if draw(2) == 0 {
      behaviour.app = Alternation(
        on: .about(seconds: 5 + draw(60)), off: .about(seconds: 5 + draw(60)))
    }
    if draw(2) == 0 {
      behaviour.screens = Alternation(
        on: .each(seconds: 5 + draw(60)), off: .about(seconds: 5 + draw(30)))
    }
    if draw(3) > 0 {
      behaviour.listeners = Alternation(
        on: .about(seconds: 5 + draw(60)), off: .about(seconds: 5 + draw(30)))
    }
    behaviour.actions = .exponential(mean: .milliseconds(500 + draw(8_000)))
    if draw(2) == 0 { behaviour.launches = .about(seconds: 10 + draw(90)) }
    behaviour.newUser = Double(draw(3)) / 2
    behaviour.entities = Int(1 + draw(128))
    behaviour.firstScreen = Int(draw(5))
    behaviour.database = .exponential(mean: .milliseconds(20 + draw(4_000)))
    let storm = PushStorm(
      begin: .seconds(60), end: .seconds(90), every: .exponential(mean: .milliseconds(700)))
    behaviour.pushes = .poisson(mean: .seconds(2 + draw(20)), storms: [storm])
    return behaviour
  }
}

extension RunResult {
  /// Everything that a run says but what it is asked apart: a line for each figure.
  var figures: [String] {
    var lines = [
      "\(course.end) \(course.events) \(recovery.outcomes) \(load.attempts) \(load.arrivals) \(recovery.affected) \(recovery.downtimeCensored)",
      "\(load.failures.map(\.count)) \(load.calls) \(load.callFailures) \(gateway.shed) \(gateway.acceptOverflow)",
      "\(recovery.recoveries) \(recovery.downtimes) \(gateway.usefulWork) \(gateway.wastedWork) \(load.detect.summary)",
      "\(load.perSecond.connected.counts) \(sessions.reads)",
    ]
    lines += sessions.milestones.map { "\($0.name.word) \($0.count) \($0.after?.summary as Any)" }
    lines += sessions.states.map { "\($0.name.word) \($0.seconds)" }
    lines += sessions.pushes.map {
      "\($0.made) \($0.late) \($0.missed) \($0.undelivered) \($0.delay.summary)"
    }
    return lines
  }
}

@Suite("Every system gives the same run again")
struct SystemsDeterminismTests {
  @Test(arguments: seeds(10, release: 500)) func ladderHeapAndAnotherRunAgree(
    seed: UInt64
  ) throws {
    let world = try WildFleet.world(seed)
    let ladder = try world.run(.ladder)
    let heap = try world.run(.heap)
    #expect(ladder.course.digest == heap.course.digest)
    #expect(ladder.figures == heap.figures)
    #expect(ladder.recovery.outcomes.sum == world.clients)
    if seed % 3 == 0 {
      let again = try world.run(.ladder)
      #expect(again.course.digest == ladder.course.digest && again.figures == ladder.figures)
    }
  }

  /// At a gateway at which nobody waits for anybody, one client more leaves all others as they were.
  @Test(arguments: seeds(5, release: 200)) func oneClientMoreShiftsNobodysLuck(
    seed: UInt64
  ) throws {
    var world = try WildFleet.world(seed &+ 1_000)
    world.gateway = idealGateway
    world.untilSettled = false
    // A drain counts clients in order; what it closes when depends on who there is.
    world.faults.removeAll { if case .outage(.drain, _, _, _) = $0.kind { true } else { false } }
    world.clients = 12
    let few = try clientsAfter(world.plan, world.fleet)
    let counts = try world.run().sessions.milestones.map(\.count)
    world.clients = 13
    #expect(try clientsAfter(world.plan, world.fleet).prefix(12) == few[...])
    #expect(try zip(world.run().sessions.milestones, counts).allSatisfy { $0.count >= $1 })
  }

  // MARK: Mixed fleets

  /// A fleet of one system in the guise of a mixed one: the same figures.
  @Test(arguments: seeds(4, release: 200)) func aMixedFleetOfOneSystemIsThatSystem(
    seed: UInt64
  ) throws {
    var world = try WildFleet.world(seed / 4 * 5 + seed % 4)
    let pure = try world.run()
    let system = world.fleet.cohorts[0].system.name
    world.fleet = .mixed(world.fleet.cohorts)
    let mixed = try world.run()
    #expect(mixed.figures.prefix(4) == pure.figures.prefix(4))
    #expect(mixed.figures(of: system) == pure.figures(of: system))
    #expect(mixed.sessions.milestones.allSatisfy { $0.name.system == system || $0.count == 0 })
    #expect(mixed.sessions.states.allSatisfy { $0.name.system == system || $0.seconds == 0 })
  }

  static let faultsOfEach: [FaultKind] = [
    .outage(mode: .reset, drop: true, batch: 1, every: .seconds(1)), .background,
    .flapping(of: .path, up: .seconds(9), down: .seconds(12), together: false),
    .loss(rate: 0.2),
  ]

  /// A mixed fleet of four cohorts, each with habits and a fault of its own, and for each system a
  /// pure fleet of the same draws in which the clients of the other cohorts do nothing.
  @Test(arguments: seeds(2, release: 50)) func aMixedFleetGivesEachSystemItsOwn(
    seed: UInt64
  ) throws {
    var world = try WildFleet.world(seed * 5 + 4)
    world.gateway = idealGateway
    world.start = .connected
    world.untilSettled = false
    let nothing = FaultKind.latency(times: 1, add: .zero)
    func faults(only: Int?) -> [Fault] {
      Self.faultsOfEach.enumerated().map { index, kind in
        fault(
          at: 40 + 20 * Int64(index), for: 70, only == nil || only == index ? kind : nothing,
          .cohort("cohort\(index)"))
      }
    }
    world.faults = faults(only: nil)
    let mixed = try world.run()
    var sums = [0, 0, 0, 0, 0]
    for (index, own) in world.fleet.cohorts.enumerated() {
      var pure = world
      pure.fleet = Fleet([own, own, own, own])
      for other in 0..<4 where other != index { pure.cohorts[other].behaviour = Behaviour() }
      pure.faults = faults(only: index)
      let run = try pure.run()
      let system = own.system.name
      #expect(
        run.figures(of: system, states: false) == mixed.figures(of: system, states: false))
      let figures = [
        run.load.attempts, run.load.arrivals, run.load.calls, run.load.callFailures,
        run.load.detect.count,
      ]
      sums = zip(sums, figures).map { $0 + $1 }
    }
    #expect(
      sums == [
        mixed.load.attempts, mixed.load.arrivals, mixed.load.calls, mixed.load.callFailures,
        mixed.load.detect.count,
      ])
  }
}

extension RunResult {
  /// What it says of one system.
  fileprivate func figures(of system: SystemName, states isWithStates: Bool = true) -> [String] {
    var lines = sessions.milestones.filter { $0.name.system == system }
      .map { "\($0.name.word) \($0.count) \($0.after?.summary as Any)" }
    let own = pushes(of: system)
    lines.append("\(own.made) \(own.late) \(own.missed) \(own.undelivered) \(own.delay.summary)")
    if system == .primer { lines.append("\(sessions.reads)") }
    if isWithStates {
      lines += sessions.states.filter { $0.name.system == system }.map {
        "\($0.name.word) \($0.seconds)"
      }
    }
    return lines
  }
}
