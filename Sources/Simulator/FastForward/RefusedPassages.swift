import Measurements
import NetworkModel
import Primitives
import Sessions
import VirtualTime

/// The attempts of a client that is refused at once, one after the other: its timer fires, it tries, is
/// refused and waits again. Only its formula and its packets are drawn.
///
/// An attempt that is not so plain (a lost packet, a time limit that comes first, a formula that
/// stops) is left to the loop, whole.
final class RefusedPassages<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let network: NetworkView<Machine>
  private let horizon: Horizon
  private let passages: Passages<Machine>
  private let statistics: PassageStatistics
  private let location: ServiceLocation<Machine>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ shared: RunContext, _ passages: Passages<Machine>,
    _ location: ServiceLocation<Machine>
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.passages = passages
    self.location = location
    horizon = shared.horizon
    statistics = PassageStatistics(shared.statistics, cohorts.place)
  }

  /// Plays the attempts of a client that waits for nothing but a timer, which is due now. The timer
  /// after the last one is posted.
  /// - Returns: whether there was one at least; otherwise nothing has happened.
  func play(_ client: UInt32, refusedBy reason: CloseReason, _ buffer: inout EventBuffer) -> Bool {
    // Where a packet takes no time, no attempt is plain.
    guard clients[client].presence == .down, !clients[client].marks.contains(.settled),
      !network[pathOf: client].isInstant,
      let place = passages.place(.refused(reason), of: client, at: buffer.now),
      let policy = Machine.policy(of: cohorts.configurations[clients.cohort(client)])
    else { return false }
    var run = Run(
      client, clients[client].slot, clients[client].connection.attemptsInOutage, at: buffer.now)
    attempt(passages[place], reason, policy, &run)
    if run.count == 0 { return false }
    book(passages[place], run)
    let wake = passages[place].wake
    let stamp = clients[client].slot.stamp(of: wake)
    buffer.post(EventCode.client(.timer(wake.rawValue), client, stamp: stamp), at: run.next)
    return true
  }

  /// The most attempts that are played at once. One event knows the low bits of its attempt only.
  private static var mostAttempts: UInt32 { 500 }

  /// Makes attempts until one is not plain, or would be over at the horizon.
  private func attempt(
    _ passage: borrowing Passage<Machine>, _ reason: CloseReason, _ policy: ResolvedPolicy,
    _ run: inout Run
  ) {
    let client = run.client
    let draws = RefusedDraws(of: client, network)
    let bound = horizon.bound
    let since = clients.statistics[client].since
    let isOfDrop = statistics.run.recovery.dropWindow.contains(since)
    let clear = statistics.run.recorder.clear ?? .never
    let failure = Fact.attemptFailed(reason)
    let isSteady = network[pathOf: client].isSteady
    let isPlain = location.isPlain
    var known: ServiceLocation<Machine>.Foreknowledge?
    while run.next < bound, run.count < Self.mostAttempts {
      let (begin, number) = (run.next, run.first &+ run.count &+ 1)
      guard
        let times = !isPlain
          ? locatedAttempt(draws, number, at: begin, &known)
          : isSteady ? draws.attempt(number, at: begin) : draws.changingAttempt(number, at: begin),
        times.end < bound, times.end > begin, times.end < begin + passage.patience
      else { break }
      var formula = run.formula
      guard let delay = draws.delay(&formula, number, from: begin, to: times.end, policy) else {
        break
      }
      run.add(formula, begin, times.end, delay)
      if let known {
        location.begin(client, known)
        if known.isEvent(from: begin) { run.questions += 1 }
      }
      let (second, endSecond) = (begin.second, times.end.second)
      statistics.run.recorder.counted.attempts.add(bin: second)
      if begin < clear { run.beforeClear += 1 }
      statistics.note(.attemptBegan, passage.atBegin, client, at: begin, second: second)
      statistics.run.recorder.countArrival(at: times.arrival)
      statistics.run.facts.add(.arrived, client, at: times.arrival)
      if isOfDrop && run.ordinal <= Recorder.spreadAttempts {
        statistics.run.recorder.spread[run.ordinal - 1].record(
          times.arrival - since, at: times.arrival)
      }
      statistics.note(failure, passage.atFailure, client, at: times.end, second: endSecond)
      statistics.run.recorder.failed(reason, isAtGateway: false, second: endSecond)
      statistics.visit(
        passage.trying, from: passage.resting, since: begin, second, then: passage.resting,
        at: times.end, endSecond)
    }
  }

  /// `RefusedDraws.attempt` of a client that must know the name or has several addresses, each of which is knocked at;
  /// nil also where it does not find the service there.
  @inline(never)
  private func locatedAttempt(
    _ draws: borrowing RefusedDraws<Machine>, _ number: UInt32, at begin: Instant,
    _ known: inout ServiceLocation<Machine>.Foreknowledge?
  ) -> (arrival: Instant, end: Instant)? {
    let client = draws.client
    known = location.foresee(client, number, at: begin)
    guard let known else { return nil }
    let plan = location.addresses?.plan(of: client) ?? AddressPlan()
    let isSteady = network[pathOf: client].isSteady
    var first = Instant.never
    var end = Instant.start
    var start = known.origin
    for place in 0..<plan.count {
      let packet = FirstPacket(place: place, syn: 0)
      guard
        let times = isSteady
          ? draws.attempt(number, packet, at: start)
          : draws.changingAttempt(number, packet, at: start),
        location.finds(packet, client, number, at: times.arrival, known)
      else { return nil }
      first = min(first, times.arrival)
      end = max(end, times.end)
      start = min(times.end, plan.next.pause.map { start + $0 } ?? .never)
    }
    return (first, end)
  }

  private func book(_ passage: borrowing Passage<Machine>, _ run: Run) {
    let (client, count) = (run.client, Int(run.count))
    statistics.run.recorder.attempts += count
    statistics.run.recorder.attemptsBeforeClear += run.beforeClear
    statistics.run.recorder.arrivals += count
    statistics.count(passage.atBegin, times: count)
    statistics.count(passage.atFailure, times: count)
    clients[client].slot.machine = passage.exit
    clients[client].slot.machine.formula = run.formula
    clients[client].slot.passOver(
      attempts: run.count, waiting: passage.wake, limitedBy: passage.limit)
    clients[client].connection.passOver(attempts: UInt8(run.ordinal))
    clients.statistics[client].begin(at: run.lastBegin)
    // The timer, a first packet to each address and the end of each, and the answers about the name. The loop
    // counts the first one.
    let addresses = location.addresses?.plan(of: client).count ?? 1
    statistics.run.recorder.synRepeats += (addresses - 1) * count
    let events = (2 + addresses) * count + run.questions - 1
    statistics.run.events += events
    horizon.plays(at: run.lastEnd, events: events)
  }

  /// The attempts that have been played so far.
  private struct Run {
    let client: UInt32
    /// The number of the attempt before the first one.
    let first: UInt32
    var formula: BackoffState
    var count: UInt32 = 0
    var beforeClear = 0
    /// Answers about the name that were waited for.
    var questions = 0
    /// The ordinal of the latest attempt in the outage spell; 15 stands for more.
    var ordinal: Int
    /// When the latest attempt began and was over, and the next one begins.
    var lastBegin: Instant
    var lastEnd: Instant
    var next: Instant

    init(
      _ client: UInt32, _ slot: borrowing SessionSlot<Machine>, _ ordinal: UInt8, at now: Instant
    ) {
      self.client = client
      first = slot.attempt
      formula = slot.machine.formula
      self.ordinal = Int(ordinal)
      lastBegin = now
      lastEnd = now
      next = now
    }

    @inline(__always)
    mutating func add(
      _ formula: BackoffState, _ begin: Instant, _ end: Instant, _ delay: Interval
    ) {
      self.formula = formula
      count += 1
      ordinal = min(ordinal + 1, 15)
      lastBegin = begin
      lastEnd = end
      next = end + delay
    }
  }
}
