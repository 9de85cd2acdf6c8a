/// Draws from a seed: the same seed gives the same draws on every machine.
///
/// SplitMix64. No function of the system's mathematical library is asked, whose last bit differs
/// between platforms.
package struct Dice: Sendable {
  private var state: UInt64

  package init(_ seed: UInt64) { state = seed &* 0xd134_2543_de82_ef95 &+ 31_337 }

  private mutating func bits() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number in 0..<bound, bound > 0.
  package mutating func roll(_ bound: Int) -> Int { Int(bits() % UInt64(bound)) }

  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + roll(range.count)
  }

  package mutating func chance(_ percent: Int) -> Bool { roll(100) < percent }

  package mutating func pick<T>(_ options: [T]) -> T { options[roll(options.count)] }

  package mutating func pick<T>(_ options: T...) -> T { pick(options) }

  /// One of several, each as often as its weight says.
  package mutating func pick<T>(weighted options: [(weight: Int, value: T)]) -> T {
    var left = roll(options.reduce(0) { $0 + $1.weight })
    for option in options {
      if left < option.weight { return option.value }
      left -= option.weight
    }
    return options[options.count - 1].value
  }

  /// A number from `low` to `low` x 2^octaves, each octave equally likely.
  package mutating func about(_ low: Double, octaves: Int) -> Double {
    let octave = Double(1 << roll(octaves))
    return low * octave * (1 + Double(roll(1_000)) / 1_000)
  }
}
