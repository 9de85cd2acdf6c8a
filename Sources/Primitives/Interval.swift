/// A span of virtual time in whole nanoseconds.
///
/// Range: about +-292 years. Arithmetic traps on overflow, in release builds too.
@frozen
public struct Interval: BitwiseCopyable, Hashable, Sendable {
  public var nanoseconds: Int64

  @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  @inlinable public static var zero: Interval { Interval(nanoseconds: 0) }
  /// The longest interval that can be represented; used as "never".
  @inlinable public static var max: Interval { Interval(nanoseconds: .max) }

  @inlinable public static func nanoseconds(_ n: Int64) -> Interval { Interval(nanoseconds: n) }
  @inlinable public static func microseconds(_ n: Int64) -> Interval {
    Interval(nanoseconds: n * 1_000)
  }
  @inlinable public static func milliseconds(_ n: Int64) -> Interval {
    Interval(nanoseconds: n * 1_000_000)
  }
  @inlinable public static func seconds(_ n: Int64) -> Interval {
    Interval(nanoseconds: n * 1_000_000_000)
  }
  @inlinable public static func minutes(_ n: Int64) -> Interval { .seconds(n * 60) }
  @inlinable public static func hours(_ n: Int64) -> Interval { .seconds(n * 3600) }

  /// The interval nearest to `seconds`, rounded to the microsecond, ties to even.
  ///
  /// Every delay that comes out of floating point passes through here, so that the last bits of
  /// a platform's arithmetic never decide an event time.
  /// - Parameter seconds: finite, in +-9.2e9; traps otherwise.
  @inlinable public init(seconds: Double) {
    self.init(nanoseconds: Int64(roundedToEven(seconds * 1e6)) * 1_000)
  }

  /// As `init(seconds:)`, but no further from 0 than `longest`.
  @inlinable public init(saturatingSeconds seconds: Double) {
    let bound = Interval.longest.seconds
    self.init(seconds: Swift.min(Swift.max(seconds, -bound), bound))
  }

  /// 50 years: no delay is longer, so that a few of them never overflow virtual time.
  @inlinable public static var longest: Interval { .hours(24 * 365 * 50) }

  @inlinable public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The sum, or the longest representable interval where it is beyond that.
  @inlinable public func addingSaturated(_ other: Interval) -> Interval {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(other.nanoseconds)
    return overflow ? .max : Interval(nanoseconds: sum)
  }
}

extension Interval: Comparable, AdditiveArithmetic {
  @inlinable public static func < (a: Interval, b: Interval) -> Bool {
    a.nanoseconds < b.nanoseconds
  }
  @inlinable public static func + (a: Interval, b: Interval) -> Interval {
    Interval(nanoseconds: a.nanoseconds + b.nanoseconds)
  }
  @inlinable public static func - (a: Interval, b: Interval) -> Interval {
    Interval(nanoseconds: a.nanoseconds - b.nanoseconds)
  }
  @inlinable public static func * (a: Interval, n: Int64) -> Interval {
    Interval(nanoseconds: a.nanoseconds * n)
  }
  /// How often `b` fits into `a`, rounded towards 0.
  @inlinable public static func / (a: Interval, b: Interval) -> Int {
    Int(a.nanoseconds / b.nanoseconds)
  }
}

extension Interval: CustomStringConvertible {
  public var description: String { "\(seconds) s" }
}
