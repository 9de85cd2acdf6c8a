import Foundation
import Testing

@testable import Systems

/// One line of the vectors.
private struct Answer: Decodable, Equatable {
  var event: String
  var accepted: Bool
  var state: String
  var entered: [String]
  var failures: Int
  var retryDelaySeconds: Double?
  var retryTimerArmed: Bool
  var effects: [String]?
}

private func answer(_ line: String) throws -> Answer {
  try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
}

private func fixture(_ name: String) throws -> [String] {
  let url = try #require(
    Bundle.module.url(forResource: "Fixtures/conformance/\(name)", withExtension: "jsonl"))
  return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(String.init)
}

/// What a fresh session answers to some lines.
private func answers(profile: String = "spec", _ lines: String...) throws -> [Answer] {
  var replay = try Replay(session: "stoat", profile: profile)
  return try lines.compactMap { try replay.step($0) }.map(answer)
}

/// What a fresh session complains about in the last of some lines.
private func complaint(_ lines: String...) throws -> String {
  var replay = try Replay(session: "stoat")
  for line in lines.dropLast() { _ = try replay.step(line) }
  let error = #expect(throws: ReplayError.self) { try replay.step(lines.last ?? "") }
  return error?.description ?? ""
}

private func nameComplaint(session: String, profile: String? = nil) -> String {
  do throws(ReplayNameError) {
    _ = try Replay(session: session, profile: profile)
    return ""
  } catch {
    return error.description
  }
}

@Suite("Replay")
struct ReplayTests {
  @Test("the conformance vectors", arguments: ["spec", "forWeb"])
  func vectors(profile: String) throws {
    var replay = try Replay(session: "stoat", profile: profile)
    let given = try fixture("stoat-\(profile).in").compactMap { try replay.step($0) }.map(answer)
    let expected = try fixture("stoat-\(profile).out").map(answer)
    try #require(given.count == expected.count)
    #expect(expected.count == 900)
    for (index, pair) in zip(given, expected).enumerated() {
      var (given, expected) = pair
      let difference = (given.retryDelaySeconds ?? 0) - (expected.retryDelaySeconds ?? 0)
      #expect(abs(difference) < 1e-6, "answer \(index + 1)")
      #expect((given.retryDelaySeconds == nil) == (expected.retryDelaySeconds == nil))
      given.retryDelaySeconds = nil
      expected.retryDelaySeconds = nil
      given.effects = nil
      #expect(given == expected, "answer \(index + 1)")
    }
  }

