import Testing

@testable import Sessions

/// The numbered ambiguities of the decision record, each resolved as the reference says.
@Suite("Chat socket: where the decision record is silent")
struct ChatSocketAmbiguityTests {
  @Test(
    "Y1 a socket counts as dead until a backend event: one that never works is restarted at 120")
  func y1() {
    var bench = ChatSocketBench()
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      120 WATCHDOG_FIRE | restarted 120, close, open, arm watchdog 120, CONNECTING
      240 WATCHDOG_FIRE | restarted 120, close, open, arm watchdog 120, CONNECTING
      """)
  }

  @Test("Y2 `connected` is no backend event")
  func y2() {
    var bench = ChatSocketBench()
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      119 SOCKET_CONNECTED | OPEN
      120 WATCHDOG_FIRE | restarted 120, close, open, arm watchdog 120, CONNECTING
      """)
  }

  @Test("Y3 a closed socket waits for the watchdog: one tick where it was silent, two where not")
  func y3() {
    var bench = ChatSocketBench()
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      1 SOCKET_CLOSED | CLOSED
      120 WATCHDOG_FIRE | restarted 120, open, arm watchdog 120, CONNECTING
      121 SOCKET_CONNECTED | OPEN
      130 BACKEND_EVENT |
      131 SOCKET_CLOSED | CLOSED
      240 WATCHDOG_FIRE | arm watchdog 120
      360 WATCHDOG_FIRE | restarted 230, open, arm watchdog 120, CONNECTING
      """)
  }

  @Test("Y3 `reconnectOnClose` connects again at once, with a new phase", arguments: [true, false])
  func y3Reconnect(opens: Bool) {
    var configuration = ChatSocketConfiguration()
    configuration.reconnectOnClose = true
    var bench = ChatSocketBench(configuration)
    bench.play("0 OWNER_ENTER | open, arm watchdog 120, CONNECTING")
    if opens {
      bench.play("1 SOCKET_CONNECTED | OPEN\n2 PING |")
    }
    bench.play(
      """
      50 SOCKET_CLOSED | open, arm watchdog 120, CONNECTING
      170 WATCHDOG_FIRE | restarted 120, close, open, arm watchdog 120, CONNECTING
      """)
  }

  @Test("Y4 a restart begins a new phase of the watchdog; a tick keeps it")
  func y4() {
    var bench = ChatSocketBench()
    bench.play(
      """
      7 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      8 SOCKET_CONNECTED | OPEN
      68 PING |
      127 WATCHDOG_FIRE | arm watchdog 120
      128 PING |
      247 WATCHDOG_FIRE | arm watchdog 120
      300 APP_BACKGROUND | close, disarm watchdog, OFF
      333 APP_FOREGROUND | open, arm watchdog 120, CONNECTING
      453 WATCHDOG_FIRE | restarted 120, close, open, arm watchdog 120, CONNECTING
      """)
  }

  @Test("Y5 back in the foreground with owners it connects at once; without, it stays off")
  func y5() {
    var bench = ChatSocketBench()
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      1 OWNER_ENTER |
      2 APP_BACKGROUND | close, disarm watchdog, OFF
      3 OWNER_LEAVE |
      4 APP_FOREGROUND | open, arm watchdog 120, CONNECTING
      5 OWNER_LEAVE | arm linger 20
      6 APP_BACKGROUND | disarm linger, close, disarm watchdog, OFF
      7 APP_FOREGROUND |
      8 APP_BACKGROUND |
      9 OWNER_ENTER |
      10 APP_FOREGROUND | open, arm watchdog 120, CONNECTING
      """)
    #expect(bench.agent.owners == 1)
  }

  @Test("Y6 an unbalanced leave is not accepted, off or lingering")
  func y6() {
    var bench = ChatSocketBench()
    bench.play(
      """
      0 OWNER_LEAVE | unhandled
      1 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      2 OWNER_LEAVE | arm linger 20
      3 OWNER_LEAVE | unhandled
      22 LINGER_FIRE | lingerExpired, close, disarm watchdog, OFF
      23 OWNER_LEAVE | unhandled
      24 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      """)
    #expect(bench.agent.owners == 1)
  }

  @Test("Y7 a ping is a message like any other")
  func y7() {
    var bench = ChatSocketBench()
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      1 SOCKET_CONNECTED | OPEN
      61 PING |
      120 WATCHDOG_FIRE | arm watchdog 120
      121 BACKEND_EVENT |
      240 WATCHDOG_FIRE | arm watchdog 120
      360 WATCHDOG_FIRE | restarted 239, close, open, arm watchdog 120, CONNECTING
      """)
  }

  private let starscream = ChatSocketConfiguration(profile: .starscream)

  @Test("Y8 a disconnect before the upgrade leaks the socket")
  func y8Leak() {
    var bench = ChatSocketBench(starscream)
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      120 WATCHDOG_FIRE | restarted 120, close, leaked, open, arm watchdog 120, CONNECTING
      130 APP_BACKGROUND | close, leaked, disarm watchdog, OFF
      131 APP_FOREGROUND | open, arm watchdog 120, CONNECTING
      132 OWNER_LEAVE | arm linger 20
      152 LINGER_FIRE | lingerExpired, close, leaked, disarm watchdog, OFF
      160 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      161 SOCKET_CONNECTED | OPEN
      162 APP_BACKGROUND | close, disarm watchdog, OFF
      """)
  }

  @Test("Y8 a close without a close frame is not noticed; the watchdog heals it")
  func y8Fin() {
    var bench = ChatSocketBench(starscream)
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      1 SOCKET_CONNECTED | OPEN
      61 PING |
      62 FIN |
      """)
    #expect(bench.state == .open && bench.agent.standing == .connected)
    bench.play(
      """
      120 WATCHDOG_FIRE | arm watchdog 120
      240 WATCHDOG_FIRE | restarted 179, open, arm watchdog 120, CONNECTING
      241 SOCKET_CONNECTED | OPEN
      242 FIN |
      243 APP_BACKGROUND | disarm watchdog, OFF
      244 APP_FOREGROUND | open, arm watchdog 120, CONNECTING
      245 SOCKET_CONNECTED | OPEN
      246 SOCKET_CLOSED | CLOSED
      """)
  }

  @Test("Y8 before the upgrade a close is noticed, and so is one with a reason while open")
  func y8Noticed() {
    var bench = ChatSocketBench(starscream)
    bench.play("0 OWNER_ENTER | open, arm watchdog 120, CONNECTING\n1 FIN | CLOSED")
    bench = ChatSocketBench()
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      1 SOCKET_CONNECTED | OPEN
      2 FIN | CLOSED
      """)
  }

  @Test("an owner who comes while the socket lingers keeps it, also across a restart")
  func linger() {
    var bench = ChatSocketBench()
    bench.play(
      """
      0 OWNER_ENTER | open, arm watchdog 120, CONNECTING
      1 SOCKET_CONNECTED | OPEN
      100 OWNER_LEAVE | arm linger 20
      119 OWNER_ENTER | disarm linger, lingerKept
      119.5 OWNER_LEAVE | arm linger 20
      120 WATCHDOG_FIRE | restarted 120, close, open, arm watchdog 120, CONNECTING
      121 SOCKET_CLOSED | CLOSED
      139.5 LINGER_FIRE | lingerExpired, disarm watchdog, OFF
      """)
  }
}
