import Campaigns
import Metrics
import Primitives
import Scenarios
import Testing

/// How often intervals hold the true value: by the rule, and by Student's t alone.
private struct Coverage {
  private var repetitions = 0
  private(set) var student = 0
  private(set) var rule = 0

  mutating func add(_ values: [Double], truth: Double) {
    repetitions += 1
    let interval = MeanInterval(values)!
    let own = MeanEstimate(values)!
    if interval.low! <= truth && truth <= interval.high! { rule += 1 }
    if own.low! <= truth && truth <= own.high! { student += 1 }
  }

  var share: Double { Double(rule) / Double(repetitions) }

  var description: String { "\(rule) of \(repetitions), Student's t \(student)" }
}

private func skewness(_ values: [Double]) -> Double { Metrics.Sample(values).skewness! }

/// The intervals are honest: over 1,000 repetitions of an experiment of 20 runs, 95 % of them
/// hold the true value, give or take what the method is off by. The bands leave room for that and
/// for the 0.7 % of one standard deviation of such a count.
private let symmetricBand = 0.92...0.97
private let skewedBand = 0.90...0.98

@Suite("Intervals of known populations", .enabled(if: isOptimised))
struct PopulationCoverageStatisticalTests {
  private func coverage(
    of mean: Double, count: Int = 20, owner: UInt32, _ value: (Double) -> Double
  ) -> Coverage {
    var coverage = Coverage()
    for repetition in 0..<1_000 as Range<UInt32> {
      var stream = RandomSource(seed: 71).stream(owner: owner, .fault, attempt: repetition)
      coverage.add((0..<count).map { _ in value(stream.next()) }, truth: mean)
    }
    return coverage
  }

  @Test func normal() {
    let found = coverage(of: 10, owner: 1) { 10 + 3 * normalQuantile($0) }
    #expect(symmetricBand.contains(found.share), "\(found.description)")
  }

  @Test func uniformlySpread() {
    let found = coverage(of: 0.5, owner: 2) { $0 }
    #expect(symmetricBand.contains(found.share), "\(found.description)")
  }

  /// Skewness 2.
  @Test func exponential() {
    let found = coverage(of: 1, owner: 3) { -portableLog(1 - $0) }
    #expect(skewedBand.contains(found.share), "\(found.description)")
    #expect(found.rule > found.student, "\(found.description)")
  }

  /// exp(N(0, s)) has mean exp(s^2 / 2); its skewness is 1.75 for 1/2 and 6.18 for 1.
  @Test(arguments: [(0.5, 4), (1, 5)] as [(Double, UInt32)])
  func lognormal(_ sigma: Double, _ owner: UInt32) {
    let found = coverage(of: portableExp(sigma * sigma / 2), owner: owner) {
      portableExp(sigma * normalQuantile($0))
    }
    #expect(skewedBand.contains(found.share), "\(found.description)")
    #expect(found.rule > found.student, "\(found.description)")
  }

  /// A run in five with one client that gave up: most draws of a sample look alike, and what they
  /// say must not be taken for a distribution. No method can be right where no run of 20 has any,
  /// which is so in 0.8^20 = 1.2 % of all samples, in 12.2 % at one run in ten and in 10.7 % of
  /// samples of ten.
  @Test(arguments: [(0.2, 20, 6), (0.1, 20, 7), (0.2, 10, 8)] as [(Double, Int, UInt32)])
  func rareCounts(_ share: Double, _ count: Int, _ owner: UInt32) {
    let found = coverage(of: share, count: count, owner: owner) { $0 < share ? 1 : 0 }
    var none = 1.0
    for _ in 0..<count { none *= 1 - share }
    #expect(found.share >= 0.95 - none - 0.04, "\(found.description)")
    #expect(found.rule >= found.student - 10, "\(found.description)")
  }
}

/// Twenty seeds of one small scenario, a thousand times over.
private struct Campaign {
  static let repetitions = 1_000
  static let size = 20

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

  static func whole(_ text: String, _ backoffs: [String], _ paths: [String]) throws -> Campaign {
    try Campaign(text, backoffs, paths, seed: 1, seeds: repetitions * size)
  }

  /// The metric of one variant, or what a variant has more of it than another.
  func column(_ path: String, _ variant: Int, minus other: Int? = nil) -> [Double] {
    let own = values[path]![variant]
    guard let other else { return own }
    return zip(own, values[path]![other]).map { $0 - $1 }
  }

