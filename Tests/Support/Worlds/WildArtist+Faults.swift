extension WildArtist {
  mutating func drawFaults() -> ScenarioTree? {
    let count = dice.pick(weighted: [(6, 0), (16, 1), (20, 2), (22, 3), (16, 4), (12, 5), (8, 8)])
    if count == 0 { return dice.chance(60) ? nil : word("~") }
    return .list((0..<count).map { _ in fault() })
  }

  private mutating func fault() -> ScenarioTree {
    let kind = drawKind()
    let times = drawTimes(of: kind)
    var fault: ScenarioTree = ["at": time(times.begin)]
    if let length = times.length { fault["for"] = time(length) }
    fault["kind"] = .scalar(kind)
    shape(&fault, kind, times.length)
    if fault["rolling"] == "true" {
      if dice.chance(30) { fault["scope"] = "everyone" }
    } else {
      // Devices that flap are on no node, as those that are offline.
      fault["scope"] = scope(of: fault["of"] == "device" ? "offline" : kind)
    }
    return fault
  }

  private mutating func drawKind() -> String {
    if hasNames && dice.chance(30) { return dice.pick("dns", "move") }
    if addressCount != nil && dice.chance(30) { return "address" }
    let kind = dice.pick(weighted: [
      (18, "outage"), (10, "restart"), (8, "capacity"), (8, "slow"), (10, "latency"), (11, "loss"),
      (8, "authFailure"), (14, "flapping"), (9, "offline"), (9, "background"), (9, "handover"),
      (7, "logout"),
    ])
    // Not every system has a socket that could die, or a user who could be logged out.
    let without = ["handover": ["appExtension"], "logout": ["appExtension", "optimistic"]]
    if let foreign = without[kind], systems.allSatisfy(foreign.contains) { return "offline" }
    return kind
  }

  // MARK: When

  /// Those of the last fault, now and then; mostly from one of a few moments to another.
  private mutating func drawTimes(of kind: String) -> (begin: Int, length: Int?) {
    let isMomentary = ["handover", "logout", "move"].contains(kind)
    if let last = lastTimes, dice.chance(30) {
      return (last.begin, isMomentary ? nil : last.length)
    }
    let begin = drawInstant()
    let end = drawLength(from: begin)
    lastTimes = (begin, end)
    return (begin, isMomentary ? nil : end)
  }

  private mutating func drawInstant() -> Int {
    let moment: Int = dice.pick(moments)
    let elsewhere = dice.roll(length + 1)
    let late = length + beat()
    return dice.pick(weighted: [
      (52, moment), (22, elsewhere), (12, 0), (4, moment + 1), (3, length), (4, late),
      (3, Self.longestTime),
    ])
  }

  /// 36500 days.
  private static let longestTime = 36_500 * 86_400_000

  private mutating func drawLength(from begin: Int) -> Int? {
    let later = moments.filter { $0 > begin }
    if !later.isEmpty, dice.chance(50) { return dice.pick(later) - begin }
    let usual = Int(dice.about(50, octaves: 12))
    let beat = beat()
    let options: [(weight: Int, value: Int?)] = [
      (45, usual), (20, beat), (8, 1), (10, length * 2), (3, Self.longestTime), (14, nil),
    ]
    return dice.pick(weighted: options)
  }

  // MARK: What

  private mutating func shape(_ fault: inout ScenarioTree, _ kind: String, _ length: Int?) {
    switch kind {
    case "outage": shapeOutage(&fault, length)
    case "restart":
      // One node after the other needs an end, and less than a hundred years in all.
      let isRolling = dice.chance(40) && length ?? .max < Self.longestTime / 1_000
      if isRolling || dice.chance(40) { fault["rolling"] = isRolling ? "true" : "false" }
      if dice.chance(50) { fault["drop"] = word("true", "false") }
      if isRolling {
        fault["for"] = time(max(1, (length ?? 1) / nodes))
        if dice.chance(30) { fault["pause"] = word("0s", "1ms", "3s", "1m") }
        if dice.chance(40) {
          fault["drain"] =
            dice.chance(10)
            ? "none"
            : dice.chance(30)
              ? ["within": word("1ms", "1s", "20s", "5m")]
              : ["batch": word("7", "100", "10k"), "every": word("1ms", "100ms", "1s")]
        }
      }
    case "capacity":
      fault["to"] = word("0%", "0.0001%", "10%", "0.5", "100%")
      if dice.chance(60) { fault["station"] = station() }
    case "slow":
      fault["times"] = word("0.001", "0.5", "1", "3", "20", "1000")
      if dice.chance(60) { fault["station"] = station() }
    case "latency":
      let hasFactor = dice.chance(50)
      if hasFactor { fault["times"] = word("0.001", "0.4", "1", "2", "5", "1000") }
      if !hasFactor || dice.chance(50) {
        fault["add"] = dice.chance(80) ? addend() : distribution(200, "ms")
      }
    case "loss":
      if dice.chance(25) {
        fault["gilbertElliott"] = fade()
      } else {
        fault["rate"] = word("0%", "0.0001%", "10%", "0.5", "90%", "99.99%", "100%", "100%")
      }
      if dice.chance(40) { fault["direction"] = word("both", "out", "back") }
    case "authFailure":
      fault["answer"] = word("temporary", "permanent")
      if dice.chance(70) { fault["probability"] = word("0.0001%", "10%", "0.5", "100%") }
    case "flapping": shapeFlapping(&fault, length)
    case "dns":
      let isAnswered = dice.chance(60)
      fault["answer"] = isAnswered ? "none" : "silent"
      if isAnswered && dice.chance(60) { fault["negative"] = word("0s", "500ms", "5s", "2m") }
    case "move":
      if dice.chance(60) { fault["old"] = word("silent", "refuse") }
      if dice.chance(50) { fault["drop"] = word("true", "false") }
    case "address":
      // A cohort without several has the first alone.
      if dice.chance(30) { fault["number"] = "0" }
      if dice.chance(70) { fault["how"] = word("silent", "refuse") }
    case _: break
    }
  }

  private mutating func shapeOutage(_ fault: inout ScenarioTree, _ length: Int?) {
    let mode = dice.pick("refuse", "refuse", "reset", "blackhole", "blackhole", "drain")
    fault["mode"] = .scalar(mode)
    if dice.chance(60) { fault["drop"] = word("true", "false") }
    if mode == "drain" {
      if dice.chance(70) { fault["batch"] = word("1", "2", "10", "1000M") }
      let least = leastPause(length)
      if least > 1_000 || dice.chance(70) { fault["every"] = time(pause(least)) }
    }
  }

  private mutating func shapeFlapping(_ fault: inout ScenarioTree, _ length: Int?) {
    let least = leastPause(length)
    fault["of"] = word("gateway", "path", "path", "device")
    fault["up"] = time(pause(least))
    fault["down"] = time(pause(least))
    if dice.chance(60) { fault["together"] = word("true", "false") }
  }

  /// Between two changes of a fault: not too many for a run, nor for a scenario.
  private func leastPause(_ length: Int?) -> Int {
    let span = min(length ?? .max, 31 * 86_400_000)
    let inRun = min(span, self.length)
    return max(1 + inRun / 1_000, 1 + inRun * clients / 20_000, 1 + span / 1_000_000)
  }

  private mutating func pause(_ least: Int) -> Int {
    let usual = [1, 37, 100, 200, 400, 800, 1_000, 3_000, 20_000, 37_000].filter { $0 >= least }
    return usual.isEmpty || dice.chance(30)
      ? Int(dice.about(Double(least), octaves: 5)) : dice.pick(usual)
  }

  /// What a SYN waits before it is sent again, in all, or a retransmission.
  private mutating func addend() -> ScenarioTree {
    word("0s", "1us", "100ms", "200ms", "400ms", "500ms", "1s", "2s", "3s", "7s", "1h")
  }

  private mutating func station() -> ScenarioTree { word("handshake", "auth", "ready", "api") }

  // MARK: Whom

  private mutating func scope(of kind: String) -> ScenarioTree? {
    let isOfNodes = ["restart", "capacity", "slow"].contains(kind)
    let isOfDevices = [
      "offline", "background", "handover", "logout", "dns", "move", "address",
    ].contains(kind)
    switch dice.roll(10) {
    case 0: return "everyone"
    case 1, 2:
      if isOfNodes { return nil }
      return ["share": word("0%", "0.0001%", "1%", "20%", "0.5", "99%", "100%")]
    case 3, 4: return isOfNodes ? nil : ["cohort": .scalar(dice.pick(cohorts))]
    case 5, 6: return isOfDevices ? nil : ["node": "\(dice.roll(nodes))"]
    case _: return nil
    }
  }
}
