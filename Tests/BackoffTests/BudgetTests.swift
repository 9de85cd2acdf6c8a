import Primitives
import Testing

@testable import Backoff

@Suite("Budgets of retries") struct BudgetTests {
  /// A caller whose tries are told, and that says what may go.
  struct Caller {
    let budget: RetryBudget
    var state: BudgetState
    var now = Instant.start

    init(_ text: String) throws {
      budget = try RetryBudget.parse(text)
      state = BudgetState(budget)
    }

    mutating func request() { state.requestBegan(at: now, under: budget) }

    mutating func judge(draw: Double = 0.5) -> BudgetState.Verdict {
      state.judge(at: now, under: budget) { draw }
    }

    mutating func succeed(taken: Double? = nil, isProbe: Bool = false) {
      state.succeeded(at: now, taken: taken, isProbe: isProbe, under: budget)
    }

    /// A try fails; returns the tokens that the retry takes, if it is allowed.
    mutating func fail(isTimeout: Bool = false, isProbe: Bool = false) -> Double? {
      state.failed(at: now, isProbe: isProbe, under: budget)
      return state.allowsRetry(at: now, afterTimeout: isTimeout, under: budget)
    }

    /// Retries that are allowed in a row.
    mutating func retries(isTimeout: Bool = false) -> Int {
      var count = 0
      while fail(isTimeout: isTimeout) != nil { count += 1 }
      return count
    }
  }

  // MARK: Tokens

  /// Ten tokens: the fifth failure leaves 5, which are not more than half.
  @Test func grpcStopsAtHalf() throws {
    var caller = try Caller("grpc(10, 0.1)")
    #expect(caller.retries() == 4)
    for _ in 0..<10 { caller.succeed() }
    // 4 + 1 - 1 are not more than 5.
    #expect(caller.fail() == nil)
    for _ in 0..<30 { caller.succeed() }
    #expect(caller.fail() == 0)
  }

  /// D6: a cold client has exactly 100 retries, or 50 after timeouts.
  @Test func awsOfAColdClient() throws {
    var refused = try Caller("aws(500, 5, 10, 1)")
    #expect(refused.retries() == 100)
    var late = try Caller("aws(500, 5, 10, 1)")
    #expect(late.retries(isTimeout: true) == 50)
    // A success without a retry gives one back, one after a retry what that took.
    for _ in 0..<4 { late.succeed() }
    #expect(late.fail() == nil)
    late.succeed()
    #expect(late.fail() == 5)
    late.succeed(taken: 5)
    #expect(late.fail() == 5)
    #expect(late.fail() == nil)
  }

  @Test func aBucketIsFilledByRequestsOrBySuccess() throws {
    var byStart = try Caller("bucket(5, 0.1, start)")
    #expect(byStart.retries() == 5)
    for _ in 0..<9 { byStart.request() }
    #expect(byStart.fail() == nil)
    byStart.request()
    // Ten tenths are one.
    #expect(byStart.fail() == 1)
    var bySuccess = try Caller("bucket(5, 0.1, success)")
    #expect(bySuccess.retries() == 5)
    for _ in 0..<10 { bySuccess.request() }
    #expect(bySuccess.fail() == nil)
    for _ in 0..<10 { bySuccess.succeed() }
    #expect(bySuccess.fail() == 1)
  }

  // MARK: Windows

  @Test func aShareOfTheRequestsOfAWindow() throws {
    var caller = try Caller("share(10%, 24s)")
    for _ in 0..<29 { caller.request() }
    #expect(caller.retries() == 2)
    caller.request()
    #expect(caller.fail() == 0)
    // In the 24th second the first bucket is still in the window; in the next it is not.
    caller.now = .seconds(23)
    #expect(caller.fail() == nil)
    for _ in 0..<10 { caller.request() }
    #expect(caller.fail() == 0)
    caller.now = .seconds(24)
    // 10 requests and 1 retry are left.
    #expect(caller.fail() == nil)
    caller.now = .seconds(23 + 24)
    for _ in 0..<10 { caller.request() }
    #expect(caller.fail() == 0)
  }

  @Test func aWindowThatIsLeftAltogether() {
    var window = BudgetWindow()
    for second in [0, 5, 30, 31, 1_000_000] as [Int64] {
      window.move(to: .seconds(second), over: .seconds(24))
      window.addFirst()
    }
    #expect(window.first == 1 && window.second == 0)
    window.move(to: .seconds(1_000_023), over: .seconds(24))
    #expect(window.first == 1)
    window.move(to: .seconds(1_000_024), over: .seconds(24))
    #expect(window.first == 0)
  }

