import Primitives
import Testing

@testable import Metrics

/// Twenty values with a long tail; G1 is 2.17.
private let skewed: [Double] = [
  0.3, 1.1, 0.7, 4.9, 0.2, 2.6, 0.9, 0.4, 1.8, 9.7, 0.6, 3.1, 0.1, 1.4, 0.8, 2.2, 0.5, 6.3, 1.0,
  1.6,
]
private let symmetric: [Double] = [4.1, 5.3, 6.2, 4.8, 5.0, 3.9, 5.9, 5.5, 4.6, 5.1]

@Suite("The interval of a mean") struct MeanIntervalTests {
  private func interval(_ values: [Double]) throws -> (mean: Double, low: Double, high: Double) {
    let interval = try #require(MeanInterval(values))
    return (interval.mean, try #require(interval.low), try #require(interval.high))
  }

  @Test func studentsWhereValuesAreAboutSymmetric() throws {
    // Mean 3, standard error sqrt(2.5 / 5), t of 4 degrees of freedom.
    let found = try interval([1, 2, 3, 4, 5])
    #expect(MeanInterval([1, 2, 3, 4, 5])?.method == .studentT)
    #expect(found.mean == 3)
    #expect(abs(found.high - 3 - 2.776_445_105 * 0.5.squareRoot()) < 1e-8)
    #expect(abs(found.low + found.high - 6) < 1e-12)
    let estimate = try #require(MeanEstimate(symmetric))
    let same = try #require(MeanInterval(symmetric))
    #expect(same.low == estimate.low && same.high == estimate.high)
  }

  /// One of ten values moves away from the others, and the skewness passes 1 on its way.
  @Test func theMethodFollowsTheSkewness() throws {
    var methods: Set<MeanInterval.Method> = []
    for step in 0...300 {
      let x = Double(step) / 100
      for sign in [1.0, -1] {
        let values = [0, 0, 0.4, 0.8, 1.2, 1, x, 1.6, 0.9, 0.6].map { sign * $0 }
        let skewness = try #require(Sample(values).skewness)
        let method = try #require(MeanInterval(values)?.method)
        #expect(method == (abs(skewness) > 1 ? .bootstrapT : .studentT), "\(x): \(skewness)")
        methods.insert(method)
      }
    }
    #expect(methods.count == 2)
  }

  /// Four runs of a formula, three of them nearly alike: bootstrap-t would say 13.5 to 62.0.
  @Test func belowTenValuesStudentsStands() throws {
    let four = [14.61, 13.68, 13.68, 13.79]
    #expect(try #require(Sample(four).skewness) > 1)
    let found = try #require(MeanInterval(four))
    #expect(found.method == .studentT)
    #expect(try #require(found.high) < 15)
    for count in 3...20 {
      let values = Array(skewed.sorted().suffix(count))
      let isSkewed = try #require(Sample(values).skewness) > 1
      #expect(
        MeanInterval(values)?.method == (count >= 10 && isSkewed ? .bootstrapT : .studentT))
    }
  }

