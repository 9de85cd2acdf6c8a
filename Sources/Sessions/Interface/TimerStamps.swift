/// The six timers of a slot: for each whether it runs, and how often it was armed. 16 bytes.
///
/// An armed timer is known by its stamp, so an event of an earlier arming that is still on its way
/// is recognised as stale without searching for it.
@frozen
public struct TimerStamps: BitwiseCopyable, Hashable, Sendable {
  // Three timers a word, 21 bits each: the stamp, and above it whether the timer runs.
  @usableFromInline var first: UInt64 = 0
  @usableFromInline var second: UInt64 = 0

  public static var capacity: Int { 6 }
  /// Stamps count modulo 2^20: a timer would have to be armed a million times while one event of it
  /// is pending for two to be confused.
  @inlinable static var stampMask: UInt32 { 0xF_FFFF }
  @inlinable static var armedBit: UInt32 { 0x10_0000 }
  @inlinable static var width: UInt64 { 21 }
  @inlinable static var fieldMask: UInt64 { 0x1F_FFFF }

  @inlinable public init() {}

  /// The stamp of a timer, and whether it runs.
  @inlinable subscript(timer: Int) -> UInt32 {
    get {
      precondition(timer < Self.capacity, "a machine has at most 6 timers")
      let word = timer < 3 ? first : second
      let place = UInt64(timer < 3 ? timer : timer - 3) &* Self.width
      return UInt32(truncatingIfNeeded: (word &>> place) & Self.fieldMask)
    }
    set {
      precondition(timer < Self.capacity, "a machine has at most 6 timers")
      let place = UInt64(timer < 3 ? timer : timer - 3) &* Self.width
      let hole = ~(Self.fieldMask &<< place)
      let field = UInt64(newValue) &<< place
      if timer < 3 { first = first & hole | field } else { second = second & hole | field }
    }
  }

  /// Arms the timer and returns the stamp of this arming.
  @inlinable mutating func arm(_ timer: Int) -> UInt32 {
    let stamp = (self[timer] &+ 1) & Self.stampMask
    self[timer] = stamp | Self.armedBit
    return stamp
  }

  @inlinable mutating func disarm(_ timer: Int) {
    precondition(timer < Self.capacity, "a machine has at most 6 timers")
    let place = UInt64(timer < 3 ? timer : timer - 3) &* Self.width
    let bit = UInt64(Self.armedBit) &<< place
    if timer < 3 { first &= ~bit } else { second &= ~bit }
  }

  /// Disarms every timer whose bit is set.
  @inlinable @inline(__always)
  mutating func disarm(all bits: UInt8) {
    first &= ~Self.armedBits(bits & 7)
    second &= ~Self.armedBits(bits >> 3)
  }

  /// The bits of a word that mark the three given timers as running.
  @inlinable static func armedBits(_ bits: UInt8) -> UInt64 {
    let bits = UInt64(bits)
    return (bits & 1) &<< 20 | (bits & 2) &<< 40 | (bits & 4) &<< 60
  }

  /// Bits of the timers that run.
  @inlinable var armed: UInt8 { Self.running(first) | Self.running(second) &<< 3 }

  @inlinable static func running(_ word: UInt64) -> UInt8 {
    UInt8(truncatingIfNeeded: (word &>> 20) & 1 | (word &>> 40) & 2 | (word &>> 60) & 4)
  }

  @inlinable func isArmed(_ timer: Int) -> Bool { self[timer] & Self.armedBit != 0 }

  @inlinable func isCurrent(_ timer: Int, stamp: UInt32) -> Bool {
    self[timer] == stamp | Self.armedBit
  }

  /// As if the timer had been armed `times` more, and now runs or not.
  @inlinable mutating func advance(_ timer: Int, by times: Int, isArmed: Bool) {
    let stamp = (self[timer] &+ UInt32(truncatingIfNeeded: times)) & Self.stampMask
    self[timer] = isArmed ? stamp | Self.armedBit : stamp
  }
}
