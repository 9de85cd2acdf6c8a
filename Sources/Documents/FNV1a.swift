/// The 64-bit hash of Fowler, Noll and Vo, variant 1a.
///
/// It tells things apart; it does not protect against anybody.
@usableFromInline package struct FNV1a: Hashable, Sendable {
  /// The name in manifests.
  package static let name = "FNV-1a 64"

  @usableFromInline var word: UInt64 = 0xcbf2_9ce4_8422_2325

  @inlinable package init() {}

  @inlinable package var value: UInt64 { word }

  @inlinable package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { word = (word ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  /// The lowest byte first.
  package mutating func add(_ number: UInt64) {
    add((0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  /// 16 hexadecimal digits.
  package var text: String { hexadecimal(word) }
}

/// 16 hexadecimal digits.
package func hexadecimal(_ word: UInt64) -> String {
  let digits = String(word, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// FNV-1a of a text: 16 hexadecimal digits.
package func hashText(_ text: String) -> String { hexadecimal(fnv1a(text.utf8)) }

/// The 64-bit hash of Fowler, Noll and Vo, variant 1a. Inlinable, because whole files go through it.
@inlinable package func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
  var hash = FNV1a()
  hash.add(bytes)
  return hash.value
}
