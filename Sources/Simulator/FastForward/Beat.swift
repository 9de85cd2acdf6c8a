import Primitives
import Sessions

/// One heartbeat of a healthy connection, as the machine itself plays it: a timer fires, a message is
/// sent, a second timer waits for the answer, and the first runs again.
struct Beat<Machine: SimulatedSession>: BitwiseCopyable, Equatable {
  let timer: Machine.Timer
  let every: Interval
  /// The peer's answer.
  let reply: Machine.Message
  /// The timer that waits for the answer, and how long.
  let limit: Machine.Timer
  let patience: Interval
}

extension Beat {
  /// Plays one heartbeat with a copy of a machine. nil where it is anything but a steady exchange that
  /// leaves the machine as it was, between the beat and the answer too.
  /// - Parameter turn: to play it with.
  init?(
    of original: Machine, _ timer: Machine.Timer, at instant: Instant,
    under configuration: borrowing Machine.Configuration, in turn: inout Turn<Machine>
  ) {
    var machine = original
    guard machine.keepaliveTimers.contains(timer), machine.serverPing == nil else { return nil }
    turn.begin(at: instant, isDeviceOnline: true)
    machine.handle(.fired(timer), under: configuration, in: &turn)
    // A client that is resumed before the answer comes stands as it did before the beat: one that
    // remembers that a beat is out would not know the answer.
    guard let beat = Beat(reading: &turn, timer, machine), haveSameBytes(machine, original)
    else { return nil }
    turn.begin(at: instant, isDeviceOnline: true)
    machine.handle(.received(beat.reply), under: configuration, in: &turn)
    guard turn.count == 1, case .disarm(beat.limit) = turn.action(0),
      haveSameBytes(machine, original)
    else { return nil }
    self = beat
  }

  /// Reads what the machine did when its timer fired as a heartbeat.
  private init?(reading turn: inout Turn<Machine>, _ timer: Machine.Timer, _ machine: Machine) {
    var sent: Machine.Message?
    var every: Interval?
    var limit: (timer: Machine.Timer, after: Interval)?
    for index in 0..<turn.count {
      switch turn.action(index) {
      case .send(let message) where sent == nil: sent = message
      case .arm(timer, let after): every = after
      case .arm(let other, let after) where limit == nil: limit = (other, after)
      case .send, .arm, .open, .close, .call, .forget, .disarm, .reached: return nil
      }
    }
    guard let sent, let every, let limit, case .reply(let reply) = machine.answer(to: sent),
      limit.after < every
    else { return nil }
    self.init(
      timer: timer, every: every, reply: reply, limit: limit.timer, patience: limit.after)
  }
}
