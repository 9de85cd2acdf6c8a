import Primitives
import Sessions
import Systems
import TestRuns
import Testing
import Words

@testable import Findings
@testable import Simulator
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite struct SystemVerdictTests {
  private func sentences(
    _ run: RunResult, _ fleet: [String], promising levels: String...
  ) throws -> String {
    let made = try summary(run, set: fleet + ["slo=[\(levels.joined(separator: ", "))]"])
    return paragraph(verdict(made, slo: made.check(made.scenario.slo)), width: 10_000).map {
      $0.dropFirst(2)
    }.joined()
  }

  // MARK: chatSocket

  @Test func chatSocketsWaitForTheWatchdog() throws {
    let text = try sentences(chatSocketRun(), fleet(.chatSocket))
    #expect(
      text
        == "The watchdog of 120 s sets the pace, not the gateway: 99 % are back after 118.8 s, the "
        + "last client after 120.0 s. 312 sockets were dead for 120.1 s in the "
        + "median, 240.0 s at most, before the watchdog noticed. 384 of 12,000 messages met a socket "
        + "that was off or dead (sockets were on 62.0 % of the time); the slowest delivery took "
        + "90.0 s, 12 were not delivered by the end.", "\(text)")
  }

  @Test func noFormulaIsBlamedWhereThereIsNone() throws {
    for system in [SystemName.chatSocket, .primer, .appExtension] {
      for milliseconds in [1, 10, 20, 100, 300] {
        var run = idleRun(system)
        run.recovery.affected = 1000
        run.recovery.recoveries = (1...1000).map { .milliseconds(Int64(milliseconds * $0)) }
        let text = try sentences(
          run, fleet(system, "gateway.admission={rate: 100/s, burst: 500}"))
        #expect(!text.contains("formula"), "\(text)")
        #expect(!text.contains("retries"), "\(text)")
      }
    }
  }

  @Test func thoseWhoHaveJustAskedDoNotMakeItUnfinished() throws {
    var run = chatSocketRun()
    run.recovery.outcomes = Outcomes(recovered: 994, stillTrying: 6, connecting: 5)
    #expect(try sentences(run, fleet(.chatSocket)).hasPrefix("1 client was still trying when"))
    run.recovery.outcomes = Outcomes(recovered: 995, stillTrying: 5, connecting: 5)
    run.recovery.recoveries.removeLast()
    let text = try sentences(run, fleet(.chatSocket))
    #expect(
      text.contains(
        "the last client after 119.7 s. 1 client of those affected has no connection yet, as its "
          + "user asked for one just before the end."))
    run.recovery.recoveries.removeLast(99)
    #expect(
      try sentences(run, fleet(.chatSocket)).hasPrefix(
        "100 clients of those affected have no connection yet, as their users asked for one just "
          + "before the end."
      ))
  }

  @Test func leakedSockets() throws {
    var run = idleRun(.chatSocket)
    run.reach(.chatSocket, ChatSocketMilestone.leaked, 2)
    #expect(
      try sentences(run, fleet(.chatSocket))
        == "2 sockets leaked: given up before the upgrade, they open later and belong to nobody "
        + "(Starscream's quirk).")
  }

  @Test func oneDeadSocket() throws {
    var run = idleRun(.chatSocket)
    run.reach(.chatSocket, ChatSocketMilestone.restarted, 1, after: .seconds(180))
    #expect(
      try sentences(run, fleet(.chatSocket))
        == "1 socket was dead for 180.0 s before the watchdog noticed.")
  }

  @Test func aFewLateMessagesAreSaidOnDemand() throws {
    var run = idleRun(.chatSocket)
    run.push(.chatSocket) { pushes in
      pushes.made = 1000
      pushes.late = 5
    }
    #expect(
      try sentences(run, fleet(.chatSocket)) == "No client was without a connection.")
    #expect(
      try sentences(run, fleet(.chatSocket), promising: "chatSocket.messages_late == 0")
        == "5 of 1,000 messages met a socket that was off or dead.")
  }

  // MARK: primer

  @Test func aFailedRequestIsNotTriedAgain() throws {
    #expect(
      try sentences(primerRun(), fleet(.primer))
        == "50 clients gave up: a failed request is not tried again before the next launch. In 3.1 % "
        + "of 2,000 sessions the response took longer than 1.20 s, in 2.5 % the request failed; "
        + "2.8 % showed a fallback. 0.2 % of 100,000 reads were stale: a lock keeps its value for "
        + "the session, a copy without a listener is not renewed, and 11 of 1,000 updates met a "
        + "socket that was down.")
  }

  @Test func aLostSocketIsTriedThreeTimes() throws {
    var run = idleRun(.primer)
    run.recovery.affected = 1
    run.recovery.outcomes = Outcomes(recovered: 999, gaveUp: 1)
    run.reach(.primer, PrimerMilestone.socketGaveUp, 1)
    #expect(
      try sentences(run, fleet(.primer))
        == "1 client gave up: a lost socket is tried only three times more.")
  }

  @Test func mixedFleetsNameWhoGaveUp() throws {
    var run = mixedRun()
    run.recovery.affected = 60
    run.recovery.outcomes = Outcomes(recovered: 9940, gaveUp: 60)
    let primer = "60 clients gave up: in the primer a failed request is not tried again before the "
    #expect(try sentences(run, mixture).hasPrefix(primer + "next launch. "))
    run.reach(.stoat, StoatMilestone.gaveUp, 10)
    #expect(
      try sentences(run, mixture).hasPrefix(
        primer + "next launch, or the formula stops. "))
  }

  @Test func thePaceOfPrimers() throws {
    var run = idleRun(.primer)
    run.recovery.affected = 1000
    run.recovery.recoveries = (1...1000).map { .milliseconds(60 * $0) }
    #expect(
      try sentences(run, fleet(.primer)).hasPrefix(
        "The waiting between tries for the socket sets the pace, not the gateway: 99 %"))
    run.reach(.primer, PrimerMilestone.errored, 3)
    #expect(
      try sentences(run, fleet(.primer)).hasPrefix(
        "The wait for the next launch sets the pace, not the gateway: 99 %"))
  }

  // MARK: appExtension

  @Test func extensionsInOrderOfImportance() throws {
    #expect(
      try sentences(appExtensionRun(), fleet(.appExtension))
        == "3 apps were killed by the system (0xdead10cc): frozen with a database operation in "
        + "flight. 17 activations were forced: the extension was not done within 3 s, and lost "
        + "the database. 12 of 9,876 notifications came without the message, and 1 % of all took "
        + "8.00 s or more: 45 pushes waited for the app to suspend, 7 requests failed, 17 runs of "
        + "the extension had to end early.")
  }

  @Test func overlapsHaveTwoReasons() throws {
    var run = idleRun(.appExtension)
    run.reach(.appExtension, AppExtensionMilestone.overlap, 12)
    #expect(
      try sentences(run, fleet(.appExtension, "clients.profile=spec"))
        == "12 times both processes wrote the database at once: the extension may write while the "
        + "app still does (profile spec).")
    run.reach(.appExtension, AppExtensionMilestone.activationForced, 1)
    #expect(
      try sentences(run, fleet(.appExtension, "clients.parameters={revoke: off}"))
        == "12 times both processes wrote the database at once: an activation did not wait and the "
        + "extension's write went on (revoke off). 1 activation was forced: the extension was not "
        + "done within 3 s.")
  }

  @Test func killedAppsAreNoFormulasErrors() throws {
    var run = appExtensionRun()
    run.recovery.affected = 2
    run.recovery.outcomes = Outcomes(recovered: 998, inError: 2)
    #expect(
      try sentences(run, fleet(.appExtension), promising: "in_error == 0").hasPrefix(
        "2 apps were killed and not opened again. 3 apps were killed by the system"))
  }

  @Test func nothingToSayOfExtensions() throws {
    #expect(
      try sentences(idleRun(.appExtension), fleet(.appExtension))
        == "App and extension kept out of each other's way.")
  }

  // MARK: Promises

  /// A promise that was broken, and what must stand in the verdict then.
  @Test(arguments: [
    ("primer.stale_reads == 0", "reads were stale: a lock"),
    ("primer.elapsed_share < 1%", "In 3.1 % of 2,000 sessions"),
    ("primer.priming_time.p99 < 100ms", "the response took longer than 1.20 s"),
    ("gave_up == 0", "50 clients gave up"),
    ("peak_arrivals_1s < 100", "The clients made 4,200 attempts; failed for these reasons"),
    ("attempts < 10", "refused 3,300"),
    ("call_failures == 0", "The clients made 2,100 calls, 300 of them in the second from 61 s"),
    ("chatSocket.restarts == 0", "no chatSocket.restarts: the fleet has no chatSocket clients"),
  ])
  func aBrokenPromiseHasItsReason(_ level: String, _ reason: String) throws {
    let text = try sentences(primerRun(), fleet(.primer), promising: level)
    #expect(text.contains(reason), "\(text)")
  }

  @Test(arguments: [
    ("appExtension.operation_time.p99 < 100ms", "99 % of the operations took 0.15 s or less"),
    ("appExtension.activation_wait.p50 < 100ms", "17 activations were forced"),
    ("appExtension.shown_by_app < 10", "Of 16,764 pushes 6,543 met an active app"),
    ("appExtension.notifications_late == 0", "came without the message"),
    ("appExtension.kills == 0", "frozen with a database operation in flight"),
    ("chatSocket.reconnects_saved > 2000", "and a screen came back to it 1,204 times"),
    ("chatSocket.messages_late_share < 1%", "384 of 12,000 messages met a socket"),
    ("attempts < 1", "The clients made 1 attempt, and none failed."),
  ])
  func soItHasInAMixedFleet(_ level: String, _ reason: String) throws {
    let text = try sentences(mixedRun(), mixture, promising: level)
    #expect(text.contains(reason), "\(text)")
  }

  @Test func atMostThreeSentences() throws {
    var run = mixedRun()
    run.recovery.affected = 60
    run.recovery.outcomes = Outcomes(recovered: 9940, gaveUp: 60)
    run.recovery.recoveries = [.seconds(1)]
    run.load.arrivalsBeforeClear.add(5000, at: .seconds(61))
    let text = try sentences(run, mixture, promising: "calls < 5", "shed < 0", "recover.p50 < 1ms")
    #expect(text.split(separator: ". ").count == 3, "\(text)")
    #expect(text.hasPrefix("60 clients gave up"))
    #expect(text.contains("At 61 s attempts arrive 10 times"))
    #expect(text.contains("The clients made 18,320 calls"))
  }

  /// Whatever a promise is about, there is a sentence that speaks of it.
  @Test func everyMetricHasAReason() throws {
    let made = try summary(mixedRun(), set: mixture)
    let findings = made.findings
    // Nothing is said of what is made of nothing, or never happened.
    let mute = made.metrics.filter { metric in
      guard let number = metric.value.number, number > 0 else { return false }
      if metric.path.hasSuffix(".clients") { return false }
      return !findings.contains { $0.isReason(of: metric.path) }
    }
    #expect(mute.map(\.path) == [])
  }

  /// Of hand-made runs, with all that can go wrong in them one by one.
  @Test func noRunContradictsItself() throws {
    let runs = [
      (restartRun(), []), (quietRun(clients: 1000), []), (chatSocketRun(), fleet(.chatSocket)),
      (primerRun(), fleet(.primer)), (appExtensionRun(), fleet(.appExtension)),
      (mixedRun(), mixture), (idleRun(.optimistic), fleet(.optimistic)),
    ]
    let changes: [(inout RunResult) -> Void] = [
      { _ in }, { $0.course.clear = nil }, { $0.course.isTruncated = true },
      { $0.recovery.relapsed = 5 },
      {
        $0.recovery.outcomes = Outcomes(
          recovered: $0.course.clients - 30, stillTrying: 30, connecting: 10)
      },
      {
        $0.recovery.outcomes = Outcomes(
          recovered: $0.course.clients - 3, inError: 1, gaveUp: 1, stuck: 1)
      },
      { $0.recovery.affected = 0 },
      { $0.recovery.recoveries = $0.recovery.recoveries.map { _ in .zero } },
      { $0.recovery.recoveries = [] }, { $0.takeAway($0.recovery.affected / 3) },
      { run in
        for second in 120..<180 { run.load.perSecond.failedAtGateway.set(500, bin: second) }
      },
    ]
    for (run, fleet) in runs {
      for change in changes {
        var changed = run
        change(&changed)
        let codes = try codes(changed, set: fleet)
        #expect(FindingCode.contradictions(among: codes).isEmpty, "\(codes)")
      }
    }
  }
}
