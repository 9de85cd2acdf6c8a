import Testing

@testable import Measurements

@Suite("Numbers from the least to the greatest") struct AscendingTests {
  /// Few are sorted by the library, many digit by digit.
  @Test(arguments: [0, 1, 2, 512, 513, 5_000])
  func asTheLibrarySortsThem(count: Int) {
    var numbers = Numbers(seed: UInt64(count))
    for bits in 0...63 as ClosedRange<UInt64> {
      let low = Int64(bitPattern: numbers.next() >> 2)
      let values = (0..<count).map { _ in low &+ Int64(bitPattern: numbers.next() >> (63 - bits)) }
      #expect(ascending(values) == values.sorted(), "\(bits) bits")
    }
  }

  @Test func theExtremes() {
    let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let values = (0..<1_001).map { ends[$0 * 3 % ends.count] }
    #expect(ascending(values) == values.sorted())
    let same = Array(repeating: Int64(-7), count: 600)
    #expect(ascending(same) == same)
  }
}
