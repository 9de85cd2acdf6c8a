import Findings
import Metrics
import RealModule
import Scenarios
import Simulator
import Store
import Studies
import Testing
import Text

/// G6: what must change, and what must not, when a scenario is changed.
@Suite("Scaling", .enabled(if: isOptimised))
struct ScalingStatisticalTests {
  private func storm(
    clients: Int, perSecond: Int, backoff: String = "aws-full", network: String = "lte",
    seed: Int = 1
  ) throws -> Summary {
    try runAndSummary(
      """
      duration: 1h
      until: settled
      clients: {count: \(clients), backoff: \(backoff), start: connected}
      network: \(network)
      gateway: {profile: ideal, admission: {rate: \(perSecond)/s}}
      faults: [{at: 0s, for: 60s, kind: outage, mode: refuse, drop: true}]
      """, seed: UInt64(seed))
  }

  /// Ten times the clients and ten times the capacity: in the fluid limit the same curve, within 2 %.
  /// To that comes the noise of a share among n clients and among m, once in a thousand times
  /// sqrt(-ln(p / 2) / 2) sqrt(1 / n + 1 / m) (Smirnov).
  @Test(arguments: ["aws-full", "stoat-web"]) func tenTimesAsMuch(backoff: String) throws {
    let small = try storm(clients: 10_000, perSecond: 200, backoff: backoff).run
    let large = try storm(clients: 100_000, perSecond: 2_000, backoff: backoff).run
    #expect(small.recovery.recoveries.count == 10_000 && large.recovery.recoveries.count == 100_000)
    let one = small.recovery.recoveries.sorted()
    let ten = large.recovery.recoveries.sorted()
    var distance = 0.0
    var reached = 0
    for (rank, time) in one.enumerated() {
      while reached < ten.count && ten[reached] <= time { reached += 1 }
      let share = Double(reached) / Double(ten.count)
      distance = max(distance, abs(share - Double(rank + 1) / Double(one.count)))
    }
    let noise = kolmogorovLimit(1) * (1 / 10_000.0 + 1 / 100_000).squareRoot()
    #expect(distance <= 0.02 + noise, "\(distance)")
  }

  /// Doubling the capacity never raises the time to recover, as far as five seeds can tell: three
  /// standard errors of the paired difference.
  @Test(arguments: ["aws-full", "stoat-web", "aws-decorr"])
  func moreCapacityNeverHurts(backoff: String) throws {
    let rates = [50, 100, 200, 400, 800, 1_600]
    let p99 = try rates.map { rate in
      try (1...5).map {
        try storm(clients: 5_000, perSecond: rate, backoff: backoff, seed: $0)["recover.p99"]
      }
    }
    for (slow, fast) in zip(p99, p99.dropFirst()) {
      let rise = Sample(zip(slow, fast).map { $1 - $0 })
      #expect(rise.mean <= 3 * rise.standardError, "\(slow) to \(fast)")
    }
  }

  /// The default gateway admits 125/s a node after its handshake. One node takes (9,900 - 125) / 125 =
  /// 78 s at least, sixteen (9,900 - 2,000) / 2,000 = 4 s: from four on the formula sets the pace.
  @Test func moreNodesNeverHurtAndTheFirstFourHelp() throws {
    let text = try #require(ScenarioFile.builtIn("gateway-restart"))
    let nodes = [1, 2, 4, 8, 16]
    let found = try nodes.map { count in
      let scenario = try ScenarioFile.decode(
        text: text, file: "gateway-restart",
        overrides: [#require(Override("gateway.nodes=\(count)"))])
      return try (1...10).map { seed in
        let experiment = try Experiment(scenario).seeded(UInt64(seed))
        return Summary(experiment, try experiment.run())
      }
    }
    let bounds = found.map { $0[0]["lower_bound_s"] }
    for (count, bound) in zip(nodes, bounds) {
      #expect(abs(bound - (9_900 - 125 * Double(count)) / (125 * Double(count))) < 0.001)
    }
    let p99 = found.map { $0.map { $0["recover.p99"] } }
    for (few, more) in zip(p99, p99.dropFirst()) {
      let rise = Sample(zip(few, more).map { $1 - $0 })
      #expect(rise.mean <= 3 * rise.standardError, "\(few) to \(more)")
    }
    #expect(Sample(p99[0]).mean > 2 * Sample(p99[2]).mean)
    #expect(abs(Sample(p99[2]).mean - Sample(p99[4]).mean) < 1)
  }

  /// A path that loses nothing is a path without loss, bit for bit.
  @Test(arguments: 1...5) func noLossIsNoLoss(seed: Int) throws {
    let path = "profile: ideal, latency: {median: 50ms, sigma: 0.5}, setup: {tcp: 1, tls: 1}"
    let texts = ["{\(path)}", "{\(path), loss: 0}", "{\(path), loss: 0%}"]
    let runs = try texts.map {
      try storm(clients: 5_000, perSecond: 200, network: $0, seed: seed).run
    }
    for other in runs.dropFirst() {
      #expect(other.course.digest == runs[0].course.digest)
      #expect(other.course.events == runs[0].course.events)
      #expect(other.recovery.recoveries == runs[0].recovery.recoveries)
    }
    let lossy = try storm(
      clients: 5_000, perSecond: 200, network: "{\(path), loss: 0.1%}", seed: seed)
    #expect(lossy.run.course.digest != runs[0].course.digest)
  }
}