  @Test func fewAndEqualValues() throws {
    #expect(MeanInterval([]) == nil)
    let one = try #require(MeanInterval([7]))
    #expect(one.mean == 7 && one.low == nil && one.high == nil)
    // Two values are 1 standard error from their mean: t of 1 degree of freedom is 12.7062.
    let two = try interval([0, 2])
    #expect(two.mean == 1)
    #expect(abs(two.high - 13.706_204_736) < 1e-8 && abs(two.low + 11.706_204_736) < 1e-8)
    for value in [0, 0.1, -1.0 / 3, 1e12] {
      for count in [2, 3, 20] {
        let equal = try interval(Array(repeating: value, count: count))
        #expect(equal.mean == value && equal.low == value && equal.high == value)
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func notFinite(_ value: Double) {
    #expect(MeanInterval([value]) == nil)
    #expect(MeanInterval([1, 2, value, 4]) == nil)
    #expect(MeanInterval([1, 1, 1, 1, 1, value]) == nil)
  }

  @Test func theSameValuesGiveTheSameInterval() throws {
    #expect(MeanInterval(skewed)?.method == .bootstrapT)
    #expect(MeanInterval(skewed) == MeanInterval(skewed))
    let quantile = MeanEstimate.quantile(count: symmetric.count)
    #expect(MeanInterval(symmetric, quantile: quantile) == MeanInterval(symmetric))
  }

  @Test(
    arguments: [skewed, symmetric, [0, 0, 0, 1, 2, 0, 0, 5, 1, 0]],
    [
      (0, 1), (5, 1), (0, 1_000), (-3.7, 0.001), (1e6, 2), (0, -1), (2.5, -0.3),
    ] as [(Double, Double)])
  func movesWithItsValues(_ values: [Double], _ map: (shift: Double, factor: Double)) throws {
    let before = try interval(values)
    let after = try interval(values.map { map.shift + map.factor * $0 })
    let low = map.factor > 0 ? before.low : before.high
    let high = map.factor > 0 ? before.high : before.low
    let tolerance = 1e-9 * (abs(map.shift) + abs(map.factor) * (before.high - before.low))
    #expect(abs(after.mean - map.shift - map.factor * before.mean) <= tolerance)
    #expect(abs(after.low - map.shift - map.factor * low) <= tolerance)
    #expect(abs(after.high - map.shift - map.factor * high) <= tolerance)
  }
}

@Suite("Bootstrap-t") struct BootstrapTTests {
  /// Draws of the test's own, by the definition: the share of studentised means beyond each end of
  /// the interval is 2.5 %, but for the sampling error of 10,000 and of 40,000 draws.
  @Test(arguments: [skewed, skewed.map { -$0 * $0 }, [0, 1, 1, 2, 2, 3, 3, 4, 15, 40]])
  func leavesAFortiethOnEachSide(_ values: [Double]) throws {
    let found = try #require(MeanInterval(values))
    #expect(found.method == .bootstrapT)
    let n = Double(values.count)
    let sample = moments(values)
    let upper = (sample.mean - (try #require(found.low))) / sample.error
    let lower = (sample.mean - (try #require(found.high))) / sample.error
    let draws = 40_000
    var (beyond, below) = (0, 0)
    for draw in 0..<draws {
      var stream = RandomSource(seed: 99).stream(owner: UInt32(draw), .fault, attempt: 7)
      let again = moments(values.map { _ in values[Int(stream.next() * n)] })
      let t = (again.mean - sample.mean) / again.error
      if t > upper { beyond += 1 }
      if t < lower { below += 1 }
    }
    let tolerance = 4 * (0.025 * 0.975 * (1 / 10_000 + 1 / Double(draws))).squareRoot()
    #expect(abs(Double(beyond) / Double(draws) - 0.025) <= tolerance, "\(beyond)")
    #expect(abs(Double(below) / Double(draws) - 0.025) <= tolerance, "\(below)")
  }

  private func moments(_ values: [Double]) -> (mean: Double, error: Double) {
    let n = Double(values.count)
    let mean = values.reduce(0, +) / n
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, (squares / (n - 1) / n).squareRoot())
  }

  /// k ones among n values: a draw holds j ones with a binomial chance, so every quantile of the
  /// studentised mean is one of n - 1 known numbers. Draws without any spread have none and are
  /// left out, here a few in ten thousand: also where rounding leaves them a spread of 1e-17.
  @Test(arguments: [(20, 6), (20, 14), (50, 6), (40, 25)], [(0, 1), (0.1, 0.2), (1e6, 0.7)])
  func twoDifferentValues(_ counts: (n: Int, ones: Int), _ map: (Double, Double)) throws {
    let p = Double(counts.ones) / Double(counts.n)
    let n = Double(counts.n)
    let values = (0..<counts.n).map { map.0 + ($0 < counts.ones ? map.1 : 0) }
    let error = (p * (1 - p) / (n - 1)).squareRoot()
    let quantiles = binomialQuantiles(n: counts.n, p: p)
    let found = try #require(bootstrapT(Sample(values)))
    let low = map.0 + map.1 * (p - quantiles.upper * error)
    let high = map.0 + map.1 * (p - quantiles.lower * error)
    let tolerance = 1e-8 * (1 + map.0 * 1e-2)
    #expect(abs(found.low - low) < tolerance, "\(found.low), not \(low)")
    #expect(abs(found.high - high) < tolerance, "\(found.high), not \(high)")
  }

  /// The studentised means at which the binomial law passes 2.5 % and 97.5 %.
  private func binomialQuantiles(n: Int, p: Double) -> (lower: Double, upper: Double) {
    func t(_ j: Int) -> Double {
      let share = Double(j) / Double(n)
      return (share - p) / (share * (1 - share) / Double(n - 1)).squareRoot()
    }
    // From one ratio of neighbouring chances to the next; only the proportions matter.
    var inside: [Double] = [1]
    for j in 1..<n - 1 {
      let ratio = Double(n - j) / Double(j + 1) * p / (1 - p)
      inside.append(inside[j - 1] * ratio)
    }
    let total = inside.reduce(0, +)
    var below = 0.0
    var bounds: [Double] = []
    for (index, chance) in inside.enumerated() {
      for edge in [0.025, 0.975] where below < edge && below + chance / total >= edge {
        // Four standard errors of the share of 10,000 draws: or the sample might pass elsewhere.
        precondition(edge - below > 0.0063 && below + chance / total - edge > 0.0063)
        bounds.append(t(index + 1))
      }
      below += chance / total
    }
    return (bounds[0], bounds[1])
  }

  /// One seed in twenty with one client that gave up: a third of all draws hold no such seed, and
  /// what there is of the distribution says nothing about the lower tail. The upper end must not
  /// come out at the mean.
  @Test(arguments: [(20, 1), (20, 2), (10, 1), (10, 2), (5, 1), (3, 1)])
  func aRareCountIsLeftToStudent(_ count: Int, _ ones: Int) throws {
    let values = (0..<count).map { $0 < ones ? 1.0 : 0 }
    #expect(bootstrapT(Sample(values)) == nil)
    let found = try #require(MeanInterval(values))
    let student = try #require(MeanEstimate(values))
    #expect(found.method == .studentT)
    #expect(found.low == student.low && found.high == student.high)
  }
}
