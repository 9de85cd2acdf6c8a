extension WildArtist {
  /// One of some words.
  mutating func word(_ options: String...) -> ScenarioTree { .scalar(dice.pick(options)) }

  /// Milliseconds in the largest unit that leaves them whole.
  func time(_ milliseconds: Int) -> ScenarioTree {
    for (name, size) in [("d", 86_400_000), ("m", 60_000), ("s", 1_000)]
    where milliseconds > 0 && milliseconds % size == 0 {
      return "\(milliseconds / size)\(name)"
    }
    return "\(milliseconds)ms"
  }

  /// 100 ms and its doubles: where a retransmission, whose pauses are 0.2 s and its doubles, falls on
  /// a heartbeat.
  mutating func beat() -> Int { 100 << dice.roll(5) }

  /// From one heartbeat to the next, in milliseconds: at most 5 s in most worlds.
  mutating func period() -> Int {
    let short = min(5_000, Int(dice.about(1, octaves: 13)))
    let beat = beat()
    let end = dice.pick(1, 1, 5_000)
    let usual = dice.pick(10_000, 30_000, 60_000)
    return dice.pick(weighted: [
      (42, short), (30, beat), (10, end), (13, usual), (5, Self.longestParameter),
    ])
  }

  /// A time limit, mostly shorter than what it limits.
  mutating func limit() -> ScenarioTree {
    if dice.chance(3) { return word("1ns", "1us", "999us", "1001us") }
    let short = Int(dice.about(1, octaves: 12))
    let beat = beat()
    let usual = dice.pick(1_000, 2_000, 3_000, 7_000, 10_000, 60_000)
    let milliseconds = dice.pick(weighted: [
      (10, 0), (10, 1), (30, short), (30, beat), (15, usual), (5, Self.longestParameter),
    ])
    return time(milliseconds)
  }

  /// 744 h, the most that a setting may be.
  static let longestParameter = 2_678_400_000

  /// A duration that is spread in some way around so many of a unit: one of it at least in the mean,
  /// though tables of quantiles are not exact.
  mutating func distribution(_ mean: Int, _ unit: String) -> ScenarioTree {
    switch dice.roll(10) {
    case 0, 1, 2, 3: return "\(mean)\(unit)"
    case 4, 5: return ["exponential": "\(mean + 1)\(unit)"]
    case 6: return ["uniform": .list(["0s", "\(2 * mean + 2)\(unit)"])]
    case 7: return ["median": "\(mean + 1)\(unit)", "sigma": word("0", "0.5", "1", "2.5")]
    case 8:
      // With the wider one much is folded. Its table takes long to make: it is rare.
      let deviation = dice.pick(mean / 3, 3 * mean) + 1
      return ["foldedNormal": .list(["\(mean + 1)\(unit)", "\(deviation)\(unit)"])]
    case _: return "\(mean)\(unit)"
    }
  }
}
