import Primitives
import Testing

@testable import Experiments
@testable import Reporting
@testable import Simulator

@Suite struct VerdictTests {
  private func sentence(_ run: RunResult, set overrides: [String] = []) throws -> String {
    paragraph(verdict(try summary(run, set: overrides)), width: 10_000)
      .map { $0.dropFirst(2) }.joined()
  }

  /// Everybody back, evenly over this long.
  private func recovered(within span: Interval) -> RunResult {
    var run = quietRun(clients: 1000)
    run.affected = 1000
    run.outcomes.recovered = 1000
    run.recoveries = (1...1000).map { Interval(nanoseconds: span.nanoseconds / 1000 * $0) }
    return run
  }

  @Test func interrupted() throws {
    var run = restartRun()
    run.isTruncated = true
    #expect(
      try sentence(run)
        == "The run was interrupted after 180.0 s of virtual time: the figures cover only that.")
  }

  @Test func nothing() throws {
    #expect(try sentence(quietRun(clients: 5)) == "No client was without a connection.")
  }

  @Test func endless() throws {
    var run = recovered(within: .seconds(10))
    run.clear = nil
    run.outcomes = Outcomes(recovered: 200, stillTrying: 800)
    #expect(
      try sentence(run) == "A fault never ends, so there is no recovery to measure: 800 clients of "
        + "1,000 have no connection at the end.")
  }

  @Test func lost() throws {
    var run = recovered(within: .seconds(10))
    run.outcomes = Outcomes(recovered: 0, inError: 1000)
    run.recoveries = []
    #expect(
      try sentence(run) == "1,000 clients ended in an error that only a person can clear.")
    run.outcomes = Outcomes(recovered: 0, inError: 900, stillTrying: 100)
    #expect(
      try sentence(run) == "900 clients ended in an error that only a person can clear. Nobody "
        + "else came back.")
    run.outcomes = Outcomes(recovered: 979, gaveUp: 20, stuck: 1)
    run.recoveries = Array(repeating: .seconds(1), count: 979)
    #expect(
      try sentence(run) == "20 clients gave up: the formula stops before the way is clear; 1 "
        + "client is stuck, with nothing pending that could reconnect them. 979 clients came back by "
        + "themselves.")
  }

  @Test func unfinished() throws {
    var run = recovered(within: .seconds(10))
    run.outcomes = Outcomes(recovered: 999, stillTrying: 1)
    run.recoveries.removeLast()
    #expect(
      try sentence(run) == "1 client was still trying when the run ended at 180.0 s: a longer "
        + "duration shows how long they take.")
    run.recoveries = []
    run.outcomes = Outcomes(stillTrying: 1000)
    #expect(
      try sentence(run) == "Nobody was back when the run ended at 180.0 s: 1,000 clients were "
        + "still trying.")
  }

  @Test func metastable() throws {
    var run = quietRun(clients: 10_000)
    run.affected = 10_000
    run.outcomes = Outcomes(recovered: 1, stillTrying: 9_999)
    for second in 120..<180 {
      run.arrivalsAfterClear.add(900, at: .seconds(Int64(second)))
      run.perSecond.waitingClients.set(9000, bin: second)
    }
    #expect(
      try sentence(run) == "The storm keeps itself alive: long after the cause is gone the gateway "
        + "is busy with attempts that come to nothing, and 9,999 clients still have no connection.")
  }

  @Test func theGatewaySetsThePace() throws {
    // 990 clients, 500 at once and 100 a second: 5.3 s at best.
    let run = recovered(within: .milliseconds(6000))
    #expect(
      try sentence(run, set: ["gateway.admission={rate: 100/s, burst: 500}"])
        == "The gateway sets the pace, not the formula: 99 % are back after 5.94 s, close to the "
        + "5.32 s that admission makes unavoidable.")
  }

  @Test func theGatewayAndTheFormulaShareTheDelay() throws {
    let run = recovered(within: .milliseconds(8000))
    #expect(
      try sentence(run, set: ["gateway.admission={rate: 100/s, burst: 500}"])
        == "The gateway and the waiting between retries share the delay: 99 % are back after 7.92 s "
        + "where 5.32 s would do, the last client after 8.00 s.")
  }

  @Test func manyWereBackBeforeClear() throws {
    var run = recovered(within: .seconds(10))
    for client in 0..<400 { run.recoveries[client] = .zero }
    #expect(
      try sentence(run)
        == "400 clients of 1,000 affected had a connection when the cause was gone; "
        + "99 % of all are back 9.90 s after that, the last client after 10.0 s.")
  }

  @Test func theFormulaSetsThePace() throws {
    let run = recovered(within: .seconds(60))
    #expect(
      try sentence(run) == "The waiting between retries sets the pace, not the gateway: 99 % are "
        + "back after 59.4 s where 1.40 s would do, the last client after 60.0 s.")
    var wasted = run
    wasted.usefulWork = .seconds(1)
    wasted.wastedWork = .seconds(1)
    #expect(try sentence(wasted).hasPrefix("Retries get in each other's way: 99 %"))
    #expect(
      try sentence(run, set: ["network=ideal", "gateway=ideal"])
        == "The waiting between retries sets the pace, not the gateway: 99 % are back after 59.4 s, "
        + "the last client after 60.0 s.")
  }

  @Test func quick() throws {
    #expect(
      try sentence(recovered(within: .seconds(5)))
        == "Recovery is quick: 99 % are back after 4.95 s, the last client after 5.00 s.")
    #expect(
      try sentence(recovered(within: .zero))
        == "Once the cause was gone, nobody had to wait any longer.")
  }

  @Test func theStorm() throws {
    var run = recovered(within: .seconds(60))
    run.arrivalsBeforeClear.add(7820, at: .seconds(61))
    #expect(
      try sentence(run).hasPrefix(
        "At 61 s the clients knock 15.6 times as fast as the gateway admits. The waiting"))
  }
}
