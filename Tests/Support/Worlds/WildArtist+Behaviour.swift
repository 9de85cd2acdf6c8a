extension WildArtist {
  /// What people do, with the keys of their session system.
  mutating func behaviour(of session: String) -> ScenarioTree {
    if dice.chance(12) { return "none" }
    var habits: ScenarioTree = [:]
    if dice.chance(60) { habits["app"] = alternation("front", "back") }
    switch session {
    case "chatSocket":
      if dice.chance(60) { habits["screens"] = alternation("on", "off") }
      if dice.chance(60) { habits["push"] = pushes() }
    case "primer":
      if dice.chance(60) { habits["launches"] = launches() }
      if dice.chance(40) { habits["firstScreen"] = word("0", "1", "5", "100") }
      if dice.chance(50) { habits["reads"] = dice.chance(10) ? "none" : pause() }
      if dice.chance(60) { habits["listeners"] = alternation("on", "off") }
      if dice.chance(40) { habits["entities"] = word("1", "2", "64", "128") }
      if dice.chance(60) { habits["push"] = pushes() }
    case "appExtension":
      if dice.chance(60) { habits["sends"] = dice.chance(10) ? "none" : pause() }
      if dice.chance(50) {
        habits["database"] = distribution(Int(dice.about(1, octaves: 12)), "ms")
      }
      if dice.chance(60) { habits["push"] = pushes() }
    case _: break
    }
    return habits
  }

  /// Between two things that happen: a millisecond at the least.
  private mutating func pause() -> ScenarioTree {
    let milliseconds = Int(dice.chance(8) ? dice.about(1, octaves: 8) : dice.about(200, octaves: 9))
    pace += 500 / Double(milliseconds)
    return distribution(milliseconds, "ms")
  }

  private mutating func alternation(_ on: String, _ off: String) -> ScenarioTree {
    if dice.chance(20) { return "none" }
    return .mapping([ScenarioTree.Entry(on, pause()), ScenarioTree.Entry(off, pause())])
  }

  private mutating func launches() -> ScenarioTree {
    if dice.chance(20) { return "none" }
    var launches: ScenarioTree = ["every": pause()]
    if dice.chance(50) { launches["newUser"] = word("0%", "5%", "0.5", "100%") }
    return launches
  }

  private mutating func pushes() -> ScenarioTree {
    if dice.chance(20) { return "none" }
    var pushes: ScenarioTree = [:]
    if dice.chance(75) { pushes["every"] = dice.chance(15) ? "none" : pause() }
    if dice.chance(50) { pushes["storms"] = storms() }
    return pushes
  }

  /// Some of them follow each other at one instant.
  private mutating func storms() -> ScenarioTree {
    var begin = dice.pick(0, 200, 1_000, Int(dice.about(50, octaves: 12)))
    let storms = (0..<dice.within(0...3)).map { _ -> ScenarioTree in
      let length = Int(dice.about(100, octaves: 9))
      let every = distribution(Int(dice.about(20, octaves: 8)), "ms")
      let storm: ScenarioTree = ["at": time(begin), "for": time(length), "every": every]
      begin += length + (dice.chance(50) ? 0 : beat())
      return storm
    }
    return .list(storms)
  }
}
