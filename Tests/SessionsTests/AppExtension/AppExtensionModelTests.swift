import Testing

@testable import Sessions

/// The lifecycle once more, written from the tables as rules over words, with its timers as flags.
private struct Model {
  var app = "ACTIVE"
  var ext = "IDLE"
  var timers: Set<String> = []
  let isSpec: Bool

  private var away: Bool { !["ACTIVE", "ACTIVATING"].contains(app) }
  private var isRunning: Bool { ext == "WAITING" || ext == "ACTIVE" }

  mutating func kill() {
    app = "KILLED"
    timers.subtract(["background", "activation"])
    if ext == "WAITING" { ext = "ACTIVE" }
    timers.remove("wait")
  }

  /// Whether the event is accepted.
  mutating func take(_ event: String, isFree: Bool, sawActive: Bool) -> Bool {
    switch (event, app, ext) {
    case ("SCENE_BACKGROUND", "ACTIVE", _), ("SCENE_BACKGROUND", "ACTIVATING", _):
      app = isSpec ? "PAUSING" : "SUSPENDING"
      timers.remove("activation")
      timers.insert("background")
    case ("SCENE_ACTIVE", _, _) where away:
      timers.remove("background")
      app = ext == "ACTIVE" && sawActive ? "ACTIVATING" : "ACTIVE"
      if app == "ACTIVATING" { timers.insert("activation") }
      if ext == "WAITING" { end() }
    case ("BACKGROUND_TIME_NOTICE", _, _) where timers.contains("background"),
      ("BACKGROUND_TIMER_FIRE", _, _) where timers.contains("background"):
      timers.remove("background")
      app = isSpec ? "SUSPENDING" : "SUSPENDED"
      if isSpec || isFree { start() }
    case ("NETWORK_DRAINED", "PAUSING", _):
      app = "PAUSED"
      start()
    case ("DATABASE_DRAINED", "SUSPENDING", _):
      timers.remove("background")
      app = "SUSPENDED"
      start()
    case ("DATABASE_DRAINED", "SUSPENDED", "WAITING"): start()
    case ("PUSH", "ACTIVE", _) where !isRunning, ("PUSH", "ACTIVATING", _) where !isRunning: break
    case ("PUSH", _, _) where !isRunning:
      let open =
        isSpec
        ? app != "PAUSING" : app == "SUSPENDED" && isFree || app == "KILLED"
      ext = open ? "ACTIVE" : "WAITING"
      timers.insert("extension")
      if !isSpec && !open { timers.insert("wait") }
    case ("MESSAGES_DONE", _, "ACTIVE"), ("ACTIVATION_TIMER_FIRE", "ACTIVATING", _),
      ("EXTENSION_TIMER_FIRE", _, _) where timers.contains("extension"):
      end()
      if timers.remove("activation") != nil { app = "ACTIVE" }
    case ("EXTENSION_WAIT_FIRE", _, _) where timers.contains("wait"):
      if app == "SUSPENDED" { start() } else { end() }
    default: return false
    }
    return true
  }

  private mutating func start() {
    if ext == "WAITING" { ext = "ACTIVE" }
    timers.remove("wait")
  }

  private mutating func end() {
    ext = "COMPLETED"
    timers.subtract(["extension", "wait"])
  }
}

@Suite("The lifecycle against a model of its own")
struct AppExtensionModelTests {
  @Test(
    "agrees over 100,000 random events", arguments: AppExtensionProfile.allCases,
    [1, 2] as [UInt64])
  func agrees(profile: AppExtensionProfile, seed: UInt64) throws {
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    var lifecycle = AppExtensionLifecycle()
    var model = Model(isSpec: profile == .spec)
    var accepted = 0
    var met: Set<AppExtensionLifecycle> = []
    for count in 1...100_000 {
      var surroundings = AppExtensionLifecycle.Surroundings()
      surroundings.isDatabaseFree = next(3) > 0
      surroundings.didSeeActiveExtension = next(3) > 0
      let event = AppExtensionEvent.allCases[next(AppExtensionEvent.allCases.count)]
      if next(500) == 0 {
        lifecycle = AppExtensionLifecycle()
        model = Model(isSpec: profile == .spec)
      } else if next(200) == 0 {
        _ = lifecycle.kill()
        model.kill()
      } else {
        let step = lifecycle.handle(event, under: profile, in: surroundings)
        let isAccepted = model.take(
          event.name, isFree: surroundings.isDatabaseFree,
          sawActive: surroundings.didSeeActiveExtension)
        try #require(step.isAccepted == isAccepted, "event \(count), \(event.name)")
        if isAccepted { accepted += 1 }
      }
      met.insert(lifecycle)
      try #require(lifecycle.app.name == model.app, "event \(count), \(event.name)")
      try #require(lifecycle.notifier.name == model.ext, "event \(count), \(event.name)")
      var timers: Set<String> = []
      if lifecycle.isBackgroundArmed(under: profile) { timers.insert("background") }
      if lifecycle.isActivationArmed { timers.insert("activation") }
      if lifecycle.isExtensionArmed { timers.insert("extension") }
      if lifecycle.isWaitArmed(under: profile) { timers.insert("wait") }
      try #require(timers == model.timers, "event \(count), \(event.name)")
    }
    #expect(accepted > 20_000)
    // The pairs of the tables, with KILLED, an app that saw too little, and a busy database.
    #expect(met.count == (profile == .spec ? 16 + 3 + 1 : 10 + 3 + 1 + 1))
  }
}
