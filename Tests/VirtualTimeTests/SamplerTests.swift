import Foundation
import Primitives
import Testing

@testable import VirtualTime

@Suite("Samplers against their distributions")
struct SamplerTests {
  static let draws = 200_000

  func sample(_ distribution: Distribution) -> [Double] {
    let sampler = Sampler(distribution)
    return (0..<UInt32(Self.draws)).map { index in
      sampler.sample(RandomSource(seed: 11).bits(owner: 1, .pathOut, attempt: 0, index: index))
        .seconds
    }
  }

  static let table: [(Distribution, mean: Double, deviation: Double)] = [
    (.constant(.milliseconds(20)), 0.02, 0),
    (.uniform(low: .milliseconds(10), high: .milliseconds(30)), 0.02, 0.02 / 12.0.squareRoot()),
    (.exponential(mean: .milliseconds(20)), 0.02, 0.02),
    (
      .lognormal(median: .milliseconds(50), sigma: 0.5), 0.05 * exp(0.125),
      0.05 * exp(0.125) * (exp(0.25) - 1).squareRoot()
    ),
    (.foldedNormal(mean: .milliseconds(10), deviation: .milliseconds(2)), 0.01, 0.002),
  ]

  /// Four standard errors of the mean, and 0.05 % for the table's straight lines.
  @Test(arguments: table.indices) func meansAgree(row: Int) {
    let (distribution, mean, deviation) = Self.table[row]
    let values = sample(distribution)
    let found = values.reduce(0, +) / Double(values.count)
    let tolerance = 4 * deviation / Double(Self.draws).squareRoot() + 0.0005 * mean
    #expect(abs(found - mean) <= tolerance, "\(distribution): \(found), not \(mean)")
    #expect(abs(Sampler(distribution).meanSeconds - mean) <= 0.0005 * mean)
  }

  /// Kolmogorov-Smirnov against the closed form; 1.95 / sqrt(n) is passed by 99.9 % of samples.
  @Test func lognormalDrawsFollowTheLaw() {
    let values = sample(.lognormal(median: .milliseconds(50), sigma: 0.5)).sorted()
    var distance = 0.0
    for (index, value) in values.enumerated() {
      let p = 0.5 * erfc(-log(value / 0.05) / 0.5 / 2.0.squareRoot())
      distance = max(distance, abs(p - Double(index) / Double(values.count)))
    }
    #expect(distance < 1.95 / Double(Self.draws).squareRoot())
  }

  @Test func drawsAreWholeMicroseconds() {
    let sampler = Sampler(.exponential(mean: .milliseconds(5)))
    for index in 0..<1_000 as Range<UInt32> {
      let bits = RandomSource(seed: 1).bits(owner: 1, .authService, attempt: 0, index: index)
      #expect(sampler.sample(bits).nanoseconds % 1_000 == 0)
    }
  }
}
