import Documents
import Metrics
import Testing

@testable import Studies

@Suite("How far figures have moved")
struct MetricMovementTests {
  /// Welch 1947 by hand: variances 2.5 of 5 and 500/3 of 4 give squared errors of 1/2 and 125/3, and
  /// (1/2 + 125/3)^2 / ((1/2)^2 / 4 + (125/3)^2 / 3) = 3.07 degrees of freedom.
  @Test func otherSeedsHaveTheDegreesOfWelch() throws {
    let movement = MetricMovement(
      [1, 2, 3, 4, 5], [10, 20, 30, 40], .unpaired, .mean, family: 1)
    let interval = try #require(movement.interval)
    let quantile = studentTQuantile(1 - BaselineRecord.Change.falseAlarm / 2, degrees: 3)
    let half = quantile * (0.5 + 125.0 / 3).squareRoot()
    #expect(movement.difference == 22 && abs(interval.high - 22 - half) < 1e-9 * half)
    #expect(abs(interval.low - 22 + half) < 1e-9 * half)
  }

  /// Equal variances of as many have the degrees of both together.
  @Test func alikeSamplesHaveAllDegrees() throws {
    let movement = MetricMovement([1, 2, 3], [11, 12, 13], .unpaired, .mean, family: 1)
    let quantile = studentTQuantile(1 - BaselineRecord.Change.falseAlarm / 2, degrees: 4)
    let half = quantile * (2.0 / 3).squareRoot()
    #expect(abs(try #require(movement.interval).high - 10 - half) < 1e-9)
  }

  /// Pairs of the same seeds: the differences 1, 2, 3 have a standard error of 1 / sqrt(3).
  @Test func pairsHaveOneDegreeLess() throws {
    let movement = MetricMovement([1, 2, 3], [2, 4, 6], .paired([1, 2, 3]), .mean, family: 1)
    let quantile = studentTQuantile(1 - BaselineRecord.Change.falseAlarm / 2, degrees: 2)
    let half = quantile * (1.0 / 3).squareRoot()
    #expect(movement.difference == 2)
    #expect(abs(try #require(movement.interval).high - 2 - half) < 1e-9 * half)
  }
}
