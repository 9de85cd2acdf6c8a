import Testing

@testable import Systems

/// What a fresh session answers to some events.
private func answers(profile: String = "spec", _ events: String...) throws -> [String] {
  var replay = try SessionSystem.chatSocket.replaySession(profile: profile)
  return try events.map { try replay.take(ReplayEvent(name: $0)).line }
}

private func complaint(_ body: () throws -> Void) -> String {
  do {
    try body()
    return ""
  } catch {
    return "\(error)"
  }
}

@Suite("Replay of the chat socket")
struct ChatSocketReplayTests {
  @Test("a transcript, line by line")
  func transcript() throws {
    let given = try answers(
      "OWNER_ENTER", "SOCKET_CONNECTED", "BACKEND_EVENT", "WATCHDOG_FIRE", "WATCHDOG_FIRE",
      "SOCKET_CLOSED", "OWNER_LEAVE", "OWNER_ENTER", "WATCHDOG_FIRE", "APP_BACKGROUND",
      "APP_FOREGROUND", "OWNER_LEAVE", "LINGER_FIRE")
    let expected = """
      {"event": "OWNER_ENTER", "accepted": true, "state": "CONNECTING", "entered": ["CONNECTING"], \
      "owners": 1, "foreground": true, "alive": false, "lingerArmed": false, \
      "watchdogArmed": true, "effects": ["connect"]}
      {"event": "SOCKET_CONNECTED", "accepted": true, "state": "OPEN", "entered": ["OPEN"], \
      "owners": 1, "foreground": true, "alive": false, "lingerArmed": false, \
      "watchdogArmed": true, "effects": []}
      {"event": "BACKEND_EVENT", "accepted": true, "state": "OPEN", "entered": [], \
      "owners": 1, "foreground": true, "alive": true, "lingerArmed": false, \
      "watchdogArmed": true, "effects": []}
      {"event": "WATCHDOG_FIRE", "accepted": true, "state": "OPEN", "entered": [], \
      "owners": 1, "foreground": true, "alive": false, "lingerArmed": false, \
      "watchdogArmed": true, "effects": []}
      {"event": "WATCHDOG_FIRE", "accepted": true, "state": "CONNECTING", \
      "entered": ["CONNECTING"], "owners": 1, "foreground": true, "alive": false, \
      "lingerArmed": false, "watchdogArmed": true, "effects": ["disconnect", "connect"]}
      {"event": "SOCKET_CLOSED", "accepted": true, "state": "CLOSED", "entered": ["CLOSED"], \
      "owners": 1, "foreground": true, "alive": false, "lingerArmed": false, \
      "watchdogArmed": true, "effects": []}
      {"event": "OWNER_LEAVE", "accepted": true, "state": "CLOSED", "entered": [], \
      "owners": 0, "foreground": true, "alive": false, "lingerArmed": true, \
      "watchdogArmed": true, "effects": []}
      {"event": "OWNER_ENTER", "accepted": true, "state": "CLOSED", "entered": [], \
      "owners": 1, "foreground": true, "alive": false, "lingerArmed": false, \
      "watchdogArmed": true, "effects": []}
      {"event": "WATCHDOG_FIRE", "accepted": true, "state": "CONNECTING", \
      "entered": ["CONNECTING"], "owners": 1, "foreground": true, "alive": false, \
      "lingerArmed": false, "watchdogArmed": true, "effects": ["connect"]}
      {"event": "APP_BACKGROUND", "accepted": true, "state": "OFF", "entered": ["OFF"], \
      "owners": 1, "foreground": false, "alive": false, "lingerArmed": false, \
      "watchdogArmed": false, "effects": ["disconnect"]}
      {"event": "APP_FOREGROUND", "accepted": true, "state": "CONNECTING", \
      "entered": ["CONNECTING"], "owners": 1, "foreground": true, "alive": false, \
      "lingerArmed": false, "watchdogArmed": true, "effects": ["connect"]}
      {"event": "OWNER_LEAVE", "accepted": true, "state": "CONNECTING", "entered": [], \
      "owners": 0, "foreground": true, "alive": false, "lingerArmed": true, \
      "watchdogArmed": true, "effects": []}
      {"event": "LINGER_FIRE", "accepted": true, "state": "OFF", "entered": ["OFF"], \
      "owners": 0, "foreground": true, "alive": false, "lingerArmed": false, \
      "watchdogArmed": false, "effects": ["disconnect"]}
      """
    let lines = expected.split(separator: "\n").map(String.init)
    #expect(given == lines)
  }

  private static let fresh = """
    "accepted": false, "state": "OFF", "entered": [], "owners": 0, "foreground": true, \
    "alive": false, "lingerArmed": false, "watchdogArmed": false, "effects": []}
    """

  @Test(
    "a fresh session takes OWNER_ENTER and APP_BACKGROUND, and nothing else",
    arguments: [
      "OWNER_LEAVE", "APP_FOREGROUND", "SOCKET_CONNECTED", "SOCKET_CLOSED", "BACKEND_EVENT",
      "LINGER_FIRE", "WATCHDOG_FIRE",
    ])
  func freshSession(event: String) throws {
    #expect(try answers(event) == [#"{"event": "\#(event)", \#(Self.fresh)"#])
  }

