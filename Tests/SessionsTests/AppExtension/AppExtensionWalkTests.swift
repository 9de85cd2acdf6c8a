import Testing

@testable import Sessions

private typealias Walk = StateWalk<AppExtensionPair>
private typealias World = SlotWorld<AppExtensionPair>

/// What a pair is walked under.
struct PairWalkCase: Sendable, CustomTestStringConvertible {
  var profile: AppExtensionProfile
  var revoke = true
  var preferenceDelay = Interval.zero
  /// Whether writers of the two processes may meet.
  var mayOverlap: Bool
  /// States there are at least, so that the walk cannot shrink unseen.
  var floor: Int

  var testDescription: String {
    "\(profile), revoke \(revoke ? "on" : "off"), window \(preferenceDelay)"
  }

  var configuration: AppExtensionConfiguration {
    var configuration = AppExtensionConfiguration(profile: profile)
    configuration.revoke = revoke
    configuration.preferenceDelay = preferenceDelay
    return configuration
  }

  static let all = [
    PairWalkCase(profile: .app, mayOverlap: false, floor: 140),
    PairWalkCase(profile: .app, preferenceDelay: .seconds(1), mayOverlap: false, floor: 295),
    PairWalkCase(profile: .app, revoke: false, mayOverlap: true, floor: 235),
    PairWalkCase(
      profile: .app, revoke: false, preferenceDelay: .seconds(1), mayOverlap: true, floor: 500),
    PairWalkCase(profile: .spec, mayOverlap: true, floor: 325),
    PairWalkCase(profile: .spec, preferenceDelay: .seconds(1), mayOverlap: true, floor: 800),
  ]
}

@Suite("Every reachable state of an app and its extension")
struct AppExtensionWalkTests {
  @Test("keeps the promises of its profile", arguments: PairWalkCase.all)
  func promises(walkCase: PairWalkCase) {
    let walk = Walk(
      from: AppExtensionPair(), under: walkCase.configuration, events: PairBench.events,
      normalise: { $0.outbox.count = min($0.outbox.count, 3) },
      rule: { step in wrong(step, walkCase) ?? wrong(step.after, walkCase) })
    print(
      "\(walkCase.testDescription): \(walk.count) states, \(walk.transitions) transitions,",
      "at most \(walk.mostActions) actions")
    #expect(walk.violations.isEmpty)
    #expect(walk.count >= walkCase.floor, "the walk has shrunk")
    #expect(walk.mostActions <= Turn<AppExtensionPair>.capacity)
    expectPhases(walk, walkCase)
    let both = walk.worlds { $0.machine.appWrites && $0.machine.notifierWrites }
    #expect(both.isEmpty != walkCase.mayOverlap, "two writers: \(both)")
    expectComesBack(walk, walkCase)
  }

