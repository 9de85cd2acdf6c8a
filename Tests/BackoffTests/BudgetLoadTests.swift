import Primitives
import Testing

@testable import Backoff

/// What budgets let through, in small worlds without time: every try fails with a given probability.
@Suite("The load that budgets allow: D2, D5, D7") struct BudgetLoadTests {
  /// Callers whose requests come in turn, a hundredth of a second apart, and are tried again at once.
  private struct Callers {
    var tries = 0
    var successes = 0
    let requests: Int

    var load: Double { Double(tries) / Double(requests) }
    var success: Double { Double(successes) / Double(requests) }

    /// - Parameter fails: on a draw on [0, 1) and the number of tries of this moment.
    init(_ text: String, callers: Int, requests: Int, retries: Int, failure: Double) throws {
      self.requests = requests
      let budget = try RetryBudget.parse(text)
      var states = Array(repeating: BudgetState(budget), count: callers)
      let random = RandomSource(seed: 7)
      for request in 0..<requests {
        let now = Instant(nanoseconds: Int64(request) * 10_000_000 / Int64(callers))
        let caller = request % callers
        states[caller].requestBegan(at: now, under: budget)
        var taken: Double?
        for attempt in 0...retries {
          let index = UInt32(attempt)
          let verdict = states[caller].judge(at: now, under: budget) {
            random.uniform(owner: UInt32(request), .fault, attempt: index, index: 1)
          }
          if verdict == .throttled { break }
          tries += 1
          let draw = random.uniform(owner: UInt32(request), .fault, attempt: index, index: 0)
          if draw >= failure {
            successes += 1
            states[caller].succeeded(
              at: now, taken: taken, isProbe: verdict == .probes, under: budget)
            break
          }
          states[caller].failed(at: now, isProbe: verdict == .probes, under: budget)
          taken = states[caller].allowsRetry(at: now, afterTimeout: false, under: budget)
          if taken == nil { break }
        }
      }
    }
  }

  /// D2: a bucket that requests fill lets a tenth more through, and what it held at the start.
  @Test(arguments: [(0.2, 0.881), (0.3, 0.772), (0.5, 0.552), (0.75, 0.277)])
  func bucketFilledByRequests(failure: Double, success: Double) throws {
    let run = try Callers(
      "bucket(5, 0.1, start)", callers: 100, requests: 100_000, retries: 1_000, failure: failure)
    #expect(abs(run.load - 1.105) < 0.011, "\(run.load)")
    #expect(abs(run.success - success) < 0.01, "\(run.success)")
  }

  @Test(arguments: [
    (0.2, 1.091, 0.873), (0.3, 1.080, 0.756), (0.5, 1.057, 0.529), (0.75, 1.03, 0.259),
  ])
  func bucketFilledBySuccess(failure: Double, load: Double, success: Double) throws {
    let run = try Callers(
      "bucket(5, 0.1, success)", callers: 100, requests: 100_000, retries: 1_000, failure: failure)
    #expect(abs(run.load - load) < 0.011, "\(run.load)")
    #expect(abs(run.success - success) < 0.01, "\(run.success)")
  }

  @Test(arguments: [(0.05, 1.051, 0.9975), (0.1, 1.035, 0.932), (0.2, 1.0, 0.8)])
  func retryBreaker(failure: Double, load: Double, success: Double) throws {
    let run = try Callers(
      "retryBreaker(10%, 1h)", callers: 100, requests: 100_000, retries: 3, failure: failure)
    #expect(abs(run.load - load) < 0.011, "\(run.load)")
    #expect(abs(run.success - success) < 0.01, "\(run.success)")
  }

  /// D5: retries stop where failures take more tokens than successes give.
  @Test(arguments: [
    (0.05, 1.052), (0.08, 1.061), (0.095, 1.034), (0.1, 1.021), (0.12, 1.004), (0.2, 1.0),
  ])
  func grpc(failure: Double, load: Double) throws {
    let run = try Callers(
      "grpc(10, 0.1)", callers: 1, requests: 100_000, retries: 3, failure: failure)
    #expect(abs(run.load - load) < 0.01, "\(run.load)")
  }

  /// D7: a share of a tenth lets a tenth more through, where everything fails.
  @Test func aShareOfATenth() throws {
    let run = try Callers(
      "share(10%)", callers: 1, requests: 100_000, retries: 10, failure: 1)
    #expect(abs(run.load - 1.1) < 0.011, "\(run.load)")
  }
}
