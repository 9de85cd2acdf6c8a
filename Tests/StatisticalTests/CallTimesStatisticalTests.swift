import Simulator
import Store
import Studies
import Testing
import Text

/// Calls of systems that make them again and again: each has a service time of its own.
@Suite("Service times of calls", .enabled(if: isOptimised))
struct CallTimesStatisticalTests {
  /// 20 apps that are launched again every 30 s or so, for two hours. Nothing but the call takes time, and nobody
  /// waits for a server: a priming takes what its call draws, exponential with mean 1 s, unless the next launch,
  /// exponential with mean 30 s, comes before. The shorter of both is exponential with mean 30/31 s, and the mean of
  /// n has a standard error of that over sqrt(n).
  @Test func everyCallDrawsItsOwn() throws {
    let right = 30.0 / 31
    let errors = try (1...200 as ClosedRange<UInt64>).map { seed in
      let summary = try runAndSummary(Self.launches, seed: seed)
      let count = summary["primer.priming_time.count"]
      #expect(count > 4_000)
      return (summary["primer.priming_time.mean"] - right) * count.squareRoot() / right
    }
    // 200 standardised errors: their mean has a standard error of 1/sqrt(200), their mean square, with 200 degrees
    // of freedom, one of sqrt(2/200). Calls that drew the same again would spread them wider.
    let mean = errors.reduce(0, +) / 200
    let square = errors.reduce(0) { $0 + $1 * $1 } / 200
    #expect(abs(mean) <= 4 / 200.0.squareRoot(), "\(mean)")
    #expect(abs(square - 1) <= 4 * (2.0 / 200).squareRoot(), "\(square)")
  }

  private static let launches = """
    duration: 2h
    clients:
      count: 20
      session: primer
      start: {within: 1m}
      behaviour:
        launches: {every: {exponential: 30s}, newUser: 100%}
        firstScreen: 0
        reads: none
        listeners: none
        push: none
    network: ideal
    gateway: {profile: ideal, api: {workers: unlimited, time: {exponential: 1s}}}
    """

  /// An app that is launched every second by another user, and a worker that takes 129 s: call k is answered at
  /// 129 k s, when call 129 k + 1 is out, which has the same one of 128 stamps. Nobody awaits any of the answers.
  @Test func anAnswerAsOldAsTheStampsIsNobodys() throws {
    let summary = try runAndSummary(
      """
      duration: 2h
      clients:
        count: 1
        session: primer
        start: {within: 0s}
        behaviour:
          launches: {every: 1s, newUser: 100%}
          firstScreen: 0
          reads: none
          listeners: none
          push: none
      network: ideal
      gateway: {profile: ideal, api: {workers: 1, time: 129s}}
      """)
    #expect(summary["calls"] >= 7_000)
    #expect(summary["primer.priming_time.count"] == 0)
  }

  /// A worker that takes twice as long as the clients wait: whoever gives its call up has no failed call.
  @Test func whatTheClientGivesUpIsNoFailure() throws {
    let summary = try runAndSummary(
      """
      duration: 5m
      clients: {count: 20, backoff: 1s, start: {within: 1s}}
      network: ideal
      gateway: {profile: ideal, api: {workers: unlimited, time: 20s}}
      """)
    #expect(summary["call_failures"] == 0)
    #expect(summary["calls"] > 400 && summary["attempt_failures.timeout"] > 400)
  }

  /// Half of the clients are refused for good, after 10 ms of authentication for nothing. Then each asks why its
  /// session ended, another 10 ms: that call is worth what it answers. The others take 10 ms at three stations.
  @Test func whatIsAskedAfterARefusalIsNotWasted() throws {
    let summary = try runAndSummary(
      """
      duration: 5m
      clients: {count: 1000, backoff: 1s, start: {within: 60s}}
      network: ideal
      gateway:
        profile: ideal
        auth: {workers: unlimited, time: 10ms}
        ready: {workers: unlimited, time: 10ms}
        api: {workers: unlimited, time: 10ms}
      faults: [{at: 0s, for: 2m, kind: authFailure, answer: permanent, probability: 50%}]
      """)
    let (refused, others) = (summary["in_error"], summary["recovered"])
    #expect(refused > 400 && others > 400 && summary["calls"] == 1_000)
    let share = 10 * refused / (20 * refused + 30 * others)
    #expect(abs(summary["wasted_work_share"] - share) < 1e-9)
  }
}
