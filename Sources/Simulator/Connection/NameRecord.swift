import Primitives

/// What a client knows of the service's name: 48 bytes, only in runs with names.
struct NameRecord: BitwiseCopyable {
  /// The cycle of its resolver's cache in which it got its answer; `unknown` before the first.
  var cycle = Self.unknown
  /// The address that the answer gave: how often the service had moved.
  var address: UInt16 = 0
  /// The answer that is on its way, and the attempt that asked for it.
  var pendingAddress: UInt16 = 0
  var pendingCycle = Self.unknown
  var pendingAttempt: UInt32 = 0
  /// It remembers that there is no address, on [deniedFrom, deniedUntil).
  var deniedFrom = Instant.never
  var deniedUntil = Instant.never
  /// When the present attempt knew the address: its first packets go from there on.
  var knownAt = Instant.start

  static let unknown = Int32.min

  func isDenied(at now: Instant) -> Bool { deniedFrom <= now && now < deniedUntil }
}
