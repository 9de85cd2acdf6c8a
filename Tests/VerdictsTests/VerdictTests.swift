import GatewayModel
import Primitives
import Systems
import TestRuns
import Testing
import Words

@testable import Simulator
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("The verdict on a fleet of Stoat clients")
struct VerdictTests {
  private func sentence(_ run: RunResult, set overrides: [String] = []) throws -> String {
    paragraph(verdict(try summary(run, set: overrides)), width: 10_000)
      .map { $0.dropFirst(2) }.joined()
  }

  /// Everybody away at clear, with full buckets, and back evenly over this long.
  private func recovered(within span: Interval, clients: Int = 1000) -> RunResult {
    var run = quietRun(clients: clients)
    run.recovery.affected = clients
    run.recovery.outcomes.recovered = clients
    let step = span.nanoseconds / Int64(clients)
    run.recovery.recoveries = (1...Int64(clients)).map { Interval(nanoseconds: step * $0) }
    run.takeAway(clients, tokens: 500)
    return run
  }

  /// 100/s and a burst of 500 for all nodes.
  private let narrow = ["gateway.admission={rate: 100/s, burst: 500, per: gateway}"]

  @Test func interrupted() throws {
    var run = restartRun()
    run.course.isTruncated = true
    #expect(
      try sentence(run)
        == "The run was interrupted after 180.0 s of virtual time: the figures cover only that.")
    #expect(try codes(run) == [.interrupted])
  }

  @Test func nothing() throws {
    #expect(try sentence(quietRun(clients: 5)) == "No client was without a connection.")
    var run = quietRun(clients: 5)
    run.course.incidentBegin = .seconds(60)
    #expect(
      try sentence(run) == "No client was without a connection while the faults lasted.")
    // What is wrong is said even where nobody counts as affected.
    run.recovery.outcomes = Outcomes(recovered: 4, stuck: 1)
    #expect(try sentence(run).hasPrefix("1 client is stuck"))
    #expect(try !codes(run).contains(.nobodyAffected))
  }

  @Test func aFaultThatNeverEndsIsNamed() throws {
    var run = recovered(within: .seconds(10))
    run.course.clear = nil
    run.recovery.outcomes = Outcomes(recovered: 200, stillTrying: 800)
    let endless = ["faults=[{at: 60s, kind: slow, times: 20}]"]
    #expect(
      try sentence(run, set: endless)
        == "There is no recovery to measure, as the slow from 60 s on does not end within the run: "
        + "800 clients of 1,000 have no connection at the end.")
  }

  @Test func lost() throws {
    var run = recovered(within: .seconds(10))
    run.recovery.outcomes = Outcomes(recovered: 0, inError: 1000)
    run.recovery.recoveries = []
    #expect(try sentence(run) == "1,000 clients ended in an error that only a person can clear.")
    run.load.failures = [(.auth, 1000)]
    #expect(
      try sentence(run) == "1,000 clients ended in an error that only a person can clear, after "
        + "1,000 failed authentications.")
    run.load.failures = []
    run.recovery.affected = 1100
    #expect(
      try sentence(run) == "1,000 clients ended in an error that only a person can clear. Nobody "
        + "else came back.")
  }

  @Test func fourSentencesWhereClientsAreLostInManyWays() throws {
    var run = recovered(within: .seconds(10))
    run.recovery.outcomes = Outcomes(recovered: 970, inError: 9, gaveUp: 20, stuck: 1)
    run.recovery.recoveries = Array(repeating: .seconds(1), count: 970)
    #expect(
      try sentence(run) == "9 clients ended in an error that only a person can clear. 20 clients "
        + "gave up: the formula stops. 1 client is stuck, with nothing pending that could reconnect "
        + "it. 970 clients came back by themselves.")
  }

  // MARK: Still trying at the end

  @Test func unfinishedWithoutProgress() throws {
    var run = recovered(within: .seconds(10))
    run.recovery.outcomes = Outcomes(recovered: 999, stillTrying: 1)
    run.recovery.recoveries.removeLast()
    #expect(
      try sentence(run)
        == "1 client was still trying when the run ended at 180 s; in the last 60.0 s none came "
        + "back.")
    run.recovery.recoveries = []
    run.recovery.outcomes = Outcomes(stillTrying: 1000)
    let text = try sentence(run)
    #expect(text.hasPrefix("1,000 clients were still trying when the run ended at 180 s"))
    #expect(!text.contains("duration"))
  }

  @Test func unfinishedButProgressing() throws {
    var run = recovered(within: .seconds(10))
    run.course.end = .seconds(900)
    run.recovery.outcomes = Outcomes(recovered: 850, stillTrying: 150)
    for second in 0..<900 {
      run.load.perSecond.waitingClients.set(second < 600 ? 200 : 150, bin: second)
    }
    for second in 0..<50 { run.load.perSecond.completed.set(1, bin: 610 + 2 * second) }
    #expect(
      try sentence(run)
        == "150 clients were still trying when the run ended at 15 min; in the last 300.0 s 50 came "
        + "back, 10 a minute.")
    // Those that come back may be those that were lost in the meantime.
    for second in 600..<900 { run.load.perSecond.waitingClients.set(150, bin: second) }
    run.load.perSecond.waitingClients.set(150, bin: 599)
    #expect(try sentence(run).hasSuffix("50 came back, and no fewer wait than before."))
    #expect(try codes(run).contains(.unfinishedWithoutProgress))
  }

  @Test func aFaultInForceIsNotBlamedOnTheWaiting() throws {
    var run = recovered(within: .seconds(50))
    run.recovery.outcomes = Outcomes(recovered: 700, stillTrying: 300)
    run.recovery.recoveries.removeLast(300)
    let lasting = [
      "faults=[{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}, "
        + "{at: 90s, kind: latency, add: 20s}]"
    ]
    #expect(
      try sentence(run, set: lasting)
        == "300 clients were still trying when the run ended at 180 s, with the latency from 90 s on "
        + "still in force.")
    let all = recovered(within: .seconds(50))
    let text = try sentence(all, set: lasting)
    #expect(
      text.hasPrefix(
        "Recovery is slow, with the latency from 90 s on in force for most of it: 99 %"))
    #expect(text.hasSuffix("When the run ends, the latency from 90 s on is still in force."))
    #expect(try codes(all, set: lasting).contains(.faultDuringRecovery))
  }

  // MARK: Storms

  /// Half an hour, of which the last 25 minutes are a storm that nobody gets out of.
  private func storm() -> RunResult {
    var run = quietRun(clients: 10_000)
    run.course.end = .seconds(1800)
    run.recovery.affected = 10_000
    run.takeAway(10_000)
    run.recovery.outcomes = Outcomes(recovered: 1, stillTrying: 9_999)
    run.recovery.affectedTrying = 9_999
    for second in 0..<1800 { run.load.perSecond.waitingClients.set(9_999, bin: second) }
    for tenth in 1200..<18_000 {
      run.load.arrivalsAfterClear.add(90, at: Instant(nanoseconds: Int64(tenth) * 100_000_000))
    }
    return run
  }

  @Test func metastableByOverload() throws {
    var run = storm()
    run.work(.auth, servers: 90, wasted: 0.98, in: 120..<1800)
    let text = try sentence(run)
    #expect(
      text.hasPrefix(
        "The storm outlives its cause (overload): in its last 300.0 s 98.0 % of what the auth "
          + "stage did was for nothing"), "\(text)")
    #expect(text.contains("nobody came back, and 9,999 clients still wait."))
    #expect(!text.contains("longer"))
    #expect(try codes(run).contains(.metastableOverload))
    // A burst or a backlog comes earlier, and is told later.
    run.gateway.acceptOverflow = 1_000_000
    let overflow = try sentence(run)
    #expect(overflow.hasPrefix("The storm outlives its cause"), "\(overflow)")
    #expect(overflow.contains("still wait. A full backlog dropped 1,000,000 first packets"))
    run.gateway.acceptOverflow = 0
    // Whatever the users asked for just before the end, nobody is called back.
    run.recovery.outcomes.connecting = 9_999
    #expect(try FindingCode.contradictions(among: codes(run)).isEmpty)
    #expect(try FindingCode.paces.isDisjoint(with: codes(run)))
    #expect(try sentence(run).contains("9,999 clients still wait."))
  }

  @Test func metastableByRejection() throws {
    var run = storm()
    for second in 120..<1800 {
      run.load.perSecond.failed.set(100, bin: second)
      run.load.perSecond.failedAtGateway.set(90, bin: second)
    }
    #expect(
      try sentence(run).contains(
        "(rejection): in its last 300.0 s 90.0 % of the failed attempts failed at the gateway"))
    #expect(try codes(run).contains(.metastableRejection))
    #expect(try !codes(run).contains(.turnedAway))
  }

  @Test func metastableInLockstep() throws {
    var run = storm()
    run.load.arrivalsAfterClear = quietRun(clients: 1).load.arrivalsAfterClear
    // 450 a second on average, of 500 that admission lets in.
    for beat in 0..<168 {
      run.load.arrivalsAfterClear.add(4_500, at: .seconds(Int64(120 + 10 * beat)))
    }
    run.work(.auth, servers: 90, wasted: 0.98, in: 120..<1800)
    run.load.spread[3] = SpreadResult(
      times: run.load.spread[0].times, effectiveSeconds: 0.1, mostAtOnce: 9_000)
    for _ in 0..<9_000 { run.load.spread[3].times.record(.seconds(20)) }
    #expect(
      try sentence(run).contains(
        "(lockstep): in its last 300.0 s 100 % of the arrivals came in a tenth of the time"))
    #expect(try codes(run).contains(.metastableLockstep))
    #expect(try !codes(run).contains(.herd))
  }

  @Test func aStormThatEnded() throws {
    var run = recovered(within: .seconds(1500), clients: 10_000)
    run.course.end = .seconds(1800)
    for second in 119..<1500 {
      run.load.perSecond.waitingClients.set(9_000, bin: second)
      if second < 180 {
        run.load.perSecond.failed.set(100, bin: second)
        run.load.perSecond.failedAtGateway.set(90, bin: second)
      }
    }
    let text = try sentence(run)
    #expect(text.contains("For 60.0 s after clear the clients' own load kept most of them out."))
    #expect(try !codes(run).contains(.formulaPaces))
  }

  @Test func theArrivalBurst() throws {
    var run = recovered(within: .seconds(50))
    run.load.arrivalsBeforeClear.add(7820, at: .seconds(61))
    #expect(
      try sentence(run).hasPrefix(
        "At 61 s attempts arrive 15.6 times as fast as the gateway admits. The waiting"))
  }

  @Test func aHerd() throws {
    var run = recovered(within: .seconds(5))
    run.load.spread[1].mostAtOnce = 830
    for _ in 0..<1000 { run.load.spread[1].times.record(.seconds(20)) }
    #expect(
      try sentence(run).hasPrefix(
        "The clients arrive together: 83.0 % of the second attempts after the drop came within 100 ms."
      ))
  }

  @Test func aFullBacklog() throws {
    var run = recovered(within: .seconds(5))
    run.load.arrivals = 5000
    run.gateway.acceptOverflow = 1200
    run.load.synRepeats = 1100
    #expect(
      try sentence(run).hasPrefix(
        "A full backlog dropped 1,200 first packets; 1,100 came again when the kernel's timer said "
          + "so, not the formula."))
  }

  @Test func turnedAway() throws {
    var run = recovered(within: .seconds(50))
    for second in 120..<170 {
      run.load.perSecond.failedAtGateway.set(60, bin: second)
      run.load.perSecond.failed.set(60, bin: second)
      run.load.perSecond.succeeded.set(20, bin: second)
      run.load.perSecond.completed.set(20, bin: second)
      run.load.perSecond.waitingClients.set(30, bin: second)
    }
    #expect(
      try sentence(run).contains(
        "In the 50.0 s after clear 3 attempts failed at the gateway for each that succeeded."))
  }
}
