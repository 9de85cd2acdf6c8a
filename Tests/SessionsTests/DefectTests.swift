import Testing

@testable import Sessions

/// What running the web client showed; the profile `forWeb` keeps it.
@Suite("The defects of the web client")
struct DefectTests {
  @Test("D3 a server error while connected leaves it CONNECTED without a socket")
  func d3() throws {
    var bench = try Bench.connected(.forWeb)
    bench.play("server error |")
    try bench.deliver(.closed(.normal))
    #expect(bench.state == .connected)
    #expect(bench.slot.connection == .none)
    #expect(StoatTimer.allCases.allSatisfy { !bench.slot.isArmed($0) })
    bench.play("user retry | unhandled\nuser logout | DISPOSE, READY")
  }

  @Test("D3 counts one unhandled event: the web client has no SOCKET_DROPPED")
  func d3Count() throws {
    var bench = try Bench.connected(.forWeb)
    bench.play("server error |")
    let actions = try bench.deliver(.closed(.normal))
    #expect(actions == ["unhandled"])
  }

  @Test("D4 failed unreads leave it under its banner, with a healthy socket")
  func d4() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession     | CONNECTING, open, arm connect 10
      opened                | arm heartbeat 30
      server authenticated  | disarm connect
      server ready          | call unreads
      answer unreads failed |
      is CONNECTING 0
      fired heartbeat       | send ping, arm pong 10, arm heartbeat 30
      server pong           | disarm pong
      is CONNECTING 0
      """)
    #expect(bench.slot.connection == .open)
  }

  @Test("D5 a failed hello leaves it in LOGGING_IN for ever")
  func d5() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      user submitCredentials | call login
      answer login ok        | LOGGING_IN, call hello
      answer hello failed    |
      is LOGGING_IN 0
      """)
    #expect(StoatTimer.allCases.allSatisfy { !bench.slot.isArmed($0) })
    #expect(bench.slot.connection == .none && !bench.slot.isCalling)
  }

  @Test("D6 only the user gets it out of OFFLINE")
  func d6() throws {
    var bench = try Bench.connected(.forWeb)
    bench.play(
      """
      device is offline
      closed reset       | DISCONNECTED, OFFLINE
      device is online
      hears deviceOnline |
      is OFFLINE 1
      user retry         | RECONNECTING, open, arm connect 10
      """)
  }

  @Test("D7 a logout from elsewhere takes a reconnect and an error")
  func d7() throws {
    var bench = try Bench.connected(.forWeb)
    bench.play(
      """
      server logout |
      is CONNECTED 0
      closed normal | DISCONNECTED, arm retry 1
      fired retry   | RECONNECTING, open, arm connect 10
      opened        | arm heartbeat 30
      server error  | disarm connect
      closed normal | ERROR, call flags
      """)
  }

  @Test("D8 an invalid session waits for the server to close")
  func d8() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      server error      | disarm connect
      is CONNECTING 0
      closed normal     | ERROR, call flags
      """)
  }

  @Test("D8 after an abnormal close an invalid session retries without end")
  func d8AbnormalClose() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      server error      | disarm connect
      closed reset      | DISCONNECTED, arm retry 1
      fired retry       | RECONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      server error      | disarm connect
      closed reset      | DISCONNECTED, arm retry 3
      is DISCONNECTED 2
      """)
  }

  @Test("D8 what the server said holds after an orderly close, and is lost by an abnormal one")
  func d8Reasons() throws {
    let endings: [(CloseReason, String)] = [
      (.normal, "ERROR, call flags"), (.auth, "ERROR, call flags"),
      (.reset, "DISCONNECTED, arm retry 1"), (.timeout, "DISCONNECTED, arm retry 1"),
    ]
    for (reason, actions) in endings {
      var bench = try Bench(.forWeb)
      bench.play(
        """
        app storedSession | CONNECTING, open, arm connect 10
        opened            | arm heartbeat 30
        server error      | disarm connect
        closed \(reason) | \(actions)
        """)
    }
  }

  @Test("D8 the error of one connection is forgotten by the next")
  func d8Forgotten() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      server error      | disarm connect
      closed reset      | DISCONNECTED, arm retry 1
      fired retry       | RECONNECTING, open, arm connect 10
      closed refused    | DISCONNECTED, arm retry 3
      """)
  }

  @Test("D9 in a partition DISCONNECTED comes 100 s after the last heartbeat")
  func d9() throws {
    var bench = try Bench.connected(.forWeb)
    bench.play(
      """
      at 30
      fired heartbeat | send ping, arm pong 10, arm heartbeat 30
      at 40
      fired pong      | disarm heartbeat, send closeFrame, arm closing 60
      is CONNECTED 0
      at 100
      fired closing   | close, DISCONNECTED, arm retry 1
      """)
  }

  @Test("D9 the handshake may end sooner, and what comes meanwhile changes nothing")
  func d9Answered() throws {
    var bench = try Bench.connected(.forWeb)
    bench.play(
      """
      fired heartbeat | send ping, arm pong 10, arm heartbeat 30
      fired pong      | disarm heartbeat, send closeFrame, arm closing 60
      server pong     |
      server ready    |
      is CONNECTED 0
      closed normal   | DISCONNECTED, arm retry 1
      """)
    #expect(!bench.slot.isArmed(.closing))
  }

  @Test("D9 unreads that come during the handshake connect nobody")
  func d9Unreads() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession    | CONNECTING, open, arm connect 10
      opened               | arm heartbeat 30
      server authenticated | disarm connect
      server ready         | call unreads
      fired heartbeat      | send ping, arm pong 10, arm heartbeat 30
      fired pong           | forget unreads, disarm heartbeat, send closeFrame, arm closing 60
      server ready         |
      is CONNECTING 0
      fired closing        | close, DISCONNECTED, arm retry 1
      """)
  }

  @Test("D9 an attempt that is not open yet needs no handshake")
  func d9Attempt() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      fired connect     | close, DISCONNECTED, arm retry 1
      """)
  }

  @Test("D9 a socket on which nothing came is closed with a handshake, too")
  func d9Silent() throws {
    var bench = try Bench(.forWeb)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      fired connect     | disarm heartbeat, send closeFrame, arm closing 60
      is CONNECTING 0
      fired closing     | close, DISCONNECTED, arm retry 1
      """)
  }

  @Test("D9 the closing handshake leaves no timer of the connection running but its own")
  func d9Timers() throws {
    var bench = try Bench(.forWeb, policy: "stoat-web, connectTimeout: 60s")
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 60
      opened            | arm heartbeat 30
      fired heartbeat   | send ping, arm pong 10, arm heartbeat 30
      """)
    try bench.deliver(.fired(.pong))
    #expect(bench.slot.isArmed(.closing))
    #expect(!bench.slot.isArmed(.connect))
  }

  @Test("D9 the user's LOGOUT does not wait for the handshake")
  func d9Logout() throws {
    var bench = try Bench.connected(.forWeb)
    bench.play(
      """
      fired heartbeat | send ping, arm pong 10, arm heartbeat 30
      fired pong      | disarm heartbeat, send closeFrame, arm closing 60
      user logout     | DISPOSE, close, READY
      """)
    #expect(!bench.slot.isArmed(.closing))
  }

  @Test("leave no trace in `spec`")
  func spec() throws {
    var bench = try Bench.connected(.spec)
    bench.play("server error | close, unhandled, DISCONNECTED, arm retry 1")
    bench = try Bench(.spec)
    bench.play(
      """
      app storedSession | CONNECTING, open, arm connect 10
      opened            | arm heartbeat 30
      server error      | disarm connect, close, ERROR, call flags
      """)
  }
}
