import Faults
import NetworkModel
import Primitives
import Sessions
import VirtualTime

// Quiet time. A connected client whose path is healthy does nothing but exchange heartbeats. What
// becomes of each heartbeat follows from the client's draws alone. Such a client is fast-forwarded:
// none of its events is pending. What it would have done is added up when something happens to it,
// or at the end of the run. The results are those of the run in which every heartbeat is simulated.

/// One heartbeat of a healthy connection, as the machine itself plays it: a timer fires, a message is
/// sent, a second timer waits for the answer, and the first runs again.
struct Beat<Machine: SessionStateMachine>: BitwiseCopyable, Equatable {
  let timer: Machine.Timer
  let every: Interval
  /// The peer's answer.
  let reply: Machine.Message
  /// The timer that waits for the answer, and how long.
  let limit: Machine.Timer
  let patience: Interval
}

extension Simulation {
  // MARK: Fast-forwarding

  /// Fast-forwards a client if nothing but heartbeats is to come. Its heartbeat timer is due at
  /// `instant` and has not fired yet. Returns false where the client has to be simulated.
  func fastForward(_ client: UInt32, _ timer: Machine.Timer, from instant: Instant) -> Bool {
    let horizon = min(fastForwarding.nextDisturbance, end)
    // An answer that is still on its way would make those after it wait.
    guard instant < horizon, mayFastForward(client),
      clients.ledger(client).pointee.lastArrival < instant,
      let beat = rehearsedBeat(of: client, timer, at: instant), isCommon(beat, cohort(client))
    else { return false }
    let series = Path.Series(
      client: client, attempt: clients[client].slot.attempt, begin: instant, every: beat.every,
      end: horizon)
    let late = paths[cohort(client)].pointee.firstLateExchange(
      of: series, patience: beat.patience, random)
    if late == 0 { return false }
    if let late {
      // Once the client is resumed, the late one is simulated like any other.
      let resumption = instant + beat.every * Int64(late) - .nanoseconds(1)
      let stamp = clients[client].slot.stamp(of: timer)
      schedule(resumption, EventCode.client(.resumption, client, stamp: stamp))
    }
    clients[client].marks.insert(.fastForwarded)
    clients.ledger(client).pointee.hitAt = instant
    fastForwarding.clients += 1
    return true
  }

  /// Whether a heartbeat is that of all clients of a cohort, so that one note of it serves them all.
  private func isCommon(_ beat: Beat<Machine>, _ cohort: Int) -> Bool {
    let known = fastForwarding.beats[cohort]
    if known.pointee == nil { known.pointee = beat }
    return known.pointee == beat
  }

  /// Whether nothing can come of this client but heartbeats, for as long as the world stays as it is.
  private func mayFastForward(_ client: UInt32) -> Bool {
    guard plan.skipsQuietTime, !Machine.hasPushes, inForce.commonReach == .open,
      !inForce.perturbsPaths,
      clients.device(client) == nil
    else { return false }
    let record = clients.records + Int(client)
    return record.pointee.presence == .up && record.pointee.slot.connection == .open
      && record.pointee.slot.machine.standing == .connected && !record.pointee.slot.isCalling
      && record.pointee.link == [.authenticated, .greeted, .succeeded]
      && !record.pointee.marks.contains(.hit)
  }

  /// Plays one heartbeat with a copy of the machine. nil where it is anything but a steady exchange
  /// that leaves the machine as it was, or where another timer runs.
  private func rehearsedBeat(
    of client: UInt32, _ timer: Machine.Timer, at instant: Instant
  ) -> Beat<Machine>? {
    let slot = clients.records[Int(client)].slot
    var machine = slot.machine
    let others = slot.armedTimers.bits & ~(1 << timer.rawValue)
    guard machine.keepaliveTimers.contains(timer), others == 0, machine.serverPing == nil else {
      return nil
    }
    fastForwarding.rehearsal.begin(at: instant, isDeviceOnline: true)
    let configuration = configurations[cohort(client)]
    machine.handle(.fired(timer), under: configuration.pointee, in: &fastForwarding.rehearsal)
    guard let beat = beat(of: timer, machine) else { return nil }
    fastForwarding.rehearsal.begin(at: instant, isDeviceOnline: true)
    machine.handle(
      .received(beat.reply), under: configuration.pointee, in: &fastForwarding.rehearsal)
    guard fastForwarding.rehearsal.count == 1,
      case .disarm(beat.limit) = fastForwarding.rehearsal.action(0),
      isSame(machine, slot.machine)
    else { return nil }
    return beat
  }

  /// What the machine did when its timer fired, read as a heartbeat.
  private func beat(of timer: Machine.Timer, _ machine: Machine) -> Beat<Machine>? {
    var sent: Machine.Message?
    var every: Interval?
    var limit: (timer: Machine.Timer, after: Interval)?
    for index in 0..<fastForwarding.rehearsal.count {
      switch fastForwarding.rehearsal.action(index) {
      case .send(let message) where sent == nil: sent = message
      case .arm(timer, let after): every = after
      case .arm(let other, let after) where limit == nil: limit = (other, after)
      case .send, .arm, .open, .close, .call, .forget, .disarm, .reached: return nil
      }
    }
    guard let sent, let every, let limit, case .reply(let reply) = machine.answer(to: sent),
      limit.after < every
    else { return nil }
    return Beat(
      timer: timer, every: every, reply: reply, limit: limit.timer, patience: limit.after)
  }

