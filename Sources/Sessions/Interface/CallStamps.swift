/// Which calls of a session are out, and what their answers must carry to be delivered.
///
/// A stamp has its low bit set while its call is out; the bits above count.
public protocol CallStamps: BitwiseCopyable, Sendable {
  init()
  /// Begins call number `call` and returns the stamp of its answer.
  mutating func begin(_ call: Int) -> UInt8
  /// Returns true if an answer with this stamp is awaited. From then on it is no longer awaited.
  mutating func accept(_ call: Int, stamp: UInt8) -> Bool
  mutating func forget(_ call: Int)
  mutating func forgetAll()
  var isAnyOut: Bool { get }
}

/// One call at a time: a new one makes the session forget the one before. One byte.
@frozen
public struct OneCall: CallStamps, Hashable {
  @usableFromInline var latest: UInt8 = 0

  @inlinable public init() {}

  @inlinable public mutating func begin(_ call: Int) -> UInt8 {
    latest = (latest | 1) &+ 2
    return latest
  }

  @inlinable public mutating func accept(_ call: Int, stamp: UInt8) -> Bool {
    guard latest == stamp, latest & 1 == 1 else { return false }
    latest &-= 1
    return true
  }

  @inlinable public mutating func forget(_ call: Int) { latest &= ~1 }

  @inlinable public mutating func forgetAll() { latest &= ~1 }

  @inlinable public var isAnyOut: Bool { latest & 1 == 1 }
}

/// One call of each kind at a time, for at most 8 kinds. Eight bytes.
@frozen
public struct OneOfEachCall: CallStamps, Hashable {
  @usableFromInline var stamps: UInt64 = 0

  @inlinable public init() {}

  @inlinable func stamp(_ call: Int) -> UInt8 {
    precondition(call < 8, "a machine has at most 8 kinds of calls")
    return UInt8(truncatingIfNeeded: stamps >> UInt64(call * 8))
  }

  @inlinable mutating func set(_ call: Int, _ stamp: UInt8) {
    let shift = UInt64(call * 8)
    stamps = stamps & ~(0xFF << shift) | UInt64(stamp) << shift
  }

  @inlinable public mutating func begin(_ call: Int) -> UInt8 {
    let next = (stamp(call) | 1) &+ 2
    set(call, next)
    return next
  }

  @inlinable public mutating func accept(_ call: Int, stamp: UInt8) -> Bool {
    guard self.stamp(call) == stamp, stamp & 1 == 1 else { return false }
    set(call, stamp &- 1)
    return true
  }

  @inlinable public mutating func forget(_ call: Int) { set(call, stamp(call) & ~1) }

  @inlinable public mutating func forgetAll() { stamps &= ~0x0101_0101_0101_0101 }

  @inlinable public var isAnyOut: Bool { stamps & 0x0101_0101_0101_0101 != 0 }
}
