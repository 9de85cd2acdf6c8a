extension WildArtist {
  mutating func drawGateway() -> ScenarioTree {
    if dice.chance(25) {
      let isDefault = dice.chance(50)
      nodes = isDefault ? 4 : 1
      return isDefault ? "default" : "ideal"
    }
    var gateway: ScenarioTree = [:]
    let isIdeal = dice.chance(60)
    if isIdeal || dice.chance(40) { gateway["profile"] = isIdeal ? "ideal" : "default" }
    nodes = dice.pick(weighted: [(86, dice.within(1...5)), (12, 64), (2, 1_000)])
    gateway["nodes"] = "\(nodes)"
    if dice.chance(40) { gateway["backlog"] = word("1", "2", "16", "1M", "unlimited") }
    for station in ["handshake", "auth", "ready", "api"] where dice.chance(35) {
      let isHandshake = station == "handshake"
      var drawn = self.station(isHandshake ? "cores" : "workers")
      if dice.chance(40) { addQueue(&drawn, ofHandshake: isHandshake) }
      gateway[station] = drawn
    }
    if dice.chance(50) { gateway["admission"] = admission() }
    if dice.chance(40) { gateway["rejection"] = rejection() }
    if dice.chance(60) { gateway["abandonment"] = word("work", "notice") }
    if dice.chance(20) { gateway["egress"] = egress() }
    return gateway
  }

  private mutating func station(_ servers: String) -> ScenarioTree {
    var station: ScenarioTree = [:]
    let counts = ["1", "1", "2", "16", "100k", "unlimited"]
    let count = dice.chance(80) ? dice.pick(counts) : nil
    station[servers] = count.map { .scalar($0) }
    if dice.chance(85) {
      station["time"] = serviceTime()
    } else if let count, count != "unlimited" {
      // So that a service takes up to 0.1 s.
      station["rate"] = count == "100k" ? "1M/s" : "1k/s"
    }
    return station
  }

  private mutating func addQueue(_ station: inout ScenarioTree, ofHandshake isHandshake: Bool) {
    if !isHandshake && dice.chance(50) {
      station["queue"] = word("0", "1", "50", "1000M", "unlimited")
    }
    if dice.chance(60) {
      station["full"] =
        isHandshake ? word("reset", "silence") : word("reset", "error", "silence")
    }
    if dice.chance(50) { station["discipline"] = discipline() }
    if dice.chance(30) { station["slowdown"] = word("0%", "1%", "50%", "1000%") }
    if dice.chance(30) { station["deadline"] = word("none", "1ms", "500ms", "5s", "1h") }
  }

  private mutating func discipline() -> ScenarioTree {
    switch dice.roll(4) {
    case 0:
      var codel: ScenarioTree = [:]
      if dice.chance(70) { codel["interval"] = word("5ms", "100ms", "1h") }
      if dice.chance(70) { codel["target"] = word("1ns", "1ms", "5ms") }
      return ["codel": codel]
    case 1:
      return ["adaptiveLifo": dice.chance(70) ? ["interval": word("1ns", "100ms", "1h")] : [:]]
    case _: return word("fifo", "lifo", "adaptiveLifo", "codel")
    }
  }

  private mutating func serviceTime() -> ScenarioTree {
    switch dice.roll(10) {
    case 0: word("0s", "1ns", "1us", "1h")
    case 1, 2: time(beat())
    case _: distribution(Int(dice.about(10, octaves: 15)), "us")
    }
  }

  private mutating func egress() -> ScenarioTree {
    if dice.chance(10) { return "none" }
    var egress: ScenarioTree = [
      "rate": word("1kbit/s", "10Mbit/s", "1Gbit/s", "1000000Gbit/s"),
      "payload": word("1B", "50kB", "2MB", "1GB"),
    ]
    if dice.chance(60) { egress["queue"] = word("0s", "100ms", "20s", "1m") }
    if dice.chance(50) { egress["per"] = word("node", "gateway") }
    return egress
  }

  private mutating func admission() -> ScenarioTree {
    if dice.chance(20) { return "none" }
    var admission = dice.chance(50) ? slotsOrBatches() : rate()
    if dice.chance(50) { admission["per"] = word("node", "gateway") }
    return admission
  }

  private mutating func rate() -> ScenarioTree {
    var rate: ScenarioTree = [
      "rate": word("1/h", "0.5/s", "30/m", "1/s", "10/s", "2k/s", "1000000000/s")
    ]
    if dice.chance(50) { rate["burst"] = word("1", "2", "10", "1k", "1000M") }
    return rate
  }

  private mutating func slotsOrBatches() -> ScenarioTree {
    switch dice.roll(4) {
    case 0: return ["concurrency": word("1", "5", "512", "1000M")]
    case 1:
      var vegas: ScenarioTree = [:]
      if dice.chance(50) { vegas["initial"] = word("1", "20") }
      if dice.chance(50) { vegas["max"] = word("20", "1000", "1M") }
      return ["vegas": vegas]
    case 2:
      var gradient: ScenarioTree = [:]
      if dice.chance(50) {
        gradient["initial"] = "30"
        gradient["min"] = word("1", "20", "30")
        gradient["max"] = word("30", "200", "1M")
      }
      if dice.chance(40) { gradient["smoothing"] = word("0.001", "0.2", "1") }
      if dice.chance(40) { gradient["tolerance"] = word("1", "1.5", "100") }
      if dice.chance(40) { gradient["window"] = word("1", "600") }
      if dice.chance(40) { gradient["queue"] = word("0", "4", "1M") }
      return ["gradient2": gradient]
    case _: return ["batch": word("1", "50", "1000M"), "every": word("1ms", "1s", "1h")]
    }
  }

  private mutating func rejection() -> ScenarioTree {
    var rejection: ScenarioTree = [:]
    switch dice.roll(4) {
    case 0: rejection["before"] = "handshake"
    case 1: break
    case _: rejection["after"] = "handshake"
    }
    let cost = dice.chance(50) ? word("0ms", "200us", "200ms", "1s", "1h") : nil
    // A listener that rejects before the handshake does so at no cost.
    rejection["cost"] = rejection["before"] == nil || cost == "0ms" ? cost : nil
    if dice.chance(10) { rejection["answer"] = "reset" }
    if dice.chance(40) {
      rejection["answer"] = "error"
      if dice.chance(70) {
        rejection["retryAfter"] =
          dice.chance(50) ? word("0s", "5s", "1h") : distribution(dice.pick([1, 5]), "s")
      }
    }
    return rejection
  }
}
