// What stands between clients and gateway beside latency and loss. It is drawn after all else, from a source of its
// own.
extension WorldArtist {
  mutating func drawExtras() {
    if dice.chance(40) { return }
    var extras = NetworkSketch()
    if dice.chance(30) { extras.keys.append("retransmission: measured") }
    if dice.chance(35) { drawName(&extras) }
    if dice.chance(35) { extras.keys.append("addresses: {\(addresses())}") }
    if dice.chance(25) { extras.keys.append("idle: {after: \(quietTime()), how: \(end())}") }
    if dice.chance(30) { extras.loss = loss() }
    world.extras = extras
    if dice.chance(25) { world.gateway.egress = egress() }
    if style == .any, dice.chance(50), let fault = extraFault() { world.faults.append(fault) }
  }

  private mutating func drawName(_ extras: inout NetworkSketch) {
    extras.resolvers = dice.chance(30) ? dice.pick(5, 20, 100) : nil
    let time = dice.pick("20ms", "{exponential: 50ms}", "{median: 30ms, sigma: 1}")
    extras.name =
      "ttl: \(dice.pick("5s", "60s", "10m")), time: \(time), tries: \(dice.pick(1, 2, 3))"
  }

  private mutating func addresses() -> String {
    addressCount = dice.pick(2, 2, 3)
    let next = dice.pick("250ms", "250ms", "100ms", "2s", "failure")
    return "count: \(addressCount), order: \(dice.pick("fixed", "random")), next: \(next)"
  }

  private mutating func quietTime() -> String {
    dice.pick("25s", "60s", "5m", "{exponential: 5m}", "{uniform: [30s, 90s]}")
  }

  private mutating func end() -> String { dice.pick("silent", "reset", "close") }

  private mutating func loss() -> String {
    let burst = "{good: \(dice.pick(5, 20, 60))s, bad: \(dice.pick("500ms", "2s", "10s"))}"
    return dice.pick(
      "{out: \(dice.pick(0, 1, 5))%, back: \(dice.pick(0, 2, 8))%}",
      "{gilbertElliott: \(burst)}", "{out: 1%, back: {gilbertElliott: \(burst)}}")
  }

  /// The payloads of the whole fleet take from a second to a few minutes.
  private mutating func egress() -> GatewaySketch.Egress {
    let seconds = dice.pick(1, 5, 20, 60, 200)
    let clients = max(1, world.clients.count)
    return GatewaySketch.Egress(
      kilobitsPerSecond: max(1, clients * 400 / seconds),
      rest: "payload: 50kB, queue: \(dice.pick("100ms", "100ms", "1s", "20s")), "
        + "per: \(dice.pick("node", "gateway"))")
  }

  private mutating func extraFault() -> FaultSketch? {
    let whole = 60 * world.minutes
    var fault = FaultSketch(
      at: dice.roll(max(2, whole / 4)), length: Int(dice.about(2, octaves: 6)), kind: "loss")
    let options =
      ["loss"] + (world.extras.name == nil ? [] : ["dns", "move"])
      + (addressCount > 0 ? ["address"] : [])
    fault.kind = dice.pick(options)
    if dice.chance(30) { fault.scope = "{share: \(dice.within(1...99))%}" }
    switch fault.kind {
    case "dns": fault.keys = ["answer: \(dice.pick("none, negative: 5s", "silent"))"]
    case "move":
      fault.keys = ["old: \(dice.pick("silent", "refuse"))", "drop: \(dice.chance(50))"]
      fault.length = nil
    case "address":
      fault.keys = [
        "number: \(dice.roll(addressCount))", "how: \(dice.pick("silent", "refuse"))",
      ]
    default:
      fault.keys = [
        dice.pick("rate: 100%", "rate: 60%", "gilbertElliott: {good: 3s, bad: 1s}"),
        "direction: \(dice.pick("out", "back"))",
      ]
    }
    return fault
  }
}

/// What a scenario says of its network beside the path of a profile.
struct NetworkSketch: Sendable {
  /// Further keys: `retransmission: measured`.
  var keys: [String] = []
  /// In place of the path's own.
  var loss: String?
  /// What stands between the braces of `dns`, but for the resolvers that are shared.
  var name: String?
  var resolvers: Int?

  /// The network of a path, with these keys.
  func text(of path: String, scale: Int) -> String {
    var keys = keys
    if let name {
      let shared = resolvers.map { ", resolvers: \($0 * scale)" } ?? ""
      keys.append("dns: {\(name)\(shared)}")
    }
    if let loss, !path.contains("loss:") { keys.append("loss: \(loss)") }
    if keys.isEmpty { return path }
    let more = keys.joined(separator: ", ")
    return path.hasPrefix("{") ? path.dropLast() + ", \(more)}" : "{profile: \(path), \(more)}"
  }
}
