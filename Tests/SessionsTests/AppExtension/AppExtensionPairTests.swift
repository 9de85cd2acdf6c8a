import Foundation
import Testing

@testable import Sessions

@Suite("An app and its extension")
struct AppExtensionPairTests {
  @Test("what the user sends goes one at a time: network, database, the next")
  func operations() {
    var bench = PairBench(.app)
    bench.play(
      """
      at 1
      send                     | call appNetwork
      at 2
      send                     |
      at 3
      answer appNetwork failed | call appWrite
      at 4
      answer appWrite ok       | appOperation 3, call appNetwork
      answer appNetwork ok     | call appWrite
      at 6
      answer appWrite ok       | appOperation 4
      send                     | call appNetwork
      """)
  }

  @Test("what meets a block waits for ACTIVE, and is told once for each")
  func deferred() {
    var bench = PairBench(.spec)
    bench.play(
      """
      sceneBackground      | pausing, paused, arm background 15
      at 1
      send                 | operationDeferred
      send                 | operationDeferred
      fired background     | suspending, suspended
      at 5
      sceneActive          | activating, active, activated, call appNetwork
      sceneBackground      | pausing, operationDeferred, arm background 15
      backgroundTimeNotice | suspending, suspended, disarm background
      answer appNetwork ok | operationDeferred
      sceneActive          | activating, active, activated, call appWrite
      at 6
      answer appWrite ok   | appOperation 5, call appNetwork
      """)
  }

  @Test("the times of the oldest four are kept; those behind share the fourth's")
  func times() {
    var outbox = AppExtensionOutbox()
    for second in 1...6 {
      let isTaken = outbox.append(at: .seconds(Int64(second)))
      #expect(isTaken)
    }
    let sent = (1...6).map { _ in outbox.removeFirst().seconds }
    #expect(sent == [1, 2, 3, 4, 4, 4])
    #expect(outbox == AppExtensionOutbox())
  }

  @Test("an outbox that is full takes no more, and loses nothing")
  func full() {
    var bench = PairBench(.app)
    bench.play("send | call appNetwork")
    for _ in 2...255 { bench.play("send |") }
    let before = bytes(of: bench.machine)
    bench.play("send | unhandled")
    #expect(bytes(of: bench.machine) == before)
  }

  @Test("a database block outlives an activation that was broken off")
  func blockStays() {
    var bench = PairBench(.spec)
    bench.play(
      """
      send                 | call appNetwork
      sceneBackground      | pausing, arm background 15
      fired background     | suspending, suspended
      push                 | extensionActive, call fetch, arm notifier 30
      sceneActive          | activating, arm activation 3
      sceneBackground      | pausing, arm background 15, disarm activation
      answer appNetwork ok | operationDeferred, paused
      is PAUSED ACTIVE
      answer fetch ok      | call notifierWrite
      """)
  }

  @Test("the extension's time ends its run, waiting or active")
  func extensionTime() {
    var bench = PairBench(.app)
    bench.play(
      """
      sceneBackground | suspending, suspended
      push            | extensionActive, call fetch, arm notifier 30
      answer fetch ok | call notifierWrite
      at 30
      fired notifier  | forget notifierWrite, extensionCompleted, notified 30, notifiedLate
      push            | extensionActive, call fetch, arm notifier 30
      sceneActive     | activating, arm activation 3
      at 31
      fired notifier  | forget fetch, extensionCompleted, active, activated 1, disarm activation, \
      arm notifier 0
      fired notifier  | notified 1, notifiedLate
      """)
    bench = PairBench(.spec)
    bench.play(
      """
      send            | call appNetwork
      sceneBackground | pausing, arm background 15
      push            | extensionWaiting, arm notifier 30
      at 10
      fired notifier  | extensionCompleted, notified 10, notifiedLate
      is PAUSING COMPLETED
      """)
  }

