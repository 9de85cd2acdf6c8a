import Measurements
import Primitives
import RealModule
import Simulator
import Testing

@Suite("Herds: B1, B2, B6, B7", .enabled(if: isOptimised))
struct HerdStatisticalTests {
  struct Rush: Sendable, CustomTestStringConvertible {
    let clients: Double
    let window: Double
    let perSecond: Double
    let queue: Double
    let drain: Double
    let wait: Double
    var testDescription: String { "\(Int(clients)) within \(window) s at \(perSecond)/s" }
  }

  static let rushes = [
    Rush(clients: 10_000, window: 5, perSecond: 1_000, queue: 5_000, drain: 10, wait: 5),
    Rush(clients: 10_000, window: 30, perSecond: 1_000, queue: 0, drain: 30, wait: 0),
    Rush(clients: 1_000_000, window: 60, perSecond: 5_000, queue: 700_000, drain: 200, wait: 140),
  ]

  /// B1. N clients uniform over W before one worker: a fluid up to 1 % of N, of the drain and of the
  /// drain again.
  @Test(arguments: rushes) func uniformRush(rush: Rush) throws {
    #expect(rush.queue == max(0, rush.clients - rush.perSecond * rush.window))
    #expect(rush.drain == max(rush.window, rush.clients / rush.perSecond))
    #expect(rush.wait == max(0, rush.clients / rush.perSecond - rush.window))
    let summary = try runAndSummary(
      """
      duration: 10m
      until: settled
      clients:
        count: \(Int(rush.clients))
        backoff: "stoat-web, connectTimeout: 300s"
        start: {within: \(Int(rush.window))s}
      network: ideal
      gateway: {profile: ideal, auth: {workers: 1, time: \(Int(1e6 / rush.perSecond))us}}
      """)
    #expect(abs(summary["queue_peak"] - rush.queue) <= 0.01 * rush.clients)
    #expect(abs(summary["recover_last.max"] - rush.drain) <= 0.01 * rush.drain)
    #expect(abs(summary["stations.auth.wait.max"] - rush.wait) <= 0.01 * rush.drain)
    #expect(summary["recovered"] == rush.clients)
  }

  /// B2. The largest bin of N uniform arrivals is the largest of as many Poisson counts, whose mean
  /// is a sum of 1 - F(k)^bins. Tolerance: three standard errors of the mean over the seeds; and,
  /// because a fixed N makes each count binomial and its spread less by sqrt(1 - 1 / bins), that part
  /// of the excess over the mean.
  @Test(arguments: [
    (10_000, 30, "1s", 371.2, 200), (10_000, 30, "100ms", 51.1, 200),
    (1_000, 10, "100ms", 18.8, 400),
  ])
  func largestBin(
    clients: Int, window: Int, width: String, expected: Double, seeds: Int
  ) throws {
    let bins = width == "1s" ? window : 10 * window
    let mean = Double(clients) / Double(bins)
    let largest = Poisson(mean: mean).largest(of: bins)
    #expect(abs(largest.mean - expected) <= 0.05)

    let peaks = try (1...seeds).map { seed in
      try runAndSummary(
        """
        duration: \(window + 1)s
        clients: {count: \(clients), backoff: "1s, attempts: 0", start: {within: \(window)s}}
        network: ideal
        gateway: ideal
        faults: [{at: 0s, kind: outage, mode: refuse}]
        """, seed: UInt64(seed))["peak_arrivals_\(width)"]
    }
    let noise = threeSigma(variance: largest.variance, count: Double(seeds))
    let binomial = (largest.mean - mean) * (1 - (1 - 1 / Double(bins)).squareRoot())
    #expect(noise + binomial <= 0.02 * largest.mean)
    let measured = Sample(peaks).mean
    #expect(abs(measured - largest.mean) <= noise + binomial, "\(measured)")
  }

  /// B6. A heartbeat every H = 30 s that must be answered within P = 10 s finds a half-open
  /// connection after U(P, H + P), for the cut falls anywhere between two beats.
  @Test func halfOpenConnections() throws {
    let clients = 50_000
    let result = try run(
      """
      duration: 150s
      clients: {count: \(clients), start: connected}
      network: ideal
      gateway: ideal
      faults: [{at: 100s, kind: outage, mode: blackhole}]
      """)
    #expect(result.load.detect.count == clients)
    var distance = 0.0
    var below = 0.0
    let law = uniform(10, 40)
    for cell in result.load.detect.histogram.recordedValues() {
      // At the end of a cell the histogram is exact: everything recorded up to there is counted.
      let end = result.load.detect.histogram.highestEquivalentForValue(cell.value)
      let share = law(Double(end) / 1e6)
      let upTo = Double(cell.totalCountToThisValue) / Double(clients)
      distance = max(distance, abs(upTo - share))
      below = upTo
    }
    #expect(below == 1)
    #expect(distance <= kolmogorovLimit(clients), "\(distance)")
    // A uniform variable of width 30 s has a standard deviation of 30 / sqrt(12).
    let error = threeSigma(variance: 900 / 12, count: Double(clients))
    #expect(abs(result.load.detect.summary.mean! - 25) <= error + 0.0005 * 25)
  }

  /// B7. The last of N independent exponential retries comes after theta H(N) in the mean, with a
  /// variance of theta^2 times the sum of 1 / k^2.
  @Test func lastOfAThousandRetries() throws {
    let clients = 1_000
    let harmonic = (1...clients).reduce(0) { $0 + 1 / Double($1) }
    let variance = (1...clients).reduce(0) { $0 + 1 / Double($1 * $1) }
    #expect(abs(harmonic - 7.485) < 0.001)
    // As many seeds as make three standard errors 2 % of the mean.
    let seeds = Int(9 * variance / (0.02 * harmonic * 0.02 * harmonic)) + 1
    let last = try (1...seeds).map { seed in
      try runAndSummary(
        """
        duration: 1h
        until: settled
        clients: {count: \(clients), backoff: "0s - 10 * log(1 - uniform(0, 1))", start: connected}
        network: ideal
        gateway: ideal
        faults: [{at: 0s, for: 1us, kind: outage, mode: refuse, drop: true}]
        """, seed: UInt64(seed))["recover.max"]
    }
    let measured = Sample(last).mean
    #expect(abs(measured / 10 - harmonic) <= 0.02 * harmonic, "\(measured)")
  }
}
