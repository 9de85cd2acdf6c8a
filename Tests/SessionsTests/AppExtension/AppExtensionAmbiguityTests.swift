import Testing

@testable import Sessions

/// The numbered ambiguities of the published description, each resolved as the reference says.
@Suite("App and extension: where the published description is silent or contradicts itself")
struct AppExtensionAmbiguityTests {
  /// An app whose write is in flight as the scene goes to the background.
  private let writing = """
    send                 | call appNetwork
    answer appNetwork ok | call appWrite

    """

  @Test("S1 spec lets the extension run beside an app that may write, and counts; app waits")
  func s1() {
    var spec = PairBench(.spec)
    spec.play(
      writing + """
        sceneBackground  | pausing, paused, arm background 15
        push             | extensionActive, call fetch, arm notifier 30
        fired background | suspending
        answer fetch ok  | overlap, call notifierWrite
        is SUSPENDING ACTIVE
        answer appWrite ok | appOperation, suspended
        answer notifierWrite ok | extensionCompleted, notified, disarm notifier
        is SUSPENDED COMPLETED
        """)
    var app = PairBench(.app)
    app.play(
      writing + """
        sceneBackground | suspending, arm background 16
        push            | extensionWaiting, arm notifierWait 16, arm notifier 30
        at 2
        answer appWrite ok | appOperation 2, suspended, extensionActive, call fetch, \
        disarm background, disarm notifierWait
        answer fetch ok | call notifierWrite
        at 3
        answer notifierWrite ok | extensionCompleted, notified 3, disarm notifier
        """)
  }

  @Test("S2 the app has 15 s in the background, one more in `app`; it can be set")
  func s2() {
    let begin = "send | call appNetwork\nsceneBackground | "
    var bench = PairBench(.spec)
    bench.play(begin + "pausing, arm background 15")
    bench = PairBench(.app)
    bench.play(begin + "suspending, arm background 16")
    bench = PairBench(.spec) { $0.backgroundTime = .seconds(20) }
    bench.play(begin + "pausing, arm background 20")
    bench = PairBench(.app) { $0.backgroundTime = .seconds(20) }
    bench.play(begin + "suspending, arm background 21")
  }

  @Test("S3 the app is paused before it is suspended: network first, then the database")
  func s3() {
    var bench = PairBench(.spec)
    bench.play(
      """
      send                 | call appNetwork
      send                 |
      sceneBackground      | pausing, operationDeferred, arm background 15
      answer appNetwork ok | call appWrite, paused
      is PAUSED IDLE
      fired background     | suspending
      answer appWrite ok   | appOperation, suspended
      sceneActive          | activating, active, activated, call appNetwork
      """)
  }

  @Test("S4 a network operation that does not end is left behind when the time is over")
  func s4() {
    var spec = PairBench(.spec)
    spec.play(
      """
      send            | call appNetwork
      sceneBackground | pausing, arm background 15
      push            | extensionWaiting, arm notifier 30
      at 15
      fired background | suspending, extensionActive, call fetch, suspended
      is SUSPENDED ACTIVE
      answer appNetwork ok | operationDeferred
      answer fetch ok | call notifierWrite
      answer notifierWrite ok | extensionCompleted, notified 15, disarm notifier
      sceneActive | activating, active, activated, call appWrite
      answer appWrite ok | appOperation 15
      """)
    var app = PairBench(.app)
    app.play(
      """
      send            | call appNetwork
      sceneBackground | suspending, arm background 16
      at 16
      fired background | suspended
      push            | extensionActive, call fetch, arm notifier 30
      """)
  }

  @Test("S4 app: a write left behind goes on; the extension waits for it as long as it may")
  func s4Write() {
    var bench = PairBench(.app)
    bench.play(
      writing + """
        sceneBackground      | suspending, arm background 16
        backgroundTimeNotice | suspended, disarm background
        push                 | extensionWaiting, arm notifierWait 16, arm notifier 30
        is SUSPENDED WAITING
        at 16
        fired notifierWait   | extensionActive, call fetch
        answer fetch ok      | extensionCompleted, notified 16, notifiedLate, disarm notifier
        answer appWrite ok   | appOperation 16
        push                 | extensionActive, call fetch, arm notifier 30
        """)
  }

