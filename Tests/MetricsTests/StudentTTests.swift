import Foundation
import Primitives
import Testing

@testable import Metrics

@Suite struct StudentTTests {
  private static let fractions = [0.9, 0.95, 0.975, 0.99, 0.995, 0.999, 0.9995]

  /// The table that every textbook has, to four decimals.
  @Test(arguments: [
    (1, [3.0777, 6.3138, 12.7062, 31.8205, 63.6567, 318.3088, 636.6192]),
    (2, [1.8856, 2.9200, 4.3027, 6.9646, 9.9248, 22.3271, 31.5991]),
    (3, [1.6377, 2.3534, 3.1824, 4.5407, 5.8409, 10.2145, 12.9240]),
    (4, [1.5332, 2.1318, 2.7764, 3.7469, 4.6041, 7.1732, 8.6103]),
    (5, [1.4759, 2.0150, 2.5706, 3.3649, 4.0321, 5.8934, 6.8688]),
    (10, [1.3722, 1.8125, 2.2281, 2.7638, 3.1693, 4.1437, 4.5869]),
    (19, [1.3277, 1.7291, 2.0930, 2.5395, 2.8609, 3.5794, 3.8834]),
    (30, [1.3104, 1.6973, 2.0423, 2.4573, 2.7500, 3.3852, 3.6460]),
    (60, [1.2958, 1.6706, 2.0003, 2.3901, 2.6603, 3.2317, 3.4602]),
    (100, [1.2901, 1.6602, 1.9840, 2.3642, 2.6259, 3.1737, 3.3905]),
    (120, [1.2886, 1.6577, 1.9799, 2.3578, 2.6174, 3.1595, 3.3735]),
    (1000, [1.2824, 1.6464, 1.9623, 2.3301, 2.5808, 3.0984, 3.3003]),
  ])
  func published(_ degrees: Int, _ values: [Double]) {
    for (fraction, value) in zip(Self.fractions, values) {
      let found = studentTQuantile(fraction, degrees: degrees)
      #expect(abs(found - value) <= 0.000_051, "\(fraction), \(degrees): \(found)")
    }
  }

  /// P(T > t) by the finite series for whole degrees: Abramowitz and Stegun 26.7.3 and 26.7.4.
  private func tailBySeries(_ t: Double, _ degrees: Int) -> Double {
    let angle = atan(t / Double(degrees).squareRoot())
    let square = cos(angle) * cos(angle)
    var term = degrees % 2 == 1 ? cos(angle) : 1
    var sum = 0.0
    var k = degrees % 2 == 1 ? 1 : 0
    while k <= degrees - 2 {
      sum += term
      term *= square * Double(k + 1) / Double(k + 2)
      k += 2
    }
    let inside =
      degrees % 2 == 1 ? 2 / Double.pi * (angle + sin(angle) * sum) : sin(angle) * sum
    return (1 - inside) / 2
  }

  @Test func undoesTheProbabilityForAllDegrees() {
    for degrees in 1...1000 {
      for fraction in [0.9, 0.975, 0.9995] {
        let t = studentTQuantile(fraction, degrees: degrees)
        let beyond = tailBySeries(t, degrees)
        #expect(abs(beyond / (1 - fraction) - 1) < 1e-9, "\(degrees), \(fraction): \(beyond)")
      }
    }
  }

  @Test(arguments: [0.001, 0.2, 0.49, 0.5, 0.500_001, 0.6, 0.8, 0.9999])
  func closedForms(_ fraction: Double) {
    let one = tan(Double.pi * (fraction - 0.5))
    #expect(abs(studentTQuantile(fraction, degrees: 1) - one) <= 1e-9 * (1e-3 + abs(one)))
    let two = (2 * fraction - 1) / (2 * fraction * (1 - fraction)).squareRoot()
    #expect(abs(studentTQuantile(fraction, degrees: 2) - two) <= 1e-9 * (1e-3 + abs(two)))
  }

  @Test func nearsTheNormalLaw() {
    let normal = normalQuantile(0.975)
    let t = studentTQuantile(0.975, degrees: 1_000_000)
    // The first term of the expansion in 1/n.
    #expect(abs(t - normal - (normal * normal * normal + normal) / 4e6) < 1e-9)
  }
}

@Suite struct MeanEstimateTests {
  /// Mean 3, squares 4 + 1 + 9, so a standard error of sqrt(14 / 2 / 3); t is 4.302653.
  @Test func byHand() throws {
    let estimate = try #require(MeanEstimate([1, 2, 6]))
    #expect(estimate.mean == 3)
    #expect(abs(try #require(estimate.low) - (3 - 4.302_652_730 * 1.527_525_232)) < 1e-8)
    #expect(abs(try #require(estimate.high) - (3 + 4.302_652_730 * 1.527_525_232)) < 1e-8)
  }

  @Test func fewAndEqualValues() throws {
    #expect(MeanEstimate([]) == nil)
    let one = try #require(MeanEstimate([7]))
    #expect(one.mean == 7 && one.low == nil && one.high == nil)
    let equal = try #require(MeanEstimate([0.1, 0.1, 0.1]))
    #expect(equal.mean == 0.1 && equal.low == 0.1 && equal.high == 0.1)
  }

  /// Of 2,000 samples of five from a normal law, 95 % hold its mean: 1,900, give or take four
  /// standard deviations of 9.7.
  @Test func holdsTheMeanAsOftenAsItSays() {
    let random = RandomSource(seed: 7)
    var held = 0
    for sample in 0..<2_000 {
      let values = (0..<5).map { index in
        var stream = random.stream(owner: UInt32(sample), .backoff, attempt: UInt32(index))
        return 10 + 3 * normalQuantile(stream.next())
      }
      let estimate = MeanEstimate(values)!
      if estimate.low! <= 10 && 10 <= estimate.high! { held += 1 }
    }
    #expect(abs(held - 1_900) <= 39, "\(held)")
  }
}
