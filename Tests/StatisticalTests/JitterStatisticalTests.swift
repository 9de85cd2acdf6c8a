import Backoff
import Findings
import Metrics
import Primitives
import RealModule
import Simulator
import Store
import Studies
import Testing
import Text

@Suite("Jitter: B3 and B4", .enabled(if: isOptimised))
struct JitterStatisticalTests {
  static let clients = 50_000

  /// The delay after each of `failures` failures in a row, per client, from the draws that the
  /// simulator makes: the client's backoff stream of each attempt.
  private func delays(_ text: String, failures: Int) throws -> [[Double]] {
    let policy = try BackoffPolicy.parse(text)
      .resolved(reset: .ready, clock: .failure, connectTimeout: .seconds(10))
    let random = RandomSource(seed: 1)
    return try (0..<UInt32(Self.clients)).map { client in
      var state = BackoffState()
      state.dropped(at: .start)
      let perClient = random.stream(owner: client, .backoff, attempt: 0)
      return try (1...UInt32(failures)).map { attempt in
        state.countFailure(at: .start, under: policy)
        var stream = random.stream(owner: client, .backoff, attempt: attempt)
        let decision = state.nextDelay(
          at: .start, after: .none, random: &stream, perClient: perClient, under: policy)
        guard case .retry(let delay) = decision else {
          throw NoDelay(text: text, attempt: attempt)
        }
        return delay.seconds
      }
    }
  }

  struct NoDelay: Error {
    let text: String
    let attempt: UInt32
  }

  /// Mean, variance and the whole law of a uniform variable. Its fourth central moment is 9/5 of its
  /// squared variance, so the sample variance has a relative variance of 4/5 / n.
  private func expectUniform(_ values: [Double], _ low: Double, _ high: Double) {
    let sample = Sample(values)
    let count = Double(values.count)
    let variance = (high - low) * (high - low) / 12
    let ofMean = threeSigma(variance: variance, count: count)
    #expect(abs(sample.mean - (low + high) / 2) <= ofMean, "\(sample.mean)")
    let ofVariance = variance * threeSigma(variance: 0.8, count: count)
    #expect(abs(sample.variance - variance) <= ofVariance, "\(sample.variance)")
    let law = kolmogorov(values, below: uniform(low, high))
    #expect(law.distance <= law.limit, "\(law.distance)")
  }

  /// B3. Full jitter U(0, v): mean v / 2, variance v^2 / 12. Equal jitter U(v / 2, v): 3 v / 4,
  /// v^2 / 48. gRPC v x U(0.8, 1.2): v, v^2 0.4^2 / 12. Base 1 s, caps 20 s and 120 s.
  @Test(arguments: [
    ("aws-full", 1, 2.0, 0.0, 1.0), ("aws-full", 3, 8, 0, 1), ("aws-full", 6, 20, 0, 1),
    ("aws-equal", 1, 2, 0.5, 1), ("aws-equal", 3, 8, 0.5, 1), ("aws-equal", 6, 20, 0.5, 1),
    ("grpc-spec", 2, 1.6, 0.8, 1.2), ("grpc-spec", 5, 6.5536, 0.8, 1.2),
    ("grpc-spec", 12, 120, 0.8, 1.2), ("aws-decorr", 1, 1, 1, 3),
  ])
  func moments(name: String, failures: Int, v: Double, low: Double, high: Double) throws {
    let values = try delays(name, failures: failures).map { $0[failures - 1] }
    expectUniform(values, low * v, high * v)
  }

  /// B3, decorrelated jitter: the next delay is uniform between the base and three times the one
  /// before, so this fraction is uniform, and independent of the first.
  @Test func decorrelatedJitterRemembers() throws {
    let pairs = try delays("aws-decorr", failures: 2)
    let fractions = pairs.map { ($0[1] - 1) / (3 * $0[0] - 1) }
    expectUniform(fractions, 0, 1)
    // Product of two independent standardised variables: mean 0, variance 1.
    let products = zip(pairs, fractions).map { ($0[0] - 2) * ($1 - 0.5) * 12 / 2 }
    #expect(abs(Sample(products).mean) <= threeSigma(variance: 1, count: Double(pairs.count)))
  }

  /// B3 in a whole run: everybody drops at 0, and the first attempt after the outage succeeds, so a
  /// client's time to recover is its delay less the outage. gRPC's first delay has no jitter; an
  /// outage of 1.1 s shows the second. What an outage of 1 us hides is less than a rounding.
  @Test(arguments: [
    ("aws-full", "1us", 1e-6, 0.0, 2.0), ("aws-equal", "1us", 1e-6, 1, 2),
    ("aws-decorr", "1us", 1e-6, 1, 3), ("grpc-spec", "1100ms", 0.1, 1.28, 1.92),
  ])
  func firstDelaysOfARun(
    name: String, outage: String, offset: Double, low: Double, high: Double
  ) throws {
    let result = try run(
      """
      duration: 1m
      until: settled
      clients: {count: \(Self.clients), backoff: \(name), start: connected}
      network: ideal
      gateway: ideal
      faults: [{at: 0s, for: \(outage), kind: outage, mode: refuse, drop: true}]
      """)
    #expect(result.recovery.recoveries.count == Self.clients)
    expectUniform(result.recovery.recoveries.map { $0.seconds + offset }, low, high)
  }

