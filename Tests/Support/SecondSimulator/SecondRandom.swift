import Foundation

/// SplitMix64, with the few distributions that are needed. Plain library functions: no tables.
public struct SecondRandom: Sendable {
  private var state: UInt64
  private var spare: Double?

  public init(seed: UInt64) { state = seed }

  static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number that depends on nothing but these three.
  static func hash(_ seed: UInt64, _ first: Int, _ second: Int) -> UInt64 {
    let one = mix(seed &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(truncatingIfNeeded: first &+ 1))
    return mix(one &+ 0x9E37_79B9_7F4A_7C15 &* UInt64(truncatingIfNeeded: second &+ 1))
  }

  /// The same, as a fraction in [0, 1).
  static func fraction(_ seed: UInt64, _ first: Int, _ second: Int) -> Double {
    Double(hash(seed, first, second) >> 11) * 0x1p-53
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SecondRandom.mix(state)
  }

  /// Uniform in [0, 1).
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  public mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }

  public mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }

  /// Standard normal, after Box and Muller.
  public mutating func normal() -> Double {
    if let kept = spare {
      spare = nil
      return kept
    }
    let radius = (-2 * log(1 - unit())).squareRoot()
    let angle = 2 * Double.pi * unit()
    spare = radius * sin(angle)
    return radius * cos(angle)
  }
}