  private func expectPhases(_ walk: Walk, _ walkCase: PairWalkCase) {
    let apps = Set(walk.worlds.map { $0.machine.app })
    let onlySpec: Set<AppPhase> = [.pausing, .paused]
    #expect(
      apps == Set(AppPhase.allCases).subtracting(walkCase.profile == .spec ? [] : onlySpec))
    #expect(Set(walk.worlds.map { $0.machine.notifier }) == Set(ExtensionPhase.allCases))
  }

  // MARK: What is wrong with a step

  private func wrong(_ step: Walk.Step, _ walkCase: PairWalkCase) -> String? {
    var reached: Set<AppExtensionMilestone> = []
    var calls: Set<AppExtensionCall> = []
    for action in step.actions {
      if case .reached(let milestone, _) = action, !reached.insert(milestone).inserted {
        return "\(milestone) twice"
      }
      if case .call(let call) = action { calls.insert(call) }
    }
    if reached.contains(.unhandled) {
      let isSame = bytes(of: step.before.machine) == bytes(of: step.after.machine)
      if !isSame || step.actions.count != 1 { return "an ignored event does something" }
    }
    return wrongOverlap(step, reached, calls, walkCase) ?? wrongPhase(step, reached, calls)
      ?? wrongNotification(step, reached)
  }

  private func wrongOverlap(
    _ step: Walk.Step, _ reached: Set<AppExtensionMilestone>, _ calls: Set<AppExtensionCall>,
    _ walkCase: PairWalkCase
  ) -> String? {
    let after = step.after.machine
    let meet =
      calls.contains(.appWrite) && after.notifierWrites
      || calls.contains(.notifierWrite) && after.appWrites
    if meet != reached.contains(.overlap) { return "overlap is told wrongly" }
    if meet && !walkCase.mayOverlap { return "two writers" }
    guard walkCase.profile == .app, calls.contains(.notifierWrite) else { return nil }
    return [.suspended, .killed].contains(after.app) ? nil : "the extension writes too early"
  }

  private func wrongPhase(
    _ step: Walk.Step, _ reached: Set<AppExtensionMilestone>, _ calls: Set<AppExtensionCall>
  ) -> String? {
    let before = step.before.machine
    let after = step.after.machine
    var isFreeze = false
    if case .stimulus(.freeze, _) = step.event { isFreeze = true }
    if reached.contains(.killed) != (isFreeze && before.appWrites) { return "killed wrongly" }
    if isFreeze && !before.appWrites && before.app != .killed && !step.actions.isEmpty {
      return "a freeze does something"
    }
    if calls.contains(.appNetwork) && after.app != .active { return "network outside ACTIVE" }
    let mayWrite: Set<AppPhase> = [.active, .pausing, .paused]
    if calls.contains(.appWrite) && !mayWrite.contains(after.app) {
      return "a write is not blocked"
    }
    if reached.contains(.active) && before.app == .active && reached.count > 1 {
      return "becomes active twice"
    }
    return nil
  }

  /// Each run of the extension ends in one notification.
  private func wrongNotification(
    _ step: Walk.Step, _ reached: Set<AppExtensionMilestone>
  ) -> String? {
    let didOwe = step.before.machine.memory.contains(.owesNotification)
    let owes = step.after.machine.memory.contains(.owesNotification)
    let ended = reached.contains(.extensionCompleted)
    let notified = reached.contains(.notified)
    if (ended ? 1 : 0) + (didOwe ? 1 : 0) != (notified ? 1 : 0) + (owes ? 1 : 0) {
      return "a notification is lost or shown twice"
    }
    return reached.contains(.notifiedLate) && !notified ? "late, but not shown" : nil
  }

  // MARK: What is wrong with a state

  private func wrong(_ world: World, _ walkCase: PairWalkCase) -> String? {
    wrongTimers(world, walkCase) ?? wrongCalls(world, walkCase)
  }

  /// Never waiting for nothing: the timers that run are those the phases speak of.
  private func wrongTimers(_ world: World, _ walkCase: PairWalkCase) -> String? {
    let machine = world.machine
    let profile = walkCase.profile
    let memory = machine.memory
    let owes = memory.contains(.owesNotification)
    var expected: Set<AppExtensionTimer> = []
    switch machine.app {
    case .activating: expected.insert(.activation)
    case .pausing, .paused: expected.insert(.background)
    case .suspending: if profile == .app { expected.insert(.background) }
    case .active, .suspended, .killed: break
    }
    if [.waiting, .active].contains(machine.notifier) || owes { expected.insert(.notifier) }
    if machine.notifier == .waiting && profile == .app { expected.insert(.notifierWait) }
    if memory.contains(.window) { expected.insert(.preferences) }
    let armed = Set(AppExtensionTimer.allCases.filter { world.slot.isArmed($0) })
    if armed != expected { return "timers \(armed), expected \(expected)" }
    if owes && machine.notifier != .completed { return "owes a notification while it runs" }
    if memory.contains(.window) && !machine.app.isAway { return "a window that is over" }
    return nil
  }

  private func wrongCalls(_ world: World, _ walkCase: PairWalkCase) -> String? {
    let machine = world.machine
    let calls = Set(world.calls.keys)
    if machine.appWrites != calls.contains(.appWrite) { return "wrong about the app's write" }
    if machine.notifierWrites != calls.contains(.notifierWrite) { return "wrong about a write" }
    let isRunning = machine.notifier == .active
    if isRunning != calls.contains(.fetch), !(isRunning && calls.contains(.notifierWrite)) {
      return "the extension runs without a call, or calls without running"
    }
    let isOperating = !calls.isDisjoint(with: [.appNetwork, .appWrite])
    if calls.isSuperset(of: [.appNetwork, .appWrite]) { return "two operations at a time" }
    if isOperating && machine.outbox.count == 0 { return "an operation that nobody sent" }
    switch machine.app {
    case .active: if !isOperating && machine.outbox.count > 0 { return "a queue that stands" }
    case .pausing: if !calls.contains(.appNetwork) { return "the network has drained" }
    case .suspending:
      let isFree = !calls.contains(.appNetwork) || walkCase.profile == .spec
      if isFree && !calls.contains(.appWrite) { return "the database has drained" }
    case .killed: if isOperating || machine.outbox.count > 0 { return "a killed app works" }
    case .paused: if calls.contains(.appNetwork) { return "the network has not drained" }
    case .suspended, .activating: break
    }
    return nil
  }

  /// From anywhere, answers and a scene that becomes active lead to ACTIVE with all work done.
  private func expectComesBack(_ walk: Walk, _ walkCase: PairWalkCase) {
    for start in walk.worlds {
      var world = start
      for _ in 0..<20 {
        guard let event = friendly(world) else { break }
        _ = world.deliver(event, under: walkCase.configuration)
      }
      let machine = world.machine
      guard machine.app == .active, machine.outbox.count == 0, world.calls.isEmpty else {
        Issue.record("does not come back: \(start.machine)")
        return
      }
    }
  }

  private func friendly(_ world: World) -> Event<AppExtensionPair>? {
    if world.slot.isArmed(.preferences) { return .fired(.preferences) }
    if world.machine.app.isAway { return .stimulus(.sceneActive) }
    for call in AppExtensionCall.allCases where world.calls[call] != nil {
      return .answered(call, .ok)
    }
    return nil
  }
}

