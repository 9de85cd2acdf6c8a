import Faults
import Measurements
import Primitives
import Simulator

/// Whether a storm outlives its cause: see the definition of `metastable`.
package struct Metastability: Sendable {
  /// nil where it cannot be told.
  package let isMetastable: Bool?
  /// nil where it is not metastable.
  package let cause: StormCause?
  /// Whether it cannot be told because an incident was in force when the last arrivals came.
  package let isHiddenByIncident: Bool
  /// Seconds after clear that storms lasted, in whole minutes; nil without a clear.
  let stormSeconds: Double?

  private static var minute: Int { 60 }

  init(_ input: RunInput, _ run: RunResult, _ book: StormBook) {
    guard let clear = run.clear, clear <= run.end else {
      (isMetastable, cause, isHiddenByIncident, stormSeconds) = (nil, nil, false, nil)
      return
    }
    let plan = input.plan
    let timeline = FaultTimeline(
      plan.faults, nodes: plan.gateway.nodes, end: .start + plan.duration,
      recoveryFrom: plan.recoveryFrom)
    let first = Int(clear.seconds.rounded(.up))
    let last = Int(run.end.seconds)
    let storms = stride(from: first, through: last - Self.minute, by: Self.minute).filter { begin in
      let window = begin..<begin + Self.minute
      return !timeline.isIncidentInForce(during: window) && book.storm(in: window) != nil
        && !input.isOutOfReach(during: window)
    }
    stormSeconds = Double(storms.count * Self.minute)
    let verdict = Self.verdict(
      run, clear, window: Int(plan.metastableWindow.seconds.rounded(.up)), timeline, book,
      input)
    isMetastable = verdict.isTrue
    cause = verdict.cause
    isHiddenByIncident = verdict.isHidden
  }

  private static func verdict(
    _ run: RunResult, _ clear: Instant, window: Int, _ timeline: FaultTimeline, _ book: StormBook,
    _ input: RunInput
  ) -> (isTrue: Bool?, cause: StormCause?, isHidden: Bool) {
    if Double(run.affectedTrying) < max(1, 0.01 * Double(run.affected)) {
      return (false, nil, false)
    }
    guard let end = book.endOfArrivals, Double(end) > clear.seconds else {
      return (false, nil, false)
    }
    let seconds = end - window..<end
    if seconds.lowerBound < 0 || Double(seconds.lowerBound) < clear.seconds {
      return (nil, nil, false)
    }
    if timeline.isIncidentInForce(during: seconds) { return (nil, nil, true) }
    // Who cannot get through, however few they are, is no storm.
    if input.isOutOfReach(during: seconds) { return (false, nil, false) }
    let cause = book.storm(in: seconds)
    return (cause != nil, cause, false)
  }
}

extension FaultTimeline {
  fileprivate func isIncidentInForce(during seconds: Range<Int>) -> Bool {
    isIncidentInForce(
      from: .seconds(Int64(seconds.lowerBound)), to: .seconds(Int64(seconds.upperBound)))
  }
}

extension RunInput {
  fileprivate func isOutOfReach(during seconds: Range<Int>) -> Bool {
    isOutOfReach(
      from: .seconds(Int64(seconds.lowerBound)), to: .seconds(Int64(seconds.upperBound)))
  }
}
