extension WorldArtist {
  mutating func fault() -> FaultSketch {
    let whole = 60 * world.minutes
    // Early enough that what follows can be seen; several overlap often.
    var fault = FaultSketch(at: dice.roll(max(2, whole / 4)), length: length(), kind: "")
    if dice.chance(10) { fault.at = dice.roll(whole) }
    if dice.chance(4) { fault.at = 0 }
    let kind = dice.pick(weighted: [
      (24, "outage"), (13, "restart"), (9, "capacity"), (9, "slow"), (9, "authFailure"),
      (7, "loss"), (5, "latency"), (8, "flapping"), (9, "offline"), (4, "background"),
      (3, "handover"), (3, "logout"),
    ])
    fault.kind = kind
    fault.scope = clientScope()
    shape(&fault)
    // Without an end, nothing is measured after clear: a few worlds of that are enough. What moves on
    // by itself must have one.
    let moves = ["restart", "flapping"].contains(kind) || fault.batch != nil
    if dice.chance(4), !moves { fault.length = nil }
    return fault
  }

  private mutating func length() -> Int {
    dice.chance(85) ? Int(dice.about(2, octaves: 6)) : dice.within(1...60 * world.minutes / 2)
  }

  private mutating func shape(_ fault: inout FaultSketch) {
    switch fault.kind {
    case "outage": shapeOutage(&fault)
    case "restart": shapeRestart(&fault)
    case "capacity":
      fault.keys = ["to: \(dice.pick(0, 10, 30, 60))%"] + station()
      fault.scope = nodeScope()
    case "slow":
      fault.keys = ["times: \(dice.pick("0.5", "3", "20", "100"))"] + station()
      fault.scope = nodeScope()
    case "authFailure":
      let probability = "probability: \(dice.pick(10, 30, 70, 100))%"
      fault.keys = ["answer: \(dice.pick("temporary", "permanent"))", probability]
    case "loss": fault.keys = ["rate: \(dice.pick(10, 40, 100, 100))%"]
    case "latency":
      fault.keys = [dice.pick("times: 5", "times: 0.4", "add: 400ms", "times: 2, add: 1s")]
    case "flapping":
      fault.keys = [
        "of: \(dice.pick("gateway", "path", "device"))", "up: \(dice.within(2...60))s",
        "down: \(dice.within(1...30))s", "together: \(dice.chance(50))",
      ]
    case "handover", "logout": shapeMoment(&fault)
    default: break
    }
  }

  private mutating func shapeOutage(_ fault: inout FaultSketch) {
    let mode = dice.pick("refuse", "refuse", "reset", "blackhole", "drain")
    fault.keys = ["mode: \(mode)"]
    if dice.chance(75) { fault.keys.append("drop: \(dice.chance(75))") }
    if mode == "drain" {
      fault.keys.append("every: \(dice.within(1...5))s")
      fault.batch = max(1, world.clients.count / dice.within(5...60))
    }
    if dice.chance(12) { fault.scope = node() }
  }

  private mutating func shapeRestart(_ fault: inout FaultSketch) {
    let isRolling = dice.chance(40)
    fault.keys = ["rolling: \(isRolling)"]
    if dice.chance(20) { fault.keys.append("drop: false") }
    fault.scope = isRolling ? nil : nodeScope()
    // Node after node must be done within the run, mostly.
    if isRolling, let length = fault.length { fault.length = 1 + length / world.gateway.nodes }
  }

  /// Not every system has a socket that could die, or a user who could be logged out.
  private mutating func shapeMoment(_ fault: inout FaultSketch) {
    let foreign = fault.kind == "logout" ? ["appExtension", "optimistic"] : ["appExtension"]
    if world.clients.systems.allSatisfy(foreign.contains) {
      fault.kind = "offline"
    } else {
      fault.length = nil
    }
  }

  private mutating func station() -> [String] {
    dice.chance(50) ? [] : ["station: \(dice.pick("handshake", "auth", "ready", "api"))"]
  }

  private mutating func clientScope() -> String? {
    dice.pick(weighted: [
      (65, nil), (25, "{share: \(dice.within(1...99))%}"),
      (10, "{cohort: \(dice.pick(world.clients.cohorts))}"),
    ])
  }

  private mutating func nodeScope() -> String? { dice.chance(25) ? node() : nil }

  private mutating func node() -> String { "{node: \(dice.roll(world.gateway.nodes))}" }
}
