import Sessions
import VirtualTime

/// What the set-up of one client before the run has left to be done.
struct Prehistory<Machine: SessionStateMachine> {
  /// Its timers, with the events that will fire them.
  var timers: [(timer: Machine.Timer, event: PendingEvent)] = []
  /// Answers to the calls that it has just made.
  var answers: [Event<Machine>] = []
}
