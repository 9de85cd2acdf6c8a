import GatewayModel
import Primitives
import Sessions
import VirtualTime

/// One run: the only loop, the only owner of time, the only one that schedules.
///
/// It takes the next event, lets the process that it concerns take it, and schedules what that
/// process answers with. No process sees the agenda.
///
/// A class, because a struct of this size is copied on many a call. One thread runs it and nothing
/// calls back into it, so no two accesses overlap and none is checked for that.
final class Simulation<Machine: SimulatedSession, Queue: EventQueue> {
  let clients: ClientTable<Machine>
  private let books: Books
  private let gateway: Gateway
  private let processes: Processes<Machine>
  private let end: Instant
  /// From when on `until: settled` may end the run; nil where it may not.
  private let settleFrom: Instant?
  @exclusivity(unchecked) private var agenda: Agenda<Machine, Queue>
  /// What the present event is answered with. It has the clock, too.
  @exclusivity(unchecked) private var postings = Postings()
  /// The next moment before which something is due.
  @exclusivity(unchecked) private var nextStop = Instant.start
  @exclusivity(unchecked) private var guardrail = InstantGuard()

  init(_ plan: SimulationPlan, configurations: [Machine.Configuration], formulas: [String]) {
    let cohorts = Cohorts<Machine>(configurations, formulas: formulas)
    clients = ClientTable(
      count: plan.clients, machine: Machine.fresh(under: configurations[0]),
      hasDevices: plan.hasDevices || Machine.hasPushes, hasEntities: Machine.hasEntities)
    processes = Processes(plan, clients, cohorts)
    books = processes.books
    gateway = processes.gateway
    end = .start + plan.duration
    settleFrom = plan.untilSettled ? processes.timeline.settleFrom : nil
    agenda = Agenda(clients, cohorts: plan.cohorts.count, end: end)
  }

  deinit { clients.free() }

  /// Runs to the end.
  /// - Parameter control: asked every 65,536 events; false ends the run early.
  func run(
    control: (RunProgress) -> Bool
  ) throws(SimulationError) -> Bool {
    processes.population.begin(&postings) { agenda.take(&$0) }
    stop(before: now)
    scheduleFaults()
    var taken = 0
    while let event = agenda.next() {
      if event.instant > now && !advance(to: event.instant) { return true }
      handle(event)
      agenda.take(&postings)
      try check(event)
      taken += 1
      if taken & 0xFFFF == 0
        && !control(RunProgress(now: now, end: end, events: books.events))
      {
        accountForFastForward()
        return false
      }
    }
    finish(at: settleFrom.map { books.unsettled == 0 ? max(now, $0) : end } ?? end)
    return true
  }

  /// What the run gave.
  func result(isTruncated: Bool) -> RunResult {
    processes.census.result(at: now, isTruncated: isTruncated)
  }

  private func scheduleFaults() {
    let timeline = processes.timeline
    for (index, moment) in timeline.moments.enumerated() {
      let change = timeline.changes[moment.lowerBound]
      postings.post(EventCode.fault(moment: index, change.fault), at: change.at)
      agenda.take(&postings)
    }
  }

  @inline(__always)
  private func handle(_ event: PendingEvent) {
    switch LoopEvent(event.key) {
    case .client(let event): if processes.herd.take(event, &postings) { books.events += 1 }
    case .gateway(let event):
      processes.atGateway.take(event, &postings)
      books.events += 1
    // No event of the world's.
    case .lane(let number): agenda.limitsAreDue(number, at: now)
    case .fault(let moment):
      processes.faults.take(moment, event, &postings) { agenda.take(&$0) }
      processes.watch.worldChanged(at: now)
      books.events += 1
    }
  }

  // MARK: The clock

  private var now: Instant {
    @inline(__always) get { postings.now }
    @inline(__always) set { postings.now = newValue }
  }

  /// Moves the clock. False where the run ends before `instant`.
  private func advance(to instant: Instant) -> Bool {
    if books.unsettled == 0, let settleFrom, now >= settleFrom || instant > settleFrom {
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
    if instant >= books.recovery.due { processes.watch.takeStand(before: instant) }
    nextStop = min(books.recorder.nextSample, books.recovery.due)
  }

  private func sampleGauges(before instant: Instant) {
    while books.recorder.nextSample <= instant {
      let busy = gateway.busyIntegral(at: books.recorder.nextSample) / 1e9
      books.recorder.sample(
        waiting: min(books.down, books.unsettled), queue: gateway.waiting, busy: busy)
    }
  }

  private func accountForFastForward() {
    // What is due at the end of the plan no longer happens; a run that ends by itself has seen out
    // its last instant.
    processes.fastForward.account(before: now < end ? now + .nanoseconds(1) : end)
  }

  // MARK: What must not be

  @inline(__always)
  private func check(_ event: PendingEvent) throws(SimulationError) {
    if let invalid = processes.turns.rejectedDelay {
      let client = ClientEvent(event.key).client
      throw .invalidDelay(
        formula: processes.formula(of: client), failures: invalid.failures,
        seconds: invalid.seconds, client: client)
    }
    if let twice = agenda.equalEvents {
      throw .equalEvents(
        event: EventCode.name(of: twice.key, for: Machine.self), at: twice.instant)
    }
    if guardrail.isSuspicious && EventCode.eventClass(of: event.key) == .client {
      let client = ClientEvent(event.key).client
      if guardrail.exceeded(by: client) {
        throw .endlessInstant(formula: processes.formula(of: client), client: client, at: now)
      }
    } else {
      guardrail.count()
    }
  }
}
