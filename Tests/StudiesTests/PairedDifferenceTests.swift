import Metrics
import TestRuns
import Testing

@testable import Findings
@testable import Studies

@Suite("A paired difference") struct PairedDifferenceTests {
  private func difference(_ first: [Double?], _ second: [Double?]) -> PairedDifference {
    let metric = HeadlineMetric.named("recover.p99")!
    return PairedDifference(
      metric, from: first, of: "a", to: second, of: "b", SeedIntervals(count: first.count))
  }

  @Test func noneOnlyWhereEverySeedSaysSo() {
    let none = difference([1, 2, 3], [1, 2, 3])
    #expect(none.isNone && none.isUndecided && none.effect == 0 && none.rawP == 1)
    // The median of these is 0 as well.
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

  /// Four differences on one side bound their median with 87.5 % only. They decide where they are far from 0
  /// for their spread, and leave it open where they are not.
  @Test func fewSeedsDecideByTheMeanAsWell() {
    let far = difference([0, 0, 0, 0], [10, 11, 12, 13])
    #expect(!far.isUndecided && far.estimate?.low == 10 && far.estimate?.high == 13)
    #expect(far.estimate?.confidence == 0.875)
    // Student's interval of the mean 4 is -2.2 to 10.2.
    let near = difference([0, 0, 0, 0], [1, 2, 3, 10])
    #expect(near.isUndecided && near.estimate?.low == 1)
    // From six on the rank interval decides alone: 1 to 50 leaves out 0, and Student's does not.
    #expect(!difference([0, 0, 0, 0, 0, 0], [1, 2, 3, 1, 2, 50]).isUndecided)
  }

  /// Percentiles by the median of the differences and the sign test, shares and rates by their mean.
  @Test func eachMetricByItsOwnFigure() {
    func difference(_ path: String) -> PairedDifference {
      let metric = HeadlineMetric.named(path)!
      return PairedDifference(
        metric, from: [1, 1, 1, 1, 1, 1, 1], of: "a", to: [2, 2, 2, 2, 2, 0.5, 71], of: "b",
        SeedIntervals(count: 7))
    }
    let time = difference("recover.p99")
    #expect(time.estimate?.figure == 1 && time.estimate?.low == -0.5 && time.estimate?.high == 70)
    // One of seven is on the other side: 2 (1 + 7) / 2^7.
    #expect(abs(time.rawP! - 0.125) < 1e-12)
    let rate = difference("attempts_per_client")
    #expect(abs(rate.estimate!.figure - 10.642_857) < 1e-6)
    #expect(rate.rawP != time.rawP)
  }

  @Test func aSeedWithoutANumberLeavesNone() {
    let missing = difference([1, nil, 3], [1, 2, 3])
    #expect(missing.estimate == nil && missing.rawP == nil && missing.effect == nil)
    #expect(missing.isUndecided && !missing.isNone)
  }
}
