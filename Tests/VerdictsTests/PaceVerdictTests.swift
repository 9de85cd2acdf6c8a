import GatewayModel
import Measurements
import Primitives
import Systems
import TestRuns
import Testing
import Words

@testable import GatewayModel
@testable import Simulator
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("What the verdict says about the pace of a recovery")
struct PaceVerdictTests {
  private func sentence(_ run: RunResult, set overrides: [String] = []) throws -> String {
    paragraph(verdict(try summary(run, set: overrides)), width: 10_000)
      .map { $0.dropFirst(2) }.joined()
  }

  /// Everybody away at clear, with full buckets, and back evenly over this long.
  private func recovered(within span: Interval) -> RunResult {
    var run = quietRun(clients: 1000)
    run.recovery.affected = 1000
    run.recovery.outcomes.recovered = 1000
    run.recovery.recoveries = (1...1000).map { Interval(nanoseconds: span.nanoseconds / 1000 * $0) }
    run.takeAway(1000, tokens: 500)
    return run
  }

  /// 100/s and a burst of 500 for all nodes: 990 clients need (990 - 500) / 100 s.
  private let narrow = ["gateway.admission={rate: 100/s, burst: 500, per: gateway}"]

  @Test func theGatewaySetsThePace() throws {
    #expect(
      try sentence(recovered(within: .milliseconds(6000)), set: narrow)
        == "The gateway sets the pace, not the formula: 99 % are back after 5.94 s, close to the "
        + "4.90 s that admission makes unavoidable.")
  }

  @Test func theGatewayAndTheFormulaShareTheDelay() throws {
    #expect(
      try sentence(recovered(within: .milliseconds(8000)), set: narrow)
        == "The gateway and the waiting between retries share the delay: 99 % are back after 7.92 s "
        + "where 4.90 s would do, the last client after 8.00 s.")
  }

  @Test func theFormulaSetsThePaceOnlyWhereTheGatewayWasIdle() throws {
    var run = recovered(within: .seconds(50))
    #expect(
      try sentence(run, set: narrow)
        == "The waiting between retries sets the pace, not the gateway: 99 % are back after 49.5 s "
        + "where 4.90 s would do, the last client after 50.0 s.")
    #expect(
      try sentence(run, set: ["network=ideal", "gateway=ideal"])
        == "The waiting between retries sets the pace, not the gateway: 99 % are back after 49.5 s, "
        + "the last client after 50.0 s.")
    // Sixty of a hundred workers were busy all the time.
    run.work(.auth, servers: 60, wasted: 0, in: 120..<180)
    #expect(try sentence(run).hasPrefix("Recovery is slow: 99 % are back after 49.5 s"))
    #expect(try codes(run).contains(.recoveredSlowly))
  }

  @Test func anEmptyQueueHasNobodyInTheWay() throws {
    var run = recovered(within: .seconds(50))
    run.gateway.usefulWork = .seconds(1)
    run.gateway.wastedWork = .seconds(1)
    run.work(.handshake, servers: 10, wasted: 0.6, in: 120..<180)
    #expect(try !codes(run).contains(.retriesCollide))
    #expect(try !codes(run).contains(.formulaPaces))
    var statistics = StationStatistics(servers: 16)
    statistics.peak(200)
    run.gateway.stations = [(.handshake, statistics)]
    #expect(try !codes(run).contains(.retriesCollide))
    run.load.perSecond.queue.set(150, bin: 130)
    #expect(
      try sentence(run)
        == "Retries get in each other's way: after clear 60.0 % of what the handshake stage did was "
        + "for nothing, with up to 150 in a queue. 99 % are back after 49.5 s where 0.98 s would do, "
        + "the last client after 50.0 s.")
  }

  @Test func quick() throws {
    #expect(
      try sentence(recovered(within: .seconds(5)))
        == "Recovery is quick: 99 % are back after 4.95 s, the last client after 5.00 s.")
    #expect(
      try sentence(recovered(within: .zero))
        == "Once the cause was gone, nobody had to wait any longer.")
  }

  @Test func whereMostWereBackBeforeClearItLeadsWithTheDowntime() throws {
    var run = recovered(within: .seconds(10))
    for client in 0..<900 { run.recovery.recoveries[client] = .zero }
    run.recovery.downtimes = (1...1000).map { .milliseconds(20 * $0) }
    for _ in 0..<2400 { run.load.interruption.record(.seconds(5)) }
    run.takeAway(100)
    run.load.arrivalsBeforeClear.add(7820, at: .seconds(61))
    #expect(
      try sentence(run)
        == "The downtime is 10.0 s in the median, 19.8 s at the 99th percentile and 20.0 s at most "
        + "in 2.40 interruptions a client: 900 of 1,000 affected clients had a connection at "
        + "clear. Of the 100 that had none, 99 % are back after 9.99 s, the last after "
        + "10.0 s. At 61 s attempts arrive 15.6 times as fast as the gateway admits.")
    let lines = percentileTable(try summary(run), width: 100)
    #expect(lines[1].hasPrefix("  downtime"), "\(lines)")
    #expect(lines[2].hasPrefix("  time to recover"))
    #expect(FindingCode.paces.isDisjoint(with: try codes(run)))
  }

  @Test func relapses() throws {
    var run = recovered(within: .seconds(5))
    run.recovery.relapsed = 37
    #expect(
      try sentence(run).hasSuffix("37 clients lost a connection again after they were back."))
  }

  @Test func setUpsThatTakeLongerThanClientsWait() throws {
    var run = recovered(within: .seconds(50))
    run.load.failures = [(.timeout, 400)]
    var auth = StationStatistics(servers: 100)
    for number in 1...100 {
      auth.wait.record(.milliseconds(200 * Int64(number) + 10_000))
      auth.begun(.milliseconds(5))
    }
    run.gateway.stations = [(.auth, auth)]
    let text = try sentence(run, set: ["network=ideal"])
    #expect(
      text.contains(
        "Connecting took longer than the clients wait for it: 20.0 s in the median and 29.8 s at "
          + "the 99th percentile, most of it in the queue of the auth stage, where the connect "
          + "timeout is 10 s."), "\(text)")
    // Nobody ran out of time: then it did no harm.
    run.load.failures = []
    #expect(try !codes(run, set: ["network=ideal"]).contains(.setUpExceedsTimeout))
  }

  @Test func aCallOfTheSetUpHasALimitOfItsOwn() throws {
    var run = recovered(within: .seconds(50))
    run.load.callFailures = 400
    var api = StationStatistics(servers: 64)
    for _ in 1...100 {
      api.wait.record(.seconds(11))
      api.begun(.milliseconds(5))
    }
    run.gateway.stations = [(.api, api)]
    #expect(
      try sentence(run).contains("most of it in the queue of the api stage, where the call timeout")
    )
  }
}