  @Test("a waiting extension completes when the app comes back, and shows what it has")
  func waitingThenActive() {
    var bench = PairBench(.app)
    bench.play(
      """
      send            | call appNetwork
      sceneBackground | suspending, arm background 16
      push            | extensionWaiting, arm notifierWait 16, arm notifier 30
      at 3
      sceneActive     | activating, extensionCompleted, active, activated, disarm background, \
      disarm notifierWait, arm notifier 0
      sceneBackground | suspending, arm background 16
      push            | notified 3, notifiedLate, extensionWaiting, arm notifierWait 16, \
      arm notifier 30
      is SUSPENDING WAITING
      """)
  }

  @Test("a run that begins beside a write of the one before makes a best attempt")
  func oldWrite() {
    var bench = PairBench(.app) { $0.revoke = false }
    bench.play(
      """
      sceneBackground  | suspending, suspended
      push             | extensionActive, call fetch, arm notifier 30
      answer fetch ok  | call notifierWrite
      sceneActive      | activating, arm activation 3
      fired activation | activationForced, extensionCompleted, active, activated, arm notifier 0
      fired notifier   | notified, notifiedLate
      sceneBackground  | suspending, suspended
      push             | extensionActive, call fetch, arm notifier 30
      answer fetch ok  | extensionCompleted, notified, notifiedLate, disarm notifier
      push             | extensionActive, call fetch, arm notifier 30
      answer notifierWrite ok |
      answer fetch ok  | call notifierWrite
      """)
  }

  @Test("a freeze kills an app that holds the database, in any phase, and no other")
  func freeze() {
    var bench = PairBench(.app)
    bench.play(
      """
      freeze               |
      send                 | call appNetwork
      freeze               |
      answer appNetwork ok | call appWrite
      send                 |
      sceneBackground      | suspending, operationDeferred, arm background 16
      push                 | extensionWaiting, arm notifierWait 16, arm notifier 30
      freeze               | forget appWrite, killed, extensionActive, call fetch, \
      disarm background, disarm notifierWait
      is KILLED ACTIVE
      freeze               | unhandled
      send                 | unhandled
      sceneBackground      | unhandled
      backgroundTimeNotice | unhandled
      answer fetch ok      | call notifierWrite
      launch               | activating, arm activation 3
      answer notifierWrite ok | extensionCompleted, notified, active, activated, \
      disarm activation, disarm notifier
      send                 | call appNetwork
      """)
  }

  @Test("a push finds a killed app as good as suspended", arguments: AppExtensionProfile.allCases)
  func killed(profile: AppExtensionProfile) {
    var bench = PairBench(profile)
    bench.play(
      """
      send                 | call appNetwork
      answer appNetwork ok | call appWrite
      freeze               | forget appWrite, killed
      push                 | extensionActive, call fetch, arm notifier 30
      answer fetch ok      | call notifierWrite
      answer notifierWrite ok | extensionCompleted, notified, disarm notifier
      sceneActive          | activating, active, activated
      is ACTIVE COMPLETED
      """)
  }

  @Test("a freeze within the window forgets the activation")
  func freezeInWindow() {
    var bench = PairBench(.spec) { $0.preferenceDelay = .seconds(1) }
    bench.play(
      """
      send                 | call appNetwork
      answer appNetwork ok | call appWrite
      sceneBackground      | pausing, paused, arm background 15
      sceneActive          | arm preferences 1
      freeze               | forget appWrite, disarm preferences, killed, disarm background
      launch               | arm preferences 1
      launch               | unhandled
      fired preferences    | activating, active, activated
      """)
  }

  @Test("launch says that the app is active; a process that runs is not started")
  func launch() {
    var bench = PairBench(.app)
    bench.play(
      """
      launch          | active
      sceneBackground | suspending, suspended
      launch          | unhandled
      """)
  }

  @Test("an event that the pair ignores changes no byte of it")
  func ignored() {
    for event: Event<AppExtensionPair> in [
      .opened, .received(.none), .closed(.reset), .stimulus(.sceneActive),
      .stimulus(.backgroundTimeNotice),
    ] {
      var pair = AppExtensionPair()
      let random = RandomStream(scripted: 0.5)
      var turn = Turn<AppExtensionPair>(random: random, perClient: random)
      pair.handle(event, under: AppExtensionConfiguration(), in: &turn)
      #expect(turn.count == 1 && text(turn[0]) == "unhandled", "\(text(event))")
      #expect(bytes(of: pair) == bytes(of: AppExtensionPair()), "\(text(event))")
    }
  }

