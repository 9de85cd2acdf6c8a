import Primitives
import Sessions

/// The outcome of the attempts in a passage.
enum Course: BitwiseCopyable, Equatable {
  /// The client waits; its attempt is refused at once, and it waits again.
  case refused(CloseReason)
  /// The attempt under way is closed by the gateway before it is open, and the next one begins.
  case turnedAway(CloseReason)
  /// The attempt under way runs out of time, and the next one begins.
  case timedOut
  /// The attempt under way opens, then runs out of time, and the next one begins.
  case timedOutOnceOpen
}

extension BackoffState {
  /// An attempt fails.
  /// - Parameters:
  ///   - number: of the attempt.
  ///   - answer: the gateway's answer that ended it.
  ///   - perClient: the client's backoff stream of attempt 0.
  /// - Returns: the delay before the next one; nil where there is none.
  @inline(__always)
  mutating func delay(
    afterFailureAt now: Instant, of number: UInt32, answered answer: ServerAnswer = .none,
    drawing perClient: RandomStream, under policy: ResolvedPolicy
  ) -> Interval? {
    countFailure(at: now, under: policy)
    var random = perClient.of(attempt: number)
    let decision = nextDelay(
      at: now, after: answer, random: &random, perClient: perClient, under: policy)
    guard case .retry(let delay) = decision else { return nil }
    return delay
  }
}

/// The actions of a client's session from one contact with the gateway to the next, where they
/// depend on nothing but the client's own draws. They are rehearsed once with the machine itself.
/// They are the same for all clients of a cohort, but for what the clients' formulas remember.
///
/// In every passage one attempt fails and one begins. It is valid for a client whose machine has the bytes
/// of `entry`, but for the formula's, and whose timers are those of `running`. It leaves the machine with
/// the bytes of `exit`.
struct Passage<Machine: SimulatedSession>: BitwiseCopyable {
  let entry: Machine
  private(set) var exit: Machine
  let running: TimerSet<Machine.Timer>
  /// The milestones reached when the attempt fails, and when one begins.
  private(set) var atFailure = Moment()
  private(set) var atBegin = Moment()
  /// States: at the entry, while the client waits, and while it tries.
  let first: Int
  private(set) var resting = 0
  private(set) var trying = 0
  /// The timer by which the client waits.
  private(set) var wake: Machine.Timer
  /// The time limit of an attempt; nil where there is none.
  private(set) var limit: Machine.Timer?
  private(set) var patience = Interval.longest
  /// The timers that opening arms, where it is passed. None is due before the time limit.
  private(set) var openTimers = TimerSet<Machine.Timer>(bits: 0)

  /// - Parameters:
  ///   - running: the client's timers.
  ///   - rehearsal: of its machine, which has not begun.
  /// - Returns: nil where the machine does not keep to the course.
  init?(
    _ course: Course, _ running: TimerSet<Machine.Timer>,
    _ rehearsal: consuming Rehearsal<Machine>
  ) {
    guard let timer = Self.leading(running, rehearsal.machine) else { return nil }
    entry = rehearsal.machine.withoutFormula
    exit = entry
    first = rehearsal.machine.stateNumber
    self.running = running
    wake = timer
    let isPlain =
      switch course {
      case .refused(let reason): isRefused(reason, &rehearsal)
      case .turnedAway(let reason):
        fails(by: .closed(reason), closes: 0, limit: timer, &rehearsal) && isAlone(timer)
      case .timedOut:
        fails(by: .fired(timer), closes: 1, limit: timer, &rehearsal)
          && (isAlone(timer) || isOpen(timer, &rehearsal))
      case .timedOutOnceOpen:
        rehearsal.open() != nil && fails(by: .fired(timer), closes: 1, limit: timer, &rehearsal)
          && isAlone(timer) && opens(timer, &rehearsal)
      }
    if !isPlain { return nil }
  }

  /// Makes a passage that leads nowhere, to be replaced by what a rehearsal finds; nil for a
  /// machine without timers.
  init?(of machine: Machine) {
    guard let timer = Machine.Timer.allCases.first else { return nil }
    entry = machine
    exit = machine
    running = []
    first = 0
    wake = timer
  }

  /// Returns true if another rehearsal of the same course has given the same passage.
  func isSame(as other: Passage) -> Bool {
    haveSameBytes(exit, other.exit) && atFailure == other.atFailure && atBegin == other.atBegin
      && resting == other.resting && trying == other.trying && wake == other.wake
      && limit == other.limit && patience == other.patience && openTimers == other.openTimers
  }

  /// The only timer that does more than probe the connection: the one that the client waits by, or the
  /// time limit of its attempt.
  private static func leading(
    _ running: TimerSet<Machine.Timer>, _ machine: Machine
  ) -> Machine.Timer? {
    let bits = running.bits & ~machine.keepaliveTimers.bits
    guard bits.nonzeroBitCount == 1 else { return nil }
    return Machine.Timer(rawValue: UInt8(bits.trailingZeroBitCount))
  }

  private func isAlone(_ timer: Machine.Timer) -> Bool { running.bits == 1 << timer.rawValue }

  // MARK: Courses

  private mutating func isRefused(
    _ reason: CloseReason, _ rehearsal: inout Rehearsal<Machine>
  ) -> Bool {
    guard isAlone(wake), !rehearsal.machine.connectionTimers.contains(wake),
      let begin = rehearsal.begin(by: wake)
    else { return false }
    trying = rehearsal.machine.stateNumber
    take(begin)
    guard let (failure, wait) = rehearsal.fail(by: .closed(reason), closes: 0),
      wait.rawValue == wake.rawValue
    else { return false }
    atFailure = failure.moment
    resting = rehearsal.machine.stateNumber
    exit = rehearsal.machine.withoutFormula
    return haveSameBytes(entry, exit)
  }

  private mutating func fails(
    by event: Event<Machine>, closes: Int, limit timer: Machine.Timer,
    _ rehearsal: inout Rehearsal<Machine>
  ) -> Bool {
    guard rehearsal.machine.connectionTimers.contains(timer),
      let (failure, wait) = rehearsal.fail(by: event, closes: closes)
    else { return false }
    resting = rehearsal.machine.stateNumber
    atFailure = failure.moment
    wake = wait
    guard let begin = rehearsal.begin(by: wait) else { return false }
    trying = rehearsal.machine.stateNumber
    take(begin)
    exit = rehearsal.machine.withoutFormula
    return limit?.rawValue == timer.rawValue
  }

  private mutating func take(_ begin: Deed<Machine>) {
    atBegin = begin.moment
    limit = begin.armed.first?.timer
    patience = begin.armed.first?.after ?? .longest
  }

  /// Returns true if the timers that run are those of an attempt that has opened.
  private func isOpen(_ timer: Machine.Timer, _ rehearsal: inout Rehearsal<Machine>) -> Bool {
    guard let open = rehearsal.open(), open.shortest > patience else { return false }
    return running.bits == open.timers.bits | 1 << timer.rawValue
  }

  /// Returns true if opening arms nothing that could end the attempt before its time limit.
  private mutating func opens(
    _ timer: Machine.Timer, _ rehearsal: inout Rehearsal<Machine>
  ) -> Bool {
    guard let open = rehearsal.open(), open.shortest > patience, !open.timers.contains(timer)
    else { return false }
    openTimers = open.timers
    return true
  }
}
