/// How pages speak of figures over several seeds.
enum SeedWords {
  /// `95 % intervals`. The range of fewer than six values holds their median less often than that, which is
  /// said: `intervals (of medians 93.8 %, of means 95 %)`.
  static func intervals(_ seeds: Int) -> String {
    guard (2..<6).contains(seeds) else { return "95\u{a0}% intervals" }
    return "intervals (of medians \(confidence(seeds)), of means 95\u{a0}%)"
  }

  /// Of the interval of a median: `95 %`, and of fewer than six seeds what their whole range has.
  static func confidence(_ seeds: Int) -> String {
    guard (2..<6).contains(seeds) else { return "95\u{a0}%" }
    let outside = Double(sign: .plus, exponent: 1 - seeds, significand: 1)
    return "\(Words.number(100 * (1 - outside)))\u{a0}%"
  }
}
