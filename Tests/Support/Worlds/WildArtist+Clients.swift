import Backoff

extension WildArtist {
  /// The fleet without its count, which follows from what each client does.
  mutating func drawFleet() -> ScenarioTree {
    let session = drawSession()
    let shares = dice.chance(45) ? drawShares() : []
    let own = shares.map { _ -> String? in dice.chance(55) ? drawSession() : nil }
    systems = shares.isEmpty ? [session] : own.map { $0 ?? session }
    var fleet: ScenarioTree = [:]
    if session != "stoat" || dice.chance(60) { fleet["session"] = .scalar(session) }
    if dice.chance(40) { fleet["profile"] = profile(of: session) }
    if systems.contains(where: Self.waitsByFormula), dice.chance(85) {
      fleet["backoff"] = formula()
    }
    if dice.chance(session == "stoat" ? 85 : 65) { fleet["parameters"] = parameters(of: session) }
    if dice.chance(50) { fleet["behaviour"] = behaviour(of: session) }
    fleet["start"] = drawStart()
    if dice.chance(40) { fleet["phase"] = word("spread", "aligned", "aligned") }
    if !shares.isEmpty {
      fleet["mix"] = drawMix(shares, own)
    } else if dice.chance(2) {
      fleet["mix"] = "~"
    }
    return fleet
  }

  private mutating func drawSession() -> String {
    dice.pick(weighted: [
      (52, "stoat"), (13, "chatSocket"), (13, "primer"), (12, "appExtension"), (10, "optimistic"),
    ])
  }

  private mutating func drawShares() -> [String] {
    dice.pick(
      ["100%"], ["50%", "50%"], ["0.25", "75%"], ["0.0001%", "99.9999%"], ["99%", "1%"],
      ["20%", "30%", "50%"], ["33.33%", "33.33%", "33.34%"])
  }

  private static func waitsByFormula(_ session: String) -> Bool {
    session == "stoat" || session == "optimistic"
  }

  private mutating func drawMix(_ shares: [String], _ own: [String?]) -> ScenarioTree {
    cohorts = Array(["phones", "old_ones", "tv-1", "the rest"].prefix(shares.count))
    let items = shares.indices.map { index -> ScenarioTree in
      var cohort: ScenarioTree = [
        "name": .scalar(cohorts[index]), "share": .scalar(shares[index]),
      ]
      let system = systems[index]
      if dice.chance(50) {
        cohort["os"] = word("linux", "linux65", "android", "ios", "macos", "windows", "windows7")
      }
      if dice.chance(50) { cohort["network"] = drawNetwork() }
      cohort["session"] = own[index].map { ScenarioTree.scalar($0) }
      if own[index] != nil, dice.chance(40) { cohort["profile"] = profile(of: system) }
      if Self.waitsByFormula(system), dice.chance(40) { cohort["backoff"] = formula() }
      if dice.chance(55) { cohort["parameters"] = parameters(of: system) }
      if dice.chance(45) { cohort["behaviour"] = behaviour(of: system) }
      return cohort
    }
    return .list(items)
  }

  private mutating func drawStart() -> ScenarioTree? {
    let isLong = !systems.contains("optimistic")
    let connected: ScenarioTree = "connected"
    let within: ScenarioTree = [
      "within": word(
        "0s", "0s", "1ms", "200ms", "200ms", "1s", "1s", "30s", "30s", "36500d")
    ]
    let rate: ScenarioTree = [
      "rate": word(
        "1/h", "0.5/s", "300/m", "300/m", "100/s", "100/s", "100/s", "1000000000/s")
    ]
    switch dice.roll(10) {
    case 0, 1, 2, 3: return isLong ? connected : within
    case 4: return isLong ? nil : rate
    case 5, 6, 7: return within
    case _: return rate
    }
  }

  private mutating func profile(of session: String) -> ScenarioTree {
    switch session {
    case "stoat": word("spec", "forWeb", "hardened", "sdkAutoReconnect")
    case "chatSocket": word("spec", "starscream")
    case "primer": word("spec", "unlocked")
    case "appExtension": word("spec", "app")
    case _: "spec"
    }
  }

