import Testing

@testable import Sessions

/// The two phases, as the fixtures name them.
private struct Phases: Hashable, CustomStringConvertible {
  var app: String
  var notifier: String
  var description: String { "\(app) \(notifier)" }

  init(_ app: String, _ notifier: String) {
    self.app = app
    self.notifier = notifier
  }

  init(_ lifecycle: AppExtensionLifecycle) {
    self.init(lifecycle.app.name, lifecycle.notifier.name)
  }
}

/// A golden table: one rule a line.
private struct GoldenTable {
  private var rules: [(apps: [String], notifiers: [String], events: [String], to: [String])] = []

  init(_ profile: AppExtensionProfile) throws {
    for line in try fixture("appExtension-\(profile)") {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 6 && words[3] == ":", "\(line)")
      let sides = words.map { $0.split(separator: ",").map(String.init) }
      rules.append((sides[0], sides[1], sides[2], [words[4], words[5]]))
    }
  }

  /// The phases after an event; nil where it is rejected.
  func after(_ phases: Phases, _ event: String) throws -> Phases? {
    let found = rules.filter {
      $0.apps.contains(phases.app)
        && ($0.notifiers == ["*"] || $0.notifiers.contains(phases.notifier))
        && $0.events.contains(event)
    }
    try #require(found.count <= 1, "\(phases) \(event) stands twice")
    guard let to = found.first?.to else { return nil }
    return Phases(
      to[0] == "=" ? phases.app : to[0], to[1] == "=" ? phases.notifier : to[1])
  }
}

@Suite("The published table of the app and its extension")
struct AppExtensionTableTests {
  @Test(
    "is complete: every reachable pair of phases, every event",
    arguments: [
      (AppExtensionProfile.spec, 16), (.app, 10),
    ])
  func everyCell(profile: AppExtensionProfile, count: Int) throws {
    let golden = try GoldenTable(profile)
    var seen: Set<Phases> = [Phases("ACTIVE", "IDLE")]
    var frontier = [AppExtensionLifecycle()]
    while let lifecycle = frontier.popLast() {
      let phases = Phases(lifecycle)
      for event in AppExtensionEvent.allCases {
        var next = lifecycle
        let step = next.handle(event, under: profile)
        let expected = try golden.after(phases, event.name)
        #expect(step.isAccepted == (expected != nil), "\(phases) \(event.name)")
        #expect(Phases(next) == expected ?? phases, "\(phases) \(event.name)")
        if expected == nil {
          #expect(step.entered.first == nil, "\(phases) \(event.name)")
          #expect(bytes(of: next) == bytes(of: lifecycle), "\(phases) \(event.name)")
        }
        if seen.insert(Phases(next)).inserted { frontier.append(next) }
      }
    }
    #expect(seen.count == count)
  }

  /// A lifecycle brought along some events.
  private func lifecycle(
    _ profile: AppExtensionProfile, _ events: AppExtensionEvent...
  ) -> AppExtensionLifecycle {
    var lifecycle = AppExtensionLifecycle()
    for event in events { _ = lifecycle.handle(event, under: profile) }
    return lifecycle
  }

  private func entered(
    _ lifecycle: AppExtensionLifecycle, _ event: AppExtensionEvent, _ profile: AppExtensionProfile
  ) -> [String] {
    var lifecycle = lifecycle
    let step = lifecycle.handle(event, under: profile)
    return [step.entered.first, step.entered.second, step.entered.third].compactMap { $0?.name }
  }

