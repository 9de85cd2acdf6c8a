extension WorldArtist {
  /// - Parameters:
  ///   - pace: connections a second that the narrowest of its limits lets through, about.
  ///   - atOnce: how many limits there are; drawn where it is nil.
  mutating func drawGateway(pace: Double, atOnce: Int? = nil) {
    let isDefault = style == .any && dice.chance(30)
    world.gateway.profile = isDefault ? "default" : "ideal"
    world.gateway.nodes = style == .any ? dice.pick(1, 1, 2, 3, 4, 8) : dice.within(1...2)
    world.gateway.abandonment = dice.pick("work", "work", "notice")
    let count = atOnce ?? dice.pick(weighted: [(12, 0), (45, 1), (28, 2), (15, 3)])
    var stages = ["admission", "handshake", "auth", "ready", "api"]
    for number in 0..<count {
      let stage = stages.remove(at: dice.roll(stages.count))
      // The first is the narrowest, mostly.
      let rate = pace * (number == 0 ? 1 : dice.about(0.8, octaves: 3))
      if stage == "admission" {
        drawAdmission(rate)
      } else {
        world.gateway.stations.append(station(stage, perSecond: rate))
      }
    }
    // The default profile's own admission would be the only limit that matters.
    if isDefault, world.gateway.admission == nil { world.gateway.isAdmissionSaid = dice.chance(70) }
    if dice.chance(40) {
      world.gateway.isBacklogSaid = true
      world.gateway.backlog = dice.chance(60) ? Int(dice.about(4, octaves: 7)) : nil
    }
  }

  private mutating func drawAdmission(_ rate: Double) {
    let isPerNode = dice.chance(70)
    let own = isPerNode ? rate / Double(world.gateway.nodes) : rate
    let burst = dice.chance(60) ? dice.pick(1, 5, max(1, Int(own)), max(1, Int(own * 5))) : nil
    world.gateway.admission = GatewaySketch.Admission(
      milliPerSecond: max(10, Int(own * 1_000)),
      burst: style == .any ? burst : max(25, Int(own.rounded())),
      isPerNode: isPerNode)
    if dice.chance(50) {
      world.gateway.rejection = dice.pick(
        "{before: handshake}", "{after: handshake}", "{after: handshake, cost: 2ms}",
        "{after: handshake, cost: 20ms}")
    }
  }

  /// A few servers, so slow that they serve that many a second.
  private mutating func station(_ name: String, perSecond: Double) -> GatewaySketch.Station {
    let copies = name == "handshake" || name == "ready" ? world.gateway.nodes : 1
    let servers = style == .any ? dice.pick(1, 1, 2, 4, 8, 16) : dice.pick(8, 16)
    let micros = max(10, Int(Double(servers * copies) / perSecond * 1e6))
    return GatewaySketch.Station(name: name, servers: servers, time: time(meanMicros: micros))
  }

  /// A service time of that mean: even, as memoryless as theory likes it, or with a long tail.
  private mutating func time(meanMicros mean: Int) -> String {
    let shape = dice.roll(style == .any ? 5 : 3)
    switch shape {
    case 0, 1: return "\(mean)us"
    case 2: return "{exponential: \(mean)us}"
    case 3: return "{uniform: [\(mean / 2)us, \(mean / 2 + mean)us]}"
    // The mean of a lognormal is its median x exp(sigma^2 / 2), and exp(1/2) = 1.6487.
    default: return "{median: \(mean * 10_000 / 16_487)us, sigma: 1}"
    }
  }
}