  private mutating func parameters(of session: String) -> ScenarioTree {
    var settings: ScenarioTree = [:]
    switch session {
    case "stoat":
      let heartbeat = period()
      pace += 3_000 / Double(heartbeat)
      settings["heartbeat"] = time(heartbeat)
      set(&settings, ["pongTimeout", "callTimeout", "closeTimeout"])
    case "chatSocket":
      set(&settings, ["linger"])
      // One that looks a thousand times a second makes a long run, which few worlds need.
      if dice.chance(2) {
        settings["watchdog"] = "1ms"
      } else if dice.chance(60) {
        let watchdog = period()
        pace += 4_000 / Double(watchdog)
        settings["watchdog"] = time(watchdog)
      }
      if dice.chance(25) { settings["reconnectOnClose"] = flag() }
      if dice.chance(40) { settings["starscreamQuirks"] = flag() }
    case "primer":
      set(&settings, ["waitFor", "requestTimeout"])
      if dice.chance(40) { settings["locking"] = flag() }
    case "appExtension":
      set(
        &settings,
        [
          "backgroundTime", "activationWait", "extensionTime", "extensionWait", "preferenceDelay",
        ])
      if dice.chance(40) { settings["revoke"] = flag() }
    case _: set(&settings, ["requestTimeout"])
    }
    return settings
  }

  /// Some time limits.
  private mutating func set(_ settings: inout ScenarioTree, _ names: [String]) {
    for name in names where dice.chance(60) { settings[name] = limit() }
  }

  private mutating func flag() -> ScenarioTree { word("on", "off", "true", "false") }

  // MARK: Formulas

  /// Some of them give, sooner or later, a delay that cannot be waited for.
  private static let formulas = [
    "1ms", "50ms", "200ms", "1s", "3s", "2^x", "uniform(0s, 1s)", "uniform(0s, 5s)",
    "uniform(0s, 300s)", "min(30s, 1s * 2^x)", "min(800ms, 100ms * 2^x)",
    "min(20s, uniform(1s, 3 * max(prev, 1s)))", "list(0s, 200ms, 1s; stop)",
    "list(1s, 5s, 30s; 60s)", "if(x > 3, stop, 400ms)", "abs(normal(1s, 3s))", "normal(2s, 1s)",
    "1s - x * 50ms", "exp(x) * 1s", "max(retryAfter, 1s)", "min(10s, elapsed + 100ms)",
    "if(code == 503, max(retryAfter, 200ms), if(code == 401, stop, uniform(0s, 3s)))",
  ]

  private static let axes = [
    "attempts: 0", "attempts: 1", "attempts: 5", "attempts: unlimited", "connectTimeout: 1ms",
    "connectTimeout: 200ms", "connectTimeout: 1s", "connectTimeout: 1010ms", "connectTimeout: 20m",
    "reset: ready", "reset: open", "reset: uptime(1s)", "reset: idle(2s)", "reset: every(10s)",
    "reset: resync", "reset: never", "clock: failure", "clock: attemptStart", "first: 0s",
    "first: 100ms",
  ]

  private mutating func formula() -> ScenarioTree {
    pace += 1
    var text: String = dice.pick(dice.chance(70) ? Self.formulas : Catalogue.names)
    if dice.chance(2) { text = "0s" }
    if text.hasSuffix("0ms") || text.hasPrefix("1ms") { pace += 10 }
    var axes: [String] = []
    while dice.chance(40) {
      let axis: String = dice.pick(Self.axes)
      let name = axis.prefix { $0 != ":" }
      if !axes.contains(where: { $0.hasPrefix(name) }) { axes.append(axis) }
    }
    text = ([text] + axes).joined(separator: ", ")
    if dice.chance(20) {
      namedFormulas += 1
      text = "mine-\(namedFormulas)=\(text)"
    }
    return .scalar(text)
  }
}
