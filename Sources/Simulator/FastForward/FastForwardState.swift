import Primitives
import Sessions

/// What is known of the clients whose heartbeats are not simulated for the time being.
struct FastForwardState<Machine: SessionStateMachine>: ~Copyable {
  /// How many they are.
  var clients = 0
  /// The heartbeat of each cohort's clients, once one of them has been fast-forwarded.
  let beats: FixedTable<Beat<Machine>?>
  /// The next moment at which faults change anything for connected clients.
  var nextDisturbance = Instant.never
  /// For playing a heartbeat with a copy of a machine.
  var rehearsal: Turn<Machine>

  init(cohorts: Int, rehearsal: Turn<Machine>) {
    beats = FixedTable(count: cohorts) { _ in nil }
    self.rehearsal = rehearsal
  }
}
