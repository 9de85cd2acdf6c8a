import Primitives
import Testing

@testable import Metrics

@Suite("The sign-flip test") struct SignFlipTests {
  /// The share of all 2^n choices of signs whose sum is at least as far from 0, one by one.
  private func oneByOne(_ differences: [Int]) -> Double {
    let observed = abs(differences.reduce(0, +))
    var hits = 0
    for signs in 0..<1 << differences.count {
      var sum = 0
      for (place, size) in differences.enumerated() {
        sum += signs >> place & 1 == 0 ? size : -size
      }
      if abs(sum) >= observed { hits += 1 }
    }
    return Double(hits) / Double(1 << differences.count)
  }

  /// The same counted sum by sum: how many choices of signs reach each of them.
  private func counted(_ differences: [Int]) -> Double {
    let reach = differences.reduce(0) { $0 + abs($1) }
    var ways = [UInt64](repeating: 0, count: 2 * reach + 1)
    ways[reach] = 1
    for size in differences.map(abs) {
      var next = [UInt64](repeating: 0, count: ways.count)
      for (sum, count) in ways.enumerated() where count > 0 {
        next[sum + size] += count
        next[sum - size] += count
      }
      ways = next
    }
    let observed = abs(differences.reduce(0, +))
    let hits = ways.enumerated().reduce(UInt64(0)) {
      abs($1.offset - reach) >= observed ? $0 + $1.element : $0
    }
    return Double(hits) / Double(UInt64(1) << UInt64(differences.count))
  }

  /// Whole numbers within +-`size`, shifted so that small p values turn up too.
  private func differences(_ count: Int, size: Int, shift: Int = 0, case number: Int) -> [Int] {
    (0..<count).map { index in
      var stream = RandomSource(seed: 5).stream(
        owner: UInt32(number), .fault, attempt: UInt32(index))
      return Int(stream.next() * Double(2 * size + 1)) - size + shift
    }
  }

  @Test(arguments: 1...12) func everyChoiceOfSigns(_ count: Int) {
    for number in 0..<30 {
      // A size of 1 gives ties and zeros, one of 1,000 hardly any.
      for size in [1, 3, 1_000] {
        let values = differences(count, size: size, shift: number % 3 * size / 2, case: number)
        let expected = oneByOne(values)
        #expect(signFlipP(values.map(Double.init)) == expected, "\(values)")
        #expect(counted(values) == expected, "\(values)")
      }
    }
  }

  @Test(
    arguments: [
      ([], 1), ([0], 1), ([0, 0, 0, 0, 0], 1), ([7], 1), ([-0.1], 1),
      ([1, 1], 0.5), ([1, -1], 1), ([3, 5, 2], 0.25), ([-3, -5, -2], 0.25),
      ([3, 5, 2, 0, 0], 0.25),
      // 1 + 2 + 3 - 4 = 2: only 0 is nearer, which 1 + 4 - 2 - 3 and its mirror image reach.
      ([1, 2, 3, -4], 14.0 / 16),
      // Of 2^5 choices 1 + 5 + 5 + 1 have a sum of at least 3 in size.
      ([1, 1, 1, 1, -1], 12.0 / 32),
    ] as [([Double], Double)])
  func byHand(_ values: [Double], _ expected: Double) {
    #expect(signFlipP(values) == expected)
  }

  @Test(arguments: [1, 2, 5, 11, 20, 29, 30]) func allOnOneSide(_ count: Int) {
    let two = 2.0 / Double(UInt64(1) << UInt64(count))
    let values = (1...count).map { Double($0) * 0.37 }
    #expect(signFlipP(values) == two)
    #expect(signFlipP(values.map { -$0 }) == two)
    #expect(signFlipP(values + Array(repeating: 0, count: 100)) == two)
  }

  @Test(arguments: [13, 16, 20, 27, 29, 30]) func exactUpToThirty(_ count: Int) {
    for number in 0..<3 {
      let size = [2, 50, 400][number]
      for shift in [0, size / 2] {
        let values = differences(count, size: size, shift: shift, case: 100 + number)
        #expect(signFlipP(values.map(Double.init)) == counted(values), "\(values)")
      }
    }
  }

  /// Tenths and thirds are not exact in binary, and sums of them differ by how they are added up:
  /// what ties in whole numbers must tie in them, too.
  @Test(arguments: [0.1, 1.0 / 3, 1e-9, 7e8, -0.7]) func tiesInFractions(_ unit: Double) {
    for count in [4, 9, 12, 20] {
      for number in 0..<10 {
        let values = differences(count, size: 4, shift: number % 3, case: 200 + number)
        let found = signFlipP(values.map { Double($0) * unit })
        #expect(found == counted(values), "\(values) times \(unit)")
      }
    }
  }

  @Test func orderSignAndScaleDoNotMatter() {
    let values = differences(18, size: 30, shift: 6, case: 300).map(Double.init)
    let p = signFlipP(values)
    #expect(p > 0 && p < 1)
    #expect(signFlipP(values.reversed()) == p)
    #expect(signFlipP(values.sorted()) == p)
    #expect(signFlipP(values.map { -$0 }) == p)
    #expect(signFlipP(values.map { $0 * 1e-7 }) == p)
    #expect(signFlipP([0] + values + [0, 0]) == p)
  }

  /// Beyond thirty differences 99,999 choices are drawn: four standard errors of a share, and the
  /// observed choice, which counts as one more of them.
  @Test(arguments: [(31, 0), (32, 8), (41, 16), (52, 0), (60, 7), (60, 12)])
  func drawnBeyondThirty(_ count: Int, _ shift: Int) {
    let values = differences(count, size: 30, shift: shift, case: 400)
    let p = counted(values)
    let found = signFlipP(values.map(Double.init))
    #expect(abs(found - p) <= 4 * (p * (1 - p) / 99_999).squareRoot() + 1e-5, "\(found), not \(p)")
    #expect(signFlipP(values.map(Double.init)) == found)
  }

  @Test func neverZero() {
    // 2 of 2^31, and of 2^1000: no draw reaches it.
    for count in [31, 1_000] {
      #expect(signFlipP((1...count).map(Double.init)) == 1e-5)
    }
    #expect(signFlipP(Array(repeating: 0, count: 500)) == 1)
    // Zeros do not count: thirty differences are exact among however many of them.
    let thirty = (1...30).map(Double.init) + Array(repeating: 0, count: 60)
    #expect(signFlipP(thirty) == 2.0 / Double(UInt64(1) << 30))
  }
}
