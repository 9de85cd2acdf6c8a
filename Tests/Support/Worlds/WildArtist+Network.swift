extension WildArtist {
  mutating func drawNetwork() -> ScenarioTree {
    if dice.chance(40) { return networkProfile() }
    var network: ScenarioTree = [:]
    if dice.chance(75) { network["profile"] = networkProfile() }
    if dice.chance(60) { network["latency"] = latency() }
    if dice.chance(40) { network["setup"] = setup() }
    if dice.chance(50) { network["loss"] = loss() }
    if dice.chance(30) {
      network["dns"] = name()
      hasNames = true
    }
    if dice.chance(25) { network["addresses"] = addresses() }
    if dice.chance(30) { network["retransmission"] = word("fixed", "measured", "measured") }
    if dice.chance(20) { network["idle"] = idleBox() }
    if dice.chance(10) { network["bandwidth"] = word("1bit/s", "64kbit/s", "5Mbit/s", "10Gbit/s") }
    return network
  }

  private mutating func networkProfile() -> ScenarioTree {
    word(
      "ideal", "ideal", "ideal", "fibre", "wifi", "lte", "5g", "3g", "edge", "starlink", "tunnel")
  }

  /// Half a second each way is the first repeat of a SYN; the same for everyone puts answers on one
  /// instant.
  private mutating func latency() -> ScenarioTree {
    switch dice.roll(10) {
    case 0: return "0s"
    case 1, 2, 3: return time(dice.pick(1, 50, 100, 200, 400, 500, 1_000, 1_500, 3_000))
    case 4: return time(beat())
    case 5: return word("1ns", "1us", "1h")
    case 6, 7:
      var latency: ScenarioTree = [
        "median": time(dice.pick(1, 50, 500)), "sigma": word("0", "1", "2.5"),
      ]
      if dice.chance(70) { latency["own"] = word("0%", "50%", "0.7", "100%") }
      if dice.chance(30) { latency["min"] = word("0s", "20ms", "1s") }
      return latency
    case _:
      if dice.chance(25) { return measured() }
      return distribution(Int(dice.about(1, octaves: 11)), "ms")
    }
  }

  private mutating func measured() -> ScenarioTree {
    var latency: ScenarioTree = ["csv": word("samples.csv", "clients.csv", "quantiles.csv")]
    if dice.chance(30) { latency["min"] = word("20ms", "1s") }
    return latency
  }

  /// At most 14 round trips before the first message; a cohort's path takes what it leaves out from the
  /// fleet's.
  private mutating func setup() -> ScenarioTree {
    if dice.chance(8) { return ["tcp": "14", "tls": "0", "upgrade": "0", "calls": "15"] }
    var setup: ScenarioTree = [:]
    for name in ["tcp", "tls", "upgrade", "calls"] {
      if dice.chance(70) {
        setup[name] = word("0", "1", "1", "2", "4")
      } else if name == "tcp" {
        setup[name] = "0"
      }
    }
    return setup
  }

  /// Caches that turn over within a storm, resolvers that answer late or never.
  private mutating func name() -> ScenarioTree {
    var name: ScenarioTree = ["ttl": word("1s", "5s", "30s", "60s", "1h")]
    if dice.chance(60) {
      name["time"] = dice.chance(60) ? word("0s", "20ms", "1s", "6s") : distribution(300, "ms")
    }
    if dice.chance(40) { name["tries"] = word("1", "3", "10") }
    if dice.chance(40) { name["timeout"] = word("100ms", "1s", "30s") }
    if dice.chance(30) { name["resolvers"] = word("1", "7", "1M") }
    return name
  }

  /// Addresses that are tried side by side, and one after the other. Their number is the same for all clients: a fault
  /// that kills one needs it everywhere.
  private mutating func addresses() -> ScenarioTree {
    if addressCount == nil { addressCount = dice.pick(1, 2, 2, 3, 8) }
    let count = addressCount!
    var addresses: ScenarioTree = ["count": "\(count)"]
    if count == 1 { return addresses }
    if dice.chance(50) { addresses["order"] = word("fixed", "random") }
    if dice.chance(70) { addresses["next"] = word("10ms", "100ms", "250ms", "1s", "1m", "failure") }
    return addresses
  }

  /// Boxes that forget before a heartbeat, with one, and never.
  private mutating func idleBox() -> ScenarioTree {
    if dice.chance(10) { return "none" }
    var box: ScenarioTree = [
      "after": dice.chance(80)
        ? word("1s", "10s", "30s", "41s", "60s", "1d") : ["uniform": .list(["1s", "1m"])]
    ]
    if dice.chance(60) { box["how"] = word("silent", "reset", "close") }
    return box
  }

  private mutating func loss() -> ScenarioTree {
    switch dice.roll(10) {
    case 0: return ["out": lossShare(), "back": lossShare()]
    case 1:
      let out = dice.chance(50) ? lossShare() : ["gilbertElliott": fade()]
      return ["back": ["gilbertElliott": fade()], "out": out]
    case 2, 3: return ["gilbertElliott": fade()]
    case _: return lossShare()
    }
  }

  private mutating func lossShare() -> ScenarioTree {
    word("0%", "0.0001%", "1%", "0.1", "30%", "50%", "95%", "99.99%")
  }

  /// Bursts of any length between a packet and a run.
  mutating func fade() -> ScenarioTree {
    var fade: ScenarioTree = [
      "good": word("10ms", "300ms", "3s", "20s", "10m"),
      "bad": word("10ms", "300ms", "3s", "20s", "1h"),
    ]
    if dice.chance(50) { fade["lossBad"] = word("50%", "80%", "100%") }
    if dice.chance(30) { fade["lossGood"] = word("0%", "1%", "30%") }
    return fade
  }
}