  @Test(
    "what is not accepted changes nothing",
    arguments: [
      ([], "OWNER_LEAVE"),
      (["APP_BACKGROUND"], "APP_BACKGROUND"),
      (["OWNER_ENTER"], "APP_FOREGROUND"),
      (["OWNER_ENTER"], "LINGER_FIRE"),
      (["OWNER_ENTER"], "BACKEND_EVENT"),
      (["OWNER_ENTER", "OWNER_LEAVE"], "OWNER_LEAVE"),
      (["OWNER_ENTER", "SOCKET_CONNECTED"], "SOCKET_CONNECTED"),
      (["OWNER_ENTER", "SOCKET_CLOSED"], "SOCKET_CONNECTED"),
      (["OWNER_ENTER", "SOCKET_CLOSED"], "SOCKET_CLOSED"),
      (["OWNER_ENTER", "SOCKET_CLOSED"], "BACKEND_EVENT"),
      (["OWNER_ENTER", "APP_BACKGROUND"], "SOCKET_CLOSED"),
      (["OWNER_ENTER", "APP_BACKGROUND"], "WATCHDOG_FIRE"),
      (["OWNER_ENTER", "OWNER_LEAVE", "APP_BACKGROUND"], "LINGER_FIRE"),
      (["OWNER_ENTER", "OWNER_LEAVE", "OWNER_ENTER"], "LINGER_FIRE"),
      (["OWNER_ENTER", "OWNER_LEAVE", "LINGER_FIRE"], "LINGER_FIRE"),
    ])
  func notAccepted(before: [String], event: String) throws {
    var replay = try SessionSystem.chatSocket.replaySession(profile: "spec")
    var last = Self.fresh
    for name in before { last = try replay.take(ReplayEvent(name: name)).line }
    let ignored = try replay.take(ReplayEvent(name: event)).line
    #expect(ignored.contains(#""accepted": false"#))
    #expect(ignored.contains(#""entered": []"#) && ignored.hasSuffix(#""effects": []}"#))
    for key in ["state", "owners", "foreground", "alive", "lingerArmed", "watchdogArmed"] {
      #expect(value(of: key, in: ignored) == value(of: key, in: last), "\(key)")
    }
  }

  private func value(of key: String, in line: String) -> Substring? {
    line.split(separator: ", ").first { $0.contains("\"\(key)\":") }?.drop { $0 != ":" }
  }

  @Test("an event the backend sends stays known while the socket is down")
  func alive() throws {
    let given = try answers(
      "OWNER_ENTER", "SOCKET_CONNECTED", "BACKEND_EVENT", "SOCKET_CLOSED", "WATCHDOG_FIRE",
      "WATCHDOG_FIRE")
    #expect(
      given.suffix(3).map { value(of: "state", in: $0) } == [
        ": \"CLOSED\"", ": \"CLOSED\"", ": \"CONNECTING\"",
      ])
    #expect(given.suffix(3).map { value(of: "alive", in: $0) } == [": true", ": false", ": false"])
  }

  @Test("starscream takes the same lines")
  func starscream() throws {
    let given = try answers(profile: "starscream", "OWNER_ENTER", "WATCHDOG_FIRE")
    #expect(given[1].hasSuffix(#""effects": ["disconnect", "connect"]}"#))
  }

  @Test("a reset begins a fresh session")
  func reset() throws {
    var replay = try SessionSystem.chatSocket.replaySession(profile: "spec")
    for name in ["OWNER_ENTER", "SOCKET_CONNECTED", "BACKEND_EVENT", "OWNER_LEAVE"] {
      _ = try replay.take(ReplayEvent(name: name))
    }
    replay.reset()
    let line = try replay.take(ReplayEvent(name: "LINGER_FIRE")).line
    #expect(line == #"{"event": "LINGER_FIRE", \#(Self.fresh)"#)
  }

  @Test("an event or a profile that does not exist is an error with a hint")
  func unknown() {
    #expect(
      complaint { _ = try answers("OWNER_ENTERS") }.hasSuffix(
        "unknown event 'OWNER_ENTERS'; did you mean 'OWNER_ENTER'?"))
    #expect(
      complaint { _ = try answers("RETRY_NOW_PLEASE") }.hasSuffix(
        "there are OWNER_ENTER, OWNER_LEAVE, APP_BACKGROUND, APP_FOREGROUND, SOCKET_CONNECTED, "
          + "SOCKET_CLOSED, BACKEND_EVENT, LINGER_FIRE, WATCHDOG_FIRE"))
    #expect(
      complaint { _ = try SessionSystem.chatSocket.replaySession(profile: "starscrem") }
        == "no profile of chatSocket is called 'starscrem'; did you mean 'starscream'?; there are "
        + "spec, starscream")
  }
}
