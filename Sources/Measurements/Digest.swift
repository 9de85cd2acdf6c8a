import Primitives

/// A fingerprint of what was observable in a run: a sum over its facts (time, client, what happened).
///
/// A sum does not mind the order: clients that have nothing to do with each other may be simulated one
/// after the other, or at the same time. Equal digests mean that two runs were the same; it is not a
/// cryptographic hash.
public struct Digest: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline var sum: UInt64 = 0

  @inlinable public init() {}

  /// - Parameters:
  ///   - client: the client's number, or `Digest.everyone`.
  ///   - fact: what happened, 1...65,535.
  @inlinable @inline(__always)
  public mutating func add(_ fact: UInt16, client: UInt32, at instant: Instant) {
    let what = UInt64(client) << 16 | UInt64(fact)
    // Two odd factors without a small common pattern keep moment and fact apart before both are mixed.
    let place =
      UInt64(bitPattern: instant.nanoseconds) &* 0x9e37_79b9_7f4a_7c15
      &+ what &* 0xd1b5_4a32_d192_ed03
    sum &+= mixed(place)
  }

  /// Adds the facts of another part of the same run.
  @inlinable @inline(__always)
  public mutating func add(_ other: Digest) { sum &+= other.sum }

  public static var everyone: UInt32 { .max }

  /// 16 hexadecimal digits.
  public var text: String {
    let digits = String(mixed(sum &+ 0x5153_4155_4c4c_0002), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
