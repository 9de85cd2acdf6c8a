import Findings
import Metrics
import Primitives
import Scenarios
import Store
import Studies
import Systems
import Testing
import Text

/// How often intervals hold the true value.
private struct Coverage {
  private(set) var repetitions = 0
  private(set) var held = 0

  mutating func add(_ values: [Double], _ statistic: SeedStatistic, truth: Double) {
    repetitions += 1
    let estimate = SeedEstimate(values, statistic)!
    if estimate.low! <= truth && truth <= estimate.high! { held += 1 }
  }

  var share: Double { Double(held) / Double(repetitions) }

  var description: String { "\(held) of \(repetitions)" }

  /// Whether it is what a confidence says, give or take four standard errors of such a count.
  func isFair(_ confidence: Double) -> Bool {
    let error = (confidence * (1 - confidence) / Double(repetitions)).squareRoot()
    return share >= confidence - 4 * error
  }
}

@Suite("Intervals of known populations", .enabled(if: isOptimised))
struct PopulationCoverageStatisticalTests {
  private func coverage(
    of truth: Double, _ statistic: SeedStatistic, count: Int = 20, owner: UInt32,
    _ value: (Double) -> Double
  ) -> Coverage {
    var coverage = Coverage()
    for repetition in 0..<1_000 as Range<UInt32> {
      var stream = RandomSource(seed: 71).stream(owner: owner, .fault, attempt: repetition)
      coverage.add((0..<count).map { _ in value(stream.next()) }, statistic, truth: truth)
    }
    return coverage
  }

  /// Of means where the values are symmetric: Student's interval holds what it says.
  @Test func symmetricMeans() {
    let normal = coverage(of: 10, .mean, owner: 1) { 10 + 3 * normalQuantile($0) }
    #expect(normal.isFair(0.95), "\(normal.description)")
    let uniform = coverage(of: 0.5, .mean, owner: 2) { $0 }
    #expect(uniform.isFair(0.95), "\(uniform.description)")
  }

  /// Of medians whatever the shape: an exponential value, and the logarithm of a normal one, whose mean no
  /// interval of twenty holds with 95 %.
  @Test(arguments: [5, 6, 20])
  func skewedMedians(_ count: Int) throws {
    let confidence = try #require(RankInterval(count: count)?.confidence)
    let exponential = coverage(of: portableLog(2), .median, count: count, owner: 3) {
      -portableLog(1 - $0)
    }
    #expect(exponential.isFair(confidence), "\(exponential.description)")
    let lognormal = coverage(of: 1, .median, count: count, owner: 5) {
      portableExp(normalQuantile($0))
    }
    #expect(lognormal.isFair(confidence), "\(lognormal.description)")
    let mean = coverage(of: portableExp(0.5), .mean, count: count, owner: 5) {
      portableExp(normalQuantile($0))
    }
    #expect(mean.share < 0.9, "\(mean.description)")
  }
}

/// Many seeds of one small scenario, one block of them after the other.
private struct Campaign {
  /// By metric, then by variant, in the order of the seeds.
  let values: [String: [[Double]]]

  init(_ text: String, _ backoffs: [String], _ paths: [String], seed: Int, seeds: Int) throws {
    let variants = try backoffs.map { try Variant($0) }
    var values = Dictionary(
      uniqueKeysWithValues: paths.map { ($0, variants.map { _ in [Double]() }) })
    // A run is a few kilobytes: a thousand at a time.
    for first in stride(from: seed, to: seed + seeds, by: 1_000) {
      let scenario = try ScenarioFile.decode(text: "seed: \(first)\n" + text, file: "test.yaml")
      var runs = PairedRuns([scenario], variants)
      try runs.extend(by: min(1_000, seed + seeds - first), on: .allCores)
      for variant in variants.indices {
        for run in runs.replications(scenario: 0, variant: variant) {
          for path in paths { values[path]![variant].append(run.number(path) ?? .nan) }
        }
      }
    }
    self.values = values
  }

  /// The metric of one variant, or what a variant has more of it than another.
  func column(_ path: String, _ variant: Int, minus other: Int? = nil) -> [Double] {
    let own = values[path]![variant]
    guard let other else { return own }
    return zip(own, values[path]![other]).map { $0 - $1 }
  }
}

/// How often the interval of so many in a row holds the truth.
private func coverage(
  _ column: [Double], _ statistic: SeedStatistic, truth: Double, size: Int
) -> Coverage {
  var coverage = Coverage()
  for first in stride(from: 0, to: column.count - size + 1, by: size) {
    coverage.add(Array(column[first..<first + size]), statistic, truth: truth)
  }
  return coverage
}

