import Foundation
import Primitives
import Testing

@testable import VirtualTime

/// What the rare draws add: found by integrating `sample` over all 2^64 draws, not by drawing.
@Suite("The tails of samplers")
struct SamplerTailTests {
  struct Row: CustomStringConvertible {
    let distribution: Distribution
    /// In seconds and their square.
    let mean: Double
    let second: Double

    var description: String { "\(distribution)" }
  }

  private static func lognormal(_ sigma: Double) -> Row {
    Row(
      distribution: .lognormal(median: .seconds(1), sigma: sigma), mean: exp(sigma * sigma / 2),
      second: exp(2 * sigma * sigma))
  }

  /// The mean of |Normal(m, s)| is s sqrt(2 / pi) exp(-m^2 / 2 s^2) + m erf(m / s sqrt 2).
  private static func folded(_ mean: Double, _ deviation: Double) -> Row {
    let standard = mean / deviation
    return Row(
      distribution: .foldedNormal(
        mean: Interval(seconds: mean), deviation: Interval(seconds: deviation)),
      mean: deviation * (2 / Double.pi).squareRoot() * exp(-standard * standard / 2)
        + mean * erf(standard / 2.0.squareRoot()),
      second: mean * mean + deviation * deviation)
  }

  static let rows: [Row] =
    [0, 0.1, 0.2, 0.5, 0.8, 1, 1.5, 2, 2.5].map(lognormal) + [
      Row(distribution: .exponential(mean: .seconds(2)), mean: 2, second: 8),
      Row(distribution: .uniform(low: .seconds(1), high: .seconds(4)), mean: 2.5, second: 7),
      folded(10, 2), folded(1, 1), folded(0, 1), folded(2, 20), folded(5, 0.5),
    ]

  /// Mean and second moment of every draw. Cells of the table by 32 midpoints each; the tails in shells
  /// that halve down to the last draw, by 32 midpoints each.
  private func moments(_ sampler: Sampler) -> (mean: Double, second: Double) {
    var (mean, second) = (0.0, 0.0)
    func add(from low: UInt64, width: UInt64) {
      let parts = min(width, 32)
      for part in 0..<parts {
        for bits in [low + width / parts * part + width / parts / 2].flatMap({ [$0, ~$0] }) {
          let value = sampler.sample(bits).seconds
          mean += value * Double(width / parts) * 0x1p-64
          second += value * value * Double(width / parts) * 0x1p-64
        }
      }
    }
    for cell in 4..<2048 as Range<UInt64> { add(from: cell << 52, width: 1 << 52) }
    add(from: 0, width: 1)
    for power in 0..<54 as Range<UInt64> { add(from: 1 << power, width: 1 << power) }
    return (mean, second)
  }

  @Test(arguments: rows) func momentsAreThoseOfTheLaw(row: Row) {
    let sampler = Sampler(row.distribution)
    let found = moments(sampler)
    #expect(abs(found.mean / row.mean - 1) < 0.0005, "mean \(found.mean), not \(row.mean)")
    #expect(abs(found.second / row.second - 1) < 0.0005, "\(found.second), not \(row.second)")
    #expect(abs(sampler.meanSeconds / found.mean - 1) < 1e-4)
  }

  /// Midpoints of 1,000 draws in each tail and of 1,000 in the table between.
  @Test(arguments: rows) func drawsGrowWithTheirBits(row: Row) {
    let sampler = Sampler(row.distribution)
    var last = sampler.least
    for part in 0..<3_000 as Range<UInt64> {
      let bits =
        switch part / 1_000 {
        case 0: UInt64(exp2(Double(part) * 0.054))
        case 1: UInt64(part - 999) * (.max / 1_002)
        case _: ~UInt64(exp2(Double(2_999 - part) * 0.054))
        }
      let draw = sampler.sample(bits)
      #expect(draw >= last && draw.nanoseconds % 1_000 == 0)
      last = draw
    }
    #expect(sampler.sample(.min) == sampler.least && sampler.least >= .zero)
    #expect(sampler.sample(.max) == sampler.longest && last <= sampler.longest)
    let median = sampler.sample(1 << 63).seconds
    #expect(abs(sampler.medianSeconds - median) <= 1e-6)
  }

  @Test func theLastDrawsAreTheEndsOfTheLaw() {
    // The standard normal quantile of 2^-65 is -9.1553.
    let ends = Sampler(.lognormal(median: .seconds(1), sigma: 1))
    #expect(abs(log(ends.longest.seconds) - 9.1553) < 0.001)
    #expect(abs(log(ends.least.seconds) + 9.1553) < 0.01)
    let waits = Sampler(.exponential(mean: .seconds(1)))
    #expect(waits.least == .zero)
    #expect(abs(waits.longest.seconds - 65 * log(2)) <= 1e-6)
    let even = Sampler(.uniform(low: .seconds(1), high: .seconds(3)))
    #expect(even.least == .seconds(1) && even.longest == .seconds(3))
    let exact = Sampler(.constant(.nanoseconds(1_234)))
    #expect(exact.least == .nanoseconds(1_234) && exact.longest == .nanoseconds(1_234))
  }

  @Test func aWideLognormalStaysWithinVirtualTime() {
    let sampler = Sampler(.lognormal(median: .hours(1), sigma: 3))
    #expect(sampler.sample(.max) == .longest && sampler.longest == .longest)
    #expect(sampler.sample(.max - 1 << 40) > .hours(1))
    #expect(sampler.meanSeconds > 3_600 && sampler.meanSeconds < Interval.longest.seconds)
  }

  /// The probability of what was drawn is the probability it was drawn by, relative to itself.
  @Test(arguments: [(10.0, 2.0), (0, 1), (1, 1), (3, 1), (8, 1), (20, 1)])
  func foldedNormalTails(mean: Double, deviation: Double) {
    let normal = FoldedNormal(mean: mean, deviation: deviation)
    for power in 1...65 {
      let p = exp2(-Double(power))
      let scale = deviation * 2.0.squareRoot()
      let above = normal.quantile(p, isUpper: true)
      let q = (erfc((above - mean) / scale) + erfc((above + mean) / scale)) / 2
      #expect(abs(q / p - 1) < 1e-9, "above 2^-\(power)")
      let below = normal.quantile(p, isUpper: false)
      // Differences of erf lose what is left of a thin tail below the fold.
      let found =
        mean > 4 * deviation
        ? (erfc((mean - below) / scale) - erfc((mean + below) / scale)) / 2
        : (erf((below - mean) / scale) + erf((below + mean) / scale)) / 2
      #expect(abs(found - p) < 1e-9 * p + 1e-15, "below 2^-\(power)")
    }
  }
}
