import NetworkModel
import Primitives
import Sessions
import VirtualTime

/// Quiet time. A connected client whose path is healthy does nothing but exchange heartbeats. The
/// outcome of each heartbeat follows from the client's draws alone. Such a client is
/// fast-forwarded: none of its events is pending. Its heartbeats are added up when something
/// happens to it, or at the end of the run. The results are those of the run in which every
/// heartbeat is simulated.
final class FastForward<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  /// The heartbeat of each cohort's clients, once one of them has been fast-forwarded.
  private let beats: FixedTable<KnownBeat<Machine>?>
  private let wires: Wires<Machine>?
  /// Fast-forwarded clients.
  @exclusivity(unchecked) private var count = 0
  /// The moment up to which the world stays as it is for connected clients; never later than the
  /// run's end. No client is fast-forwarded from there on.
  @exclusivity(unchecked) var horizon = Instant.start
  /// For playing a heartbeat with a copy of a machine.
  @exclusivity(unchecked) private var rehearsal: Turn<Machine>

  init(
    _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ network: NetworkView<Machine>, _ statistics: RunStatistics, _ wires: Wires<Machine>?
  ) {
    self.clients = clients
    self.cohorts = cohorts
    self.network = network
    self.statistics = statistics
    self.wires = wires
    beats = FixedTable(count: cohorts.configurations.count) { _ in nil }
    let draws = network.random.stream(owner: 0, .backoff, attempt: 0)
    rehearsal = Turn(random: draws, perClient: draws)
  }

  /// Fast-forwards a client if nothing but heartbeats is to come. Its heartbeat timer is due at
  /// `instant` and has not fired yet. Returns false where the client has to be simulated.
  ///
  /// Ahead of `instant`, only a client without a late heartbeat is fast-forwarded. The resumption
  /// for a late one would stay pending when the client is resumed before that, and could not be
  /// told from the one that is posted later.
  func begin(
    _ client: UInt32, _ timer: Machine.Timer, from instant: Instant,
    _ buffer: inout EventBuffer
  ) -> Bool {
    if statistics.isFollowing(client) { return false }
    // An answer that is still on its way would make those after it wait.
    guard instant < horizon, isQuiet(client),
      clients.statistics[client].lastArrival < instant,
      let beat = rehearse(client, timer, at: instant), isCommon(beat, client)
    else { return false }
    let isSteady = network[pathOf: client].isSteady
    guard isSteady || buffer.now == instant, isKept(client, beat, from: instant) else {
      return false
    }
    let series = Path.Series(
      client: client, attempt: clients[client].slot.attempt, begin: instant, every: beat.every,
      end: horizon)
    // Where the world changes while an exchange is out, the client is resumed before that can be late.
    let late =
      isSteady
      ? network[pathOf: client].firstLateExchange(
        of: series, patience: beat.patience, network.random)
      : firstLateBeat(of: series, beat)
    if late == 0 || late != nil && buffer.now < instant { return false }
    if let late {
      // Once the client is resumed, the late one is simulated like any other.
      let resumption = instant + beat.every * Int64(late) - .nanoseconds(1)
      let stamp = clients[client].slot.stamp(of: timer)
      buffer.post(EventCode.client(.resumption, client, stamp: stamp), at: resumption)
    }
    clients[client].marks.insert(.fastForwarded)
    clients.statistics[client].nextBeatAt = instant
    count += 1
    return true
  }

  /// The first heartbeat on an unsteady path that is late, or that has not been looked at; nil where none is up to
  /// the horizon.
  ///
  /// Each one costs a look at the weather: a run may be over before most of them are due.
  @inline(never)
  private func firstLateBeat(of whole: Path.Series, _ beat: Beat<Machine>) -> Int? {
    var series = whole
    let bound = series.begin + beat.every * Int64(Self.unsteadyBeats)
    series.end = min(horizon, bound)
    let late = network[pathOf: series.client].firstLateExchange(
      of: series, patience: beat.patience, network.random)
    return late ?? (bound < horizon ? Self.unsteadyBeats : nil)
  }

  /// How many heartbeats are looked at in advance on an unsteady path.
  private static var unsteadyBeats: Int { 4 }

  /// Returns true if a heartbeat is that of all clients of a cohort, so that one note of it serves
  /// them all.
  private func isCommon(_ beat: Beat<Machine>, _ client: UInt32) -> Bool {
    let cohort = clients.cohort(client)
    if let known = beats[cohort] { return known.beat == beat }
    beats[cohort] = KnownBeat(beat: beat, machine: clients[client].slot.machine.withoutFormula)
    return true
  }

  /// Returns true if nothing can come of this client but heartbeats, for as long as the world stays
  /// as it is.
  private func isQuiet(_ client: UInt32) -> Bool {
    guard !Machine.hasPushes, network.commonReach == .open, !network.perturbsPaths,
      clients.devices == nil
    else { return false }
    return clients[client].presence == .up && clients[client].slot.connection == .open
      && clients[client].slot.machine.standing == .connected
      && !clients[client].slot.isCalling
      && clients[client].connection.isAtRest
      && !clients[client].marks.contains(.hit)
  }

  /// Returns the heartbeat of a client; nil where another timer runs, or it is no steady heartbeat.
  private func rehearse(
    _ client: UInt32, _ timer: Machine.Timer, at instant: Instant
  ) -> Beat<Machine>? {
    if clients[client].slot.armedTimers.bits & ~(1 << timer.rawValue) != 0 { return nil }
    // The same machine plays the same heartbeat, whatever its formula remembers.
    if let known = beats[clients.cohort(client)], known.beat.timer == timer,
      haveSameBytes(known.machine, clients[client].slot.machine.withoutFormula)
    {
      return known.beat
    }
    return Beat(
      of: clients[client].slot.machine, timer, at: instant,
      under: cohorts.configurations[clients.cohort(client)], in: &rehearsal)
  }

  /// Returns true if no box forgets the connection of a client whose heartbeats are all in time.
  @inline(__always)
  private func isKept(_ client: UInt32, _ beat: Beat<Machine>, from instant: Instant) -> Bool {
    guard let wires else { return true }
    return wires.outlives(client, beat.every + beat.patience)
      && wires.outlives(client, until: instant + beat.patience)
  }

  // MARK: Resuming

  /// Puts a fast-forwarded client where it stands just before `moment`. Its pending events are
  /// posted again, its heartbeat first.
  func resume(_ client: UInt32, before moment: PendingEvent, _ buffer: inout EventBuffer) {
    let (beat, passed) = account(client, before: moment)
    let next = clients.statistics[client].nextBeatAt + beat.every * Int64(passed.begun)
    clients[client].slot.advance(beat.timer, by: passed.begun, isArmed: true)
    let stamp = clients[client].slot.stamp(of: beat.timer)
    buffer.post(
      EventCode.client(.timer(beat.timer.rawValue), client, stamp: stamp), at: next)
    let isAnswerOut = passed.answered < passed.begun
    clients[client].slot.advance(beat.limit, by: passed.begun, isArmed: isAnswerOut)
    if isAnswerOut {
      let limit = clients[client].slot.stamp(of: beat.limit)
      buffer.post(
        EventCode.client(.timer(beat.limit.rawValue), client, stamp: limit),
        at: next - beat.every + beat.patience)
      if !isWatched(client) { post(beat.reply, to: client, at: passed.lastAnswer, &buffer) }
    }
    if let wires, isWatched(client) { resume(client, beat, passed, wires, before: moment, &buffer) }
    if passed.begun > 0 && !isWatched(client) {
      clients.statistics[client].lastArrival = passed.lastAnswer
    }
    clients[client].marks.remove(.fastForwarded)
    count -= 1
  }

  private func isWatched(_ client: UInt32) -> Bool { wires?.watches(client) ?? false }

  private func post(
    _ reply: Machine.Message, to client: UInt32, at instant: Instant, _ buffer: inout EventBuffer
  ) {
    let attempt = clients[client].slot.attempt
    buffer.post(EventCode.client(.message(reply.rawValue), client, stamp: attempt), at: instant)
  }

  /// Puts the gateway's end of a client's connection where it stands just before `moment`.
  private func resume(
    _ client: UInt32, _ beat: Beat<Machine>, _ passed: Passed, _ wires: Wires<Machine>,
    before moment: PendingEvent, _ buffer: inout EventBuffer
  ) {
    let first = clients.statistics[client].nextBeatAt
    func sent(_ number: Int) -> Instant { first + beat.every * Int64(number) }
    var last = passed.begun - 1
    if passed.answered < passed.begun {
      let present = buffer.now
      buffer.now = sent(last)
      let isThere = wires.replay(
        .message(beat.reply.rawValue), from: client, answeredAt: passed.lastAnswer,
        there: arrivalOfBeat(sentAt: sent(last), client), before: moment, &buffer)
      buffer.now = present
      if !isThere { last -= 1 }
    } else if last >= 0 {
      clients.statistics[client].lastArrival = passed.lastAnswer
    }
    if last >= 0 { wires.passes(unseen: client, at: arrivalOfBeat(sentAt: sent(last), client)) }
    wires.look(at: client, &buffer)
  }

  /// When a heartbeat is at the gateway, if no silence begins on its way.
  private func arrivalOfBeat(sentAt sent: Instant, _ client: UInt32) -> Instant {
    let key = PacketKey(
      client: client, attempt: clients[client].slot.attempt, step: PacketStep.message(at: sent))
    return sent + network.segmentDelay(key, .out, at: sent)
  }

  /// The gateway has just dropped a client that was resumed for it. Its next heartbeat is taken out of
  /// what is posted where it is certain to be cancelled first: where the client learns of its end
  /// before, and nothing on the way changes until then.
  func forgetBeat(of client: UInt32, _ buffer: inout EventBuffer) {
    guard let timer = beats[clients.cohort(client)]?.beat.timer,
      clients[client].slot.machine.connectionTimers.contains(timer)
    else { return }
    var learnt = Instant.never
    var place: Int?
    for index in 0..<buffer.count {
      guard case .client(let event) = LoopEvent(buffer[index].event.key) else { continue }
      if event.kind == .closed, isCertain(Closing(operand: event.operand)) {
        learnt = min(learnt, buffer[index].event.instant)
      }
      if event.kind == .timer(timer.rawValue) { place = index }
    }
    guard let place, learnt < horizon, learnt < buffer[place].event.instant else { return }
    buffer.remove(at: place)
  }

  /// Returns true if the client learns of its end when that arrives, if the world stays as it is.
  private func isCertain(_ closing: Closing) -> Bool {
    closing.isLastWord || network.commonReach?.carriesPackets ?? false
  }

  /// The heartbeats that a fast-forwarded client has had by a certain moment.
  private struct Passed {
    var begun: Int
    var answered: Int
    /// When the answer to the last exchange begun arrives.
    var lastAnswer = Instant.start
  }

  /// Adds what a fast-forwarded client did before `moment` to the count of events.
  private func account(
    _ client: UInt32, before moment: PendingEvent
  ) -> (Beat<Machine>, Passed) {
    let from = clients.statistics[client].nextBeatAt
    let attempt = clients[client].slot.attempt
    guard let beat = beats[clients.cohort(client)]?.beat else {
      preconditionFailure("a fast-forwarded client has no heartbeats")
    }
    let timer = beat.timer
    let first = clients[client].slot.stamp(of: timer)
    var begun = moment.instant <= from ? 0 : (moment.instant - from) / beat.every
    // At the very moment of a heartbeat the keys decide which comes first.
    let at = from + beat.every * Int64(begun)
    let key = EventCode.client(
      .timer(timer.rawValue), client, stamp: first &+ UInt32(truncatingIfNeeded: begun))
    if PendingEvent(at: at, key: key) < moment { begun += 1 }
    var passed = Passed(begun: begun, answered: begun)
    if begun > 0 {
      let sent = from + beat.every * Int64(begun - 1)
      passed.lastAnswer = sent + network.exchangeDelay(client, attempt, at: sent)
      let key = EventCode.client(.message(beat.reply.rawValue), client, stamp: attempt)
      if !(PendingEvent(at: passed.lastAnswer, key: key) < moment) { passed.answered -= 1 }
    }
    statistics.events += passed.begun + passed.answered
    return (beat, passed)
  }

  // MARK: Everyone

  /// Resumes all fast-forwarded clients, because the world is about to change.
  /// - Parameter post: takes over what each client is answered with.
  func resumeEveryone(
    before moment: PendingEvent, _ buffer: inout EventBuffer,
    post: (inout EventBuffer) -> Void
  ) {
    if count == 0 { return }
    for client in clients.all where clients[client].marks.contains(.fastForwarded) {
      resume(client, before: moment, &buffer)
      post(&buffer)
    }
  }

  /// Adds up what the fast-forwarded clients have done before `instant`, the run's end.
  func account(before instant: Instant) {
    if count == 0 { return }
    for client in clients.all where clients[client].marks.contains(.fastForwarded) {
      _ = account(client, before: PendingEvent(at: instant, key: 0))
    }
  }
}

/// The heartbeat of a cohort's clients, and a machine that plays it, without its formula.
private struct KnownBeat<Machine: SimulatedSession>: BitwiseCopyable {
  let beat: Beat<Machine>
  let machine: Machine
}
