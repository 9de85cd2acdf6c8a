import Findings
import Scenarios
import Simulator
import Studies
import Testing
import Text

/// What the scenarios of the other session systems teach, at 1,000 clients.
@Suite("The scenarios of chat sockets, primers and extensions")
struct SystemScenarioTests {
  private func run(_ name: String, _ overrides: String...) throws -> Summary {
    let text = try #require(ScenarioFile.builtIn(name))
    let all = ["clients.count=1k"] + overrides
    let scenario = try ScenarioFile.decode(
      text: text, file: name, overrides: all.compactMap { Override($0) })
    let experiment = try Experiment(scenario)
    return Summary(experiment, try experiment.run())
  }

  private func number(_ summary: Summary, _ path: String) throws -> Double {
    try #require(summary.value(at: path)?.number, "\(path)")
  }

  @Test func aShortRestartSilencesChatsForMinutes() throws {
    let summary = try run("chat-restart")
    #expect(try number(summary, "recover.p50") > 100)
    #expect(try number(summary, "downtime.max") < 245)
    #expect(try number(summary, "attempts") == 1_000)
  }

  @Test func withoutABackoffEveryRefusalIsAnotherArrival() throws {
    let summary = try run("chat-restart-eager")
    #expect(try number(summary, "attempts_per_client") > 20)
    #expect(try number(summary, "recover.max") < 15)
  }

  @Test func tunnelsDelayMessagesAndHandoversKillSockets() throws {
    let summary = try run("chat-train")
    let restarts = try number(summary, "chatSocket.restarts")
    // Two handovers, of 30 % and of 60 %, each counted once per socket.
    #expect(restarts > 700 && restarts < 1_000)
    #expect(try number(summary, "chatSocket.messages_late_share") > 0.05)
  }

  @Test func aLongerLingerSavesReconnectsAndCostsTime() throws {
    let lines = ["clients.session=chatSocket", "faults=[]", "until=duration"]
    func figures(_ linger: String) throws -> (saved: Double, on: Double) {
      let summary = try run(
        "gateway-restart", lines[0], lines[1], lines[2], "clients.parameters.linger=\(linger)")
      return (
        try number(summary, "chatSocket.reconnects_saved"),
        try number(summary, "chatSocket.on_share")
      )
    }
    let (none, short, long) = (try figures("0s"), try figures("20s"), try figures("2m"))
    #expect(none.saved == 0)
    #expect(none.saved < short.saved && short.saved < long.saved)
    #expect(none.on < short.on && short.on < long.on)
  }

  @Test func aLowerThresholdShowsMoreFallbacks() throws {
    func share(_ waitFor: String) throws -> Double {
      let summary = try run("primer-launch", "clients.parameters.waitFor=\(waitFor)")
      #expect(
        try number(summary, "primer.elapsed_share")
          >= number(summary, "primer.fallback_session_share"))
      return try number(summary, "primer.fallback_session_share")
    }
    let shares = [try share("400ms"), try share("600ms"), try share("1200ms")]
    #expect(shares[0] > shares[1] && shares[1] > shares[2])
    #expect(shares[0] > 0.9)
  }

  @Test func afterThreeTriesAListenerHearsNothingMore() throws {
    let short = try run("primer-live")
    let long = try run("primer-live-long-outage")
    #expect(try number(short, "primer.milestones.socketGaveUp") < 50)
    #expect(try number(long, "primer.milestones.socketGaveUp") > 500)
    #expect(try number(long, "primer.updates_missed") > 10 * number(short, "primer.updates_missed"))
  }

  @Test func onlyThePublishedSequenceLetsTwoProcessesWrite() throws {
    #expect(try number(run("extension-push-storm"), "appExtension.overlaps") == 0)
    #expect(try number(run("extension-push-storm-spec"), "appExtension.overlaps") > 0)
    // As shipped it takes a forced activation and no revocation.
    let unrevoked = try run(
      "extension-push-storm", "clients.parameters.revoke=off",
      "clients.behaviour.database={median: 2s, sigma: 1}")
    #expect(try number(unrevoked, "appExtension.forced_activations") > 0)
    #expect(try number(unrevoked, "appExtension.overlaps") > 0)
  }

  @Test func aFrozenAppThatHoldsTheDatabaseIsKilled() throws {
    let summary = try run("extension-database-migration")
    #expect(try number(summary, "appExtension.kills") > 100)
    #expect(try number(summary, "appExtension.overlaps") == 0)
  }

  @Test func aMixedFleetKeepsEachSystemsFigures() throws {
    let summary = try run("mixed-fleet")
    for path in [
      "stoat.milestones.connected", "chatSocket.restarts", "primer.sessions",
      "appExtension.notifications",
    ] {
      #expect(try number(summary, path) > 0, "\(path)")
    }
    let sessions = summary.scenario.clients.mix.map {
      $0.session ?? summary.scenario.clients.session
    }
    #expect(sessions == ["stoat", "chatSocket", "primer", "appExtension"])
  }

  @Test func aFigureOfAnotherSystemIsUndefined() throws {
    let summary = try run("gateway-restart")
    #expect(summary.value(at: "chatSocket.restarts") == .undefined)
    #expect(summary.value(at: "primer.elapsed_share") == .undefined)
    #expect(summary.value(at: "appExtension.overlaps") == .undefined)
  }
}