  @Test("S5 an extension that does not complete is forced to, after 3 s")
  func s5() {
    let begin = """
      sceneBackground | suspending, suspended
      push            | extensionActive, call fetch, arm notifier 30
      answer fetch ok | call notifierWrite
      at 1
      sceneActive     | activating, arm activation 3
      at 4

      """
    var app = PairBench(.app)
    app.play(
      begin + """
        fired activation | activationForced, forget notifierWrite, databaseRevoked, \
        extensionCompleted, active, activated 3, arm notifier 0
        fired notifier   | notified 4, notifiedLate
        is ACTIVE COMPLETED
        push             | notifiedByApp
        """)
    var today = PairBench(.app) { $0.revoke = false }
    today.play(
      begin + """
        fired activation | activationForced, extensionCompleted, active, activated 3, arm notifier 0
        fired notifier   | notified 4, notifiedLate
        answer notifierWrite ok |
        """)
    var spec = PairBench(.spec)
    spec.play(
      """
      sceneBackground | pausing, paused, arm background 15
      push            | extensionActive, call fetch, arm notifier 30
      sceneActive     | activating, disarm background, arm activation 3
      at 3
      fired activation | activationForced, forget fetch, extensionCompleted, active, activated 3, \
      arm notifier 0
      fired notifier  | notified 3, notifiedLate
      """)
  }

  @Test("S6 spec acts on what it read; app reads again before it publishes")
  func s6() {
    let push = """
      send            | call appNetwork
      answer appNetwork ok | call appWrite
      answer appWrite ok | appOperation
      """
    var spec = PairBench(.spec) { $0.preferenceDelay = .seconds(1) }
    spec.play(
      push + """

        sceneBackground   | pausing, paused, arm background 15
        sceneActive       | arm preferences 1
        push              | extensionActive, call fetch, arm notifier 30
        answer fetch ok   | call notifierWrite
        at 1
        fired preferences | activating, active, activated 1, disarm background
        is ACTIVE ACTIVE
        send              | call appNetwork
        answer appNetwork ok | overlap, call appWrite
        answer notifierWrite ok | extensionCompleted, notified 1, disarm notifier
        """)
    var app = PairBench(.app) { $0.preferenceDelay = .seconds(1) }
    app.play(
      push + """

        sceneBackground   | suspending, suspended
        sceneActive       | arm preferences 1
        push              | extensionActive, call fetch, arm notifier 30
        answer fetch ok   | call notifierWrite
        at 1
        fired preferences | activating, arm activation 3
        is ACTIVATING ACTIVE
        answer notifierWrite ok | extensionCompleted, notified 1, active, activated 1, \
        disarm activation, disarm notifier
        """)
  }

  @Test("S6 going to the background again within the window cancels the activation")
  func s6Cancelled() {
    var bench = PairBench(.spec) { $0.preferenceDelay = .seconds(1) }
    bench.play(
      """
      sceneBackground   | pausing, paused, arm background 15
      sceneActive       | arm preferences 1
      sceneActive       | unhandled
      sceneBackground   | disarm preferences
      is PAUSED IDLE
      sceneActive       | arm preferences 1
      fired preferences | activating, active, activated, disarm background
      """)
  }

  @Test("S6 spec: an extension seen active that has completed meanwhile is not waited for")
  func s6Completed() {
    var bench = PairBench(.spec) { $0.preferenceDelay = .seconds(1) }
    bench.play(
      """
      sceneBackground     | pausing, paused, arm background 15
      push                | extensionActive, call fetch, arm notifier 30
      sceneActive         | arm preferences 1
      answer fetch failed | extensionCompleted, notified, notifiedLate, disarm notifier
      fired preferences   | activating, active, activated, disarm background
      """)
  }

