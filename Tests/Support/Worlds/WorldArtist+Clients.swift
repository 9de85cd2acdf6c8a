import Backoff

extension WorldArtist {
  /// Formulas that people write. None is so fast that a run takes minutes.
  static let formulas = [
    "uniform(0s, 5s)", "uniform(0s, 20s)", "uniform(0s, 60s)", "uniform(0s, 300s)", "5s", "20s",
    "uniform(0s, min(30s, 1s * 2^x))", "min(60s, 1s * 2^x)",
    "min(30s, 1s * 2^x) * uniform(0.8, 1.2)", "list(1s, 5s, 30s; stop)",
    "uniform(1s, 9s), attempts: 5",
    "uniform(2s, 10s), attempts: 20", "min(20s, uniform(1s, 3 * max(prev, 1s)))",
    "uniform(0s, 10s), connectTimeout: 2s", "uniform(1s, 10s), connectTimeout: 1010ms",
    "uniform(0s, 15s), connectTimeout: 30s", "uniform(2s, 6s), reset: open",
    "uniform(0s, 2s * x), reset: uptime(10s)", "uniform(1s, 30s), clock: attemptStart",
    "uniform(0s, 1s), connectTimeout: 20m", "uniform(0s, 3s), connectTimeout: 20m",
  ]

  /// Those without a schedule that single clients stand out of.
  static let scalableFormulas = [
    "uniform(0s, 5s)", "uniform(0s, 20s)", "uniform(0s, 60s)", "uniform(2s, 10s)",
    "uniform(0s, min(30s, 1s * 2^x))", "min(30s, 1s * 2^x) * uniform(0.8, 1.2)",
    "uniform(3s, 6s), attempts: 12",
  ]

  mutating func drawClients() {
    let kind = dice.pick(weighted: [
      (62, "stoat"), (16, "mix"), (6, "chatSocket"), (6, "primer"), (5, "appExtension"),
      (5, "optimistic"),
    ])
    world.clients.count = Int(dice.about(200, octaves: 4))
    if world.clients.count > 3_000 { world.clients.count = 3_000 }
    switch kind {
    case "stoat": drawStoat()
    case "mix": drawMix()
    default: drawOthers(kind)
    }
    drawNetwork()
    drawStart()
  }

  private mutating func drawStoat() {
    var keys = ["session: stoat"]
    if dice.chance(35) { keys.append("profile: \(dice.pick("forWeb", "forWeb", "hardened"))") }
    keys.append("backoff: '\(formula())'")
    if dice.chance(20) { keys.append("parameters: {\(stoatParameters())}") }
    if dice.chance(10) {
      keys.append("behaviour: {app: {front: {exponential: 3m}, back: {exponential: 1m}}}")
    }
    world.clients.keys = keys
    if dice.chance(20) {
      world.clients.mix = [
        "name: near, share: 30%, os: \(system()), network: \(network())",
        "name: far, share: 70%, network: \(network()), backoff: '\(formula())'",
      ]
      world.clients.cohorts = ["near", "far"]
    }
  }

  private mutating func stoatParameters() -> String {
    dice.pick(
      "heartbeat: 10s, pongTimeout: 5s", "heartbeat: 60s", "pongTimeout: 3s", "callTimeout: 4s",
      "heartbeat: 20s, callTimeout: 20s", "callTimeout: 20m", "callTimeout: 20m")
  }

  /// One web cohort, and others beside it.
  private mutating func drawMix() {
    var systems = ["stoat"]
    var mix = ["name: web, share: 40%, backoff: '\(formula())'"]
    let others = dice.pick(
      ["chatSocket", "primer"], ["appExtension", "chatSocket"], ["primer", "stoat"])
    for (index, other) in others.enumerated() {
      systems.append(other)
      let path = dice.chance(50) ? ", network: \(network())" : ""
      mix.append("name: part\(index), share: 30%, session: \(other), os: \(system())\(path)")
    }
    world.clients.mix = mix
    world.clients.cohorts = ["web", "part0", "part1"]
    world.clients.systems = systems
  }

  private mutating func drawOthers(_ system: String) {
    world.clients.systems = [system]
    var keys = ["session: \(system)"]
    switch system {
    case "chatSocket":
      if dice.chance(50) { keys.append("parameters: {watchdog: 30s, reconnectOnClose: on}") }
      if dice.chance(50) { keys.append("behaviour: {app: none, screens: none}") }
    case "primer":
      if dice.chance(50) { keys.append("parameters: {waitFor: 3s, requestTimeout: 5s}") }
    case "appExtension": keys.append("profile: \(dice.pick("spec", "app"))")
    default:
      // Every one of them is in every other's way: what a run costs grows with their square.
      world.clients.count = dice.within(200...300)
      let formula = dice.pick("uniform(0s, 5s)", "uniform(0s, min(60s, 100ms * 2^x))")
      keys.append("backoff: '\(formula)'")
    }
    world.clients.keys = keys
  }

  private mutating func drawStart() {
    if !world.clients.systems.contains("optimistic"), dice.chance(75) { return }
    world.clients.start = dice.pick(
      .within(seconds: 0), .within(seconds: dice.within(1...120)),
      .rate(perSecond: max(1, world.clients.count / dice.within(5...120))))
  }

  mutating func formula() -> String {
    if dice.chance(60) { return dice.pick(Self.formulas) }
    return dice.pick(Catalogue.names)
  }

  private mutating func system() -> String {
    dice.pick("linux", "linux65", "android", "ios", "macos", "windows", "windows7")
  }

  private mutating func drawNetwork() { world.network = network() }

  mutating func network() -> String {
    if dice.chance(60) {
      return dice.pick(
        "ideal", "ideal", "fibre", "wifi", "lte", "lte", "5g", "3g", "edge", "starlink", "tunnel")
    }
    return dice.pick(
      "{profile: ideal, latency: \(dice.pick(1, 20, 200, 1_500))ms}",
      "{profile: lte, latency: \(dice.pick(20, 100, 700))ms}",
      "{profile: lte, latency: {median: 80ms, sigma: 1, own: \(dice.pick(0, 50, 100))%}}",
      "{profile: ideal, latency: {uniform: [10ms, 400ms]}}",
      "{profile: wifi, latency: {exponential: 150ms}, loss: \(dice.pick(0, 2, 10))%}",
      "{latency: {foldedNormal: [60ms, 30ms]}, setup: {tcp: 1, tls: 2, upgrade: 1, calls: 2}}",
      "{profile: lte, setup: {tcp: 0, tls: 0, upgrade: 0, calls: 1}}")
  }
}