  @Test("names the phases entered in order, also those left at once")
  func order() {
    let waiting = lifecycle(.spec, .sceneBackground, .push)
    #expect(
      entered(waiting, .sceneActive, .spec) == ["ACTIVATING", "EXTENSION_COMPLETED", "ACTIVE"])
    #expect(entered(waiting, .networkDrained, .spec) == ["PAUSED", "EXTENSION_ACTIVE"])
    let paused = lifecycle(.spec, .sceneBackground, .networkDrained)
    #expect(entered(paused, .sceneActive, .spec) == ["ACTIVATING", "ACTIVE"])
    let activating = lifecycle(.spec, .sceneBackground, .networkDrained, .push, .sceneActive)
    #expect(entered(activating, .messagesDone, .spec) == ["EXTENSION_COMPLETED", "ACTIVE"])
    let suspending = lifecycle(.app, .sceneBackground, .push)
    #expect(entered(suspending, .backgroundTimeNotice, .app) == ["SUSPENDED", "EXTENSION_ACTIVE"])
  }

  @Test("app: a database still in use keeps the extension waiting beside a suspended app")
  func busyDatabase() {
    var busy = AppExtensionLifecycle.Surroundings()
    busy.isDatabaseFree = false
    var waiting = lifecycle(.app, .sceneBackground, .push)
    _ = waiting.handle(.backgroundTimerFire, under: .app, in: busy)
    #expect(Phases(waiting) == Phases("SUSPENDED", "WAITING"))
    #expect(entered(waiting, .databaseDrained, .app) == ["EXTENSION_ACTIVE"])
    #expect(entered(waiting, .extensionWaitFire, .app) == ["EXTENSION_ACTIVE"])
    #expect(entered(waiting, .extensionTimerFire, .app) == ["EXTENSION_COMPLETED"])
    var pushed = lifecycle(.app, .sceneBackground, .backgroundTimerFire)
    _ = pushed.handle(.push, under: .app, in: busy)
    #expect(Phases(pushed) == Phases("SUSPENDED", "WAITING"))
    var spec = lifecycle(.spec, .sceneBackground, .backgroundTimerFire)
    _ = spec.handle(.push, under: .spec, in: busy)
    #expect(Phases(spec) == Phases("SUSPENDING", "ACTIVE"), "spec does not ask")
  }

  @Test("an app that did not see the extension start activates beside it")
  func staleView() {
    var view = AppExtensionLifecycle.Surroundings()
    view.didSeeActiveExtension = false
    var lifecycle = lifecycle(.spec, .sceneBackground, .networkDrained, .push)
    let step = lifecycle.handle(.sceneActive, under: .spec, in: view)
    #expect(step.isAccepted)
    #expect(Phases(lifecycle) == Phases("ACTIVE", "ACTIVE"))
    #expect(entered(lifecycle, .messagesDone, .spec) == ["EXTENSION_COMPLETED"])
    #expect(entered(lifecycle, .push, .spec) == [])
  }

  @Test(
    "KILLED is as good as SUSPENDED to the extension, and left when the scene becomes active",
    arguments: AppExtensionProfile.allCases)
  func killed(profile: AppExtensionProfile) {
    for before in [
      lifecycle(profile), lifecycle(profile, .sceneBackground),
      lifecycle(profile, .sceneBackground, .push),
    ] {
      var killed = before
      let step = killed.kill()
      #expect(step.isAccepted && killed.app == .killed)
      #expect(killed.notifier == (before.notifier == .waiting ? .active : before.notifier))
      let again = killed.kill()
      #expect(!again.isAccepted)
      for event in AppExtensionEvent.allCases where before.notifier == .idle {
        let expected: [String] =
          switch event {
          case .sceneActive: ["ACTIVATING", "ACTIVE"]
          case .push: ["EXTENSION_ACTIVE"]
          case _: []
          }
        #expect(entered(killed, event, profile) == expected, "\(event)")
      }
    }
  }

  @Test("timers run as the phases tell")
  func timers() {
    let suspending = lifecycle(.spec, .sceneBackground, .backgroundTimerFire)
    #expect(!suspending.isBackgroundArmed(under: .spec))
    #expect(suspending.isBackgroundArmed(under: .app))
    let waiting = lifecycle(.spec, .sceneBackground, .push)
    #expect(waiting.isBackgroundArmed(under: .spec) && waiting.isExtensionArmed)
    #expect(!waiting.isWaitArmed(under: .spec) && waiting.isWaitArmed(under: .app))
    #expect(!waiting.isActivationArmed)
    let activating = lifecycle(.app, .sceneBackground, .databaseDrained, .push, .sceneActive)
    #expect(activating.isActivationArmed && activating.isExtensionArmed)
    #expect(!activating.isBackgroundArmed(under: .app))
  }
}