  @Test("S7 an activating app counts as active: the extension finishes what is in flight")
  func s7() {
    var bench = PairBench(.spec)
    bench.play(
      """
      sceneBackground  | pausing, paused, arm background 15
      push             | extensionActive, call fetch, arm notifier 30
      at 2
      sceneActive      | activating, disarm background, arm activation 3
      push             | pushMerged
      answer fetch ok  | extensionCompleted, active, activated, disarm activation, arm notifier 0
      fired notifier   | notified 2, notifiedLate
      is ACTIVE COMPLETED
      """)
    bench = PairBench(.spec)
    bench.play(
      """
      sceneBackground  | pausing, paused, arm background 15
      push             | extensionActive, call fetch, arm notifier 30
      answer fetch ok  | call notifierWrite
      sceneActive      | activating, disarm background, arm activation 3
      at 2
      answer notifierWrite ok | extensionCompleted, notified 2, active, activated 2, \
      disarm activation, disarm notifier
      """)
  }

  @Test("S8 a completed extension is the real one's suspended: the next push starts it again")
  func s8() {
    var bench = PairBench(.app)
    bench.play(
      """
      sceneBackground         | suspending, suspended
      push                    | extensionActive, call fetch, arm notifier 30
      push                    | pushMerged
      answer fetch ok         | call notifierWrite
      answer notifierWrite ok | extensionCompleted, notified, disarm notifier
      push                    | extensionActive, call fetch, arm notifier 30
      """)
  }

  @Test("S9 the app may come back while it suspends; that its database drains is then no news")
  func s9() {
    for profile in AppExtensionProfile.allCases {
      var bench = PairBench(profile)
      let isSpec = profile == .spec
      bench.play(writing)
      bench.play(
        isSpec
          ? "sceneBackground | pausing, paused, arm background 15\nfired background | suspending"
          : "sceneBackground | suspending, arm background 16")
      bench.play(
        """
        is SUSPENDING IDLE
        sceneActive        | activating, active, activated\(isSpec ? "" : ", disarm background")
        answer appWrite ok | appOperation
        is ACTIVE IDLE
        """)
      var lifecycle = AppExtensionLifecycle()
      let step = lifecycle.handle(.databaseDrained, under: profile)
      #expect(!step.isAccepted)
    }
  }

  @Test("S10 there is no stimulus for an inactive scene; a second of a kind is ignored")
  func s10() {
    var bench = PairBench(.spec)
    bench.play(
      """
      sceneActive     | unhandled
      sceneBackground | pausing, paused, arm background 15
      sceneBackground | unhandled
      is PAUSED IDLE
      """)
  }

  @Test("S11 app: the extension hears of the app, and waits for 16 s at most")
  func s11() {
    let begin = """
      send            | call appNetwork
      sceneBackground | suspending, arm background 16
      at 1
      push            | extensionWaiting, arm notifierWait 16, arm notifier 30

      """
    var bench = PairBench(.app)
    bench.play(
      begin + """
        at 16
        fired background | suspended, extensionActive, call fetch, disarm notifierWait
        """)
    bench = PairBench(.app) { $0.backgroundTime = .seconds(60) }
    bench.play(
      begin.replacing("background 16", with: "background 61") + """
        at 17
        fired notifierWait | extensionCompleted, notified 16, notifiedLate, disarm notifier
        is SUSPENDING COMPLETED
        """)
    bench = PairBench(.spec)
    bench.play(
      """
      send            | call appNetwork
      sceneBackground | pausing, arm background 15
      push            | extensionWaiting, arm notifier 30
      at 1
      answer appNetwork ok | call appWrite, paused, extensionActive, call fetch
      """)
  }

  @Test("S12 the default is `app`, where a forced activation revokes the database")
  func s12() {
    let standard = AppExtensionConfiguration()
    #expect(standard.profile == .app && standard.revoke)
    #expect(standard.mayRevoke)
    #expect(!AppExtensionConfiguration(profile: .spec).mayRevoke)
  }
}
