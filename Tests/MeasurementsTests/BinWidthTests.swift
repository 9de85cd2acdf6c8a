import Primitives
import Testing

@testable import Measurements

/// A bin is found by a multiplication: always the one that the division gives.
@Suite("Bins and instants")
struct BinWidthTests {
  private static let widths: [Int64] = [
    1, 2, 3, 5, 7, 10, 64, 1_000, 1_023, 10_000_000, 100_000_000, 1_000_000_000, 1_000_000_007,
    3_600_000_000_000, 1 << 40, 1 << 40 + 1, 1 << 62 - 1, 1 << 62, 1 << 62 + 1, .max - 1, .max,
  ]

  @Test(arguments: widths) func edgesOfBins(width: Int64) {
    var numbers = Numbers(seed: UInt64(width))
    let last = Int64.max / width
    var bins: [Int64] = [0, 1, 2, last - 1, last]
    for _ in 0..<2_000 { bins.append(Int64(numbers.nextLogUniform(below: UInt64(last) + 1))) }
    var instants: [Int64] = [.max]
    for bin in bins where (0...last).contains(bin) {
      instants += [bin * width - 1, bin * width, bin * width + (width - 1).clamped(bin * width)]
    }
    expectExact(instants, width)
  }

  @Test(arguments: widths) func anyInstants(width: Int64) {
    var numbers = Numbers(seed: UInt64(width) + 1)
    expectExact((0..<5_000).map { _ in Int64(numbers.nextLogUniform(below: 1 << 63)) }, width)
  }

  @Test func anyWidths() {
    var numbers = Numbers(seed: 3)
    for _ in 0..<5_000 {
      let width = Int64(numbers.nextLogUniform(below: 1 << 63 - 1)) + 1
      let bin = Int64(numbers.next(below: UInt64(Int64.max / width) + 1))
      expectExact([bin * width - 1, bin * width, .max], width)
    }
  }

  private func expectExact(_ instants: [Int64], _ width: Int64) {
    let bins = BinWidth(.nanoseconds(width))
    let wrong = instants.filter {
      $0 >= 0 && bins.bin(of: Instant(nanoseconds: $0)) != UInt($0 / width)
    }
    #expect(wrong == [], "width \(width)")
  }
}

extension Int64 {
  /// As much of it as can be added to `other`.
  fileprivate func clamped(_ other: Int64) -> Int64 { Swift.min(self, .max - other) }
}
