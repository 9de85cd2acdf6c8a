import Testing

@testable import Sessions

/// The numbered ambiguities of the published description, each resolved as the reference says.
@Suite("Where the published description is silent or contradicts itself")
struct AmbiguityTests {
  @Test("A1 a dropped socket is a temporary failure: SOCKET_DROPPED while connected")
  func a1() throws {
    var connected = try Lifecycle.standing(in: .connected, .spec)
    #expect(connected.take(.socketDropped).entered.first == .disconnected)
    for state: StoatState in [.connecting, .reconnecting] {
      var lifecycle = try Lifecycle.standing(in: state, .spec)
      #expect(!lifecycle.take(.socketDropped).isAccepted)
      var bench = try Bench(.spec)
      bench.play("app storedSession | CONNECTING, open, arm connect 10")
      bench.play("closed reset | DISCONNECTED, arm retry 1")
    }
    var bench = try Bench.connected(.spec)
    bench.play("closed reset | DISCONNECTED, arm retry 1")
  }

  @Test("A1 why a connection ends makes no difference", arguments: CloseReason.allCases)
  func a1Reasons(reason: CloseReason) throws {
    for profile in StoatProfile.allCases {
      var bench = try Bench.connected(profile, policy: "stoat-web")
      bench.play("closed \(reason) | DISCONNECTED, arm retry 1")
      bench = try Bench(profile, policy: "stoat-web")
      bench.play("app storedSession | CONNECTING, open, arm connect 10")
      bench.play("closed \(reason) | DISCONNECTED, arm retry 1")
    }
  }

  @Test("A2 RETRY comes from the timer or the user, DEVICE_OFFLINE from entering DISCONNECTED")
  func a2() throws {
    var bench = try Bench.connected(.spec)
    bench.play(
      """
      closed reset      | DISCONNECTED, arm retry 1
      fired retry       | RECONNECTING, cacheInvalidated, open, arm connect 10
      device is offline
      closed refused    | DISCONNECTED, OFFLINE
      """)
  }

  @Test("A3 the first failure waits for x = 1")
  func a3() throws {
    var bench = try Bench.connected(.spec)
    bench.play("draw 0.25\nclosed reset | DISCONNECTED, arm retry 0.9\nis DISCONNECTED 1")
  }

  @Test("A4 no cap: nine hours after fifteen failures")
  func a4() throws {
    var lifecycle = try Lifecycle.standing(in: .connecting, .spec)
    for failure in 1...15 {
      let step = lifecycle.take(.temporaryFailure)
      #expect(step.retry == .retry(after: .seconds(1 << failure - 1)))
      lifecycle.take(.retry)
    }
  }

  @Test("A5 one draw for each entry of DISCONNECTED while online, none while offline")
  func a5() throws {
    var bench = try Bench.connected(.spec)
    bench.play("closed reset | DISCONNECTED, arm retry 1")
    #expect(bench.turn.random.index == 1)
    bench.play("user retry | disarm retry, RECONNECTING, cacheInvalidated, open, arm connect 10")
    #expect(bench.turn.random.index == 1)
    bench.play("device is offline\nclosed refused | DISCONNECTED, OFFLINE")
    #expect(bench.turn.random.index == 1)
  }

  @Test("A6 a failure with the device offline counts too: the next waits for x = 2")
  func a6() throws {
    var bench = try Bench.connected(.spec)
    bench.play(
      """
      device is offline
      closed reset       | DISCONNECTED, OFFLINE
      is OFFLINE 1
      device is online
      hears deviceOnline | RECONNECTING, cacheInvalidated, open, arm connect 10
      closed refused     | DISCONNECTED, arm retry 3
      is DISCONNECTED 2
      """)
  }

