import Testing

@testable import Sessions

extension Bench {
  /// A client of a stored session, connected.
  static func connected(_ profile: StoatProfile, policy: String? = nil) throws -> Bench {
    var bench = try Bench(profile, policy: policy)
    for event: Event<StoatClient> in [
      .stimulus(.storedSession), .opened, .received(.authenticated), .received(.ready),
      .answered(.unreads, .ok),
    ] { try bench.deliver(event) }
    try #require(bench.state == .connected)
    return bench
  }
}

@Suite("A Stoat client coming up")
struct SetUpTests {
  @Test("connects with a stored session")
  func storedSession() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      app storedSession    | CONNECTING, open, arm connect 10
      opened               | arm heartbeat 30
      server authenticated | disarm connect
      server ready         | call unreads, arm call 10
      answer unreads ok    | disarm call, CONNECTED
      is CONNECTED 0
      """)
  }

  @Test("asks the server who this is after a fresh login, then connects")
  func freshLogin() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      user submitCredentials | call login
      answer login ok        | LOGGING_IN, call hello, arm call 10
      answer hello ok        | disarm call, open, arm connect 10
      opened                 | arm heartbeat 30
      server authenticated   | disarm connect
      server ready           | call unreads, arm call 10
      answer unreads ok      | disarm call, CONNECTED
      """)
  }

  @Test("lets a new user choose a name, and asks again")
  func onboarding() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      user submitCredentials     | call login
      answer login ok            | LOGGING_IN, call hello, arm call 10
      answer hello needsUsername | disarm call, ONBOARDING
      user userCreated           | LOGGING_IN, call hello, arm call 10
      answer hello needsUsername | disarm call, ONBOARDING
      user cancel                | DISPOSE, READY
      is READY 0
      """)
  }

  @Test("stays on the log-in screen when blocked by the shield, and says so")
  func blockedByShield() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      user submitCredentials       | call login
      answer login blockedByShield | blockedByShield
      is READY 0
      user submitCredentials       | call login
      answer login failed          | loginFailed
      is READY 0
      user submitCredentials       | call login
      answer login disabled        | loginFailed
      is READY 0
      """)
  }

  @Test("takes the answer of the latest login only")
  func loginTwice() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      user submitCredentials | call login
      user submitCredentials | call login
      answer login ok        | LOGGING_IN, call hello, arm call 10
      """)
  }

  @Test("forgets a login that is out when a stored session is used")
  func loginOvertaken() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      user submitCredentials | call login
      app storedSession      | CONNECTING, open, arm connect 10
      answer login ok        |
      is CONNECTING 0
      """)
  }

  @Test("takes credentials on the log-in screen only")
  func credentialsElsewhere() throws {
    var bench = try Bench.connected(.spec)
    bench.play("user submitCredentials | unhandled")
  }

  @Test("begins the heartbeat when the socket opens, and gives up 10 s after a lost Pong")
  func heartbeat() throws {
    var bench = try Bench.connected(.spec)
    bench.play(
      """
      fired heartbeat | send ping, arm pong 10, arm heartbeat 30
      server pong     | disarm pong
      fired heartbeat | send ping, arm pong 10, arm heartbeat 30
      fired pong      | close, DISCONNECTED, arm retry 1
      is DISCONNECTED 1
      """)
    #expect(!bench.slot.isArmed(.heartbeat), "the connection takes its heartbeat with it")
  }

  @Test("gives an attempt up that does not open within 10 s")
  func connectTimeout() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      fired connect     | close, DISCONNECTED, arm retry 1
      """)
  }

  @Test("gives a socket up on which nothing comes within 10 s", arguments: [StoatProfile.spec])
  func silentSocket(profile: StoatProfile) throws {
    var bench = try Bench(profile)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      fired connect     | close, DISCONNECTED, arm retry 1
      """)
  }

  @Test("waits as long as its policy says", arguments: [4, 20])
  func connectTimeoutOfPolicy(seconds: Int) throws {
    var bench = try Bench(.spec, policy: "stoat-web, connectTimeout: \(seconds)s")
    bench.play("app storedSession | CONNECTING, open, arm connect \(seconds)")
  }

  @Test(
    "cancels the connect timeout at the first message of any type",
    arguments: [StoatMessage.authenticated, .ready, .error])
  func firstMessage(message: StoatMessage) throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      """)
    try bench.deliver(.received(message))
    #expect(!bench.slot.isArmed(.connect))
    #expect(bench.slot.isArmed(.heartbeat))
  }

  @Test("cancels the connect timeout at a Logout, too, even where it is ignored otherwise")
  func firstMessageLogout() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      """)
    try bench.deliver(.received(.logout))
    #expect(!bench.slot.isArmed(.connect))
  }

  @Test("cancels the connect timeout at a Pong, too, where the timeout is longer than a heartbeat")
  func firstMessagePong() throws {
    var bench = try Bench(.spec, policy: "stoat-web, connectTimeout: 60s")
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 60
      opened            | arm heartbeat 30
      fired heartbeat   | send ping, arm pong 10, arm heartbeat 30
      """)
    try bench.deliver(.received(.pong))
    #expect(!bench.slot.isArmed(.pong))
    #expect(!bench.slot.isArmed(.connect))
  }

  @Test("fetches the flags on a permanent error, and says which of four it is")
  func flags() throws {
    let says = [
      ("loggedOut", "saysLoggedOut"), ("disabled", "saysDisabled"),
      ("suspended", "saysSuspended"), ("banned", "saysBanned"),
    ]
    for (answer, milestone) in says {
      var bench = try Bench(.spec)
      bench.play(
        """
        app storedSession      | CONNECTING, open, arm connect 10
        opened                 | arm heartbeat 30
        server error           | disarm connect, close, ERROR, call flags
        answer flags \(answer) | \(milestone)
        user dismiss           | DISPOSE, READY
        """)
    }
  }

  @Test("does without the flags where they cannot be had, and after a temporary failure")
  func noFlags() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      app storedSession      | CONNECTING, open, arm connect 10
      opened                 | arm heartbeat 30
      server error           | disarm connect, close, ERROR, call flags
      answer flags failed    |
      is ERROR 0
      user dismiss           | DISPOSE, READY
      user submitCredentials | call login
      answer login ok        | LOGGING_IN, call hello, arm call 10
      answer hello failed    | disarm call, ERROR
      """)
  }

  @Test("ignores flags that come after the error was dismissed")
  func lateFlags() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      app storedSession   | CONNECTING, open, arm connect 10
      opened              | arm heartbeat 30
      server error        | disarm connect, close, ERROR, call flags
      user dismiss        | DISPOSE, READY
      answer flags banned |
      is READY 0
      """)
  }

  @Test("gives the connection up when the unreads do not come")
  func unreads() throws {
    for (ending, actions) in [
      ("answer unreads failed", "disarm call, "), ("fired call", "forget unreads, "),
    ] {
      var bench = try Bench(.spec)
      bench.play(
        """
        app storedSession    | CONNECTING, open, arm connect 10
        opened               | arm heartbeat 30
        server authenticated | disarm connect
        server ready         | call unreads, arm call 10
        \(ending) | \(actions)close, DISCONNECTED, arm retry 1
        is DISCONNECTED 1
        """)
    }
  }

  /// Their answer does not even reach the machine: the slot knows that nobody waits for it.
  @Test("forgets unreads whose time is over, or whose connection is gone")
  func lateUnreads() throws {
    let endings = [
      "fired call | forget unreads, close, DISCONNECTED, arm retry 1",
      "closed reset | forget unreads, DISCONNECTED, arm retry 1",
    ]
    for ending in endings {
      var bench = try Bench(.spec)
      bench.play(
        """
        app storedSession    | CONNECTING, open, arm connect 10
        opened               | arm heartbeat 30
        server authenticated | disarm connect
        server ready         | call unreads, arm call 10
        \(ending)
        fired retry          | RECONNECTING, cacheInvalidated, open, arm connect 10
        is RECONNECTING 1
        """)
      #expect(!bench.slot.isArmed(.call))
    }
  }

  @Test("stays in DISCONNECTED without a timer once the formula stops; the user may still retry")
  func gaveUp() throws {
    var bench = try Bench(.spec, policy: "stoat-web, attempts: 1")
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      closed refused    | DISCONNECTED, arm retry 1
      fired retry       | RECONNECTING, cacheInvalidated, open, arm connect 10
      closed refused    | DISCONNECTED, gaveUp
      is DISCONNECTED 2
      """)
    #expect(bench.slot.machine.standing == .gaveUp)
    bench.play(
      """
      user retry     | RECONNECTING, cacheInvalidated, open, arm connect 10
      closed refused | DISCONNECTED, gaveUp
      user logout    | DISPOSE, READY
      """)
  }

  @Test("reports a delay that cannot be waited for, with the failures that led to it")
  func rejectedDelay() throws {
    var bench = try Bench(.spec, policy: "1s - 2s")
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      closed refused    | DISCONNECTED, gaveUp
      """)
    #expect(bench.turn.rejectedDelay == RejectedDelay(seconds: -1, failures: 1))
  }
}
