import Primitives
import Sessions

/// A timer that was armed before the run, and is due in it.
struct ExpectedTimer<Machine: SimulatedSession>: BitwiseCopyable {
  var timer: Machine.Timer
  var armed: Instant
  var due: Instant
}
