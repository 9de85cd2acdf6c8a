import Faults
import Primitives

/// The choice of the clients whose recovery is measured, and of the moment from which it is.
struct RecoveryStatistics {
  /// When losing a connection, or wanting one, makes a client one of those whose recovery is
  /// measured: from the first incident's begin to clear; always where only the weather is bad.
  let dropWindow: Range<Instant>
  /// True if there is any fault to recover from.
  let hasCounted: Bool
  /// The moment when the clients that are away just before the first incident are to be looked at;
  /// never where that is done, or there is no incident.
  var incidentDue: Instant
  /// The moment when the clients that are away just before clear are to be looked at; never where
  /// that is done, or nothing clears.
  var clearDue: Instant
  /// Clients without a connection just before the first incident.
  var awayBefore = 0
  var atClear: StandAtClear?

  init(_ timeline: FaultTimeline) {
    let clear = timeline.clear
    incidentDue = timeline.incidentBegin ?? .never
    hasCounted = !timeline.counted.isEmpty
    clearDue = hasCounted ? clear ?? .never : .never
    dropWindow =
      timeline.incidentBegin.map { $0..<max($0, clear ?? .never) } ?? .start..<(.never)
  }

  /// The next moment before which clients are to be looked at.
  var due: Instant { min(incidentDue, clearDue) }
}

extension FaultTimeline {
  /// The moment from which a run may end once all clients are settled: everything is clear, and all
  /// faults have ended. nil where that is not before the run's end.
  var settleFrom: Instant? {
    guard let clear, let lastEnd else { return nil }
    let from = max(clear, lastEnd)
    return from < end ? from : nil
  }
}
