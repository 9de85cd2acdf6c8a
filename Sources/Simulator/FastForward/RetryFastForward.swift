import Faults
import GatewayModel
import Primitives
import Sessions
import VirtualTime

/// While the gateway takes no client in, a client that only waits for its next attempt concerns no
/// other client. The outcome of that attempt, and of those after it, follows from the client's
/// draws alone. Such a client is played on without the event list, up to the horizon. The results
/// are those of the run in which every event waits for its turn.
///
/// The only pending events of the client are those that its own timer has just brought about.
/// Something of its earlier attempts may still be under way; it finds that these are over, now as
/// it would later.
final class RetryFastForward<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let shared: RunContext
  private let attempts: Attempts<Machine>
  private let listener: Listener<Machine>
  private let closings: Closings<Machine>
  private let driver: SessionDriver<Machine>
  private let refusals: RefusedPassages<Machine>
  private let prospect: Prospect<Machine>
  private let names: Names<Machine>?

  init(
    _ clients: ClientTable<Machine>, _ shared: RunContext, _ attempts: Attempts<Machine>,
    _ listener: Listener<Machine>, _ closings: Closings<Machine>, _ driver: SessionDriver<Machine>,
    _ refusals: RefusedPassages<Machine>, _ prospect: Prospect<Machine>
  ) {
    self.clients = clients
    self.shared = shared
    self.attempts = attempts
    self.listener = listener
    self.closings = closings
    self.driver = driver
    self.refusals = refusals
    self.prospect = prospect
    names = attempts.names
  }

  /// Passes over whole attempts of a client that has waited for nothing but a timer, which is due now.
  /// - Returns: whether there was one; otherwise nothing has happened.
  @inline(__always)
  func passOver(_ client: UInt32, _ buffer: inout EventBuffer) -> Bool {
    guard let reason = prospect.refusal, !isWatched(client, at: buffer.now) else { return false }
    return refusals.play(client, refusedBy: reason, &buffer)
  }

  /// Plays a client on that has waited for nothing but a timer. The timer has just fired, and its turn
  /// is over: its next attempt has begun. Not before that: what is still under way of the attempt that has
  /// ended would find it ended, and not over.
  @inline(__always)
  func playOn(_ client: UInt32, _ buffer: inout EventBuffer) {
    if prospect.leavesClientsAlone && prospect.isShut { play(client, &buffer) }
  }

  private func play(_ client: UInt32, _ buffer: inout EventBuffer) {
    if isWatched(client, at: buffer.now) || shared.statistics.isFollowing(client) { return }
    let present = buffer.now
    let attempt = clients[client].slot.attempt
    while let place = buffer.earliest {
      let event = buffer[place].event
      if event.instant >= shared.horizon.bound || buffer.count > Self.mostPending { break }
      if clients[client].slot.attempt &- attempt > Self.mostAttempts { break }
      // A client that never lets an instant end is found where every event waits for its turn.
      if event.instant == buffer.now { break }
      guard let step = step(event) else { break }
      buffer.remove(at: place)
      if case .nothing = step { continue }
      buffer.now = event.instant
      buffer.isAhead = true
      if case .triesAddress(let event) = step {
        take(event, &buffer)
        continue
      }
      if !passOver(step, of: client, &buffer) { take(step, of: client, &buffer) }
      shared.statistics.events += 1
      shared.horizon.plays(at: event.instant)
    }
    buffer.now = present
    buffer.isAhead = false
  }

  /// The most pending events. Any more are packets of attempts that were given up before they
  /// arrived: the list has no room for any number of them.
  private static var mostPending: Int { 32 }
  /// Events know the low bits of the number of their attempt, 10 at least. The attempt that one of them
  /// is about must be the latest that fits.
  private static var mostAttempts: UInt32 { 500 }

  /// Returns true if the present place of the client matters to something of an earlier attempt
  /// that is still under way: to whether its first packet is the first after clear, to a call, or to the answer to a
  /// question for the name.
  private func isWatched(_ client: UInt32, at now: Instant) -> Bool {
    let standing = clients.statistics[client].recoveryMarks
    return standing.contains(.awayAtClear) && !standing.contains(.hasArrived)
      || clients.statistics[client].callsUnderWay > 0
      || names?.answersLate(client, at: now) ?? false
  }

  /// The events that can happen to a client that the gateway does not take in.
  private enum Step {
    case synArrives(GatewayEvent, syn: Int)
    case synIsDue(ClientEvent)
    case nameAnswers(ClientEvent)
    /// One of several addresses is due or fails. It is not counted.
    case triesAddress(ClientEvent)
    case ends(ClientEvent)
    case timer(Machine.Timer)
    /// The event of a timer that was cancelled.
    case nothing
  }

  /// Returns the step that a pending event is; nil for anything else.
  @inline(__always)
  private func step(_ pending: PendingEvent) -> Step? {
    switch LoopEvent(pending.key) {
    case .gateway(let event):
      if case .syn(let syn) = event.kind { return .synArrives(event, syn: syn) }
    case .client(let event):
      if event.kind == .closed { return .ends(event) }
      if event.kind == .syn { return .synIsDue(event) }
      if event.kind == .nameAnswer { return .nameAnswers(event) }
      if event.kind.isOfAddresses { return .triesAddress(event) }
      guard let timer = event.timerCode.flatMap(Machine.Timer.init) else { return nil }
      if !clients.isRunning(pending) { return .nothing }
      let isProbe = clients[event.client].slot.machine.keepaliveTimers.contains(timer)
      return isProbe ? nil : .timer(timer)
    case .fault, .lane: break
    }
    return nil
  }

  /// Passes over attempts that begin with a step.
  @inline(__always)
  private func passOver(
    _ step: Step, of client: UInt32, _ buffer: inout EventBuffer
  ) -> Bool {
    guard case .timer(let timer) = step, buffer.count == 0,
      clients[client].slot.isWaiting(forNothingBut: timer)
    else { return false }
    return passOver(client, &buffer)
  }

  @inline(__always)
  private func take(_ step: Step, of client: UInt32, _ buffer: inout EventBuffer) {
    switch step {
    case .synArrives(let event, let syn):
      listener.synArrived(event, clients.attempt(of: event), syn: syn, &buffer)
    case .synIsDue(let event): attempts.firstPackets.due(event, &buffer)
    case .nameAnswers(let event): attempts.nameAnswered(event, &buffer)
    case .ends(let event):
      closings.learnt(event, &buffer)
      forgetCancelled(&buffer)
    case .timer(let timer): driver.fire(timer, of: client, &buffer)
    case .triesAddress, .nothing: break
    }
  }

  private func take(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    attempts.firstPackets.takeAddress(event, &buffer)
  }

  /// The time limit of an attempt that is over need not be kept until it would be due.
  @inline(__always)
  private func forgetCancelled(_ buffer: inout EventBuffer) {
    for place in (0..<buffer.count).reversed() {
      let event = buffer[place].event
      let isTimer =
        EventCode.eventClass(of: event.key) == .client && ClientEvent(event.key).timerCode != nil
      if isTimer && !clients.isRunning(event) { buffer.remove(at: place) }
    }
  }
}