  @Test("says in common terms where each phase stands")
  func standings() {
    let expected: [AppPhase: Standing] = [
      .active: .content, .activating: .waiting, .pausing: .idle, .paused: .idle,
      .suspending: .idle, .suspended: .idle, .killed: .needsPerson,
    ]
    let walk = StateWalk(
      from: AppExtensionPair(), under: AppExtensionConfiguration(profile: .spec),
      events: PairBench.events, normalise: { $0.outbox.count = min($0.outbox.count, 3) },
      rule: { $0.after.machine.standing == expected[$0.after.machine.app] ? nil : "stands wrongly" }
    )
    #expect(walk.violations.isEmpty)
  }

  @Test("knows what a frozen app does not get, and has no timers of a connection")
  func belongings() {
    let timers = AppExtensionTimer.allCases.filter { AppExtensionPair.belongsToApp($0) }
    #expect(timers == [.background, .activation, .preferences])
    let calls = AppExtensionCall.allCases.filter { AppExtensionPair.belongsToApp($0) }
    #expect(calls == [.appNetwork, .appWrite])
    #expect(AppExtensionPair().connectionTimers == [])
    #expect(AppExtensionPair().keepaliveTimers == [])
  }

  @Test("has no padding, so that states can be compared byte by byte")
  func layout() {
    #expect(MemoryLayout<AppExtensionPair>.size == 6 * 8 + 2 + 2 + 2)
  }

  @Test("names its milestones after the phases")
  func milestones() {
    for phase in AppPhase.allCases {
      #expect("\(AppExtensionMilestone(entering: .app(phase)))" == "\(phase)")
    }
    for phase in ExtensionPhase.allCases where phase != .idle {
      let name = "extension" + phase.name.capitalized
      #expect("\(AppExtensionMilestone(entering: .notifier(phase)))" == name)
    }
  }
}

@Suite("The diagram of the app and its extension")
struct AppExtensionDiagramTests {
  @Test("draws the published edges", arguments: AppExtensionProfile.allCases)
  func edges(profile: AppExtensionProfile) throws {
    let edges = AppExtensionLifecycle.edges(under: AppExtensionConfiguration(profile: profile))
    let expected = Set(
      try fixture("appExtension-\(profile)-edges").map { line in
        let words = line.split(separator: " ").map(String.init)
        try #require(words.count == 3, "\(line)")
        return LifecycleEdge(from: words[0], event: words[1], to: words[2])
      })
    func names(_ edges: Set<LifecycleEdge>) -> [String] {
      edges.sorted().map { "\($0.from) \($0.event) \($0.to)" }
    }
    #expect(names(edges.subtracting(expected)) == [], "not in the fixture")
    #expect(names(expected.subtracting(edges)) == [], "only in the fixture")
  }

  @Test(
    "is Mermaid, with each edge in the half it belongs to", arguments: AppExtensionProfile.allCases)
  func mermaid(profile: AppExtensionProfile) throws {
    let configuration = AppExtensionConfiguration(profile: profile)
    let text = AppExtensionLifecycle.mermaid(under: configuration)
    #expect(text == AppExtensionLifecycle.mermaid(under: configuration))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "stateDiagram-v2" && text.hasSuffix("\n"))
    let middle = try #require(lines.firstIndex(of: "  state Extension {"))
    var drawn: Set<LifecycleEdge> = []
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 4, words[1] == "-->" else { continue }
      #expect(words[0].hasPrefix("EXTENSION_") == (index > middle), "\(line)")
      drawn.insert(LifecycleEdge(from: words[0], event: words[3], to: String(words[2].dropLast())))
    }
    #expect(drawn == AppExtensionLifecycle.edges(under: configuration))
    #expect(lines.contains("    [*] --> ACTIVE") && lines.contains("    [*] --> EXTENSION_IDLE"))
  }
}
