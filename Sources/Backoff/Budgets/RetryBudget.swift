import Primitives

/// How many retries, or tries, a caller allows itself: the rule beside its formula.
public enum RetryBudget: BitwiseCopyable, Hashable, Sendable {
  /// A retry is allowed while more than half of the tokens are left. A failed try takes one, a success gives `ratio`.
  /// Source: gRPC proposal A6.
  case grpc(max: Double, ratio: Double)
  /// A retry takes `cost` tokens, `timeoutCost` after a timeout. A success gives back what its last retry took, or
  /// `refund` where it had none.
  /// Source: the standard retry mode of the AWS SDKs.
  case aws(size: Double, cost: Double, timeoutCost: Double, refund: Double)
  /// A retry takes one token. Each new request, or each success, gives `fill`.
  /// Source: Brooker, "Fixing retries with token buckets and circuit breakers", 2022.
  case bucket(size: Double, fill: Double, filledBy: BucketFill)
  /// Retries are at most this share of the new requests of a window.
  case share(Double, window: Interval)
  /// Each try, first ones too, fails at once with the probability max(0, (tries - factor x accepted) / (tries + 1)), over
  /// a window.
  /// Source: Google SRE Book, chapter 21, client-side throttling.
  case throttle(factor: Double, window: Interval)
  /// After at least 20 tries in a window of which more than this share has failed, every try fails at once for `pause`.
  /// The first one after it is a probe.
  case breaker(Double, window: Interval, pause: Interval)
  /// A retry is allowed while the failed tries are at most this share of the new requests of a window.
  case retryBreaker(Double, window: Interval)
}

/// The source of the tokens of a bucket of retries.
public enum BucketFill: String, BitwiseCopyable, Hashable, Sendable, CaseIterable {
  /// Each new request.
  case start
  /// Each success.
  case success
}

extension RetryBudget {
  /// The window of a share or a throttle that names none.
  public static var usualWindow: Interval { .minutes(2) }

  /// The window that its counts go over; nil where it counts tokens.
  public var window: Interval? {
    switch self {
    case .grpc, .aws, .bucket: nil
    case .share(_, let window), .throttle(_, let window), .breaker(_, let window, _),
      .retryBreaker(_, let window):
      window
    }
  }

  /// True if it may refuse the first try of a request, too.
  public var judgesFirstTries: Bool {
    switch self {
    case .throttle, .breaker: true
    case .grpc, .aws, .bucket, .share, .retryBreaker: false
    }
  }
}

extension RetryBudget: CustomStringConvertible {
  /// The budget as a policy writes it: `aws(500, 5, 10, 1)`.
  public var description: String {
    switch self {
    case .grpc(let max, let ratio): "grpc(\(plain(max)), \(plain(ratio)))"
    case .aws(let size, let cost, let timeoutCost, let refund):
      "aws(\(plain(size)), \(plain(cost)), \(plain(timeoutCost)), \(plain(refund)))"
    case .bucket(let size, let fill, let filler):
      "bucket(\(plain(size)), \(plain(fill)), \(filler.rawValue))"
    case .share(let share, let window): "share(\(percent(share)), \(durationText(window)))"
    case .throttle(let factor, let window): "throttle(\(plain(factor)), \(durationText(window)))"
    case .breaker(let share, let window, let pause):
      "breaker(\(percent(share)), \(durationText(window)), \(durationText(pause)))"
    case .retryBreaker(let share, let window):
      "retryBreaker(\(percent(share)), \(durationText(window)))"
    }
  }
}

/// A number without `.0`.
private func plain(_ number: Double) -> String {
  Int64(exactly: number).map { "\($0)" } ?? "\(number)"
}

private func percent(_ share: Double) -> String {
  plain((share * 100 * 1e9).rounded() / 1e9) + "%"
}
