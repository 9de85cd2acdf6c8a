import Faults
import Primitives

/// When a run is over: at the end of its plan, or, where the plan says `until: settled`, once no
/// client changes by itself any more and all faults have ended.
///
/// A run whose `control` says no ends wherever it is.
struct RunEnd {
  let ofPlan: Instant
  /// From when on a run may end before that; nil where it may not.
  private let settleFrom: Instant?

  init(_ plan: SimulationPlan, _ timeline: FaultTimeline) {
    ofPlan = .start + plan.duration
    settleFrom = plan.untilSettled ? timeline.settleFrom : nil
  }

  /// When a run ends whose clients are all settled, if it ends before its next event.
  @inline(__always)
  func settled(at now: Instant, next: Instant) -> Instant? {
    guard let settleFrom, now >= settleFrom || next > settleFrom else { return nil }
    return max(now, settleFrom)
  }

  /// When a run ends in which nothing happens any more.
  /// - Parameter unsettled: clients that may still change by themselves.
  func withoutEvents(after now: Instant, unsettled: Int) -> Instant {
    guard let settleFrom, unsettled == 0 else { return ofPlan }
    return max(now, settleFrom)
  }

  /// Returns the moment before which everything has happened in a run that is over. An event due at
  /// the end of the plan no longer happens; a run that ends by itself has seen out its last
  /// instant.
  func happens(until now: Instant) -> Instant {
    now < ofPlan ? now + .nanoseconds(1) : ofPlan
  }
}