@Suite("Intervals of runs against arithmetic", .enabled(if: isOptimised), .serialized)
struct ArithmeticCoverageStatisticalTests {
  /// In a world without delays, waits without memory leave every client of 50 an exponential wait at the end
  /// of the outage. The last of 50 is back by t with a chance of (1 - exp(-t / mean))^50; an outage of 20 s
  /// takes one attempt and one for each mean wait that fits in it.
  @Test func aStormWithoutDelays() throws {
    let size = 20
    let blocks = isNightly ? 1_000 : 200
    let campaign = try Campaign(
      """
      duration: 15m
      until: settled
      clients: {count: 50, start: connected}
      network: ideal
      gateway: ideal
      faults: [{at: 0s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """, ["-5s * log(1 - uniform(0, 1))", "-4s * log(1 - uniform(0, 1))"],
      ["recover.max", "attempts_per_client"], seed: 1, seeds: blocks * size)
    // The median of the greatest of 50: 1/2 = (1 - exp(-t / mean))^50.
    let last = -portableLog(1 - portableExp(-portableLog(2) / 50))
    for (variant, mean) in [(0, 5.0), (1, 4.0)] {
      let times = coverage(
        campaign.column("recover.max", variant), .median, truth: mean * last, size: size)
      #expect(times.isFair(RankInterval(count: size)!.confidence), "\(times.description)")
      let attempts = coverage(
        campaign.column("attempts_per_client", variant), .mean, truth: 1 + 20 / mean, size: size)
      #expect(attempts.isFair(0.95), "\(attempts.description)")
    }
    let pairs = coverage(
      campaign.column("attempts_per_client", 1, minus: 0), .mean, truth: 1, size: size)
    #expect(pairs.isFair(0.95), "\(pairs.description)")
  }
}

/// The intervals that a user sees, by the rule of each metric, in worlds where no arithmetic helps: the truth
/// is what twice as many other seeds come to.
@Suite("Intervals of runs", .enabled(if: isOptimised), .serialized)
struct RunCoverageStatisticalTests {
  static let metrics = [
    "recover.p50", "recover.p90", "recover.p99", "recover.max", "downtime.p99", "peak_arrivals_1s",
    "attempts_per_client", "storm_efficiency",
  ]

  struct World: CustomTestStringConvertible {
    let name: String
    let backoff: String
    let text: String
    var testDescription: String { name }
  }

  private static func world(
    _ name: String, _ backoff: String, network: String = "lte",
    gateway: String = "{nodes: 4, admission: {rate: 6/s, burst: 12}}", faults: String = ""
  ) -> World {
    World(
      name: name, backoff: backoff,
      text: """
        duration: 60m
        until: settled
        clients: {count: 500, start: connected}
        network: \(network)
        gateway: \(gateway)
        faults:
          - {at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}
        \(faults)
        """)
  }

  static let worlds = [
    world("no cap", "stoat-web"), world("full jitter", "aws-full"),
    world("in step", "phoenix"),
    world("loss", "socketio", network: "{profile: lte, loss: 10%}"),
    world(
      "authentication", "uniform(0s, 8s)",
      gateway: "{nodes: 2, auth: {workers: 2, time: {exponential: 20ms}}}"),
    world(
      "weather", "rws", gateway: "{nodes: 2, handshake: {cores: 1, time: 20ms}}",
      faults: "  - {at: 70s, for: 2m, kind: flapping, of: path, up: 20s, down: 2s}"),
  ]

  @Test(arguments: worlds)
  func eachMetricByItsRule(_ world: World) throws {
    let size = 20
    let blocks = isNightly ? 500 : 50
    let campaign = try Campaign(
      world.text, [world.backoff], Self.metrics, seed: 1, seeds: blocks * size)
    let long = try Campaign(
      world.text, [world.backoff], Self.metrics, seed: 1_000_001, seeds: 2 * blocks * size)
    for path in Self.metrics {
      let statistic = MetricNames.seedStatistic(of: path)
      let truth = SeedEstimate(long.column(path, 0), statistic)!.figure
      let found = coverage(campaign.column(path, 0), statistic, truth: truth, size: size)
      if isNightly { print("coverage \(world.name), \(path): \(found.description)") }
      // Of 50 blocks a fair interval may miss five.
      #expect(
        isNightly ? found.share >= 0.93 : found.isFair(0.95), "\(path): \(found.description)")
    }
  }
}
