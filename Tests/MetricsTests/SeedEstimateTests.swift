import Primitives
import Testing

@testable import Metrics

@Suite("Ranks that bound a median") struct RankIntervalTests {
  /// Ranks and confidences from the binomial distribution by hand: 1 - 2 sum of C(n, j) / 2^n over j < k.
  @Test(
    arguments: [
      (2, 1, 1 - 2 / 4), (3, 1, 1 - 2 / 8), (4, 1, 1 - 2 / 16), (5, 1, 1 - 2 / 32),
      (6, 1, 1 - 2 / 64), (8, 1, 1 - 2 / 256), (9, 2, 1 - 2 * 10 / 512),
      (10, 2, 1 - 2 * 11 / 1_024), (12, 3, 1 - 2 * 79 / 4_096),
      (20, 6, 1 - 2 * 21_700 / 1_048_576),
    ] as [(Int, Int, Double)])
  func ranks(_ count: Int, _ rank: Int, _ confidence: Double) throws {
    let found = try #require(RankInterval(count: count))
    #expect(found.rank == rank)
    #expect(abs(found.confidence - confidence) < 1e-12, "\(found.confidence)")
  }

  @Test func aSingleValueHasNone() {
    #expect(RankInterval(count: 1) == nil && RankInterval(count: 0) == nil)
  }

  /// From six values on at least 95 %, and the next rank would have less.
  @Test func theNarrowestThatIsEnough() throws {
    for count in 6...1_000 {
      let found = try #require(RankInterval(count: count))
      #expect(found.confidence >= 0.95)
      // C(n, j) / 2^n, from one to the next.
      var chance = Double(sign: .plus, exponent: -count, significand: 1)
      var tail = 0.0
      for below in 0...found.rank {
        tail += chance
        chance *= Double(count - below) / Double(below + 1)
      }
      #expect(1 - 2 * tail < 0.95, "\(count): rank \(found.rank + 1) would do")
      #expect(2 * found.rank <= count)
      // Normal approximation: the rank is n/2 - 0.98 sqrt(n), give or take one.
      let about = Double(count) / 2 - 0.98 * Double(count).squareRoot()
      #expect(abs(Double(found.rank) - about) <= 1.5, "\(count): \(found.rank), about \(about)")
    }
  }

  /// Draws from a skewed law, 4,000 times over: the share of intervals that hold its median is the
  /// confidence, give or take four standard errors of such a share.
  @Test(arguments: [3, 5, 6, 9, 20, 33])
  func holdsTheMedianAsOftenAsItSays(_ count: Int) throws {
    let interval = try #require(RankInterval(count: count))
    let median = portableLog(2)
    let repetitions = 4_000
    let held = (0..<repetitions).count { repetition in
      var stream = RandomSource(seed: 5).stream(
        owner: UInt32(count), .fault, attempt: UInt32(repetition))
      let values = (0..<count).map { _ in -portableLog(1 - stream.next()) }
      let (low, high) = interval.bounds(of: values.sorted())
      return low <= median && median <= high
    }
    let p = interval.confidence
    let tolerance = 4 * (p * (1 - p) / Double(repetitions)).squareRoot()
    #expect(abs(Double(held) / Double(repetitions) - p) <= tolerance, "\(held), not \(p)")
  }
}

@Suite("A metric over several seeds") struct SeedEstimateTests {
  /// Ten of recover.p99: nine about 30 s and one far out, as uncapped formulas give them.
  private let skewed: [Double] = [31, 30, 29, 33, 28, 32, 30.5, 29.5, 31.5, 300]

  @Test func aMedianLiesBetweenItsRanks() throws {
    let found = try #require(SeedEstimate(skewed, .median))
    #expect(found.figure == 30.75 && found.statistic == .median)
    #expect(found.low == 29 && found.high == 33)
    #expect(abs((found.confidence ?? 0) - (1 - 22 / 1_024.0)) < 1e-12)
    #expect(abs(found.mean - 57.45) < 1e-9)
  }

  @Test func aMeanHasStudentsInterval() throws {
    let found = try #require(SeedEstimate(skewed, .mean))
    let student = try #require(MeanEstimate(skewed))
    #expect(found.figure == student.mean && found.statistic == .mean)
    #expect(found.low == student.low && found.high == student.high)
    #expect(found.confidence == 0.95)
  }

  /// G1 of these is 3.1, beyond twice the 0.69 that ten normal values have by chance.
  @Test func aSkewedMeanSaysSo() throws {
    #expect(try #require(SeedEstimate(skewed, .mean)).isSkewed)
    #expect(try !#require(SeedEstimate(skewed, .median)).isSkewed)
    #expect(try !#require(SeedEstimate(Array(skewed.dropLast()), .mean)).isSkewed)
    // G1 is 1.73, which three values have as soon as two are equal.
    #expect(try !#require(SeedEstimate([1, 1, 5], .mean)).isSkewed)
  }

  @Test func fewValuesHaveTheirRange() throws {
    let five = try #require(SeedEstimate([5, 1, 4, 2, 3], .median))
    #expect(five.figure == 3 && five.low == 1 && five.high == 5 && five.confidence == 0.9375)
    let two = try #require(SeedEstimate([1, 2], .median))
    #expect(two.figure == 1.5 && two.low == 1 && two.high == 2 && two.confidence == 0.5)
    let one = try #require(SeedEstimate([7], .median))
    #expect(one.figure == 7 && one.low == nil && one.high == nil && one.confidence == nil)
    #expect(SeedEstimate([], .median) == nil && SeedEstimate([], .mean) == nil)
    #expect(SeedEstimate([1, .infinity], .median) == nil)
  }

  @Test func whatIsKnownAlreadyChangesNothing() {
    let known = SeedIntervals(count: skewed.count)
    for statistic in [SeedStatistic.mean, .median] {
      #expect(SeedEstimate(skewed, statistic, known) == SeedEstimate(skewed, statistic))
    }
  }

  /// Percentiles and maxima are told by their median, wherever they stand; counts, shares and rates are not.
  @Test func whichMetricsAreToldByWhat() {
    let medians = ["recover.p50", "recover.p99", "recover.max", "downtime.p999", "crowding_1s.p95"]
    let means = [
      "recover.count", "recover.mean", "attempts_per_client", "wasted_work_share", "shed",
      "gave_up",
      "lower_bound_s", "clear_s", "metastable",
    ]
    let statistics = Dictionary(
      uniqueKeysWithValues: commonMetrics.flatMap(\.rows).map { ($0.path, $0.seedStatistic) })
    for path in medians + ["peak_arrivals_1s", "peak_arrivals_100ms_after_clear", "queue_peak"]
      + ["stations.auth.wait.p99", "stations.auth.queue_peak", "completion", "storm_efficiency"]
      + ["spread.3.p95", "peak_calls_1s"]
    {
      #expect(statistics[path] == .median, "\(path)")
    }
    for path in means + [
      "stations.auth.wait.mean", "stations.auth.served", "peak_arrivals_1s_at_s",
    ] {
      #expect(statistics[path] == .mean, "\(path)")
    }
  }
}