  @Test("a line has the published keys, in order")
  func format() throws {
    var replay = try Replay(session: "stoat")
    let first = try replay.step(#"{"event": "LOGIN_CACHED"}"#)
    #expect(
      first
        == #"{"event": "LOGIN_CACHED", "accepted": true, "state": "CONNECTING", "#
        + #""entered": ["CONNECTING"], "failures": 0, "retryDelaySeconds": null, "#
        + #""retryTimerArmed": false, "effects": ["connect"]}"#)
    let second = try replay.step(#"{"event": "TEMPORARY_FAILURE"}"#)
    #expect(second?.contains(#""retryDelaySeconds": 1.0,"#) == true)
  }

  @Test("effects follow the states entered and the profile")
  func effects() throws {
    let story = try answers(
      #"{"event": "LOGIN_CACHED"}"#, #"{"event": "TEMPORARY_FAILURE"}"#,
      #"{"event": "TIMER_FIRE"}"#, #"{"event": "SOCKET_CONNECTED"}"#,
      #"{"event": "SOCKET_DROPPED"}"#, #"{"event": "RETRY"}"#,
      #"{"event": "PERMANENT_FAILURE"}"#, #"{"event": "DISMISS"}"#,
      #"{"event": "LOGIN_UNCACHED"}"#)
    #expect(
      story.map { $0.effects ?? [] } == [
        ["connect"], ["armRetry"], ["invalidateCache", "connect"], ["resetFailures"],
        ["armRetry"], ["disarmRetry", "invalidateCache", "connect"], ["fetchFlags"],
        ["disposeClient"], ["authenticate"],
      ])
    let web = try answers(
      profile: "forWeb", #"{"event": "LOGIN_CACHED"}"#, #"{"event": "TEMPORARY_FAILURE"}"#,
      #"{"event": "RETRY"}"#, #"{"event": "SOCKET_CONNECTED"}"#)
    #expect(web[2].effects == ["disarmRetry", "connect"])
    #expect(web[3].effects == ["resetFailures", "invalidateCache"])
  }

  @Test("a log-in that fails for the moment asks for no flags")
  func temporaryError() throws {
    let story = try answers(#"{"event": "LOGIN_UNCACHED"}"#, #"{"event": "TEMPORARY_FAILURE"}"#)
    #expect(story[1].state == "ERROR")
    #expect(story[1].effects == [])
  }

  @Test("what is not accepted changes nothing")
  func notAccepted() throws {
    let story = try answers(
      #"{"event": "READY"}"#, #"{"event": "TIMER_FIRE"}"#, #"{"event": "RETRY"}"#,
      #"{"event": "LOGIN_CACHED"}"#, #"{"event": "LOGIN_CACHED"}"#)
    for index in [0, 1, 2, 4] {
      #expect(!story[index].accepted)
      #expect(story[index].entered == [] && story[index].effects == [])
    }
    #expect(story[4].state == "CONNECTING")
  }

  @Test("no device, no timer")
  func offline() throws {
    let story = try answers(
      #"{"event": "LOGIN_CACHED"}"#, #"{"event": "TEMPORARY_FAILURE", "deviceOnline": false}"#,
      #"{"event": "TIMER_FIRE"}"#, #"{"event": "DEVICE_ONLINE"}"#)
    #expect(story[1].entered == ["DISCONNECTED", "OFFLINE"])
    #expect(story[1].failures == 1 && story[1].retryDelaySeconds == nil)
    #expect(!story[2].accepted)
    #expect(story[3].state == "RECONNECTING")
  }

  @Test("reset begins a fresh session and prints nothing; blank lines are skipped")
  func reset() throws {
    let story = try answers(
      #"{"event": "LOGIN_CACHED"}"#, #"{"reset": true}"#, "", "  ", #"{"event": "LOGIN_CACHED"}"#)
    #expect(story.map(\.state) == ["CONNECTING", "CONNECTING"])
    #expect(story.map(\.accepted) == [true, true])
  }

  @Test(
    "lines that cannot be read are named by number",
    arguments: [
      ("nonsense", "line 2: not JSON"), ("[1]", "line 2: not a JSON object"),
      (#"{"event": "RETRI"}"#, "line 2: unknown event 'RETRI'; did you mean 'RETRY'?"),
      (#"{"event": 3}"#, "line 2: 'event' must be a text"),
      (#"{"event": "RETRY", "rand": 1}"#, "line 2: rand 1.0 is out of range"),
      (#"{"event": "RETRY", "rand": -0.1}"#, "line 2: rand -0.1 is out of range"),
      (#"{"event": "RETRY", "rand": "0.5"}"#, "line 2: 'rand' must be a number"),
      (#"{"event": "RETRY", "deviceOnline": 1}"#, "line 2: 'deviceOnline' must be true or false"),
      (#"{"event": "RETRY", "devceOnline": true}"#, "line 2: unknown key 'devceOnline'; did you"),
      (#"{"reset": false}"#, "line 2: no 'event'"), ("{}", "line 2: no 'event'"),
      (#"{"reset": true, "event": "RETRY"}"#, "line 2: 'reset' and 'event' exclude"),
    ])
  func badLines(line: String, begin: String) throws {
    let complaint = try complaint(#"{"reset": true}"#, line)
    #expect(complaint.hasPrefix(begin), "\(complaint)")
  }

  @Test("a delay beyond 100 years is an error, and the session stays as it was")
  func delayTooLong() throws {
    var replay = try Replay(session: "stoat")
    _ = try replay.step(#"{"event": "LOGIN_CACHED"}"#)
    for _ in 1...31 {
      _ = try replay.step(#"{"event": "TEMPORARY_FAILURE"}"#)
      _ = try replay.step(#"{"event": "TIMER_FIRE"}"#)
    }
    let error = #expect(throws: ReplayError.self) {
      try replay.step(#"{"event": "TEMPORARY_FAILURE"}"#)
    }
    #expect(error?.isInvalidDelay == true)
    #expect(error?.message.contains("stoat-web") == true)
    let next = try replay.step(#"{"event": "SOCKET_CONNECTED"}"#)
    #expect(next?.contains(#""state": "CONNECTED", "entered": ["CONNECTED"]"#) == true)
  }

  @Test("sessions and profiles that are not there")
  func names() {
    #expect(nameComplaint(session: "stoat", profile: "hardened") == "")
    #expect(
      nameComplaint(session: "optimistic")
        .contains("replay speaks stoat, chatSocket, primer, appExtension"))
    #expect(nameComplaint(session: "stoot").contains("did you mean 'stoat'?"))
    #expect(nameComplaint(session: "stoat", profile: "forweb").contains("'forWeb'"))
    #expect(nameComplaint(session: "stoat", profile: "x").contains("sdkAutoReconnect"))
  }
}
