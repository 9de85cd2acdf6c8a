import Metrics
import Simulator
import Systems

/// Set-ups that take longer than the clients wait for them.
extension Evidence {
  /// The waits at the stations, the services and the round trips of one part of the set-up together
  /// exceed the clients' own limit for it, and attempts did fail by time.
  var setUpExceedsTimeout: Finding? {
    guard count("attempt_failures.timeout") + run.load.callFailures > 0 else { return nil }
    let found = experiment.input.patience.compactMap { limit in setUp(limit).map { (limit, $0) } }
    // The one that is exceeded most.
    guard
      let (limit, time) = found.max(by: { a, b in
        a.1.median / a.0.seconds < b.1.median / b.0.seconds
      })
    else { return nil }
    let isMedian = time.median > limit.seconds
    let how =
      isMedian
      ? "\(self.time(time.median)) in the median and \(self.time(time.high)) at the 99th percentile"
      : "\(self.time(time.high)) at the 99th percentile"
    return Finding(
      .setUpExceedsTimeout, .notable,
      [
        seconds("set_up_p50_s", time.median), seconds("set_up_p99_s", time.high),
        seconds("limit_s", limit.seconds),
      ] + figures("attempt_failures.timeout", "call_failures"),
      explains: Self.fate + Finding.load,
      "\(limit.part) took longer than the clients wait for it: \(how), most of it "
        + "\(time.mostly), where the \(limit.name) is \(setting(limit.seconds)).")
  }

  /// nil where the limit suffices for 99 %.
  private func setUp(_ limit: Patience) -> (median: Double, high: Double, mostly: String)? {
    // The faults that were in force all the time from clear on.
    let clear = run.course.clear ?? .start
    let travel = limit.travel(
      experiment.input.bend(of: limit.cohort, from: clear, to: run.course.end))
    var median = travel
    var high = travel
    var longest = (seconds: travel, what: "on the way")
    for role in limit.stages {
      // The longest waits there are of attempts that were given up long ago.
      if scenario.gateway[role].queue.discipline.takesNewest { return nil }
      guard let wait = facts.waits[role.name], let p50 = wait.p50, let p99 = wait.p99,
        let statistics = facts.stations[role.name], wait.count > 0
      else { continue }
      let service = statistics.work.seconds / Double(wait.count)
      median += p50 + service
      high += p99 + service
      if p99 > longest.seconds { longest = (p99, "in the queue of the \(role.name) stage") }
      if service > longest.seconds { longest = (service, "in the \(role.name) stage") }
    }
    return high > limit.seconds ? (median, high, longest.what) : nil
  }
}