  private func isSame(_ a: Machine, _ b: Machine) -> Bool {
    withUnsafeBytes(of: a) { a in
      withUnsafeBytes(of: b) { b in
        // Eight bytes at a time, the last eight overlapping those before.
        let last = a.count - 8
        if last < 0 { return a.elementsEqual(b) }
        return stride(from: 0, to: last + 8, by: 8).allSatisfy { place in
          let place = min(place, last)
          return a.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            == b.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        }
      }
    }
  }

  // MARK: Resuming

  /// Puts a fast-forwarded client where it stands just before `moment`. Its pending events are
  /// scheduled again.
  func resume(_ client: UInt32, before moment: PendingEvent) {
    let (beat, passed) = account(client, before: moment)
    let record = clients.records + Int(client)
    let next = clients.ledger(client).pointee.hitAt + beat.every * Int64(passed.begun)
    record.pointee.slot.advance(beat.timer, by: passed.begun, isArmed: true)
    let stamp = record.pointee.slot.stamp(of: beat.timer)
    schedule(next, EventCode.client(.timer(beat.timer.rawValue), client, stamp: stamp))
    let isAnswerOut = passed.answered < passed.begun
    record.pointee.slot.advance(beat.limit, by: passed.begun, isArmed: isAnswerOut)
    if isAnswerOut {
      let limit = record.pointee.slot.stamp(of: beat.limit)
      schedule(
        next - beat.every + beat.patience,
        EventCode.client(.timer(beat.limit.rawValue), client, stamp: limit))
      schedule(
        passed.lastAnswer,
        EventCode.client(
          .message(beat.reply.rawValue), client, stamp: record.pointee.slot.attempt))
    }
    if passed.begun > 0 { clients.ledger(client).pointee.lastArrival = passed.lastAnswer }
    record.pointee.marks.remove(.fastForwarded)
    fastForwarding.clients -= 1
  }

  /// What a fast-forwarded client has done by a certain moment.
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
    let from = clients.ledger(client).pointee.hitAt
    let slot = clients.records[Int(client)].slot
    guard let beat = fastForwarding.beats[cohort(client)].pointee else {
      preconditionFailure("a fast-forwarded client has no heartbeats")
    }
    let timer = beat.timer
    let first = slot.stamp(of: timer)
    var begun = moment.instant <= from ? 0 : (moment.instant - from) / beat.every
    // At the very moment of a heartbeat the keys decide which comes first.
    let at = from + beat.every * Int64(begun)
    let key = EventCode.client(
      .timer(timer.rawValue), client, stamp: first &+ UInt32(truncatingIfNeeded: begun))
    if PendingEvent(at: at, key: key) < moment { begun += 1 }
    var passed = Passed(begun: begun, answered: begun)
    if begun > 0 {
      let sent = from + beat.every * Int64(begun - 1)
      passed.lastAnswer =
        sent
        + paths[cohort(client)].pointee.exchangeDelay(
          at: sent, client: client, attempt: slot.attempt, PathConditions(), random)
      let key = EventCode.client(.message(beat.reply.rawValue), client, stamp: slot.attempt)
      if !(PendingEvent(at: passed.lastAnswer, key: key) < moment) { passed.answered -= 1 }
    }
    events += passed.begun + passed.answered
    return (beat, passed)
  }

  // MARK: Everyone

  /// Resumes all fast-forwarded clients, because the world is about to change.
  func resumeEveryone(before moment: PendingEvent) {
    if fastForwarding.clients == 0 { return }
    for client in 0..<UInt32(clients.count) where clients[client].marks.contains(.fastForwarded) {
      resume(client, before: moment)
    }
  }

  /// Adds up what the fast-forwarded clients have done until the run's end.
  func accountForFastForward() {
    if fastForwarding.clients == 0 { return }
    // What is due at the end of the plan no longer happens; a run that ends by itself has seen out
    // its last instant.
    let over = now < end ? now + .nanoseconds(1) : end
    for client in 0..<UInt32(clients.count) where clients[client].marks.contains(.fastForwarded) {
      _ = account(client, before: PendingEvent(at: over, key: 0))
    }
  }

  /// The next moment from `index` on at which faults change anything for connected clients.
  func disturbance(from index: Int) -> Instant {
    for moment in timeline.moments[index...] where isDisturbance(moment) {
      return timeline.changes[moment.lowerBound].at
    }
    return .never
  }

  func isDisturbance(_ moment: Range<Int>) -> Bool {
    moment.contains { index in
      timeline.effects[timeline.changes[index].fault].disturbsConnections
    }
  }
}
