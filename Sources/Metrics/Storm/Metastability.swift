import Faults
import Measurements
import Primitives
import Simulator

/// The judgement on a storm that may outlive its cause: see the definition of `metastable`.
package struct Metastability: Sendable {
  /// nil where it cannot be told.
  package let isMetastable: Bool?
  /// nil where it is not metastable.
  package let cause: StormCause?
  /// Why it cannot be told; nil where it can, and without a clear.
  package let doubt: Doubt?
  /// The drain of a storm that becomes less by itself, so that it cannot be told; from the last arrival.
  package let drain: Drain?
  /// Seconds after clear that storms lasted, in whole minutes; nil without a clear.
  let stormSeconds: Double?

  /// Why it cannot be told whether a storm outlives its cause.
  package enum Doubt: Hashable, Sendable {
    /// The window that ends at the last arrival reaches back before clear.
    case tooEarly
    /// An incident was in force when the last arrivals came.
    case incident
    /// The storm becomes less by itself.
    case draining
    /// The last wave of attempts came to nothing, and the next has not come.
    case betweenWaves
  }

  private static var minute: Int { 60 }

  init(_ input: RunInput, _ run: RunResult, _ book: StormBook) {
    guard let clear = run.course.clear, clear <= run.course.end else {
      self.init(.unknown(nil), stormSeconds: nil)
      return
    }
    let plan = input.plan
    let timeline = plan.timeline
    let first = Int(clear.seconds.rounded(.up))
    let last = Int(run.course.end.seconds)
    let storms = stride(from: first, through: last - Self.minute, by: Self.minute).filter { begin in
      let window = begin..<begin + Self.minute
      return !timeline.isIncidentInForce(during: window) && book.storm(in: window) != nil
        && !input.isOutOfReach(during: window)
    }
    let verdict = Self.verdict(
      run, clear, window: Int(plan.metastableWindow.seconds.rounded(.up)), timeline, book,
      input)
    self.init(verdict, stormSeconds: Double(storms.count * Self.minute))
  }

  private init(_ verdict: Verdict, stormSeconds: Double?) {
    self.stormSeconds = stormSeconds
    switch verdict {
    case .storm(let cause): (isMetastable, self.cause) = (true, cause)
    case .none: (isMetastable, cause) = (false, nil)
    case .unknown, .draining: (isMetastable, cause) = (nil, nil)
    }
    doubt =
      switch verdict {
      case .unknown(let doubt): doubt
      case .draining: .draining
      case .storm, .none: nil
      }
    drain = if case .draining(let drain) = verdict { drain } else { nil }
  }

  private enum Verdict: Equatable {
    case storm(StormCause)
    case none
    case unknown(Doubt?)
    case draining(Drain)
  }

  /// In seconds.
  private static var longPause: Int { 300 }

  private static func verdict(
    _ run: RunResult, _ clear: Instant, window: Int, _ timeline: FaultTimeline, _ book: StormBook,
    _ input: RunInput
  ) -> Verdict {
    if Double(run.recovery.affectedTrying) < max(1, 0.01 * Double(run.recovery.affected)) {
      return .none
    }
    guard let end = book.endOfArrivals, Double(end) > clear.seconds else { return .none }
    let seconds = end - window..<end
    // Clients that have not tried for so long wait for nothing but a long timer. A window that is
    // shorter than the pause between two retries says nothing of that. Where the last of them drowned, the next
    // wave may drown too.
    if run.course.end.seconds >= Double(end + max(window, Self.longPause)) {
      let isStorm =
        Double(seconds.lowerBound) >= clear.seconds && !timeline.isIncidentInForce(during: seconds)
        && book.storm(in: seconds) != nil && !input.isOutOfReach(during: seconds)
      return isStorm ? .unknown(.betweenWaves) : .none
    }
    if seconds.lowerBound < 0 || Double(seconds.lowerBound) < clear.seconds {
      return .unknown(.tooEarly)
    }
    if timeline.isIncidentInForce(during: seconds) { return .unknown(.incident) }
    guard let cause = book.storm(in: seconds) else { return .none }
    // Clients that cannot get through, however few they are, are no storm.
    if input.isOutOfReach(during: seconds) { return .none }
    let drain = book.drain(in: seconds, since: Int(clear.seconds.rounded(.up)))
    return drain.map { .draining($0) } ?? .storm(cause)
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
