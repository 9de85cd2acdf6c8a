import GatewayModel
import NetworkModel
import Primitives
import Simulator

/// Set-ups that take longer than the clients wait for them.
extension Evidence {
  /// The waits at the stations, the services and the round trips of one part of the set-up together
  /// exceed the clients' own limit for it, and attempts did fail by time.
  var setUpExceedsTimeout: Finding? {
    guard count("attempt_failures.timeout") + run.callFailures > 0 else { return nil }
    let found = patience.compactMap { limit in setUp(limit).map { (limit, $0) } }
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
      explains: Self.fate + Self.load,
      "\(limit.part) takes longer than the clients wait for it: \(how), most of it "
        + "\(time.mostly), where the \(limit.name) is \(setting(limit.seconds)).")
  }

  /// How long clients wait for a part of their set-up.
  private struct Patience {
    var name: String
    var part: String
    var seconds: Double
    var stages: [StationRole]
    /// One-way delays on the way.
    var oneWays: Double
    var oneWay: Double
  }

  /// Each limit of each cohort.
  private var patience: [Patience] {
    zip(experiment.configurations, experiment.plan.cohorts).flatMap { configuration, cohort in
      let network = cohort.network
      let oneWay = network.latency.distribution.meanSeconds
      let connection = Double(2 * (1 + network.setup.connection))
      let call = Double(2 * network.setup.calls)
      switch configuration {
      case .stoat(let own):
        return [
          Patience(
            name: "connect timeout", part: "Connecting",
            seconds: own.backoff.connectTimeout.seconds, stages: [.handshake, .auth],
            oneWays: connection, oneWay: oneWay),
          Patience(
            name: "call timeout", part: "A call of the set-up", seconds: own.callTimeout.seconds,
            stages: [.api], oneWays: call, oneWay: oneWay),
        ]
      case .optimistic(let own):
        return [
          Patience(
            name: "request timeout", part: "A request", seconds: own.requestTimeout.seconds,
            stages: [.api], oneWays: call, oneWay: oneWay)
        ]
      case .primer(let own):
        guard let limit = own.requestTimeout else { return [] }
        return [
          Patience(
            name: "request timeout", part: "A request", seconds: limit.seconds, stages: [.api],
            oneWays: call, oneWay: oneWay)
        ]
      case .chatSocket, .appExtension: return []
      }
    }
  }

  /// nil where the limit suffices for 99 %.
  private func setUp(_ limit: Patience) -> (median: Double, high: Double, mostly: String)? {
    let travel = limit.oneWays * limit.oneWay
    var median = travel
    var high = travel
    var longest = (seconds: travel, what: "on the way")
    for role in limit.stages {
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
