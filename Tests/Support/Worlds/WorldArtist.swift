/// Draws a world: the parts of it in files of their own.
struct WorldArtist {
  let style: WorldStyle
  var dice: Dice
  var world = WorldSketch()
  /// Addresses of the service; 0 where there is one.
  var addressCount = 0
  private let number: Int

  init(number: Int, style: WorldStyle) {
    self.style = style
    self.number = number
    // The two styles have nothing in common.
    dice = Dice(UInt64(number) &+ (style == .any ? 0 : 1 << 40))
  }

  mutating func draw() -> WorldSketch {
    switch style {
    case .any: drawAnything()
    case .scalable: drawScalable()
    case .wild: preconditionFailure("a wild world is drawn by another artist")
    }
    dice = Dice(UInt64(number) &+ (style == .any ? 1 : 3) << 41)
    drawExtras()
    keepFromSpinning()
    return world
  }

  private mutating func drawAnything() {
    // Most runs are long enough for a storm to be looked at for five minutes after its cause.
    world.minutes = dice.chance(65) ? dice.within(12...30) : dice.within(3...12)
    world.isUntilSettled = dice.chance(10)
    if dice.chance(15) { world.window = dice.pick(60, 90, 120, 600) }
    drawClients()
    drawGateway(pace: Double(world.clients.count) / dice.about(4, octaves: 8))
    let count = dice.pick(weighted: [(8, 0), (47, 1), (25, 2), (12, 3), (8, 4)])
    for _ in 0..<count { world.faults.append(fault()) }
    if count > 0, dice.chance(count == 1 ? 8 : 30) {
      let one = dice.roll(count)
      world.recoveryFrom = Array(Set([one, dice.roll(count)])).sorted()
    }
  }

  /// A chat socket that opens anew whenever it is closed does so for ever, at one instant, where an
  /// attempt fails at once: an error of the run, which is no world to be measured.
  private mutating func keepFromSpinning() {
    let failsAtOnce =
      world.network.contains("ideal")
      || world.faults.contains { fault in
        fault.kind == "offline"
          || fault.keys.contains { $0 == "of: device" || $0.contains("negative") }
      }
    if failsAtOnce { world.clients.keys.removeAll { $0.contains("reconnectOnClose") } }
  }

  /// One incident for everyone, known latencies, many servers and tokens: what differs between a fleet
  /// and one ten times as large is then chance alone. A bucket of one token loses tokens whenever
  /// nobody comes, and one of 25 hardly ever.
  private mutating func drawScalable() {
    world.minutes = dice.within(8...12)
    world.clients.count = 50 * dice.within(8...16)
    world.clients.keys = ["session: stoat", "backoff: '\(dice.pick(Self.scalableFormulas))'"]
    world.network = dice.pick(
      "lte", "5g", "3g", "{profile: lte, latency: {uniform: [20ms, 200ms]}}")
    drawGateway(pace: Double(world.clients.count) / dice.about(4, octaves: 4), atOnce: 1)
    let at = 10 * dice.within(1...5)
    world.faults = [
      dice.pick(
        FaultSketch(
          at: at, length: dice.within(20...60), kind: "outage",
          keys: ["mode: \(dice.pick("refuse", "reset"))", "drop: true"]),
        FaultSketch(at: at, length: dice.within(20...60), kind: "restart"),
        FaultSketch(
          at: at, length: 60, kind: "outage", keys: ["mode: drain", "every: 2s"],
          batch: world.clients.count / 20))
    ]
  }
}
