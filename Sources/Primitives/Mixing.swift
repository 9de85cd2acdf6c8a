/// Mixes the bits of a 64-bit word: a bijection in which every input bit changes about half of the
/// output bits. The finaliser of SplitMix64 with Stafford's variant 13 constants.
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
@inlinable public func mixed(_ word: UInt64) -> UInt64 {
  var z = word
  z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
  z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
  return z ^ (z >> 31)
}

/// A fraction in [0, 1) from the upper 53 bits of a word.
@inlinable public func unitFraction(_ bits: UInt64) -> Double {
  Double(bits >> 11) * 0x1p-53
}