/// Where two writers meet, the shortest way there is.
@Suite("Two writers in one database")
struct AppExtensionOverlapTests {
  /// The shortest trace to an overlap, one event a line.
  private func shortest(_ configuration: AppExtensionConfiguration) -> [String] {
    // A breadth-first walk meets the shortest first.
    var first: [String]?
    var known: Set<String> = []
    var frontier: [(world: World, trace: [String])] = [(World(AppExtensionPair()), [])]
    var next = 0
    while next < frontier.count, first == nil {
      let (world, trace) = frontier[next]
      next += 1
      for event in PairBench.events where world.canHappen(event) {
        var after = world
        let actions = after.deliver(event, under: configuration)
        if actions.map(text).contains("overlap") { first = first ?? trace + [text(event)] }
        let timers = AppExtensionTimer.allCases.map { after.slot.isArmed($0) }
        let key =
          "\(bytes(of: after.machine)) \(timers) \(after.calls.keys.map(\.rawValue).sorted())"
        if after.machine.outbox.count <= 2, known.insert(key).inserted {
          frontier.append((after, trace + [text(event)]))
        }
      }
    }
    return first ?? []
  }

  private func trace(_ transcript: String) -> [String] {
    transcript.split(separator: "\n").map { line in
      line.split(separator: "|")[0].split(separator: " ").joined(separator: " ")
    }
  }

  @Test("spec: an app that is paused may still write when the extension begins")
  func spec() {
    let transcript = """
      send                 | call appNetwork
      answer appNetwork ok | call appWrite
      sceneBackground      | pausing, paused, arm background 15
      push                 | extensionActive, call fetch, arm notifier 30
      answer fetch ok      | overlap, call notifierWrite
      """
    var bench = PairBench(.spec)
    bench.play(transcript)
    let found = shortest(bench.configuration)
    #expect(found.count == trace(transcript).count, "\(found)")
  }

  @Test("app, revoke off: an extension that was forced to complete still writes")
  func unrevoked() {
    let transcript = """
      sceneBackground      | suspending, suspended
      push                 | extensionActive, call fetch, arm notifier 30
      answer fetch ok      | call notifierWrite
      sceneActive          | activating, arm activation 3
      fired activation     | activationForced, extensionCompleted, active, activated, arm notifier 0
      send                 | call appNetwork
      answer appNetwork ok | overlap, call appWrite
      """
    var bench = PairBench(.app) { $0.revoke = false }
    bench.play(transcript)
    let found = shortest(bench.configuration)
    #expect(found.count == trace(transcript).count, "\(found)")
  }

  @Test("app: there is none")
  func none() {
    #expect(shortest(AppExtensionConfiguration()).isEmpty)
    var slow = AppExtensionConfiguration()
    slow.preferenceDelay = .seconds(1)
    #expect(shortest(slow).isEmpty)
  }
}
