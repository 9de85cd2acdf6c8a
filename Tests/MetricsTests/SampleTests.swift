import Testing

@testable import Metrics

@Suite("The moments of a sample") struct SampleTests {
  /// G1 = sqrt(n (n - 1)) / (n - 2) * m3 / m2^1.5 with the moments about the mean, each divided
  /// by n.
  @Test(
    arguments: [
      // m2 = 14/3 and m3 = 6.
      ([1, 2, 6], 6.0.squareRoot() * 6 / (14.0 / 3 * (14.0 / 3).squareRoot())),
      // The example of the manual of a well-known spreadsheet, whose SKEW is G1.
      ([3, 4, 5, 2, 3, 4, 5, 6, 4, 7], 0.359_543_071_406_797),
      // m2 = 3/16, m3 = 3/32: 2 / sqrt(3) times sqrt(12) / 2.
      ([0, 0, 0, 1], 2), ([0, 0, 1], 3.0.squareRoot()), ([0, 1, 1], -(3.0.squareRoot())),
      ([1, 2, 3, 4], 0), ([-5, 0, 5], 0), ([0, 0, 7, 7], 0),
    ] as [([Double], Double)])
  func skewnessByHand(_ values: [Double], _ expected: Double) throws {
    let skewness = try #require(Sample(values).skewness)
    #expect(abs(skewness - expected) < 1e-12, "\(skewness)")
  }

  /// One value apart from n - 1 equal ones: m2 = (n - 1) / n^2 and m3 = (n - 1)(n - 2) / n^3, which
  /// comes to G1 = sqrt(n).
  @Test(arguments: [3, 4, 5, 10, 20, 100, 1_000]) func oneOutlier(_ count: Int) throws {
    for (usual, outlier) in [(0.0, 1.0), (0.1, 0.3), (-7, 1e6), (1e6, 1e6 + 1)] {
      var values = Array(repeating: usual, count: count)
      values[count / 2] = outlier
      let skewness = try #require(Sample(values).skewness)
      #expect(abs(skewness / Double(count).squareRoot() - 1) < 1e-9, "\(usual), \(outlier)")
      let mirrored = try #require(Sample(values.map { -$0 }).skewness)
      #expect(abs(mirrored + skewness) < 1e-9)
    }
  }

  @Test func whereThereIsNone() {
    #expect(Sample([4]).skewness == nil && Sample([4, 9]).skewness == nil)
    #expect(Sample([4]).standardDeviation == nil && Sample([4]).standardError == nil)
    for value in [0, 0.1, -3e-9, 1e15, 1.0 / 3] {
      for count in [3, 7, 20, 1_000] {
        let sample = Sample(Array(repeating: value, count: count))
        #expect(sample.skewness == 0 && sample.mean == value, "\(count) times \(value)")
        #expect(sample.standardDeviation == 0 && sample.standardError == 0)
      }
    }
  }

  @Test func deviationAndError() throws {
    // Squares 4 + 1 + 9 = 14 over n - 1 = 2; over n = 3 again for the mean.
    let sample = Sample([1, 2, 6])
    #expect(sample.mean == 3)
    #expect(abs(try #require(sample.standardDeviation) - 7.0.squareRoot()) < 1e-15)
    #expect(abs(try #require(sample.standardError) - (7.0 / 3).squareRoot()) < 1e-15)
  }

  @Test func keepsItsDigitsFarFromZero() throws {
    let near = Sample([1, 2, 6, 3, 3, 12])
    let far = Sample([1, 2, 6, 3, 3, 12].map { $0 + 1e9 })
    #expect(far.mean == near.mean + 1e9)
    #expect(abs(try #require(far.skewness) - (try #require(near.skewness))) < 1e-6)
    let deviations = (try #require(far.standardDeviation), try #require(near.standardDeviation))
    #expect(abs(deviations.0 / deviations.1 - 1) < 1e-6)
  }
}
