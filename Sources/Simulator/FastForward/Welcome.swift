import Primitives
import Sessions

/// The actions of a client's session from when the gateway has let it in until it is connected,
/// where they depend on nothing but when the session hears each message and answer. They are
/// rehearsed once with the machine itself. They are the same for all clients of a cohort, but for
/// what the clients' formulas remember.
///
/// The connection opens, if it has not. The session hears two messages, makes a call and gets its
/// answer. A welcome is valid for a client whose machine has the bytes of `entry`, but for the
/// formula's, and whose timers are those of `running`.
struct Welcome<Machine: SimulatedSession>: BitwiseCopyable {
  let entry: Machine
  private(set) var exit: Machine
  let running: TimerSet<Machine.Timer>
  /// The milestones reached on the first message, on the second, and on the answer.
  private(set) var atGreeting = Moment()
  private(set) var atReady = Moment()
  private(set) var atAnswer = Moment()
  /// States: at the entry, and after each of them.
  private(set) var states: (first: Int, greeted: Int, ready: Int, last: Int)
  /// The call, and how long the machine waits for the answer.
  private(set) var call: Machine.Call
  private(set) var patience = Interval.longest
  /// The timers that are armed on the way, each once.
  private(set) var armed = TimerSet<Machine.Timer>(bits: 0)
  /// The only timer that runs in the end. It probes the connection.
  private(set) var probe: Machine.Timer
  /// When it is due, counted from the opening, where that is a part of it.
  private(set) var probeAfter = Interval.longest

  /// - Parameters:
  ///   - opens: whether the connection has yet to open.
  ///   - running: the client's timers.
  ///   - rehearsal: of its machine, which has not begun.
  /// - Returns: nil where the machine does anything else.
  init?(
    opens: Bool, _ running: TimerSet<Machine.Timer>, _ rehearsal: consuming Rehearsal<Machine>
  ) {
    let machine = rehearsal.machine
    let probes = running.bits & machine.keepaliveTimers.bits
    guard let greeting = machine.authenticated, let ready = machine.ready,
      machine.serverPing == nil, !machine.contends, !machine.repeatsCalls,
      let call = Machine.Call.allCases.first, let timer = Machine.Timer.allCases.first
    else { return nil }
    entry = machine.withoutFormula
    exit = entry
    self.running = running
    self.call = call
    probe = timer
    let state = machine.stateNumber
    states = (state, state, state, state)
    var left = running
    if opens {
      guard probes == 0, let deed = rehearsal.open(), let only = deed.armed.first,
        deed.armed.count == 1, arm(deed, &left)
      else { return nil }
      probe = only.timer
      probeAfter = only.after
    } else {
      guard probes.nonzeroBitCount == 1,
        let only = Machine.Timer(rawValue: UInt8(probes.trailingZeroBitCount))
      else { return nil }
      probe = only
    }
    guard hears(greeting, ready, &rehearsal, &left), isAnswered(&rehearsal, &left),
      left.bits == 1 << probe.rawValue, exit.keepaliveTimers.contains(probe)
    else { return nil }
  }

  /// Returns true if another rehearsal has given the same welcome.
  func isSame(as other: Welcome) -> Bool {
    haveSameBytes(exit, other.exit) && atGreeting == other.atGreeting && atReady == other.atReady
      && atAnswer == other.atAnswer && states == other.states && call == other.call
      && patience == other.patience && armed == other.armed && probe == other.probe
      && probeAfter == other.probeAfter
  }

  // MARK: The rehearsal

  /// - Returns: whether each timer is armed at most once.
  private mutating func arm(
    _ deed: Deed<Machine>, _ left: inout TimerSet<Machine.Timer>
  ) -> Bool {
    if armed.bits & deed.timers.bits != 0 { return false }
    armed = TimerSet(bits: armed.bits | deed.timers.bits)
    left = TimerSet(bits: (left.bits | deed.timers.bits) & ~deed.disarmed.bits)
    return true
  }

  /// Returns true if the client makes one call on the second message and goes on waiting.
  private mutating func hears(
    _ greeting: Machine.Message, _ ready: Machine.Message, _ rehearsal: inout Rehearsal<Machine>,
    _ left: inout TimerSet<Machine.Timer>
  ) -> Bool {
    guard let greeted = rehearsal.hear(greeting), greeted.calls.isEmpty, greeted.armed.isEmpty,
      arm(greeted, &left), rehearsal.machine.standing == .waiting, rehearsal.machine.ready == ready
    else { return false }
    atGreeting = greeted.moment
    states.greeted = rehearsal.machine.stateNumber
    guard let deed = rehearsal.hear(ready), let made = deed.calls.first, deed.calls.count == 1,
      arm(deed, &left), rehearsal.machine.standing == .waiting,
      case .gateway = rehearsal.machine.venue(of: made)
    else { return false }
    atReady = deed.moment
    states.ready = rehearsal.machine.stateNumber
    call = made
    patience = min(deed.shortest, .longest)
    return true
  }

  /// Returns true if the answer leaves nothing to come but probes.
  private mutating func isAnswered(
    _ rehearsal: inout Rehearsal<Machine>, _ left: inout TimerSet<Machine.Timer>
  ) -> Bool {
    guard let deed = rehearsal.getAnswer(of: call), deed.armed.isEmpty, arm(deed, &left) else {
      return false
    }
    atAnswer = deed.moment
    states.last = rehearsal.machine.stateNumber
    exit = rehearsal.machine.withoutFormula
    return true
  }
}
