import Findings
import Metrics
import Primitives
import Simulator
import Testing

@Suite("First payloads behind one link", .enabled(if: isOptimised))
struct EgressStatisticalTests {
  /// M/D/1: the mean wait is rho S / (2 (1 - rho)).
  @Test(arguments: [(50, 0.005, 0.03), (80, 0.020, 0.06)])
  func poissonPayloads(perSecond: Int, wait: Double, tolerance: Double) throws {
    let summary = try runAndSummary(
      """
      duration: 1h
      until: settled
      clients: {count: 100000, start: {rate: \(perSecond)/s}, backoff: "uniform(0s, 5s)"}
      network: ideal
      gateway: {profile: ideal, egress: {rate: 100Mbit/s, payload: 125kB}}
      """)
    #expect(summary["stations.egress.served"] == 100_000)
    let mean = summary["stations.egress.wait.mean"]
    #expect(abs(mean - wait) < tolerance * wait, "\(mean)")
  }

  /// 2,000 clients and 500 kB each, 4 ms at 1 Gbit/s: 8 s for all of them. Without a link the pauses of the formula
  /// decide.
  @Test func recoveryBehindALink() throws {
    func recovery(_ egress: String) throws -> (p50: Double, p99: Double) {
      let runs = try (1...3).map { seed in
        try runAndSummary(
          """
          duration: 10m
          clients: {count: 2000, backoff: "uniform(0s, 5s)"}
          network: lte
          gateway: {profile: ideal\(egress)}
          faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}]
          """, seed: UInt64(seed))
      }
      return (
        runs.reduce(0) { $0 + $1["recover.p50"] } / 3, runs.reduce(0) { $0 + $1["recover.p99"] } / 3
      )
    }
    let linked = try recovery(", egress: {rate: 1Gbit/s, payload: 500kB}")
    #expect(abs(linked.p50 - 4.43) < 0.15 && abs(linked.p99 - 8.35) < 0.1, "\(linked)")
    let free = try recovery("")
    #expect(abs(free.p50 - 1.99) < 0.15 && abs(free.p99 - 5.13) < 0.1, "\(free)")
  }

  /// 1,800 of 3,000 clients are cut, and fetch 2 MB each through 1 Gbit/s: 28.8 s. Behind a buffer of 20 s the Pongs of
  /// the others are too late: they are cut as well, and nobody is ever back.
  @Test func aBufferThatKills() throws {
    func run(queue: String) throws -> Summary {
      try runAndSummary(
        """
        duration: 900s
        clients:
          count: 3000
          backoff: "uniform(0s, 5s), connectTimeout: 10s"
          mix: [{name: cut, share: 60%}, {name: kept, share: 40%}]
        network: lte
        gateway:
          profile: ideal
          egress: {rate: 1Gbit/s, payload: 2MB, queue: \(queue), per: gateway}
        faults:
          - {at: 60s, for: 60s, kind: outage, mode: refuse, drop: true, scope: {cohort: cut}}
        """)
    }
    let small = try run(queue: "100ms")
    #expect(small["recovered"] == 3_000)
    #expect(abs(small["recover.p99"] - 29) < 1.5, "\(small["recover.p99"])")
    #expect(small.value(at: "limited_by") == .word("egress"))
    #expect(small["storm_efficiency"] <= 1.02)
    let large = try run(queue: "20s")
    #expect(large["recover.p50"].isNaN && large["recovered"] < 60, "\(large["recovered"])")
    #expect(large["attempts_per_client"] > 4 * small["attempts_per_client"])
  }
}
