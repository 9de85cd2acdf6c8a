import Primitives

/// The knowledge of a client about the service's name: 56 bytes, only in runs with names.
struct NameRecord: BitwiseCopyable {
  /// When the cache of its resolver turns over that gave it its answer; before the run where it has none.
  var validUntil = Instant.start - .nanoseconds(1)
  /// When the answer that is on its way arrives, and when the cache turns over that gave it.
  var pendingAt = Instant.start
  var pendingUntil = Instant.start
  /// The address that the answer gave: how often the service had moved.
  var address: UInt16 = 0
  /// That of the answer that is on its way, and the attempt that asked for it.
  var pendingAddress: UInt16 = 0
  var pendingAttempt: UInt32 = 0
  /// It remembers that there is no address, on [deniedFrom, deniedUntil).
  var deniedFrom = Instant.never
  var deniedUntil = Instant.never
  /// When the present attempt knew the address: its first packets go from there on.
  var knownAt = Instant.start

  func isKnown(at now: Instant) -> Bool { now < validUntil }

  func isDenied(at now: Instant) -> Bool { deniedFrom <= now && now < deniedUntil }
}
