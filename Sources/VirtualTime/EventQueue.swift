/// The future event list: gives back what was put in, least (time, key) first.
///
/// Times never go back: an event may be put in for the time of the one that was taken out last, with
/// any key, but not for an earlier one. No two pending events may be equal: their order would not be
/// defined. Where two are all the same, the queue goes on and `equalEvents` says so.
///
/// A queue has one owner: a copy of it would share its memory.
public protocol EventQueue: ~Copyable {
  init()
  /// Events waiting.
  var count: Int { get }
  /// An event that was pending twice; nil where none was found as events were taken out.
  var equalEvents: PendingEvent? { get }
  /// Puts an event in. Traps on a time before the one taken out last.
  mutating func insert(_ event: PendingEvent)
  /// Takes the least event out; nil when empty.
  ///
  /// - Parameter announce: may be called, some events ahead of its turn, with the key of a pending
  ///   event that will be due soon. A hint for prefetching: not every event is announced, and one
  ///   may be announced more than once. Must not touch the queue.
  mutating func popNext(announcing announce: (UInt64) -> Void) -> PendingEvent?
}

extension EventQueue where Self: ~Copyable {
  /// Takes the least event out; nil when empty.
  @inlinable public mutating func popNext() -> PendingEvent? {
    popNext(announcing: { _ in })
  }
}
