import Primitives
import Testing

@testable import Metrics

@Suite("Holm's correction") struct HolmTests {
  /// p times the number of hypotheses that are still open, never below the one before. The second
  /// is the example of most introductions, the third what R's `p.adjust` gives.
  @Test(
    arguments: [
      ([], []), ([0.3], [0.3]), ([1], [1]),
      ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
      ([0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09]),
      ([0.05, 0.04, 0.03, 0.02, 0.01], [0.09, 0.09, 0.09, 0.08, 0.05]),
      ([0.6, 0.5], [1, 1]), ([0.9, 0.001], [0.9, 0.002]), ([0, 0, 0.5], [0, 0, 0.5]),
      ([0.02, 0.02, 0.02], [0.06, 0.06, 0.06]), ([0.04, 0.01, 0.04], [0.08, 0.03, 0.08]),
      ([1, 1, 1, 0.25], [1, 1, 1, 1]),
    ] as [([Double], [Double])])
  func byHand(_ values: [Double], _ expected: [Double]) {
    let found = holmCorrected(values)
    #expect(found.count == expected.count)
    for (one, other) in zip(found, expected) { #expect(abs(one - other) < 1e-15, "\(found)") }
  }

  private func family(_ number: Int) -> [Double] {
    (0..<number % 9 + 1).map { index in
      var stream = RandomSource(seed: 3).stream(
        owner: UInt32(number), .fault, attempt: UInt32(index))
      // Squared for more small ones; every third family has ties.
      let p = stream.next() * stream.next()
      return number % 3 == 0 ? (p * 20).rounded(.up) / 20 : p
    }
  }

  /// The procedure itself: go through them from the smallest on, the k-th of m is held against
  /// level / (m - k + 1), and the first that is not below it ends the rejections.
  @Test func rejectsWhatTheStepsReject() {
    for number in 0..<300 {
      let values = family(number)
      let corrected = holmCorrected(values)
      // No quotient of the levels by 1...9 is near a multiple of 0.05.
      for level in [0.0113, 0.0517, 0.0971, 0.2113, 0.4711] {
        var rejected: Set<Int> = []
        for (step, index) in values.indices.sorted(by: { values[$0] < values[$1] }).enumerated() {
          guard values[index] <= level / Double(values.count - step) else { break }
          rejected.insert(index)
        }
        #expect(Set(corrected.indices.filter { corrected[$0] <= level }) == rejected, "\(values)")
      }
    }
  }

  @Test func keepsOrderAndBounds() {
    for number in 0..<300 {
      let values = family(number)
      let corrected = holmCorrected(values)
      #expect(holmCorrected(values.reversed()) == corrected.reversed())
      for one in values.indices {
        #expect(corrected[one] >= values[one] && corrected[one] <= 1)
        #expect(corrected[one] <= min(1, Double(values.count) * values[one]))
        for other in values.indices where values[one] <= values[other] {
          #expect(corrected[one] <= corrected[other], "\(values)")
        }
      }
    }
  }
}
