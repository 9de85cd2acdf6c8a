import Primitives
import Sessions
import VirtualTime

/// One run: the only loop, the only owner of time, the only one that schedules.
///
/// It takes the next event, lets the process that it concerns take it, and schedules what that
/// process answers with. No process schedules: where one event concerns every client, the loop lends
/// a function that takes the buffer after each of them.
///
/// A class, because a struct of this size is copied on many a call. One thread runs it and nothing
/// calls back into it, so no two accesses overlap and none is checked for that.
final class Simulation<Clients: Clientele, Queue: EventQueue & ~Copyable> {
  let clients: Clients
  private let shared: RunContext
  private let statistics: RunStatistics
  private let faults: FaultProcess<Clients>
  private let watch: RecoveryWatch<Clients>
  /// The name of each cohort's formula in error messages.
  private let formulas: [String]
  private let end: RunEnd
  /// True if a station of the gateway may drop requests.
  private let mayDrop: Bool
  @exclusivity(unchecked) private var agenda: Agenda<Clients, Queue>
  /// The buffer for the answer to the present event. It has the clock, too.
  @exclusivity(unchecked) private var buffer = EventBuffer()
  /// The next moment before which the statistics look at all clients.
  @exclusivity(unchecked) private var statisticsDue = Instant.start
  @exclusivity(unchecked) private var guardrail = InstantGuard()
  /// The moment after which the run is broken off; never where it is not.
  @exclusivity(unchecked) private var breakOff = Instant.never
  @exclusivity(unchecked) private var isTruncated = false

  init(_ clients: Clients, _ shared: RunContext, formulas: [String]) {
    let plan = shared.plan
    self.clients = clients
    self.shared = shared
    self.formulas = formulas
    statistics = shared.statistics
    mayDrop = shared.gateway.mayDrop
    end = RunEnd(plan, shared.timeline)
    let quiet = QuietSpells(
      clients, shared.timeline, end: plan.skipsQuietHeartbeats ? shared.end : .start)
    faults = FaultProcess(
      clients, shared.world, shared.gateway, statistics, quiet, shared.looseEnds)
    watch = RecoveryWatch(
      clients, statistics, shared.gateway, shared.timeline, cohorts: plan.cohorts.count)
    agenda = Agenda(clients, cohorts: plan.cohorts.count, end: shared.end)
  }

  /// Runs to the end. Returns false where `control` has ended it early.
  /// - Parameter control: asked every 65,536 events; false ends the run, once all clients have been
  ///   played equally far.
  func run(
    control: (RunProgress) -> Bool
  ) throws(SimulationError) -> Bool {
    Population(shared.plan, shared.random).begin(clients, &buffer) { agenda.take(&$0) }
    keepBooks(before: now)
    scheduleFaults()
    var taken = 0
    var asked = 0
    while let event = agenda.next() {
      if event.instant > now, try !advance(to: event.instant) { return !isTruncated }
      buffer.furthest = max(buffer.furthest, event.key)
      handle(event)
      agenda.take(&buffer)
      try check(event)
      taken += 1
      if taken + shared.horizon.played - asked >= 65_536 {
        asked = taken + shared.horizon.played
        if breakOff == .never && !control(progress) { endEarly() }
      }
    }
    try refuse { _ in true }
    finish(
      at: end.withoutEvents(after: max(now, statistics.settledAt), unsettled: statistics.unsettled))
    return true
  }

  private var progress: RunProgress {
    RunProgress(now: now, end: end.ofPlan, events: statistics.events)
  }

  /// Returns the result of the run.
  func result(isTruncated: Bool) -> RunResult {
    // No event comes any more. The memory kept for events makes room for the results of each
    // client.
    agenda = Agenda(clients, cohorts: 0, end: end.ofPlan)
    return RunCensus(
      clients, statistics, shared.gateway, shared.timeline, shared.plan
    ).result(at: now, isTruncated: isTruncated)
  }

  private func scheduleFaults() {
    let timeline = shared.timeline
    for (index, moment) in timeline.moments.enumerated() {
      let change = timeline.changes[moment.lowerBound]
      buffer.post(EventCode.fault(moment: index), at: change.at)
      agenda.take(&buffer)
    }
  }

