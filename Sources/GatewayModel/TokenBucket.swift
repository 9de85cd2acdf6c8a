import Primitives

/// Admission by tokens: full at the start, refilled evenly, one token per admitted attempt.
struct TokenBucket: Sendable {
  let perSecond: Double
  let burst: Double
  private var tokens: Double
  private var last = Instant.start

  init(perSecond: Double, burst: Double) {
    self.perSecond = perSecond
    self.burst = burst
    tokens = burst
  }

  /// Tokens that are there at `instant`, not before the latest use.
  func tokens(at instant: Instant) -> Double {
    min(burst, tokens + (instant - last).seconds * perSecond)
  }

  mutating func admits(at now: Instant) -> Bool {
    tokens = tokens(at: now)
    last = now
    // A hair below one still counts: refilling in many small steps must not lose a token.
    guard tokens >= 1 - 1e-9 else { return false }
    tokens = max(0, tokens - 1)
    return true
  }
}