  /// The failure that asks is one of those that are counted.
  @Test func aRetryBreaker() throws {
    var caller = try Caller("retryBreaker(10%, 1h)")
    for _ in 0..<20 { caller.request() }
    #expect(caller.retries() == 2)
  }

  /// 100 tries without an answer: (100 - 0) / 101.
  @Test func aThrottleRefusesFirstTries() throws {
    var caller = try Caller("throttle(2)")
    #expect(caller.judge(draw: 0) == .goes)
    for _ in 1..<100 { _ = caller.judge(draw: 0.999) }
    #expect(caller.judge(draw: 0.99) == .throttled)
    var other = try Caller("throttle(2)")
    for _ in 0..<100 { _ = other.judge(draw: 0.999) }
    #expect(other.judge(draw: 0.991) == .goes)
    // Half of the tries accepted is as many as a factor of 2 asks for.
    for _ in 0..<51 { other.succeed() }
    #expect(other.judge(draw: 0) == .goes)
  }

  @Test func aBreakerOpensProbesAndCloses() throws {
    var caller = try Caller("breaker(50%, 10s, 30s)")
    for _ in 0..<10 { caller.succeed() }
    for _ in 0..<9 { _ = caller.fail() }
    // 20 tries, half of them failed: not more than half.
    _ = caller.fail()
    #expect(caller.judge() == .goes)
    _ = caller.fail()
    #expect(caller.judge() == .throttled)
    caller.now = Instant(nanoseconds: 29_999_999_999)
    #expect(caller.judge() == .throttled)
    caller.now = .seconds(30)
    #expect(caller.judge() == .probes)
    #expect(caller.judge() == .throttled)
    // An earlier try that ends now says nothing.
    caller.succeed()
    #expect(caller.judge() == .throttled)
    _ = caller.fail(isProbe: true)
    caller.now = .seconds(59)
    #expect(caller.judge() == .throttled)
    caller.now = .seconds(60)
    #expect(caller.judge() == .probes)
    caller.succeed(isProbe: true)
    // The window is empty: 19 failures are too few to judge.
    for _ in 0..<19 { _ = caller.fail() }
    #expect(caller.judge() == .goes)
    _ = caller.fail()
    #expect(caller.judge() == .throttled)
  }

  // MARK: Words

  @Test(arguments: [
    ("grpc(10, 0.1)", "grpc(10, 0.1)"), ("aws(500, 5, 10, 1)", "aws(500, 5, 10, 1)"),
    ("bucket(5, .1, start)", "bucket(5, 0.1, start)"), ("share(10%)", "share(10%, 2m)"),
    ("share(0.1, 24us)", "share(10%, 24us)"), ("throttle(1.5)", "throttle(1.5, 2m)"),
    ("throttle(2, 90s)", "throttle(2, 90s)"),
    ("breaker(50%, 10s, 30s)", "breaker(50%, 10s, 30s)"),
    ("retryBreaker(12.5%, 1h)", "retryBreaker(12.5%, 1h)"),
  ])
  func isWrittenAsItIsRead(text: String, written: String) throws {
    let budget = try RetryBudget.parse(text)
    #expect("\(budget)" == written)
    #expect(try RetryBudget.parse("\(budget)") == budget)
  }

  @Test(arguments: [
    (
      "aws(500, 5)",
      "expected ',' after 2 values, found ')'; write aws(size, cost, timeoutCost, refund)", 11
    ),
    ("grpc(10, 0.1, 3)", "expected ')' after 2 values, found ','; write grpc(max, ratio)", 13),
    ("grpc(0, 0.1)", "max is more than 0, to 1000000000, found", 6),
    ("share(200%)", "the share is 0% to 100%", 7),
    ("share(10%, 1us)", "the time is 24us to 31 days", 12),
    ("share(10%, 5)", "the time is a duration such as 10s", 12),
    ("bucket(5, 1, end)", "the bucket is filled by start or success, found 'end'", 14),
    ("token(5)", "no budget is called 'token'; there are grpc(10, 0.1)", 1),
    ("throttle", "write throttle(factor) or throttle(factor, window), as in", 1),
    ("10%", "a budget is one of grpc(10, 0.1)", 1),
  ])
  func mistakes(text: String, message: String, column: Int) {
    do throws(FormulaError) {
      _ = try RetryBudget.parse(text)
      Issue.record("\(text) is no budget")
    } catch {
      #expect(error.message.hasPrefix(message) && error.column == column, "\(error)")
    }
  }

  @Test func aShareIsNoValueOfAFormula() {
    #expect(
      complaint("10% * x").contains("a share in per cent is no value of a formula: write 0.1"))
  }
}
