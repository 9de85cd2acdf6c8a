import Faults
import GatewayModel
import Measurements
import NetworkModel
import Primitives
import Sessions
import VirtualTime

/// One run: the only loop, the only owner of time, the only writer to the event queue.
///
/// It takes the next event, delivers it, and performs what the session or the gateway wants done.
/// Everything it asks — path, gateway, faults, machine — answers with values and never schedules.
///
/// A class, because a struct of this size is copied on many a call. One thread runs it and nothing
/// calls back into it, so no two accesses overlap and none is checked for that.
final class Simulation<Machine: SimulatedSession, Queue: EventQueue> {
  let plan: SimulationPlan
  let configurations: FixedTable<Machine.Configuration>
  /// What an error calls each cohort's formula.
  let formulas: [String]
  let paths: FixedTable<Path>
  let behaviours: FixedTable<CompiledBehaviour>
  let random: RandomSource
  let timeline: FaultTimeline
  let end: Instant
  /// From when on `until: settled` may end the run; nil where it may not.
  let settleFrom: Instant?

  @exclusivity(unchecked) var queue = Queue()
  let clients: ClientTable<Machine>
  let gateway: Gateway
  let world: World
  @exclusivity(unchecked) var turn: Turn<Machine>
  @exclusivity(unchecked) var recorder: Recorder
  @exclusivity(unchecked) var work = WorkBook()
  @exclusivity(unchecked) var recovery: RecoveryBook
  /// The next moment before which something is due.
  @exclusivity(unchecked) var nextStop = Instant.start
  @exclusivity(unchecked) var digest = Digest()
  @exclusivity(unchecked) var now = Instant.start
  @exclusivity(unchecked) var events = 0
  /// Clients that may still change by themselves.
  @exclusivity(unchecked) var unsettled: Int
  /// Clients that want a connection and have none.
  @exclusivity(unchecked) var down = 0
  @exclusivity(unchecked) var inForce = FaultsInForce()
  /// Time limits that run: one lane per cohort and timer.
  let lanes: FixedTable<TimerLane>
  @exclusivity(unchecked) var fastForwarding: FastForwardState<Machine>
  @exclusivity(unchecked) var prehistory = Prehistory<Machine>()
  @exclusivity(unchecked) var guardrail = InstantGuard()
  /// Services of calls begun.
  @exclusivity(unchecked) var callsBegun: UInt32 = 0

  init(_ plan: SimulationPlan, configurations: [Machine.Configuration], formulas: [String]) {
    self.plan = plan
    self.configurations = FixedTable(count: configurations.count) { configurations[$0] }
    self.formulas = formulas
    paths = FixedTable(count: plan.cohorts.count) {
      Path(plan.cohorts[$0].network, system: plan.cohorts[$0].system)
    }
    behaviours = FixedTable(count: plan.cohorts.count) {
      CompiledBehaviour(plan.cohorts[$0].behaviour)
    }
    random = RandomSource(seed: plan.seed)
    end = .start + plan.duration
    timeline = FaultTimeline(
      plan.faults, nodes: plan.gateway.nodes, end: end, recoveryFrom: plan.recoveryFrom)
    let clear = timeline.clear
    recovery = RecoveryBook(timeline)
    if plan.untilSettled, let clear = timeline.clear, let lastEnd = timeline.lastEnd {
      let from = max(clear, lastEnd)
      settleFrom = from < end ? from : nil
    } else {
      settleFrom = nil
    }
    clients = ClientTable(
      count: plan.clients, machine: Machine.fresh(under: configurations[0]),
      hasDevices: plan.hasDevices || Machine.hasPushes, hasEntities: Machine.hasEntities)
    let contends = configurations.contains { Machine.fresh(under: $0).contends }
    gateway = Gateway(plan.gateway, random: random, readers: contends ? plan.clients : 0)
    world = World(timeline, cohorts: plan.cohorts.map(\.name), random: random)
    let stream = random.stream(owner: 0, .backoff, attempt: 0)
    lanes = FixedTable(count: plan.cohorts.count * TimerStamps.capacity) { _ in TimerLane() }
    turn = Turn(random: stream, perClient: stream)
    fastForwarding = FastForwardState(
      cohorts: plan.cohorts.count, rehearsal: Turn(random: stream, perClient: stream))
    recorder = Recorder(
      clear: clear, timed: Machine.Milestone.allCases.map(Machine.isTimed),
      displays: Machine.displayNames.count, cohorts: plan.cohorts.count)
    unsettled = plan.clients
  }

  /// Runs to the end.
  /// - Parameter control: asked every 65,536 events; false ends the run early.
  func run(
    control: (RunProgress) -> Bool
  ) throws(SimulationError) -> Bool {
    fastForwarding.nextDisturbance = disturbance(from: 0)
    populate()
    stop(before: now)
    for (index, moment) in timeline.moments.enumerated() {
      let change = timeline.changes[moment.lowerBound]
      queue.insert(PendingEvent(at: change.at, key: EventCode.fault(moment: index, change.fault)))
    }
    var taken = 0
    let upcoming = clients.prefetcher
    while let event = queue.popNext(announcing: { upcoming.fetch(ownerOf: $0) }) {
      if event.instant > now && !advance(to: event.instant) { return true }
      events += 1
      handle(event)
      try check(event)
      taken += 1
      if taken & 0xFFFF == 0 && !control(RunProgress(now: now, end: end, events: events)) {
        accountForFastForward()
        return false
      }
    }
    finish(at: settleFrom.map { unsettled == 0 ? max(now, $0) : end } ?? end)
    return true
  }