  @inline(__always)
  private func handle(_ event: PendingEvent) {
    switch LoopEvent(event.key) {
    case .client(let event): if clients.take(event, &buffer) { statistics.events += 1 }
    case .gateway(let event):
      clients.take(event, &buffer)
      // Only an event at the gateway frees a server.
      if let next = buffer.takeService() { clients.serviceBegan(next, &buffer) }
      statistics.events += 1
    // It only serves the loop, and does not count.
    case .lane(let number): agenda.limitsAreDue(number, at: now)
    case .fault(let moment):
      faults.take(moment, event, &buffer) { agenda.take(&$0) }
      watch.worldChanged(at: now)
      shared.horizon.worldChanged(at: moment)
      statistics.events += 1
    }
    if mayDrop { tellDropped() }
  }

  /// Tells the clients of the requests that stations have dropped: any number of them.
  private func tellDropped() {
    while let drop = shared.gateway.nextDrop() {
      agenda.take(&buffer)
      clients.dropped(drop, &buffer)
    }
  }

  // MARK: The clock

  private var now: Instant {
    @inline(__always) get { buffer.now }
    @inline(__always) set { buffer.now = newValue }
  }

  /// Moves the clock. False where the run ends before `instant`.
  @inline(__always)
  private func advance(to instant: Instant) throws(SimulationError) -> Bool {
    if statistics.rejected != nil { try refuse { $0.at < instant } }
    if statistics.unsettled == 0, instant > statistics.settledAt,
      let over = end.settled(at: max(now, statistics.settledAt), next: instant)
    {
      finish(at: over)
      return false
    }
    if instant >= statisticsDue {
      if instant > breakOff {
        breakOffNow()
        return false
      }
      keepBooks(before: instant)
    }
    now = instant
    buffer.furthest = 0
    guardrail.advance()
    return true
  }

  private func finish(at instant: Instant) {
    keepBooks(before: instant)
    now = instant
    shared.gateway.settle(at: now)
    accountForFastForward()
  }

  /// Goes on only until all clients have been played equally far.
  private func endEarly() {
    breakOff = max(now, shared.horizon.reached)
    shared.horizon.close()
    statisticsDue = .start
  }

  private func breakOffNow() {
    isTruncated = true
    now = breakOff
    accountForFastForward()
  }

  /// Does the work that is due before anything happens at `instant`.
  private func keepBooks(before instant: Instant) {
    sampleGauges(before: instant)
    if instant >= statistics.recovery.due { watch.takeStand(before: instant) }
    shared.horizon.goOn(
      before: instant, nextLook: statistics.recovery.due, events: statistics.events)
    statisticsDue = min(
      min(statistics.recorder.nextSample, statistics.recovery.due),
      min(shared.horizon.sliceEnd, breakOff))
  }

  private func sampleGauges(before instant: Instant) {
    while statistics.recorder.nextSample <= instant {
      let busy = shared.gateway.busyIntegral(at: statistics.recorder.nextSample)
      if shared.gateway.hasSlots {
        statistics.recorder.sample(
          slots: shared.gateway.slotsInUse, of: shared.gateway.slotLimit)
      }
      statistics.recorder.sample(queue: shared.gateway.waiting, busy: Double(busy) / 1e9)
    }
  }

  private func accountForFastForward() {
    clients.accountForFastForward(before: end.happens(until: now))
  }

  // MARK: What must not be

  @inline(__always)
  private func check(_ event: PendingEvent) throws(SimulationError) {
    if let twice = agenda.equalEvents {
      throw .equalEvents(
        event: clients.name(of: twice.key), at: twice.instant)
    }
    if guardrail.isSuspicious && EventCode.eventClass(of: event.key) == .client {
      let client = ClientEvent(event.key).client
      if guardrail.exceeded(by: client) {
        try refuse { ($0.at, $0.client) <= (now, client) }
        throw .endlessInstant(formula: formula(of: client), client: client, at: now)
      }
    } else {
      guardrail.count()
    }
  }

  /// Ends a run in which a formula gave a delay that cannot be waited for. Clients are played ahead, so
  /// that its turn may not have come yet.
  private func refuse(where isDue: (Rejection) -> Bool) throws(SimulationError) {
    guard let first = statistics.rejected, isDue(first) else { return }
    throw .invalidDelay(
      formula: formula(of: first.client), failures: first.delay.failures,
      seconds: first.delay.seconds, client: first.client)
  }

  private func formula(of client: UInt32) -> String { formulas[clients.cohort(client)] }
}
