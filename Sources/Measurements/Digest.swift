import Primitives

/// A running hash of what was observable in a run: (time, client, fact), in the order it happened.
///
/// Equal digests mean that two runs were the same; it is not a cryptographic hash.
public struct Digest: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline var word: UInt64 = 0x5153_4155_4c4c_0001

  @inlinable public init() {}

  /// - Parameters:
  ///   - client: the client's number, or `Digest.everyone`.
  ///   - fact: what happened, below 65,536.
  @inlinable public mutating func add(_ fact: UInt16, client: UInt32, at instant: Instant) {
    let what = UInt64(client) << 16 | UInt64(fact)
    word = mixed(word ^ UInt64(bitPattern: instant.nanoseconds)) &+ mixed(what)
  }

  public static var everyone: UInt32 { .max }

  /// 16 hexadecimal digits.
  public var text: String {
    let digits = String(mixed(word), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
