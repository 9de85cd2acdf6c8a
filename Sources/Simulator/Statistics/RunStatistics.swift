import Faults
import Measurements
import Primitives
import Sessions

/// The statistics that are written down while a run goes on.
///
/// An object, because every process writes to the same statistics.
final class RunStatistics {
  @exclusivity(unchecked) var recorder: Recorder
  @exclusivity(unchecked) var work = WorkStatistics()
  @exclusivity(unchecked) var recovery: RecoveryStatistics
  @exclusivity(unchecked) var facts: FactLog
  /// Events of the world. Events that only serve the loop do not count: notices of time limits,
  /// ends of fast-forwarding, timers that were cancelled.
  @exclusivity(unchecked) var events = 0
  @exclusivity(unchecked) private var settling: Settling
  /// Clients that want a connection and have none.
  @exclusivity(unchecked) private(set) var down = 0
  /// The first delay that cannot be waited for, and its client; nil where every formula gave one
  /// that can.
  @exclusivity(unchecked) private(set) var rejected: Rejection?

  init(
    _ recorder: consuming Recorder, _ timeline: FaultTimeline, clients: Int, tracer: Tracer?
  ) {
    facts = FactLog(tracer)
    self.recorder = recorder
    recovery = RecoveryStatistics(timeline)
    settling = Settling(unsettled: clients)
    self.recorder.unsettled.change(by: Int32(clients), at: .start)
  }

  /// Clients that may still change by themselves.
  var unsettled: Int { settling.unsettled }

  /// The latest moment at which their number has changed: later than the present where a client has been
  /// played ahead.
  var settledAt: Instant { settling.changedAt }

  func changeUnsettled(by amount: Int, at now: Instant) {
    settling.unsettled += amount
    settling.changedAt = max(settling.changedAt, now)
    recorder.unsettled.change(by: Int32(amount), at: now)
  }

  func changeDown(by amount: Int, at now: Instant) {
    down += amount
    recorder.down.change(by: Int32(amount), at: now)
  }

  func changeConnected(by amount: Int32, ofCohort cohort: Int, at now: Instant) {
    recorder.connected[cohort].change(by: amount, at: now)
  }

  /// Notes a delay that cannot be waited for. If there are several, the first in time counts; at
  /// one instant, that of the client with the least number.
  func reject(_ delay: RejectedDelay, of client: UInt32, at now: Instant) {
    if let first = rejected, (first.at, first.client) <= (now, client) { return }
    rejected = Rejection(at: now, client: client, delay: delay)
  }
}

/// The number of clients that have yet to come to rest.
private struct Settling {
  var unsettled: Int
  var changedAt = Instant.start
}

/// A delay that cannot be waited for.
struct Rejection {
  var at: Instant
  var client: UInt32
  var delay: RejectedDelay
}
