import Primitives

/// The state of one caller's budget.
///
/// The order of calls: `requestBegan` once for each request; `judge` before each try. After a try that failed: `failed`,
/// then, if the formula would retry, `allowsRetry`. After one that succeeded: `succeeded`.
public struct BudgetState: BitwiseCopyable, Sendable {
  private var tokens: Double
  private var counts = BudgetWindow()
  private var circuit = Circuit.closed

  private enum Circuit: BitwiseCopyable {
    case closed
    case open(until: Instant)
    /// A probe is out.
    case probing
  }

  /// The budget's answer before a try.
  public enum Verdict: BitwiseCopyable, Hashable, Sendable {
    case goes
    /// It goes, and decides whether the circuit closes.
    case probes
    /// It fails as `throttled` at that instant, and is never sent.
    case throttled
  }

  /// A caller that has made no request yet.
  public init(_ budget: RetryBudget) {
    tokens =
      switch budget {
      case .grpc(let max, _): max
      case .aws(let size, _, _, _), .bucket(let size, _, _): size
      case .share, .throttle, .breaker, .retryBreaker: 0
      }
  }

  /// A new request begins.
  public mutating func requestBegan(at now: Instant, under budget: RetryBudget) {
    switch budget {
    case .bucket(let size, let fill, .start): tokens = min(size, tokens + fill)
    case .share(_, let window), .retryBreaker(_, let window):
      counts.move(to: now, over: window)
      counts.addFirst()
    case .grpc, .aws, .bucket, .throttle, .breaker: break
    }
  }

  /// A try is about to be sent.
  /// - Parameter draw: on [0, 1), taken where chance decides.
  public mutating func judge(
    at now: Instant, under budget: RetryBudget, _ draw: () -> Double
  ) -> Verdict {
    switch budget {
    case .throttle(let factor, let window):
      counts.move(to: now, over: window)
      let (tries, accepted) = (Double(counts.first), Double(counts.second))
      let refused = max(0, (tries - factor * accepted) / (tries + 1))
      counts.addFirst()
      return refused > 0 && draw() < refused ? .throttled : .goes
    case .breaker:
      switch circuit {
      case .closed: return .goes
      case .open(let end) where now >= end:
        circuit = .probing
        return .probes
      case .open, .probing: return .throttled
      }
    case .grpc, .aws, .bucket, .share, .retryBreaker: return .goes
    }
  }

  /// A try has been answered with success.
  /// - Parameters:
  ///   - taken: the tokens that the request's last retry took; nil where it had none.
  ///   - isProbe: whether `judge` has said `probes`.
  public mutating func succeeded(
    at now: Instant, taken: Double?, isProbe: Bool, under budget: RetryBudget
  ) {
    switch budget {
    case .grpc(let max, let ratio): tokens = min(max, tokens + ratio)
    case .aws(let size, _, _, let refund): tokens = min(size, tokens + (taken ?? refund))
    case .bucket(let size, let fill, .success): tokens = min(size, tokens + fill)
    case .throttle(_, let window):
      counts.move(to: now, over: window)
      counts.addSecond()
    case .breaker(let share, let window, let pause):
      if isProbe {
        circuit = .closed
        counts = BudgetWindow()
      }
      book(failure: false, at: now, share, window, pause, isProbe: isProbe)
    case .bucket, .share, .retryBreaker: break
    }
  }

  /// A try has failed that was sent.
  public mutating func failed(at now: Instant, isProbe: Bool, under budget: RetryBudget) {
    switch budget {
    case .grpc: tokens = max(0, tokens - 1)
    case .breaker(let share, let window, let pause):
      if isProbe { circuit = .open(until: now + pause) }
      book(failure: true, at: now, share, window, pause, isProbe: isProbe)
    case .retryBreaker(_, let window):
      counts.move(to: now, over: window)
      counts.addSecond()
    case .aws, .bucket, .share, .throttle: break
    }
  }

  /// The formula would try again.
  /// - Returns: the tokens that the retry takes; nil where it is refused.
  public mutating func allowsRetry(
    at now: Instant, afterTimeout: Bool, under budget: RetryBudget
  ) -> Double? {
    switch budget {
    case .grpc(let max, _): return tokens > max / 2 ? 0 : nil
    case .aws(_, let cost, let timeoutCost, _): return take(afterTimeout ? timeoutCost : cost)
    case .bucket: return take(1, slack: Self.slack)
    case .share(let share, let window):
      counts.move(to: now, over: window)
      guard Double(counts.second + 1) <= share * Double(counts.first) + Self.slack else {
        return nil
      }
      counts.addSecond()
      return 0
    case .retryBreaker(let share, let window):
      counts.move(to: now, over: window)
      return Double(counts.second) <= share * Double(counts.first) + Self.slack ? 0 : nil
    case .throttle, .breaker: return 0
    }
  }

  private mutating func take(_ cost: Double, slack: Double = 0) -> Double? {
    guard tokens >= cost - slack else { return nil }
    tokens -= cost
    return cost
  }

  /// Tries that end while the circuit is open were sent before, and say nothing new.
  private mutating func book(
    failure: Bool, at now: Instant, _ share: Double, _ window: Interval, _ pause: Interval,
    isProbe: Bool
  ) {
    guard case .closed = circuit, !isProbe else { return }
    counts.move(to: now, over: window)
    counts.addFirst()
    if failure { counts.addSecond() }
    if counts.first >= Self.fewest,
      Double(counts.second) > share * Double(counts.first) + Self.slack
    {
      circuit = .open(until: now + pause)
    }
  }

  /// Tenths that are added up do not come to a whole number to the last bit.
  private static var slack: Double { 1e-9 }

  /// Tries in a window below which a breaker does not judge.
  private static var fewest: Int { 20 }
}
