import Primitives

/// A single small step that a session wants done. The driver of the machine performs the steps in
/// order.
@frozen
public enum Action<Machine: SessionStateMachine>: BitwiseCopyable, Sendable {
  /// Begin a connection attempt.
  case open
  case send(Machine.Message)
  /// Give the connection or attempt up at once; takes every timer of that connection with it.
  case close
  /// Begin a call. If `Machine.CallsOut` has no room for it beside an earlier one, the earlier one
  /// is forgotten.
  case call(Machine.Call)
  /// Never deliver the answer of a call. Work on the call should stop.
  case forget(Machine.Call)
  /// Start a timer; one of that name that is already running starts over.
  case arm(Machine.Timer, after: Interval)
  case disarm(Machine.Timer)
  /// - Parameter after: the time it took, for a milestone at the end of something that takes time.
  case reached(Machine.Milestone, after: Interval = .zero)
}
