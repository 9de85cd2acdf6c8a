import Faults
import Findings
import Primitives
import Scenarios
import Simulator

/// When a run cannot keep a promise about its recovery any more, so that the rest of it need not be
/// simulated to know that it breaks it: so many clients are still away.
///
/// A run is given twice the time of the promise at first. One that settles before is whole. One that does not, and has
/// lost the promise, is left at that; any other is run again with all its time. One that was left is run to
/// its end after all where the seeds together do not decide: a client that never comes back breaks the promise
/// alone, a late one does not.
struct LostCause: Hashable, Sendable {
  /// The place of the promise among all.
  let promise: Int
  /// The time from the beginning of a run.
  let time: Interval

  /// nil where no promise can be lost before the end of a run.
  init?(_ scenario: Scenario) {
    let timeline = scenario.timeline
    // If some clients may leave by themselves, only the others count.
    let mayLeave =
      scenario.clients.mix.contains { !($0.behaviour ?? scenario.clients.behaviour).isEmpty }
      || scenario.faults.contains { $0.kind == .logout }
    guard !mayLeave, scenario.untilSettled, let clear = timeline.clear else { return nil }
    let candidates = scenario.slo.enumerated().compactMap { place, level -> (Int, Double)? in
      guard Self.ranks.contains(level.metric), level.comparison.isUpperLimit,
        case .number(let limit) = level.value
      else { return nil }
      return (place, limit)
    }
    guard let first = candidates.min(by: { $0.1 < $1.1 }) else { return nil }
    promise = first.0
    // Twice, for a run that is a little late tells more whole; a second more, for what is rounded.
    time = (clear - .start) + Interval(seconds: 2 * first.1 + 1)
    if time >= scenario.duration { return nil }
  }

  /// Distributions of the time to recover have these; a client that is away is beyond each of them.
  private static let ranks = Set(
    ["p50", "p90", "p95", "p99", "p999", "max"].map { "recover.\($0)" })

  /// Returns true if a run that was ended at `time` has lost the promise.
  func isLost(in summary: Summary) -> Bool {
    let level = summary.scenario.slo[promise]
    return summary.value(at: level.metric) == .never
  }
}