  /// Moves the clock. False where the run ends before `instant`.
  private func advance(to instant: Instant) -> Bool {
    if unsettled == 0, let settleFrom, now >= settleFrom || instant > settleFrom {
      finish(at: max(now, settleFrom))
      return false
    }
    if instant >= end {
      finish(at: end)
      return false
    }
    if instant >= nextStop { stop(before: instant) }
    now = instant
    guardrail.advance()
    return true
  }

  private func finish(at instant: Instant) {
    stop(before: instant)
    now = instant
    gateway.settle(at: now)
    accountForFastForward()
  }

  /// Does what is due before anything happens at `instant`.
  private func stop(before instant: Instant) {
    sampleGauges(before: instant)
    if instant >= recovery.due { takeStand(before: instant) }
    nextStop = min(recorder.nextSample, recovery.due)
  }

  private func sampleGauges(before instant: Instant) {
    while recorder.nextSample <= instant {
      let busy = gateway.busyIntegral(at: recorder.nextSample) / 1e9
      recorder.sample(waiting: min(down, unsettled), queue: gateway.waiting, busy: busy)
    }
  }

  @inline(__always)
  private func handle(_ event: PendingEvent) {
    switch LoopEvent(event.key) {
    case .client(let event): handle(event)
    case .gateway(let event): handle(event)
    case .lane(let number): laneIsDue(number)
    case .fault(let moment): handleFaults(moment, event)
    }
  }

  @inline(__always)
  private func check(_ event: PendingEvent) throws(SimulationError) {
    if let invalid = turn.rejectedDelay {
      let client = ClientEvent(event.key).client
      throw .invalidDelay(
        formula: formula(of: client), failures: invalid.failures, seconds: invalid.seconds,
        client: client)
    }
    if let twice = queue.equalEvents {
      throw .equalEvents(
        event: EventCode.name(of: twice.key, for: Machine.self), at: twice.instant)
    }
    if guardrail.isSuspicious && EventCode.eventClass(of: event.key) == .client {
      let client = ClientEvent(event.key).client
      if guardrail.exceeded(by: client) {
        throw .endlessInstant(formula: formula(of: client), client: client, at: now)
      }
    } else {
      guardrail.count()
    }
  }

  private func formula(of client: UInt32) -> String {
    formulas[Int(clients[client].cohort)]
  }

  // MARK: Asking the world

  @inline(__always)
  func subject(_ client: UInt32) -> World.Subject {
    let node = clients[client].node
    return World.Subject(
      client: client, cohort: Int(clients[client].cohort),
      node: node == ClientRecord<Machine>.noNode ? nil : node)
  }

  @inline(__always)
  func reach(_ client: UInt32) -> World.Reach {
    inForce.commonReach ?? world.reach(subject(client), at: now)
  }

  @inline(__always)
  func cohort(_ client: UInt32) -> Int { Int(clients[client].cohort) }

  @inline(__always)
  func conditions(_ client: UInt32) -> PathConditions {
    var conditions = PathConditions()
    if !inForce.perturbsPaths { return conditions }
    let change = world.pathChange(subject(client))
    conditions.latencyTimes = change.times
    conditions.latencyAdd = change.add
    conditions.extraLoss = change.extraLoss
    return conditions
  }

  @inline(__always)
  func schedule(_ instant: Instant, _ key: UInt64) {
    // What lies beyond the end never happens; an uncapped formula makes much of it.
    if instant < end { queue.insert(PendingEvent(at: instant, key: key)) }
  }

  func note(_ fact: Fact, _ client: UInt32) {
    digest.add(fact.rawValue, client: client, at: now)
  }
}

/// Facts of the digest.
struct Fact {
  let rawValue: UInt16
  static let attemptBegan = Fact(rawValue: 1)
  static let arrived = Fact(rawValue: 2)
  static let admitted = Fact(rawValue: 3)
  static let dropped = Fact(rawValue: 4)
  static let attemptSucceeded = Fact(rawValue: 5)
  static func attemptFailed(_ reason: CloseReason) -> Fact {
    Fact(rawValue: 16 + UInt16(reason.rawValue))
  }
  static func milestone(_ code: UInt8) -> Fact { Fact(rawValue: 256 + UInt16(code)) }
  static func fault(_ change: Int) -> Fact { Fact(rawValue: 1024 + UInt16(change & 0x7FFF)) }
}

/// Finds a client that never lets an instant end.
struct InstantGuard {
  static var limit: Int { 10_000 }
  private var events = 0
  /// Counted only once an instant has more events than one client may have.
  private var perClient: [UInt32: Int] = [:]

  var isSuspicious: Bool { events > Self.limit }

  mutating func advance() {
    if events > Self.limit { perClient.removeAll(keepingCapacity: true) }
    events = 0
  }

  mutating func count() { events += 1 }

  mutating func exceeded(by client: UInt32) -> Bool {
    perClient[client, default: 0] += 1
    return perClient[client]! > Self.limit
  }
}
