import Primitives

/// The width of bins that stand side by side from virtual time 0 on.
///
/// Which bin an instant falls into is asked on every event, in any order, so it is found without a
/// division: by a multiplication whose result is exact.
@frozen @usableFromInline
struct BinWidth: BitwiseCopyable, Sendable {
  @usableFromInline let interval: Interval
  /// The next whole number above 2^(63 + shift) / width. With 2^shift >= width it is too much by at
  /// most one part in 2^63, and every instant is fewer nanoseconds than that.
  @usableFromInline let factor: UInt64
  @usableFromInline let shift: UInt64

  /// - Parameter interval: > 0.
  init(_ interval: Interval) {
    precondition(interval > .zero, "a bin has a width")
    self.interval = interval
    let width = UInt64(interval.nanoseconds)
    shift = UInt64(64 - (width - 1).leadingZeroBitCount)
    // 2^(63 + shift) in two words: half of 2^shift above, unless that is no whole number.
    let dividend = (high: (1 as UInt64) << shift / 2, low: shift == 0 ? (1 as UInt64) << 63 : 0)
    factor = width.dividingFullWidth(dividend).quotient + 1
  }

  /// The bin that `instant` >= 0 falls into. For an earlier one it is a number without a meaning.
  @inlinable @inline(__always)
  func bin(of instant: Instant) -> UInt {
    let doubled = UInt64(bitPattern: instant.nanoseconds) &<< 1
    return UInt(doubled.multipliedFullWidth(by: factor).high &>> shift)
  }
}
