import Testing
import Words

@testable import Studies

@Suite("Where a search looks next")
struct QuantityStepsTests {
  @Test(
    "between two values lies their mean by ratio, or by difference from nothing on",
    arguments: [
      (QuantityScale.duration, 4.0, 100.0, 20.0), (.rate, 1, 4, 2), (.duration, 0, 10, 5),
      (.share, 0.01, 0.0625, 0.025), (.count, 1, 10, 5), (.count, 4, 100, 52),
    ])
  func middles(scale: QuantityScale, low: Double, high: Double, middle: Double) {
    #expect(scale.middle(low, high, resolution: 0.02) == middle)
  }

  @Test("what is as near as it matters has nothing between")
  func nearOnes() {
    #expect(QuantityScale.duration.middle(99, 100, resolution: 0.02) == nil)
    #expect(QuantityScale.count.middle(7, 8, resolution: 0.02) == nil)
    #expect(QuantityScale.count.middle(7, 9, resolution: 0.9) == 8)
  }

  @Test("the next try upwards is the double, or the first step above nothing")
  func doubles() {
    #expect(QuantityScale.duration.doubled(3, upTo: 10) == 6)
    #expect(QuantityScale.duration.doubled(7, upTo: 10) == 10)
    #expect(QuantityScale.count.doubled(0, upTo: 64) == 1)
    #expect(QuantityScale.rate.doubled(0, upTo: 64) == 1)
  }
}
