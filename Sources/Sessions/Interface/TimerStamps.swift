/// The six timers of a slot: for each whether it runs, and how often it was armed.
///
/// An armed timer is known by its stamp, so an event of an earlier arming that is still on its way
/// is recognised as stale without searching for it.
@frozen
public struct TimerStamps: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline var words: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0, 0, 0)

  public static var capacity: Int { 6 }
  /// Stamps count modulo 2^20: a timer would have to be armed a million times while one event of it
  /// is pending for two to be confused.
  @inlinable static var stampMask: UInt32 { 0xF_FFFF }
  @inlinable static var armedBit: UInt32 { 0x8000_0000 }

  @inlinable public init() {}

  @inlinable subscript(timer: Int) -> UInt32 {
    get {
      precondition(timer < Self.capacity, "a machine has at most 6 timers")
      return withUnsafeBytes(of: words) { $0.load(fromByteOffset: timer * 4, as: UInt32.self) }
    }
    set {
      precondition(timer < Self.capacity, "a machine has at most 6 timers")
      withUnsafeMutableBytes(of: &words) {
        $0.storeBytes(of: newValue, toByteOffset: timer * 4, as: UInt32.self)
      }
    }
  }

  /// Arms the timer and returns the stamp of this arming.
  @inlinable mutating func arm(_ timer: Int) -> UInt32 {
    let stamp = (self[timer] &+ 1) & Self.stampMask
    self[timer] = stamp | Self.armedBit
    return stamp
  }

  @inlinable mutating func disarm(_ timer: Int) { self[timer] &= ~Self.armedBit }

  /// Disarms every timer whose bit is set.
  @inlinable mutating func disarm(all bits: UInt8) {
    for timer in 0..<Self.capacity where bits & 1 << UInt8(timer) != 0 {
      self[timer] &= ~Self.armedBit
    }
  }

  /// Bits of the timers that run.
  @inlinable var armed: UInt8 {
    var bits: UInt8 = 0
    for timer in 0..<Self.capacity {
      bits |= UInt8(truncatingIfNeeded: self[timer] >> 31) << UInt8(timer)
    }
    return bits
  }

  @inlinable func isArmed(_ timer: Int) -> Bool { self[timer] & Self.armedBit != 0 }

  @inlinable func isCurrent(_ timer: Int, stamp: UInt32) -> Bool {
    self[timer] == stamp | Self.armedBit
  }

  public static func == (a: TimerStamps, b: TimerStamps) -> Bool {
    (0..<capacity).allSatisfy { a[$0] == b[$0] }
  }

  public func hash(into hasher: inout Hasher) {
    for timer in 0..<Self.capacity { hasher.combine(self[timer]) }
  }
}
