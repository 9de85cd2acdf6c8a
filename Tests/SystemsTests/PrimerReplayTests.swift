import Testing

@testable import Systems

@Suite("Replay of the priming session")
struct PrimerReplayTests {
  /// The lines that a session of the profile prints.
  private func lines(_ input: [String], profile: String = "spec") throws -> [String] {
    var session = try SessionSystem.primer.replaySession(profile: profile)
    var output: [String] = []
    for (index, text) in input.enumerated() {
      switch try ReplayInput(text, line: index + 1) {
      case .reset: session.reset()
      case .event(let event): output.append(try session.take(event).line)
      }
    }
    return output
  }

  private func event(_ name: String) -> String { #"{"event": "\#(name)"}"# }
  private func event(_ name: String, _ entity: Int) -> String {
    #"{"event": "\#(name)", "entity": \#(entity)}"#
  }
  private func start(_ user: String) -> String { #"{"event": "START", "user": "\#(user)"}"# }

  /// A line as it must be printed.
  private func answer(
    _ event: String, accepted: Bool = true, _ state: String, entered: Bool = false,
    resolved: Bool = false, layer: String? = nil, holds: String? = nil, _ effects: String...
  ) -> String {
    func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }
    return #"{"event": "\#(event)", "accepted": \#(accepted), "state": "\#(state)", "#
      + #""entered": [\#(entered ? quoted(state) : "")], "resolved": \#(resolved), "#
      + #""waitArmed": \#(state == "INITIALIZING"), "layer": \#(quoted(layer)), "#
      + #""lockedFrom": \#(quoted(holds)), "#
      + #""effects": [\#(effects.map { quoted($0) }.joined(separator: ", "))]}"#
  }

  @Test("a line, key by key")
  func line() throws {
    let printed = try lines([start("a"), event("READ", 3)])
    #expect(
      printed == [
        #"{"event": "START", "accepted": true, "state": "INITIALIZING", "#
          + #""entered": ["INITIALIZING"], "resolved": false, "waitArmed": true, "#
          + #""layer": null, "lockedFrom": null, "#
          + #""effects": ["clearLatest", "clearLock", "armWait", "request"]}"#,
        #"{"event": "READ", "accepted": true, "state": "INITIALIZING", "entered": [], "#
          + #""resolved": false, "waitArmed": true, "layer": "fallback", "#
          + #""lockedFrom": "fallback", "effects": ["lock"]}"#,
      ])
  }

