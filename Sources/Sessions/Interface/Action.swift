import Primitives

/// What a session wants done. Small single steps; whoever drives the machine performs them in order.
@frozen
public enum Action<Machine: SessionStateMachine>: BitwiseCopyable, Sendable {
  /// Begin a connection attempt.
  case open
  case send(Machine.Message)
  /// Give the connection or attempt up at once; takes every timer of that connection with it.
  case close
  /// Begin a call; an earlier one that `Machine.CallsOut` has no room beside is forgotten.
  case call(Machine.Call)
  /// Never deliver the answer of a call; whatever works on it should stop.
  case forget(Machine.Call)
  /// Start a timer; one of that name that is already running starts over.
  case arm(Machine.Timer, after: Interval)
  case disarm(Machine.Timer)
  /// - Parameter after: how long it took, for a milestone at the end of something that takes time.
  case reached(Machine.Milestone, after: Interval = .zero)
}
