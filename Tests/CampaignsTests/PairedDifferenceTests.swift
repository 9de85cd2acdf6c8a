import Testing

@testable import Campaigns

@Suite("A paired difference") struct PairedDifferenceTests {
  private func difference(_ first: [Double?], _ second: [Double?]) -> PairedDifference {
    let metric = HeadlineMetric.named("recover.p99")!
    return PairedDifference(
      from: VariantEstimate(metric, first, quantile: nil), of: "a",
      to: VariantEstimate(metric, second, quantile: nil), of: "b", quantile: nil)
  }

  @Test func noneOnlyWhereEverySeedSaysSo() {
    let none = difference([1, 2, 3], [1, 2, 3])
    #expect(none.isNone && none.isUndecided && none.effect == 0 && none.rawP == 1)
    // The mean of these is 0 as well.
    let cancelling = difference([1, 2, 1, 2], [2, 1, 2, 1])
    #expect(!cancelling.isNone && cancelling.isUndecided && cancelling.effect == 0)
  }

  @Test func decidedWhereTheIntervalIsOnOneSide() {
    let apart = difference([1, 2, 3, 4], [11, 12.1, 13, 13.9])
    #expect(!apart.isUndecided && !apart.isNone)
    #expect(apart.rawP == 0.125)
    #expect(difference([1], [2]).isUndecided, "one seed tells nothing")
    // The same gap with every seed has no spread to measure it by.
    let constant = difference([1, 2, 3], [2, 3, 4])
    #expect(!constant.isUndecided && constant.effect == nil)
  }

  @Test func aSeedWithoutANumberLeavesNone() {
    let missing = difference([1, nil, 3], [1, 2, 3])
    #expect(missing.interval == nil && missing.rawP == nil && missing.effect == nil)
    #expect(missing.isUndecided && !missing.isNone)
  }
}