  @Test("in time, late, failed, failed late")
  func outcomes() throws {
    let begin = answer(
      "START", "INITIALIZING", entered: true, "clearLatest", "clearLock", "armWait", "request")
    #expect(
      try lines([start("a"), event("RESPONSE"), event("WAIT_FIRE"), event("RESPONSE")]) == [
        begin, answer("RESPONSE", "PRIMED", entered: true, resolved: true, "disarmWait"),
        answer("WAIT_FIRE", accepted: false, "PRIMED"),
        answer("RESPONSE", accepted: false, "PRIMED"),
      ])
    #expect(
      try lines([start("a"), event("WAIT_FIRE"), event("RESPONSE")]) == [
        begin, answer("WAIT_FIRE", "ELAPSED", entered: true, resolved: true),
        answer("RESPONSE", "PRIMED", entered: true),
      ])
    #expect(
      try lines([start("a"), event("REQUEST_FAILED"), event("REQUEST_FAILED")]) == [
        begin, answer("REQUEST_FAILED", "ERRORED", entered: true, resolved: true, "disarmWait"),
        answer("REQUEST_FAILED", accepted: false, "ERRORED"),
      ])
    #expect(
      try lines([start("a"), event("WAIT_FIRE"), event("REQUEST_FAILED")]).last
        == answer("REQUEST_FAILED", "ERRORED", entered: true))
  }

  @Test("locks, listeners and changes")
  func entities() throws {
    let printed = try lines([
      event("READ", 0), start("a"), event("READ", 3), event("ADD_LISTENER", 4),
      event("RESPONSE"), event("READ", 3), event("READ", 127), event("READ", 127),
      event("CHANGE", 4), event("SOCKET_CONNECTED"), event("CHANGE", 3), event("CHANGE", 4),
      event("READ", 4), event("ADD_LISTENER", 3), event("READ", 3), event("REMOVE_LISTENER", 4),
      event("REMOVE_LISTENER", 4), event("REMOVE_LISTENER", 3), event("READ", 3),
    ])
    #expect(
      printed == [
        answer("READ", "CREATED", layer: "fallback", holds: "fallback", "lock"),
        answer(
          "START", "INITIALIZING", entered: true, "clearLatest", "clearLock", "armWait", "request"),
        answer("READ", "INITIALIZING", layer: "fallback", holds: "fallback", "lock"),
        answer("ADD_LISTENER", "INITIALIZING"),
        answer(
          "RESPONSE", "PRIMED", entered: true, resolved: true,
          "disarmWait", "openSocket", "notify"),
        answer("READ", "PRIMED", layer: "lock", holds: "fallback"),
        answer("READ", "PRIMED", layer: "latest", holds: "latest", "lock"),
        answer("READ", "PRIMED", layer: "lock", holds: "latest"),
        answer("CHANGE", accepted: false, "PRIMED"), answer("SOCKET_CONNECTED", "PRIMED"),
        answer("CHANGE", accepted: false, "PRIMED"), answer("CHANGE", "PRIMED", "notify"),
        answer("READ", "PRIMED", layer: "latest"), answer("ADD_LISTENER", "PRIMED", "unlock"),
        answer("READ", "PRIMED", layer: "latest"), answer("REMOVE_LISTENER", "PRIMED"),
        answer("REMOVE_LISTENER", accepted: false, "PRIMED"),
        answer("REMOVE_LISTENER", "PRIMED", "closeSocket"),
        answer("READ", "PRIMED", layer: "latest", holds: "latest", "lock"),
      ])
  }

  @Test("a socket that comes back asks for a refresh; retries are not stepped")
  func socket() throws {
    let printed = try lines([
      event("SOCKET_CONNECTED"), event("ADD_LISTENER", 1), start("a"), event("SOCKET_CONNECTED"),
      event("WAIT_FIRE"), event("SOCKET_CLOSED"), event("SOCKET_CLOSED"),
      event("SOCKET_CONNECTED"), event("SOCKET_CONNECTED"), event("SOCKET_CLOSED"),
      event("SOCKET_CONNECTED"), event("REQUEST_FAILED"), event("STALE_RESPONSE"),
      event("RESPONSE"), event("RESPONSE"),
    ])
    #expect(
      printed.enumerated().filter { $0.offset != 2 }.map(\.element) == [
        answer("SOCKET_CONNECTED", accepted: false, "CREATED"), answer("ADD_LISTENER", "CREATED"),
        answer("SOCKET_CONNECTED", accepted: false, "INITIALIZING"),
        answer("WAIT_FIRE", "ELAPSED", entered: true, resolved: true, "openSocket"),
        answer("SOCKET_CLOSED", "ELAPSED"), answer("SOCKET_CLOSED", accepted: false, "ELAPSED"),
        answer("SOCKET_CONNECTED", "ELAPSED"),
        answer("SOCKET_CONNECTED", accepted: false, "ELAPSED"),
        answer("SOCKET_CLOSED", "ELAPSED"), answer("SOCKET_CONNECTED", "ELAPSED", "refresh"),
        answer("REQUEST_FAILED", "ERRORED", entered: true),
        answer("STALE_RESPONSE", accepted: false, "ERRORED"),
        answer("RESPONSE", "ERRORED", "notify"), answer("RESPONSE", accepted: false, "ERRORED"),
      ])
  }

  @Test("the same user keeps Latest, another does not, a reset forgets both")
  func users() throws {
    let printed = try lines([
      start("a"), event("RESPONSE"), event("READ", 3), start("a"), event("READ", 3), start("b"),
      event("READ", 3), start("a"), #"{"reset": true}"#, start("a"),
    ])
    #expect(
      printed.suffix(6) == [
        answer("START", "INITIALIZING", entered: true, "clearLock", "armWait", "request"),
        answer("READ", "INITIALIZING", layer: "latest", holds: "latest", "lock"),
        answer(
          "START", "INITIALIZING", entered: true, "cancelRequest", "clearLatest", "clearLock",
          "armWait", "request"),
        answer("READ", "INITIALIZING", layer: "fallback", holds: "fallback", "lock"),
        answer(
          "START", "INITIALIZING", entered: true, "cancelRequest", "clearLatest", "clearLock",
          "armWait", "request"),
        answer(
          "START", "INITIALIZING", entered: true, "clearLatest", "clearLock", "armWait", "request"),
      ])
  }

  @Test("unlocked holds nothing")
  func unlocked() throws {
    let printed = try lines([event("READ", 3), event("READ", 3)], profile: "unlocked")
    #expect(printed == Array(repeating: answer("READ", "CREATED", layer: "fallback"), count: 2))
  }

  @Test(
    "lines that cannot be taken",
    arguments: [
      (#"{"event": "START"}"#, "START needs a user"),
      (#"{"event": "READ"}"#, "READ needs an entity"),
      (#"{"event": "CHANGE", "user": "a"}"#, "CHANGE needs an entity"),
      (#"{"event": "ADD_LISTENER"}"#, "ADD_LISTENER needs an entity"),
      (#"{"event": "REMOVE_LISTENER"}"#, "REMOVE_LISTENER needs an entity"),
      (#"{"event": "RESPONSES"}"#, "unknown event 'RESPONSES'; did you mean 'RESPONSE'?"),
      (#"{"event": "TIMER"}"#, "unknown event 'TIMER'; there are START, RESPONSE, STALE"),
      (#"{"event": "READ", "entity": 128}"#, "entity 128 is out of range: 0 to 127"),
      (#"{"event": "READ", "entity": "3"}"#, "'entity' must be a whole number"),
    ])
  func badLines(line: String, begin: String) {
    let error = #expect(throws: ReplayError.self) { try lines([line]) }
    #expect(error?.message.hasPrefix(begin) == true, "\(String(describing: error))")
  }

  @Test("profiles that are not there")
  func profiles() {
    let error = #expect(throws: ReplayNameError.self) {
      try SessionSystem.primer.replaySession(profile: "unlock")
    }
    #expect(error?.description.hasSuffix("there are spec, unlocked") == true)
  }
}
