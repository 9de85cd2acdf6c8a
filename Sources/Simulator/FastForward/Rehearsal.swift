import Backoff
import Primitives
import Sessions

/// Plays a copy of a machine apart from the run, to find out what it does. Its formula is stepped a second
/// time by itself: a passage may do without the machine only where both remember the same, byte for byte.
struct Rehearsal<Machine: SimulatedSession> {
  private(set) var machine: Machine
  private(set) var now: Instant
  private var formula: BackoffState
  private let policy: ResolvedPolicy
  private let configuration: Machine.Configuration
  private let random: RandomSource
  private var turn: Turn<Machine>

  /// nil where the clients of a cohort wait by rules of their own.
  init?(
    of machine: Machine, under configuration: Machine.Configuration, _ random: RandomSource,
    at now: Instant
  ) {
    guard let policy = Machine.policy(of: configuration) else { return nil }
    self.machine = machine
    self.now = now
    self.policy = policy
    self.configuration = configuration
    self.random = random
    formula = machine.formula
    let stream = random.stream(owner: 0, .backoff, attempt: 0)
    turn = Turn(random: stream, perClient: stream)
  }

  /// The time between two moments.
  private static var step: Interval { .milliseconds(10) }

  /// The same rehearsal at another moment, of another second, millisecond and microsecond.
  var postponed: Rehearsal {
    var rehearsal = self
    rehearsal.now = now + .microseconds(3_777_333)
    return rehearsal
  }

  // MARK: Moments

  /// A timer fires, and an attempt begins.
  mutating func begin(by wake: Machine.Timer) -> Deed<Machine>? {
    guard let deed = play(.fired(wake)), deed.opens == 1, deed.closes == 0, deed.armed.count <= 1,
      deed.armed.allSatisfy({ machine.connectionTimers.contains($0.timer) })
    else { return nil }
    formula.attemptBegan(at: now)
    return isFormulaAlike && machine.standing == .waiting ? deed : nil
  }

  /// The transport is open. The machine reaches no milestone, and arms nothing but timers of the
  /// connection.
  mutating func open() -> Deed<Machine>? {
    now = now + Self.step
    let state = machine.stateNumber
    guard let deed = play(.opened), deed.opens == 0, deed.closes == 0, deed.moment.count == 0,
      deed.armed.allSatisfy({ machine.connectionTimers.contains($0.timer) })
    else { return nil }
    formula.opened(at: now, under: policy)
    return isFormulaAlike && machine.stateNumber == state && machine.standing == .waiting
      ? deed : nil
  }

  /// An attempt fails, and the machine waits by its formula.
  /// - Parameter closes: how often the machine gives its connection up itself.
  mutating func fail(
    by event: Event<Machine>, closes: Int
  ) -> (deed: Deed<Machine>, wake: Machine.Timer)? {
    now = now + Self.step
    guard let deed = play(event), deed.opens == 0, deed.closes == closes, deed.armed.count == 1,
      let wait = deed.armed.first, !machine.connectionTimers.contains(wait.timer)
    else { return nil }
    guard
      formula.delay(afterFailureAt: now, of: 1, drawing: stream(0), under: policy) == wait.after,
      isFormulaAlike, machine.standing == .waiting
    else { return nil }
    now = now + wait.after
    return (deed, wait.timer)
  }

  /// A message of the gateway comes, in answer to which the machine may make a call.
  mutating func hear(_ message: Machine.Message) -> Deed<Machine>? {
    now = now + Self.step
    guard let deed = play(.received(message), mayCall: true), deed.opens == 0, deed.closes == 0,
      isFormulaAlike
    else { return nil }
    return deed
  }

  /// The answer of a call comes, and the machine has what it wants.
  mutating func getAnswer(of call: Machine.Call) -> Deed<Machine>? {
    now = now + Self.step
    guard let deed = play(.answered(call, machine.outcome(of: call))), deed.opens == 0,
      deed.closes == 0
    else { return nil }
    formula.becameReady(at: now, under: policy)
    return isFormulaAlike && machine.standing == .connected ? deed : nil
  }

  // MARK: One turn

  /// Plays one turn; nil where the machine does more than a passage can tell of.
  private mutating func play(
    _ event: Event<Machine>, mayCall: Bool = false
  ) -> Deed<Machine>? {
    turn.begin(at: now, isDeviceOnline: true)
    turn.draws = BackoffDraws(random: stream(1), perClient: stream(0))
    machine.handle(event, under: configuration, in: &turn)
    if turn.rejectedDelay != nil { return nil }
    guard let deed = Deed(reading: &turn), mayCall || deed.calls.isEmpty else { return nil }
    return deed
  }

  private func stream(_ attempt: UInt32) -> RandomStream {
    random.stream(owner: 0, .backoff, attempt: attempt)
  }

  private var isFormulaAlike: Bool { haveSameBytes(machine.formula, formula) }
}

/// The actions that a machine wants done in one turn.
struct Deed<Machine: SimulatedSession> {
  private(set) var moment = Moment()
  private(set) var opens = 0
  private(set) var closes = 0
  private(set) var calls: [Machine.Call] = []
  /// Timers that are armed, none of them twice.
  private(set) var armed: [(timer: Machine.Timer, after: Interval)] = []
  /// Timers that run no longer.
  private(set) var disarmed = TimerSet<Machine.Timer>(bits: 0)

  /// nil where there is anything else, or a milestone of which more than the number is recorded.
  fileprivate init?(reading turn: inout Turn<Machine>) {
    for index in 0..<turn.count {
      switch turn.action(index) {
      case .open: opens += 1
      case .close: closes += 1
      case .call(let call): calls.append(call)
      case .disarm(let timer):
        if timers.contains(timer) { return nil }
        disarmed = TimerSet(bits: disarmed.bits | 1 << timer.rawValue)
      case .arm(let timer, let after):
        if timers.contains(timer) { return nil }
        armed.append((timer, after))
        disarmed = TimerSet(bits: disarmed.bits & ~(1 << timer.rawValue))
      case .reached(let milestone, let after):
        guard after == .zero, !Machine.isTimed(milestone), Machine.effect(of: milestone) == nil,
          moment.count < Moment.room
        else { return nil }
        moment.append(milestone.rawValue)
      case .send, .forget: return nil
      }
    }
  }

  var timers: TimerSet<Machine.Timer> {
    TimerSet(bits: armed.reduce(0) { $0 | 1 << $1.timer.rawValue })
  }

  /// The shortest time for which one of the armed timers runs.
  var shortest: Interval { armed.map(\.after).min() ?? .max }
}
