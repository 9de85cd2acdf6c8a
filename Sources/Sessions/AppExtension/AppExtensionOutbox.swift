import Primitives

/// How many operations of the user are not done, and when the oldest of them were sent.
@frozen @usableFromInline
struct AppExtensionOutbox: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline var first = Instant.start
  @usableFromInline var second = Instant.start
  @usableFromInline var third = Instant.start
  /// Those behind the fourth share its time: what waits that long is measured a little too long.
  @usableFromInline var fourth = Instant.start
  /// At most `limit`; two bytes, so that the machine has no padding.
  @usableFromInline var count: UInt16 = 0

  static var limit: UInt16 { 255 }

  @usableFromInline init() {}

  /// Takes an operation in; false where there is no room.
  mutating func append(at now: Instant) -> Bool {
    guard count < Self.limit else { return false }
    if count == 0 { first = now }
    if count == 1 { second = now }
    if count == 2 { third = now }
    if count == 3 { fourth = now }
    count += 1
    return true
  }

  /// Takes the oldest operation out and returns when it was sent.
  mutating func removeFirst() -> Instant {
    let oldest = first
    first = second
    second = third
    third = fourth
    count -= 1
    // Unused places are reset, so that equal outboxes are equal byte for byte.
    if count < 1 { first = .start }
    if count < 2 { second = .start }
    if count < 3 { third = .start }
    if count < 4 { fourth = .start }
    return oldest
  }
}
