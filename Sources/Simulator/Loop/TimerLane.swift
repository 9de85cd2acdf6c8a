import Primitives
import Sessions
import VirtualTime

// Timeouts. A time limit of a connection is armed at every attempt and nearly always cancelled, and
// all clients of a cohort have the same. Such timers wait in a lane, in the order in which they were
// armed. Only when the first of a lane is due does it enter the event list; those that were cancelled
// by then never do.

/// The timers of one name and one cohort that run for `after`.
struct TimerLane: ~Copyable {
  var events = EventLane()
  /// How long they all run; nil before the first.
  var after: Interval?
  /// True if a notice of the first one's time is pending.
  var isNoticed = false
  /// The length at which those cancelled are thrown out.
  private(set) var limit = TimerLane.leastLimit

  private static var leastLimit: Int { 4096 }
  /// How many events ahead their owners are fetched.
  static var ahead: Int { 8 }

  /// Throws out the timers that were cancelled, so that a lane is never much longer than the timers
  /// that run.
  mutating func throwOut(_ clients: some Clientele) {
    // The first stays, because its time has been noticed.
    events.keep(
      announcing: Self.ahead, to: { clients.prefetch(ownerOf: $0.key) },
      where: { index, event in index == 0 || clients.isRunning(event) })
    limit = max(Self.leastLimit, 2 * events.count)
  }
}
