import Measurements
import Primitives

/// A fact of the digest, as a number: what it is in words stands in the trace of its client.
public struct RunFact: Hashable, Comparable, Sendable {
  public var at: Instant
  /// `Digest.everyone` for a fault.
  public var client: UInt32
  public var code: UInt16

  public static func < (one: RunFact, other: RunFact) -> Bool {
    (one.at, one.client, one.code) < (other.at, other.client, other.code)
  }
}
