import Primitives

/// How long it took a client to be back, among the others.
public struct RankedClient: Hashable, Sendable {
  public var client: UInt32
  /// From clear to the first moment at which it was connected; nil where it never was.
  public var recovery: Interval?
  /// Its time without a connection, in all.
  public var downtime: Interval

  /// Returns true if it comes before another: back earlier, or away for less time.
  func precedes(_ other: RankedClient) -> Bool {
    let never = Interval.nanoseconds(.max)
    return (recovery ?? never, downtime, client)
      < (other.recovery ?? never, other.downtime, other.client)
  }
}