  @Test("A7 the device going offline is not heard of; the heartbeat finds out")
  func a7() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      app storedSession    | CONNECTING, open, arm connect 10
      device is offline
      hears deviceOffline  |
      opened               | arm heartbeat 30
      server authenticated | disarm connect
      server ready         | call unreads, arm call 10
      answer unreads ok    | disarm call, CONNECTED
      hears deviceOffline  |
      fired heartbeat      | send ping, arm pong 10, arm heartbeat 30
      fired pong           | close, DISCONNECTED, OFFLINE
      """)
    for state: StoatState in [.connecting, .connected, .reconnecting] {
      var lifecycle = try Lifecycle.standing(in: state, .spec)
      #expect(!lifecycle.take(.deviceOffline).isAccepted)
    }
  }

  @Test("A8 going offline during the wait leaves the timer running; the attempt then fails")
  func a8() throws {
    var bench = try Bench.connected(.spec)
    bench.play(
      """
      closed reset        | DISCONNECTED, arm retry 1
      device is offline
      hears deviceOffline |
      is DISCONNECTED 1
      fired retry         | RECONNECTING, cacheInvalidated, open, arm connect 10
      closed offline      | DISCONNECTED, OFFLINE
      is OFFLINE 2
      """)
  }

  @Test("A9 coming online during the wait does not shorten it")
  func a9() throws {
    var bench = try Bench.connected(.spec)
    bench.play("closed reset | DISCONNECTED, arm retry 1")
    try bench.deliver(.stimulus(.deviceOnline))
    #expect(bench.state == .disconnected)
    #expect(bench.slot.isArmed(.retry))
    #expect(bench.slot.connection == .none)
  }

  @Test("A10 OFFLINE is left when the device comes back")
  func a10() throws {
    var bench = try Bench.connected(.spec)
    bench.play(
      """
      device is offline
      closed reset       | DISCONNECTED, OFFLINE
      device is online
      hears deviceOnline | RECONNECTING, cacheInvalidated, open, arm connect 10
      """)
  }

  @Test("A11 a permanent failure while connected is rejected and counted; the socket did drop")
  func a11() throws {
    var lifecycle = try Lifecycle.standing(in: .connected, .spec)
    #expect(!lifecycle.take(.permanentFailure).isAccepted)
    var bench = try Bench.connected(.spec)
    bench.play("server error | close, unhandled, DISCONNECTED, arm retry 1")
    bench = try Bench.connected(.hardened)
    bench.play("server error | close, ERROR, call flags")
  }

  @Test("A12 the banner says Disconnected even before the first connection")
  func a12() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      closed refused    | DISCONNECTED, arm retry 1
      """)
    #expect(bench.state.banner.text == "Disconnected")
  }

  @Test("A13 a dead stored session ends in ERROR at every start")
  func a13() throws {
    var bench = try Bench(.spec)
    for _ in 1...2 {
      bench.play(
        """
        app storedSession | CONNECTING, open, arm connect 10
        opened            | arm heartbeat 30
        server error      | disarm connect, close, ERROR, call flags
        user dismiss      | DISPOSE, READY
        """)
    }
  }

  @Test("A14 LOGGING_IN ends in ERROR when the call or the socket takes too long or fails")
  func a14() throws {
    let login = """
      user submitCredentials | call login
      answer login ok        | LOGGING_IN, call hello, arm call 10
      """
    let endings = [
      "fired call | forget hello, ERROR",
      "answer hello failed | disarm call, ERROR",
      "answer hello ok | disarm call, open, arm connect 10\nfired connect | close, ERROR",
      "answer hello ok | disarm call, open, arm connect 10\nclosed refused | ERROR",
    ]
    for ending in endings {
      var bench = try Bench(.spec)
      bench.play(login + "\n" + ending + "\nis ERROR 0")
      #expect(StoatTimer.allCases.allSatisfy { !bench.slot.isArmed($0) })
      #expect(bench.slot.connection == .none)
    }
  }

  @Test("A15 a login is refused in READY, before LOGGING_IN", arguments: StoatProfile.allCases)
  func a15(profile: StoatProfile) throws {
    var bench = try Bench(profile)
    bench.play(
      """
      user submitCredentials       | call login
      answer login blockedByShield | blockedByShield
      is READY 0
      """)
  }

  @Test("A16 after USER_CREATED a failure is ERROR in spec, a retry in forWeb")
  func a16() throws {
    var spec = try Bench(.spec)
    spec.play(
      """
      user submitCredentials     | call login
      answer login ok            | LOGGING_IN, call hello, arm call 10
      answer hello needsUsername | disarm call, ONBOARDING
      user userCreated           | LOGGING_IN, call hello, arm call 10
      answer hello ok            | disarm call, open, arm connect 10
      closed refused             | ERROR
      """)
    var web = try Bench(.forWeb)
    web.play(
      """
      user submitCredentials     | call login
      answer login ok            | LOGGING_IN, call hello
      answer hello needsUsername | ONBOARDING
      user userCreated           | CONNECTING, open, arm connect 10
      closed refused             | DISCONNECTED, arm retry 1
      """)
  }

  @Test("A17 LOGOUT is for those logged in", arguments: StoatState.allCases)
  func a17(state: StoatState) throws {
    let loggedIn: Set<StoatState> = [
      .connecting, .connected, .disconnected, .reconnecting, .offline,
    ]
    var lifecycle = try Lifecycle.standing(in: state, .spec)
    #expect(lifecycle.take(.logout).isAccepted == loggedIn.contains(state))
  }

  @Test("A18 a logout from elsewhere ends the session, and is shown as such")
  func a18() throws {
    for profile: StoatProfile in [.spec, .hardened, .sdkAutoReconnect] {
      var bench = try Bench.connected(profile)
      bench.play("server logout | DISPOSE, close, READY, loggedOutElsewhere")
      bench = try Bench.connected(profile)
      bench.play("user logout | DISPOSE, close, READY")
    }
  }

  @Test("A19 DISPOSE takes no time: READY is what is seen after LOGOUT")
  func a19() throws {
    var lifecycle = try Lifecycle.standing(in: .connected, .spec)
    let step = lifecycle.take(.logout)
    #expect(step.entered.first == .dispose && step.entered.second == .ready)
    #expect(lifecycle.machine.state == .ready)
  }

  @Test("A20 the cache is invalidated on RECONNECTING; forWeb does it on CONNECTED")
  func a20() throws {
    var web = try Bench.connected(.forWeb)
    web.play(
      """
      closed reset         | DISCONNECTED, arm retry 1
      fired retry          | RECONNECTING, open, arm connect 10
      opened               | arm heartbeat 30
      server authenticated | disarm connect
      server ready         | call unreads
      answer unreads ok    | CONNECTED, cacheInvalidated
      """)
    var spec = try Bench.connected(.spec)
    spec.play(
      """
      closed reset         | DISCONNECTED, arm retry 1
      fired retry          | RECONNECTING, cacheInvalidated, open, arm connect 10
      opened               | arm heartbeat 30
      server authenticated | disarm connect
      server ready         | call unreads, arm call 10
      answer unreads ok    | disarm call, CONNECTED
      """)
  }

  @Test("A21 neither LOGOUT, ERROR, DISPOSE nor a new login resets the failures")
  func a21() throws {
    var bench = try Bench.connected(.spec)
    bench.play(
      """
      closed reset           | DISCONNECTED, arm retry 1
      fired retry            | RECONNECTING, cacheInvalidated, open, arm connect 10
      closed refused         | DISCONNECTED, arm retry 3
      user logout            | disarm retry, DISPOSE, READY
      is READY 2
      user submitCredentials | call login
      answer login ok        | LOGGING_IN, call hello, arm call 10
      answer hello failed    | disarm call, ERROR
      is ERROR 2
      user dismiss           | DISPOSE, READY
      app storedSession      | CONNECTING, open, arm connect 10
      closed refused         | DISCONNECTED, arm retry 7
      is DISCONNECTED 3
      fired retry            | RECONNECTING, cacheInvalidated, open, arm connect 10
      opened                 | arm heartbeat 30
      server ready           | disarm connect, call unreads, arm call 10
      is RECONNECTING 3
      answer unreads ok      | disarm call, CONNECTED
      is CONNECTED 0
      """)
  }

  @Test("A22 only the heartbeat catches a Ready that never comes, 40 s after the socket opened")
  func a22() throws {
    var bench = try Bench(.spec)
    bench.play(
      """
      app storedSession    | CONNECTING, open, arm connect 10
      opened               | arm heartbeat 30
      server authenticated | disarm connect
      at 30
      fired heartbeat      | send ping, arm pong 10, arm heartbeat 30
      at 40
      fired pong           | close, DISCONNECTED, arm retry 1
      """)
  }

  @Test("A23 spec leaves at once on a lost Pong; forWeb waits for the closing handshake")
  func a23() throws {
    let beat = "fired heartbeat | send ping, arm pong 10, arm heartbeat 30\n"
    var spec = try Bench.connected(.spec)
    spec.play(beat + "fired pong | close, DISCONNECTED, arm retry 1")
    var web = try Bench.connected(.forWeb)
    web.play(
      beat + "fired pong | disarm heartbeat, send closeFrame, arm closing 60\nis CONNECTED 0")
  }

  @Test("A24 the user's RETRY cancels the timer and counts no failure")
  func a24() throws {
    var bench = try Bench.connected(.spec)
    bench.play(
      """
      closed reset      | DISCONNECTED, arm retry 1
      user retry        | disarm retry, RECONNECTING, cacheInvalidated, open, arm connect 10
      is RECONNECTING 1
      device is offline
      closed refused    | DISCONNECTED, OFFLINE
      user retry        | RECONNECTING, cacheInvalidated, open, arm connect 10
      is RECONNECTING 2
      """)
  }

  @Test("A26 the SDK's own reconnect counts the failures before this one")
  func a26() throws {
    var bench = try Bench.connected(.sdkAutoReconnect)
    bench.play("closed reset | DISCONNECTED, arm retry 0")
    for delay in [1, 3, 7, 15] {
      bench.play("fired retry | RECONNECTING, cacheInvalidated, open, arm connect 10")
      bench.play("closed refused | DISCONNECTED, arm retry \(delay)")
    }
  }
}
