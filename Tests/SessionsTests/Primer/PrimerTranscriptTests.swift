import Testing

@testable import Sessions

@Suite("The priming session, event by event")
struct PrimerTranscriptTests {
  private static let start = """
    start 1 | INITIALIZING, arm wait 1.2, call prime, arm request 60

    """

  @Test("primes within the wait, and needs no socket without a listener")
  func primes() {
    var bench = PrimerBench()
    bench.play(
      """
      is CREATED idle
      start 7 | INITIALIZING, arm wait 1.2, call prime, arm request 60
      is INITIALIZING waiting
      at 0.3
      answer prime ok | disarm request, disarm wait, PRIMED, resolved 0.3, primedAfter 0.3
      is PRIMED content
      at 10
      start 7 | INITIALIZING, arm wait 1.2, call prime, arm request 60
      at 10.4
      answer prime failed | disarm request, disarm wait, ERRORED, resolved 0.4
      """)
    #expect(bench.machine.startedAt == .seconds(10))
  }

  @Test("M1: a response after exactly 1200 ms is in time where it comes before the timer")
  func boundary() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        at 1.2
        answer prime ok | disarm request, disarm wait, PRIMED, resolved 1.2, primedAfter 1.2
        """)
    #expect(!bench.world.canHappen(.fired(.wait)))
  }

  @Test("M1: after the timer it is late, and does not resolve again")
  func late() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        at 1.2
        fired wait | ELAPSED, resolved 1.2
        is ELAPSED waiting
        at 1.5
        answer prime ok | disarm request, PRIMED, primedLate, primedAfter 1.5
        is PRIMED content
        """)
  }

  @Test("M2: a listener unlocks its entity, and Latest is served from then on")
  func listenerUnlocks() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        read 3 | readFallback, fallbackSession
        answer prime ok | disarm request, disarm wait, PRIMED, resolved, primedAfter
        read 3 | readLock, readLockOfFallback
        addListener 3 | open
        read 3 | readLatest
        read 3 | readLatest
        """)
    #expect(!bench.machine.isLocked(3) && bench.machine.isListening(to: 3))
  }

  @Test("M3: without its listener an entity is locked again at the next read")
  func locksAgain() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        addListener 3 |
        answer prime ok | disarm request, disarm wait, PRIMED, resolved, open, primedAfter
        read 3 | readLatest
        removeListener 3 | close
        """)
    #expect(!bench.machine.isLocked(3))
    bench.play(
      """
      read 3 | readLatest
      read 3 | readLock
      removeListener 3 | unhandled
      """)
  }

  @Test("M4: a lost socket is tried after 1, 2 and 4 s, +-20 %, and then no more")
  func socketTries() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        addListener 3 |
        answer prime ok | disarm request, disarm wait, PRIMED, resolved, open, primedAfter
        is PRIMED waiting
        opened |
        is PRIMED connected
        draw 0
        closed reset | socketLost, arm socketRetry 0.8
        is PRIMED waiting
        fired socketRetry | open
        draw 0.5
        closed refused | arm socketRetry 2
        fired socketRetry | open
        draw 0.75
        closed timeout | arm socketRetry 4.4
        fired socketRetry | open
        closed refused | socketGaveUp
        is PRIMED gaveUp
        addListener 4 |
        removeListener 4 |
        removeListener 3 |
        is PRIMED content
        addListener 3 | open
        closed refused | arm socketRetry 1.1
        """)
  }

  @Test("M4: a socket that never opened is tried as often, and brings no refresh")
  func firstConnection() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        addListener 3 |
        fired wait | ELAPSED, resolved, open
        closed refused | arm socketRetry 1
        fired socketRetry | open
        opened |
        is ELAPSED waiting
        """)
  }

  @Test("M4: what was missed is fetched in the background, and opening grants three tries again")
  func refresh() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        addListener 3 |
        answer prime failed | disarm request, disarm wait, ERRORED, resolved, open
        opened |
        closed reset | socketLost, arm socketRetry 1
        fired socketRetry | open
        opened | call refresh, arm refresh 60
        closed reset | socketLost, arm socketRetry 1
        answer refresh ok | disarm refresh, refreshed
        is ERRORED gaveUp
        read 5 | readLatest
        fired socketRetry | open
        opened | call refresh, arm refresh 60
        answer refresh failed | disarm refresh
        is ERRORED gaveUp
        """)
  }

  @Test("M4: a refresh beside the late request: each answer is its own")
  func refreshWhileElapsed() {
    let elapsed = """
      addListener 3 |
      fired wait | ELAPSED, resolved, open
      opened |
      closed reset | socketLost, arm socketRetry 1
      fired socketRetry | open
      opened | call refresh, arm refresh 60

      """
    var bench = PrimerBench()
    bench.play(
      Self.start + elapsed + """
        answer refresh ok | disarm refresh, refreshed
        is ELAPSED waiting
        read 9 | readLatest
        answer prime ok | disarm request, PRIMED, primedLate, primedAfter
        """)
    bench = PrimerBench()
    bench.play(
      Self.start + elapsed + """
        answer refresh failed | disarm refresh
        is ELAPSED waiting
        answer prime failed | disarm request, ERRORED
        is ERRORED gaveUp
        """)
    bench = PrimerBench()
    bench.play(
      Self.start + elapsed + """
        fired refresh | forget refresh
        fired request | forget prime, ERRORED
        is ERRORED gaveUp
        """)
  }

  @Test("M5: a failed request is not sent again")
  func oneRequest() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        at 0.2
        answer prime failed | disarm request, disarm wait, ERRORED, resolved 0.2
        is ERRORED gaveUp
        """)
    #expect(bench.world.calls.isEmpty)
    #expect(PrimerTimer.allCases.allSatisfy { !bench.world.slot.isArmed($0) })
  }

  @Test("M6: a failure within the wait resolves at once; after it, nothing resolves again")
  func failures() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        at 1.2
        fired wait | ELAPSED, resolved 1.2
        at 60
        fired request | forget prime, ERRORED
        is ERRORED gaveUp
        """)
    bench = PrimerBench(requestTimeout: nil)
    bench.play(
      """
      start 1 | INITIALIZING, arm wait 1.2, call prime
      answer prime failed | disarm wait, ERRORED, resolved
      start 1 | INITIALIZING, arm wait 1.2, call prime
      answer prime ok | disarm wait, PRIMED, resolved, primedAfter
      """)
  }

  @Test("M7, M9: a read before start() gets a fallback, and locks it until the session begins")
  func readBeforeStart() {
    var bench = PrimerBench()
    bench.play(
      """
      read 3 | readFallback
      read 3 | readLock, readLockOfFallback
      read 128 | unhandled
      """ + "\n" + Self.start + """
        read 3 | readFallback, fallbackSession
        read 4 | readFallback
        start 1 | forget prime, INITIALIZING, arm wait 1.2, call prime, arm request 60
        read 4 | readFallback, fallbackSession
        """)
  }

  @Test("M8: a lock wins over a change, unless a listener exists")
  func lockWins() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        read 3 | readFallback, fallbackSession
        addListener 4 |
        answer prime ok | disarm request, disarm wait, PRIMED, resolved, open, primedAfter
        opened |
        change 3 | unhandled
        change 4 | changed
        read 3 | readLock, readLockOfFallback
        read 4 | readLatest
        """)
  }

  @Test("M10: a late response unlocks nothing")
  func lateResponseUnlocksNothing() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        fired wait | ELAPSED, resolved
        read 3 | readFallback, fallbackSession
        answer prime ok | disarm request, PRIMED, primedLate, primedAfter
        read 3 | readLock, readLockOfFallback
        read 4 | readLatest
        read 4 | readLock
        """)
    #expect(bench.machine.lifecycle.lockedLayer(of: 3) == .fallback)
    #expect(bench.machine.lifecycle.lockedLayer(of: 4) == .latest)
  }

  @Test("M11: START keeps listeners, drops what is out, and clears what belongs to the session")
  func starts() {
    var bench = PrimerBench()
    bench.play(
      """
      addListener 3 |
      addListener 3 |
      """ + "\n" + Self.start + """
        answer prime ok | disarm request, disarm wait, PRIMED, resolved, open, primedAfter
        opened |
        read 5 | readLatest
        start 1 | close, INITIALIZING, arm wait 1.2, call prime, arm request 60
        read 5 | readLatest
        fired wait | ELAPSED, resolved, open
        opened |
        closed reset | socketLost, arm socketRetry 1
        start 2 | forget prime, disarm socketRetry, INITIALIZING, arm wait 1.2, call prime, \
        arm request 60
        read 5 | readFallback, fallbackSession
        answer prime ok | disarm request, disarm wait, PRIMED, resolved, open, primedAfter
        opened |
        is PRIMED connected
        """)
    #expect(bench.machine.listenerCount == 1)
  }

  @Test("M11: START in ELAPSED drops the request, the refresh and the socket in one turn")
  func startDropsEverything() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        addListener 3 |
        fired wait | ELAPSED, resolved, open
        opened |
        closed reset | socketLost, arm socketRetry 1
        fired socketRetry | open
        opened | call refresh, arm refresh 60
        start 2 | forget prime, forget refresh, disarm refresh, close, INITIALIZING, arm wait 1.2, \
        call prime, arm request 60
        """)
  }

  @Test("M11: an unwanted socket forgets what it missed")
  func forgetsWhatWasMissed() {
    var bench = PrimerBench()
    bench.play(
      Self.start + """
        addListener 3 |
        answer prime ok | disarm request, disarm wait, PRIMED, resolved, open, primedAfter
        opened |
        closed reset | socketLost, arm socketRetry 1
        removeListener 3 | disarm socketRetry
        addListener 3 | open
        opened |
        """)
  }

  @Test("unlocked: a read always shows the newest value")
  func unlocked() {
    var bench = PrimerBench(.unlocked)
    bench.play(
      Self.start + """
        read 3 | readFallback, fallbackSession
        read 3 | readFallback
        answer prime ok | disarm request, disarm wait, PRIMED, resolved, primedAfter
        read 3 | readLatest
        read 3 | readLatest
        """)
    #expect(!bench.machine.isLocked(3) && bench.machine.hasLatest(of: 3))
  }
}
