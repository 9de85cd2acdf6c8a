import Findings
import GatewayModel
import Measurements
import Primitives
import Simulator
import Store
import Studies
import Testing
import Text

/// A7 on every station of whole runs that go on until everything is served.
@Suite("Little's law in a full run: A7", .enabled(if: isOptimised))
struct FullRunStatisticalTests {
  private func storm(seed: Int) throws -> Summary {
    try runAndSummary(
      """
      duration: 2h
      clients: {count: 5k, backoff: stoat-web, start: connected}
      network: {profile: lte, loss: 0.5%}
      gateway:
        nodes: 3
        backlog: unlimited
        handshake: {cores: 1, time: 30ms}
        auth: {workers: 1, time: {exponential: 10ms}}
        ready: {workers: 1, time: {median: 20ms, sigma: 0.7}}
        egress: {rate: 1Gbit/s, payload: 4MB}
        api: {workers: 1, time: {uniform: [8ms, 14ms]}}
        admission: none
      faults:
        - {at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}
        - {at: 200s, for: 30s, kind: slow, times: 2}
        - {at: 240s, for: 10s, kind: capacity, to: 50%}
      """, seed: UInt64(seed))
  }

  /// L = lambda W with L the busy servers and W the services: both sides are sums of the same
  /// nanoseconds. For those that wait, W comes from a histogram that keeps three digits: each value
  /// is off by at most half a unit of the third, 1 / 2,000, and by 1 us for the whole microseconds.
  @Test(arguments: 1...3) func everyStation(seed: Int) throws {
    let summary = try storm(seed: seed)
    let run = summary.run
    #expect(run.gateway.stations.map(\.role) == StationRole.allCases)
    for (role, statistics) in run.gateway.stations {
      let path = "stations.\(role.name)"
      #expect(statistics.arrivals == statistics.served && statistics.abandoned == 0, "\(path)")
      // Or there would be nothing to add up.
      #expect(statistics.queuePeak > 10, "\(path)")
      let work = Double(statistics.work.nanoseconds)
      #expect(abs(Double(statistics.busyIntegral) / work - 1) <= 1e-9, "\(path)")

      let end = summary["end_s"]
      let servers = Double(try #require(statistics.servers))
      let busy = summary["\(path).utilisation"] * servers * end
      #expect(abs(busy * 1e9 / work - 1) <= 1e-9, "\(path)")
      let arrivals = summary["\(path).arrivals"]
      #expect(summary["\(path).wait.count"] == arrivals)
      let waited = summary["\(path).queue_mean"] * end
      let recorded = summary["\(path).wait.mean"] * arrivals
      let tolerance = waited / 2_000 + 1e-6 * arrivals
      #expect(abs(recorded - waited) <= tolerance, "\(path)")
    }
  }

  /// All the work of the stations that set connections up is either useful or wasted, once every
  /// attempt is over.
  @Test(arguments: 1...3) func workIsUsefulOrWasted(seed: Int) throws {
    let run = try storm(seed: seed).run
    let booked = run.gateway.usefulWork + run.gateway.wastedWork
    let done = run.gateway.stations.reduce(Interval.zero) { $0 + $1.statistics.work }
    // Work is booked in whole microseconds a service.
    let services = run.gateway.stations.reduce(0) { $0 + $1.statistics.served }
    #expect(abs((booked - done).nanoseconds) <= Int64(services) * 1_000)
  }
}
