import Testing

@testable import Systems

@Suite("Replay of the app and its extension")
struct AppExtensionReplayTests {
  /// The lines that a session of the profile prints for some events.
  private func lines(_ events: String..., profile: String = "spec") throws -> [String] {
    var session = try SessionSystem.appExtension.replaySession(profile: profile)
    return try events.flatMap { $0.split(whereSeparator: \.isWhitespace) }.compactMap { name in
      if name == "reset" {
        session.reset()
        return nil
      }
      return try session.take(ReplayEvent(name: String(name))).line
    }
  }

  /// A line in short: whether it was accepted, and the phases.
  private func brief(_ line: String) throws -> String {
    let match = try #require(
      line.firstMatch(of: /"accepted": (\w+), "app": "(\w+)", "extension": "(\w+)"/))
    return "\(match.1 == "true" ? "" : "not ")\(match.2) \(match.3)"
  }

  private func brief(_ events: String, profile: String = "spec") throws -> [String] {
    try lines(events, profile: profile).map(brief)
  }

  @Test("a line has the published keys, in order")
  func format() throws {
    let printed = try lines("SCENE_BACKGROUND PUSH NETWORK_DRAINED SCENE_BACKGROUND")
    #expect(
      printed == [
        #"{"event": "SCENE_BACKGROUND", "accepted": true, "app": "PAUSING", "#
          + #""extension": "IDLE", "entered": ["PAUSING"], "backgroundArmed": true, "#
          + #""activationArmed": false, "extensionArmed": false, "#
          + #""effects": ["blockNetwork", "armBackground"]}"#,
        #"{"event": "PUSH", "accepted": true, "app": "PAUSING", "extension": "WAITING", "#
          + #""entered": ["EXTENSION_WAITING"], "backgroundArmed": true, "#
          + #""activationArmed": false, "extensionArmed": true, "#
          + #""effects": ["awaitApp", "armExtension"]}"#,
        #"{"event": "NETWORK_DRAINED", "accepted": true, "app": "PAUSED", "#
          + #""extension": "ACTIVE", "entered": ["PAUSED", "EXTENSION_ACTIVE"], "#
          + #""backgroundArmed": true, "activationArmed": false, "extensionArmed": true, "#
          + #""effects": ["publishPaused", "getMessages"]}"#,
        #"{"event": "SCENE_BACKGROUND", "accepted": false, "app": "PAUSED", "#
          + #""extension": "ACTIVE", "entered": [], "backgroundArmed": true, "#
          + #""activationArmed": false, "extensionArmed": true, "effects": []}"#,
      ])
  }

  @Test("the app goes, and comes back at once or waits for the extension")
  func comesBack() throws {
    #expect(
      try brief(
        """
        SCENE_BACKGROUND NETWORK_DRAINED BACKGROUND_TIMER_FIRE BACKGROUND_TIMER_FIRE
        DATABASE_DRAINED SCENE_ACTIVE SCENE_ACTIVE
        """) == [
          "PAUSING IDLE", "PAUSED IDLE", "SUSPENDING IDLE", "not SUSPENDING IDLE",
          "SUSPENDED IDLE", "ACTIVE IDLE", "not ACTIVE IDLE",
        ])
    #expect(
      try brief("SCENE_BACKGROUND NETWORK_DRAINED PUSH SCENE_ACTIVE PUSH MESSAGES_DONE PUSH") == [
        "PAUSING IDLE", "PAUSED IDLE", "PAUSED ACTIVE", "ACTIVATING ACTIVE",
        "not ACTIVATING ACTIVE", "ACTIVE COMPLETED", "ACTIVE COMPLETED",
      ])
    #expect(
      try brief("SCENE_BACKGROUND PUSH SCENE_ACTIVE EXTENSION_TIMER_FIRE") == [
        "PAUSING IDLE", "PAUSING WAITING", "ACTIVE COMPLETED", "not ACTIVE COMPLETED",
      ])
  }

  @Test("a forced activation completes the extension; effects tell the timers")
  func forced() throws {
    let printed = try lines(
      "SCENE_BACKGROUND NETWORK_DRAINED PUSH SCENE_ACTIVE ACTIVATION_TIMER_FIRE",
      "ACTIVATION_TIMER_FIRE")
    #expect(try brief(printed[4]) == "ACTIVE COMPLETED")
    #expect(printed[3].hasSuffix(#"["readExtension", "disarmBackground", "armActivation"]}"#))
    #expect(printed[4].hasSuffix(#"["showNotification", "allowAll", "disarmExtension"]}"#))
    #expect(try brief(printed[5]) == "not ACTIVE COMPLETED")
  }

  @Test("profile app has neither PAUSING nor PAUSED")
  func app() throws {
    #expect(
      try brief(
        "SCENE_BACKGROUND NETWORK_DRAINED PUSH EXTENSION_WAIT_FIRE DATABASE_DRAINED PUSH",
        profile: "app") == [
          "SUSPENDING IDLE", "not SUSPENDING IDLE", "SUSPENDING WAITING", "SUSPENDING COMPLETED",
          "SUSPENDED COMPLETED", "SUSPENDED ACTIVE",
        ])
  }

  @Test("reset begins a fresh session")
  func reset() throws {
    #expect(
      try brief("SCENE_BACKGROUND reset PUSH SCENE_BACKGROUND") == [
        "PAUSING IDLE", "ACTIVE IDLE", "PAUSING IDLE",
      ])
  }

  @Test("a profile or an event that is not there")
  func names() {
    let profile = #expect(throws: ReplayNameError.self) {
      try SessionSystem.appExtension.replaySession(profile: "spek")
    }
    #expect(profile?.description.contains("did you mean 'spec'?") == true)
    let event = #expect(throws: ReplayError.self) { try lines("SCENE_ACTIV") }
    #expect(event?.message == "unknown event 'SCENE_ACTIV'; did you mean 'SCENE_ACTIVE'?")
    let other = #expect(throws: ReplayError.self) { try lines("X") }
    #expect(other?.message.contains("there are SCENE_BACKGROUND, ") == true)
  }
}
