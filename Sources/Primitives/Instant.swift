/// A moment of virtual time: nanoseconds since the run began (negative before it).
@frozen
public struct Instant: BitwiseCopyable, Hashable, Sendable {
  public var nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The moment the run begins.
  @inlinable public static var start: Instant { Instant(nanoseconds: 0) }
  /// Later than anything that happens.
  @inlinable public static var never: Instant { Instant(nanoseconds: .max) }

  @inlinable public static func seconds(_ n: Int64) -> Instant {
    Instant(nanoseconds: n * 1_000_000_000)
  }
  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }
}

extension Instant: Comparable {
  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }
  @inlinable public static func + (a: Instant, b: Interval) -> Instant {
    Instant(nanoseconds: a.nanoseconds + b.nanoseconds)
  }
  @inlinable public static func - (a: Instant, b: Interval) -> Instant {
    Instant(nanoseconds: a.nanoseconds - b.nanoseconds)
  }
  @inlinable public static func - (a: Instant, b: Instant) -> Interval {
    Interval(nanoseconds: a.nanoseconds - b.nanoseconds)
  }
}

extension Instant: CustomStringConvertible {
  public var description: String { self == .never ? "never" : "\(seconds) s" }
}