  /// How often the interval of twenty in a row holds the true mean.
  static func coverage(_ column: [Double], truth: Double) -> Coverage {
    var coverage = Coverage()
    for first in stride(from: 0, to: column.count, by: size) {
      coverage.add(Array(column[first..<first + size]), truth: truth)
    }
    return coverage
  }
}

@Suite("Intervals of runs", .enabled(if: isNightly), .serialized)
struct RunCoverageStatisticalTests {
  /// In a world without delays, waits without memory leave every client of 50 an exponential wait
  /// at the end of the outage. The last of them is back after 1 + 1/2 + ... + 1/50 mean waits,
  /// the 25th after 1/26 + ... + 1/50, and an outage of 20 s takes one attempt and one for each
  /// mean wait that fits in it.
  @Test func againstArithmetic() throws {
    let campaign = try Campaign.whole(
      """
      duration: 15m
      until: settled
      clients: {count: 50, start: connected}
      network: ideal
      gateway: ideal
      faults: [{at: 0s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """, ["-5s * log(1 - uniform(0, 1))", "-4s * log(1 - uniform(0, 1))"],
      ["recover.p50", "recover.max", "attempts_per_client"])
    let last = (1...50).reduce(0) { $0 + 1 / Double($1) }
    let middle = (26...50).reduce(0) { $0 + 1 / Double($1) }
    let truths = [
      "recover.max": [5 * last, 4 * last], "recover.p50": [5 * middle, 4 * middle],
      "attempts_per_client": [1 + 20 / 5.0, 1 + 20 / 4.0],
    ]
    for (path, isSkewed) in [
      ("attempts_per_client", false), ("recover.p50", false), ("recover.max", true),
    ] {
      let band = isSkewed ? skewedBand : symmetricBand
      let truth = truths[path]!
      for (variant, other) in [(0, nil), (1, nil), (1, 0)] as [(Int, Int?)] {
        let column = campaign.column(path, variant, minus: other)
        let known = truth[variant] - (other.map { truth[$0] } ?? 0)
        expectMean(column, known)
        #expect((abs(skewness(column)) > 1) == isSkewed, "\(path): \(skewness(column))")
        let found = Campaign.coverage(column, truth: known)
        #expect(band.contains(found.share), "\(path) \(variant): \(found.description)")
      }
    }
  }

  /// The simulation gives what the arithmetic says: four standard errors of 20,000 runs.
  private func expectMean(_ column: [Double], _ truth: Double) {
    let sample = Metrics.Sample(column)
    #expect(abs(sample.mean - truth) <= 4 * sample.standardError!, "\(sample.mean), not \(truth)")
  }

  /// A storm with latencies and a slow authentication, where no arithmetic helps: the truth is
  /// the mean of another 4,000 seeds, whose own standard error is a fourteenth of that of 20.
  @Test func againstALongRun() throws {
    let text = """
      duration: 15m
      until: settled
      clients: {count: 40, start: connected}
      network: lte
      gateway: {nodes: 2, auth: {workers: 1, time: {exponential: 100ms}}}
      faults: [{at: 1s, for: 20s, kind: outage, mode: refuse, drop: true}]
      """
    let backoffs = ["stoat-web", "aws-full, attempts: 7"]
    let paths = ["recover.p50", "gave_up", "stations.auth.wait.max"]
    let campaign = try Campaign.whole(text, backoffs, paths)
    let long = try Campaign(text, backoffs, paths, seed: 1_000_001, seeds: 4_000)
    for (path, variant, other, isSkewed) in [
      ("recover.p50", 0, nil, false), ("recover.p50", 1, nil, false), ("recover.p50", 1, 0, false),
      ("gave_up", 1, nil, true), ("gave_up", 1, 0, true),
      ("stations.auth.wait.max", 0, nil, true), ("stations.auth.wait.max", 1, nil, true),
      ("stations.auth.wait.max", 1, 0, false),
    ] as [(String, Int, Int?, Bool)] {
      let column = campaign.column(path, variant, minus: other)
      let name = "storm \(path) \(variant) - \(other ?? -1)"
      let known = long.column(path, variant, minus: other)
      let truth = known.reduce(0, +) / Double(known.count)
      #expect((abs(skewness(column)) > 1) == isSkewed, "\(name): \(skewness(column))")
      let found = Campaign.coverage(column, truth: truth)
      let band = isSkewed ? skewedBand : symmetricBand
      #expect(band.contains(found.share), "\(name): \(found.description)")
    }
  }
}
