import Primitives
import Testing

@testable import Metrics

@Suite("The sign test") struct SignTestTests {
  /// 2 P(B <= fewer), B binomial of n and 1/2, by hand.
  @Test(
    arguments: [
      ([1], 1), ([1, 2], 0.5), ([1, 2, 3, 4, 5], 2.0 / 32), ([-1, -2, -3, -4, -5], 2.0 / 32),
      ([1, 2, 3, 4, -5], 2 * 6.0 / 32), ([1, 2, 3, -4, -5], 1),
      ([1, 2, 3, 4, 5, 6, 7, 8, 9, -1], 2 * 11.0 / 1_024), ([], 1), ([0, 0, 0], 1),
      // A difference of 0 is on both sides: it speaks against none.
      ([1, 2, 3, 4, 0], 2 * 6.0 / 32),
    ] as [([Double], Double)])
  func byHand(_ differences: [Double], _ p: Double) {
    #expect(abs(signP(differences) - p) < 1e-12, "\(signP(differences))")
  }

  /// It is below 5 % where the rank interval of the same values leaves out 0, and nowhere else.
  @Test func agreesWithTheInterval() throws {
    for trial in 0..<3_000 {
      var stream = RandomSource(seed: 9).stream(owner: 1, .fault, attempt: UInt32(trial))
      let count = 6 + Int(stream.next() * 25)
      let shift = stream.next() * 2
      // Whole numbers, so that some are 0.
      let values = (0..<count).map { _ in (4 * (stream.next() - 0.5) + shift).rounded() }
      let found = try #require(SeedEstimate(values, .median))
      let isOnOneSide = try #require(found.low) > 0 || #require(found.high) < 0
      #expect((signP(values) <= 0.05 + 1e-12) == isOnOneSide, "\(values)")
    }
  }
}