  /// B4. While the gateway is down, attempt k of full jitter comes base (2^k - 1) / 2 after the drop
  /// in the mean, with a variance of base^2 (4^k - 1) / 36: the sums of 2^i / 2 and 4^i / 12 from
  /// i = 0. The histograms keep two digits, which moves a mean by less than 0.1 %.
  @Test func fullJitterWhileDown() throws {
    let result = try run(
      """
      duration: 300s
      clients:
        count: \(Self.clients)
        backoff: "uniform(0s, 1s * 2^(x - 1))"
        start: connected
      network: ideal
      gateway: ideal
      faults: [{at: 0s, for: 300s, kind: outage, mode: refuse, drop: true}]
      """)
    for attempt in 1...8 {
      let arrivals = result.load.spread[attempt - 1]
      #expect(arrivals.times.count == Self.clients)
      let mean = (Double.pow(2, attempt) - 1) / 2
      let variance = (Double.pow(4, attempt) - 1) / 36
      let error = threeSigma(variance: variance, count: Double(Self.clients))
      #expect(error <= 0.01 * mean)
      #expect(
        abs(arrivals.times.summary.mean! - mean) <= error + 0.001 * mean, "attempt \(attempt)")
    }
  }
}

/// The figures that say how evenly a fleet arrives, where they are known. Everybody's first retry waits
/// by the formula, and the gateway turns all of them away.
@Suite("Jitter metrics", .enabled(if: isOptimised))
struct JitterMetricStatisticalTests {
  private func storm(
    _ formula: String, _ clients: Int, seed: Int = 1, outage: Int = 60
  ) throws -> Summary {
    try runAndSummary(
      """
      duration: 15m
      until: settled
      clients: {count: \(clients), backoff: '\(formula)', start: connected}
      network: lte
      gateway: ideal
      faults: [{at: 60s, for: \(outage)s, kind: outage, mode: refuse, drop: true}]
      """, seed: UInt64(seed))
  }

  /// Pairs within a bin are n (n - 1) / 2 x 0.1 s / 300 s in the mean and by chance about as Poisson, so
  /// the relative error of one run is 1 / sqrt(pairs): 3.9 % at 2,000 clients, 0.08 % at 100,000.
  @Test(arguments: [(2_000, 20), (100_000, 1)])
  func secondsOfAnEvenStream(clients: Int, seeds: Int) throws {
    let found = Sample(
      try (1...seeds).map { seed in
        try storm("uniform(0s, 300s)", clients, seed: seed, outage: 300)["spread.1.effective_s"]
      })
    let pairs = Double(clients) * Double(clients - 1) / 2 * 0.1 / 300 * Double(seeds)
    #expect(abs(found.mean / 300 - 1) <= 3 / pairs.squareRoot() + 0.001, "\(found.mean)")
  }

  /// In the 31 s around an arrival there is its own second: 1 where they come evenly. Of waves every
  /// 5 s there are 6.2, so each holds 31 / 6.2 = 5 times the mean, less what lte's latency spreads over
  /// the next second; of waves every 20 s the 31 s hold only one, or two at the most.
  @Test(arguments: [("uniform(0s, 20s)", 0.95, 1.05), ("5s", 3.3, 4), ("20s", 25, 31)])
  func crowding(formula: String, low: Double, high: Double) throws {
    let found = try [500, 20_000].map { try storm(formula, $0)["crowding_1s.p50"] }
    for value in found { #expect((low...high).contains(value), "\(found)") }
    #expect(abs(found[1] / found[0] - 1) < 0.03, "\(found)")
  }

  /// A formula without jitter is not as spread as one over the same 20 s.
  @Test func jitterIsTold() throws {
    let constant = try storm("20s", 2_000)["spread.2.effective_s"]
    let spread = try storm("uniform(0s, 20s)", 2_000)["spread.2.effective_s"]
    #expect(constant < 1 && spread > 20, "\(constant) and \(spread)")
  }

  /// A first packet that a full backlog drops has arrived all the same: a small one hides no peak.
  @Test(arguments: ["20s", "uniform(0s, 20s)"])
  func aSmallBacklogHidesNoPeak(formula: String) throws {
    let found = try [16, 4_096].map { backlog in
      try runAndSummary(
        """
        duration: 10m
        clients: {count: 10k, backoff: '\(formula)', start: connected}
        network: lte
        gateway: {profile: ideal, nodes: 1, backlog: \(backlog), handshake: {cores: 1, time: 10ms}}
        faults: [{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}]
        """)
    }
    #expect(found[0]["accept_overflow"] > 1_000)
    let peaks = found.map { $0["peak_arrivals_1s"] }
    #expect(peaks[0] == peaks[1], "\(peaks)")
  }
}
