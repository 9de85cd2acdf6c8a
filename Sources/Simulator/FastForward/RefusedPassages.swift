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
  private let names: Names<Machine>?

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ shared: RunContext, _ passages: Passages<Machine>,
    _ names: Names<Machine>?
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.passages = passages
    self.names = names
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
    let draws = Draws(of: client, network)
    let bound = horizon.bound
    let since = clients.statistics[client].since
    let isOfDrop = statistics.run.recovery.dropWindow.contains(since)
    let clear = statistics.run.recorder.clear ?? .never
    let failure = Fact.attemptFailed(reason)
    let isSteady = network[pathOf: client].isSteady
    var known: Names<Machine>.Foreknowledge?
    var places = WeatherPlaces()
    while run.next < bound, run.count < Self.mostAttempts {
      let (begin, number) = (run.next, run.first &+ run.count &+ 1)
      guard
        let times =
          names != nil
          ? namedAttempt(draws, client, number, at: begin, &known, &places)
          : isSteady
            ? draws.attempt(number, at: begin)
            : draws.changingAttempt(number, at: begin, near: &places),
        times.end < bound, times.end > begin, times.end < begin + passage.patience
      else { break }
      var formula = run.formula
      guard let delay = draws.delay(&formula, number, from: begin, to: times.end, policy) else {
        break
      }
      run.add(formula, begin, times.end, delay)
      if let names, let known {
        names.begin(client, known)
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

  /// When the first packet of an attempt arrives whose client must know the address, and when the refusal is back; nil
  /// also where it does not find the service there.
  @inline(never)
  private func namedAttempt(
    _ draws: borrowing Draws<Machine>, _ client: UInt32, _ number: UInt32, at begin: Instant,
    _ known: inout Names<Machine>.Foreknowledge?, _ places: inout WeatherPlaces
  ) -> (arrival: Instant, end: Instant)? {
    known = names?.foresee(client, number, at: begin)
    guard let foreseen = known else { return nil }
    let origin = foreseen.knownAt
    guard
      let times = network[pathOf: client].isSteady
        ? draws.attempt(number, at: origin)
        : draws.changingAttempt(number, at: origin, near: &places),
      names?.fate(ofAddress: foreseen.address, of: client, at: times.arrival) == nil
    else { return nil }
    return times
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
    // The timer, the first packet and the refusal of each, and the answers about the name. The loop counts the
    // first one.
    let events = 3 * count + run.questions - 1
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

/// The draws of one client whose attempts are refused.
private struct Draws<Machine: SimulatedSession> {
  private let client: UInt32
  private let network: NetworkView<Machine>
  private let latency: ClientLatency
  private let losesPackets: Bool
  private let firstPause: Interval
  private let out: RandomStream
  private let back: RandomStream
  private let formula: RandomStream

  init(of client: UInt32, _ network: NetworkView<Machine>) {
    self.client = client
    self.network = network
    let random = network.random
    latency = network[pathOf: client].latency(of: client, random)
    losesPackets = network[pathOf: client].loss > 0
    firstPause = network[pathOf: client].firstPause
    out = random.stream(owner: client, .pathOut, attempt: 0)
    back = random.stream(
      owner: client, network[pathOf: client].backPurpose, attempt: 0)
    formula = random.stream(owner: client, .backoff, attempt: 0)
  }

  /// When the first packet arrives, and when the refusal is back; nil where either is lost, or the system
  /// sends the first packet again before it has arrived.
  @inline(__always)
  func attempt(_ number: UInt32, at begin: Instant) -> (arrival: Instant, end: Instant)? {
    if losesPackets,
      network[pathOf: client].losesSyn(
        0, client: client, attempt: number, PathConditions(), network.random)
    {
      return nil
    }
    let step = PacketStep.syn(0)
    let way = latency.sample(out.of(attempt: number).bits(at: step))
    if way >= firstPause { return nil }
    let arrival = begin + way
    return (arrival, arrival + latency.sample(back.of(attempt: number).bits(at: step)))
  }

  /// `attempt` on an unsteady path.
  @inline(never)
  func changingAttempt(
    _ number: UInt32, at begin: Instant, near places: inout WeatherPlaces
  ) -> (arrival: Instant, end: Instant)? {
    let key = PacketKey(client: client, attempt: number, syn: 0)
    guard
      case .arrives(let way, isAnswered: true) = network.fate(
        ofSyn: 0, key, at: begin, near: &places),
      way < firstPause
    else { return nil }
    let arrival = begin + way
    return (arrival, arrival + network.delay(key, .back, at: arrival))
  }

  /// Takes a formula through an attempt.
  /// - Returns: the delay before the next one; nil where there is none.
  @inline(__always)
  func delay(
    _ state: inout BackoffState, _ number: UInt32, from begin: Instant, to end: Instant,
    _ policy: ResolvedPolicy
  ) -> Interval? {
    state.attemptBegan(at: begin)
    return state.delay(afterFailureAt: end, of: number, drawing: formula, under: policy)
  }
}
