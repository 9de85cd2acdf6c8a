/// Numbers that look random and are the same every time: SplitMix64 (Steele, Lea and Flood, 2014).
struct Dice: Sendable {
  private var state: UInt64

  /// - Parameters:
  ///   - part: keeps the parts of the harness from sharing their luck.
  ///   - number: of the case.
  init(_ part: UInt64, case number: Int) {
    state = Amount.seed &* 0xD134_2543_DE82_EF95 ^ part << 48 ^ UInt64(number)
    // Neighbouring cases begin with neighbouring states.
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// From 0 to less than `bound`; 0 where there is nothing to choose from.
  mutating func below(_ bound: Int) -> Int { bound > 1 ? Int(next() % UInt64(bound)) : 0 }

  mutating func between(_ low: Int, _ high: Int) -> Int { low + below(high - low + 1) }

  mutating func chance(_ share: Double) -> Bool { Double(next() >> 11) < share * 0x1p53 }

  mutating func pick<Item>(_ items: [Item]) -> Item { items[below(items.count)] }
}
