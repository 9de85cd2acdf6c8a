import Primitives

/// An event that waits for its time: 16 bytes, and its own tie-break.
///
/// `key` says everything but the time: class, owner, kind and stamp, from the highest bits down.
/// Events are ordered by (time, key), so the order does not depend on which queue holds them or in
/// which sequence they were made.
@frozen
public struct PendingEvent: BitwiseCopyable, Hashable, Sendable {
  public var time: Int64
  public var key: UInt64

  @inlinable public init(time: Int64, key: UInt64) {
    self.time = time
    self.key = key
  }

  @inlinable public init(at instant: Instant, key: UInt64) {
    self.init(time: instant.nanoseconds, key: key)
  }

  @inlinable public var instant: Instant { Instant(nanoseconds: time) }
}

extension PendingEvent: Comparable {
  @inlinable public static func < (a: PendingEvent, b: PendingEvent) -> Bool {
    a.time < b.time || (a.time == b.time && a.key < b.key)
  }
}
