import Primitives

/// Controlled delay, as folly ships it for queues of requests: while even the least wait of an interval is
/// above the target, what has waited more than twice the target is dropped.
///
/// A request that is about to begin is judged by what it has waited. A station may be overloaded from its
/// second request on. Source: `folly::Codel`, after Nichols and Jacobson, "Controlling Queue Delay", ACM Queue
/// 10(5), 2012.
public struct Codel: Hashable, Sendable {
  public let interval: Interval
  public let target: Interval
  /// The least wait since the interval began.
  private var least = Interval.zero
  private var end = Instant.start
  /// True until the first request of an interval is judged.
  private var isFresh = true
  /// True if all that began in the interval before had waited longer than the target.
  public private(set) var isOverloaded = false

  /// - Parameters:
  ///   - interval: at least the target.
  ///   - target: > 0.
  public init(interval: Interval, target: Interval) {
    self.interval = interval
    self.target = target
  }

  /// Judges a request that is about to begin. Returns true if it is to be dropped.
  /// - Parameter waited: 0 for one that begins when it comes.
  public mutating func drops(afterWaiting waited: Interval, at now: Instant) -> Bool {
    if now > end && !isFresh {
      isFresh = true
      end = now + interval
      isOverloaded = least > target
    }
    if isFresh {
      isFresh = false
      least = waited
      return false
    }
    least = min(least, waited)
    return isOverloaded && waited > target + target
  }
}
