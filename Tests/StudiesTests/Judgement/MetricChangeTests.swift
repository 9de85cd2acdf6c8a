import Documents
import Metrics
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Studies

/// How a metric is judged against its baseline, case by case.
@Suite("A metric against its baseline") struct MetricChangeTests {
  private func change(
    _ base: [MetricValue], _ now: [MetricValue], _ pairing: SeedPairing? = nil,
    path: String = "recover.p99", unit: MetricUnit = .seconds,
    better: MetricDirection = .less, tolerance: Double = 0.02, family: Int = 16
  ) -> BaselineRecord.Change {
    let usual: SeedPairing =
      base.count == 1 ? .single(1) : .paired(base.indices.map { UInt64($0) + 1 })
    return BaselineRecord.Change(
      BaselineRecord.Change.Judged(path: path, unit: unit, better: better, tolerance: tolerance),
      in: "w",
      nil, base: base, now: now, pairing ?? usual, family: family)
  }

  private func numbers(_ values: [Double]) -> [MetricValue] { values.map(MetricValue.number) }

  // MARK: One run

  struct Single {
    let base: MetricValue
    let now: MetricValue
    var unit = MetricUnit.seconds
    var better = MetricDirection.less
    let outcome: Verdict.Outcome
    let why: String?
  }

  @Test(
    "one run is judged as it is",
    arguments: [
      Single(base: .number(100), now: .number(102), outcome: .kept, why: nil),
      Single(base: .number(100), now: .number(102.1), outcome: .broken, why: nil),
      Single(base: .number(100), now: .number(50), outcome: .kept, why: nil),
      Single(base: .number(0.5), now: .number(0.48), better: .more, outcome: .broken, why: nil),
      Single(base: .number(0.5), now: .number(0.6), better: .more, outcome: .kept, why: nil),
      Single(base: .number(5), now: .number(4), better: .neither, outcome: .broken, why: nil),
      Single(base: .number(5), now: .number(6), better: .neither, outcome: .broken, why: nil),
      Single(
        base: .count(0), now: .count(1), unit: .count, outcome: .broken,
        why: "it was 0: any worsening fails"),
      Single(base: .count(0), now: .count(0), unit: .count, outcome: .kept, why: nil),
      Single(
        base: .boolean(false), now: .boolean(true), unit: .truth, outcome: .broken,
        why: "it was false"),
      Single(base: .boolean(true), now: .boolean(false), unit: .truth, outcome: .kept, why: nil),
      Single(base: .number(9), now: .never, outcome: .broken, why: "it was reached"),
      Single(base: .never, now: .never, outcome: .kept, why: "as before"),
      Single(
        base: .never, now: .number(9), outcome: .kept,
        why: "never in 0 of 1 runs, was in 1 of 1"),
      Single(
        base: .undefined, now: .number(9), outcome: .notJudged,
        why: "the baseline has no figure"),
      Single(
        base: .number(9), now: .undefined, outcome: .notJudged,
        why: "there is no figure any more"),
    ])
  func single(_ row: Single) {
    let found = change([row.base], [row.now], unit: row.unit, better: row.better)
    #expect(found.outcome == row.outcome && found.why == row.why, "\(row): \(found)")
  }

  @Test func movesAreFractionsOfTheBaseline() {
    let found = change([.number(80)], [.number(100)])
    #expect(found.change == 0.25 && found.low == nil && found.high == nil)
    #expect(found.changeText == "+25 %" && found.found == "100.0 s, was 80.0 s")
  }

  // MARK: Several runs

  @Test func theMeanOfSeveralDecides() {
    let found = change(numbers([10, 20, 30, 40]), numbers([13.1, 23, 33.1, 43]))
    #expect(found.outcome == .broken)
    // 3.05 over 25.
    #expect(abs(found.change! - 0.122) < 1e-12)
  }

  /// Half of the interval is t standard errors, where a tail of Student's t with 3 degrees of freedom
  /// beyond t has 0.001 / 32: 1/2 - (atan(u) + u / (1 + u^2)) / pi with u = t / sqrt(3), so t = 32.76263.
  @Test func theIntervalIsThatOfAllMetricsTogether() {
    let found = change(numbers([10, 20, 30, 40]), numbers([13.1, 23, 33.1, 43]))
    // The differences are 3.1, 3, 3.1 and 3.
    let error = (4 * 0.05 * 0.05 / 3 / 4).squareRoot()
    let half = (found.high! - found.low!) / 2 * 25
    #expect(abs(half / error - 32.76263) < 1e-4)
  }

  @Test func whatChanceMayBringIsUndecided() {
    let found = change(numbers([10, 20, 30, 40]), numbers([9, 25, 29, 48]))
    #expect(found.outcome == .undecided && found.change! > 0.02)
    #expect(found.low! < 0 && found.high! > 0)
    #expect(!found.verdict.fails)
  }

  @Test func twoRunsThatDifferByTheSameHaveNoSpread() {
    #expect(change(numbers([10, 20]), numbers([11, 21])).outcome == .broken)
    #expect(change(numbers([10, 20]), numbers([10, 20])).outcome == .kept)
  }

  /// With enough pairs a percentile is judged by the median of the differences: one seed that is far off
  /// neither hides a change nor makes one. With fewer, and for a rate, the mean is.
  @Test func enoughPairsAreJudgedByTheirMedian() {
    let base = (0..<30).map { 100 + Double($0 % 7) }
    var now = base.map { $0 + 5 }
    now[3] = 1_000
    let time = change(numbers(base), numbers(now))
    #expect(time.statistic == .median && time.outcome == .broken)
    #expect(time.was == .number(103) && abs(time.change! - 5 / 103.0) < 1e-12)
    #expect(time.low == time.high)
    let rate = change(numbers(base), numbers(now), path: "attempts_per_client", unit: .ratio)
    #expect(rate.statistic == .mean && rate.outcome == .undecided)
    let few = change(numbers(Array(base.prefix(12))), numbers(Array(now.prefix(12))))
    #expect(few.statistic == .mean && few.outcome == .undecided)
    #expect(change(numbers(base), numbers(now), .unpaired).statistic == .mean)

    // One seed far off, and all others as they were.
    var odd = base
    odd[3] = 1_000
    #expect(change(numbers(base), numbers(odd)).outcome == .kept)
  }

  /// 1 - 2 P(B < k) is to be 1 - 0.001 / 16, B of 1/2: P(B < 1) of 20 is 9.5e-7, P(B < 2) is 2.0e-5, which is
  /// enough, and P(B < 3) is not. Of 19, P(B < 2) is 3.8e-5, which is too much for two ranks.
  @Test func howManyPairsAreEnough() {
    func found(_ count: Int) -> BaselineRecord.Change {
      let base = (0..<count).map { Double($0) + 100 }
      let now = base.enumerated().map { $0 == 0 ? $1 - 1 : $1 + 10 }
      return change(numbers(base), numbers(now))
    }
    #expect(found(20).statistic == .median && found(20).outcome == .broken)
    #expect(found(19).statistic == .mean)
  }

  @Test func otherSeedsAreComparedMeanAgainstMean() {
    // The same values in another order: paired, that would be a wild change.
    let base = numbers([10, 20, 30, 40, 50, 60])
    let now = numbers([60, 10, 50, 20, 30, 40])
    #expect(change(base, now, .unpaired).outcome == .kept)
    let far = numbers([1_010, 1_020, 1_030, 1_040, 1_050, 1_060])
    #expect(change(base, far, .unpaired).outcome == .broken)
  }

  @Test func moreRunsWithoutAnEndAreWorse() {
    let base: [MetricValue] = [.number(9), .number(9), .never]
    let more: [MetricValue] = [.number(9), .never, .never]
    #expect(change(base, more).outcome == .broken)
    #expect(change(base, more).why == "never in 2 of 3 runs, was in 1 of 3")
    // Where as many have none, the others decide.
    #expect(change(base, [.number(9), .number(9), .never]).outcome == .kept)
    #expect(change(base, [.number(12), .number(12), .never]).outcome == .broken)
  }

  /// An efficiency has no figure where everybody is back at once, which is no worsening.
  @Test func aFigureThatIsGoneIsLeftOut() {
    let some = change(numbers([1, 2, 3]), [.number(1), .undefined, .number(3)])
    #expect(some.outcome == .kept && some.change == 0)
    let all = change(numbers([1, 2, 3]), [.undefined, .undefined, .undefined])
    #expect(all.outcome == .notJudged && all.why == "there is no figure any more")
  }

  /// With other seeds, one run of six that never gets there, or has any where none had, is nothing but
  /// chance: by Fisher's exact test p = 1/2. All of ten are not: p = 1 / C(20, 10) = 5.4e-6.
  @Test func otherSeedsMayBringItByChance() {
    let base = numbers([1, 2, 3, 4, 5, 6])
    let some = change(base, [.never] + numbers([2, 3, 4, 5, 6]), .unpaired)
    #expect(some.outcome == .undecided)
    #expect(some.why == "never in 1 of 6 runs, was in 0 of 6; chance may bring as much")
    let ten = numbers((1...10).map(Double.init))
    let all = change(ten, Array(repeating: .never, count: 10), .unpaired)
    #expect(all.outcome == .broken)
    let none = Array(repeating: MetricValue.count(0), count: 10)
    let one = change(none, none.dropLast() + [.count(1)], .unpaired, unit: .count)
    #expect(one.outcome == .undecided)
    #expect(change(none, none.map { _ in .count(1) }, .unpaired, unit: .count).outcome == .broken)
    // With the same seeds the one is no chance.
    #expect(change(none, none.dropLast() + [.count(1)], unit: .count).outcome == .broken)
  }

  @Test func betterIsSaidOnlyBeyondChance() {
    #expect(change([.number(10)], [.number(9)]).isBetter)
    #expect(!change([.number(10)], [.number(9.9)]).isBetter)
    #expect(change(numbers([10, 20, 30, 40]), numbers([5, 15, 25, 35])).isBetter)
    #expect(!change(numbers([10, 20, 30, 40]), numbers([11, 15, 31, 32])).isBetter)
  }
}

/// R: fisher.test(matrix(c(...), 2), alternative = "greater") gives the same.
@Suite("Fisher's exact test") struct FisherTests {
  @Test func closedForms() {
    // All of the hits fall into the second group: 1 / C(20, 10).
    #expect(abs(fisherP((0, 10), (10, 10)) - 1 / 184_756) < 1e-12)
    #expect(abs(fisherP((0, 10), (1, 10)) - 0.5) < 1e-12)
    // Tea: C(4,3) C(4,1) / C(8,4) + 1 / C(8,4) = 17/70.
    #expect(abs(fisherP((1, 4), (3, 4)) - 17.0 / 70) < 1e-12)
    #expect(abs(fisherP((5, 10), (0, 10)) - 1) < 1e-12)
  }
}

@Suite("Tolerances") struct TolerancesTests {
  @Test func oneForAllAndOneForSome() throws {
    let found = try Tolerances(["5%", "recover.p99=0%", "shed=300%"])
    #expect(found.general == 0.05 && found.named.map(\.path) == ["recover.p99", "shed"])
    #expect(found.tolerance(of: "shed") == 3 && found.tolerance(of: "gave_up") == 0.05)
    #expect(try Tolerances([]).general == 0.02)
    let only = try Tolerances(["off", "shed=10%"])
    #expect(only.general == nil && only.tolerance(of: "shed") == 0.1)
    let message = #expect(throws: BaselineError.self) { try Tolerances(["off"]) }
    #expect(message?.description.hasPrefix("--tolerance off: nothing is left to judge") == true)
    #expect(throws: BaselineError.self) { try Tolerances(["off", "2%", "shed=1%"]) }
    #expect(Tolerances.text(0.02) == "2 %" && Tolerances.text(0.005) == "0.5 %")
  }

  @Test(
    arguments: [
      ("3", "--tolerance 3: write a share from 0% up, such as 2% or recover.p99=5%"),
      ("-1%", "--tolerance -1%: write a share from 0% up, such as 2% or recover.p99=5%"),
      ("recover.p99=", "--tolerance recover.p99=: write a share"),
      ("recver.p99=1%", "there is no metric 'recver.p99'; did you mean 'recover.p99'?"),
      ("recover=1%", "there is no metric 'recover' alone; name one figure of it"),
      ("limited_by=1%", "limited_by is a word"),
    ])
  func bad(_ text: String, _ message: String) {
    let error = #expect(throws: BaselineError.self) { try Tolerances([text]) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func nothingTwice() {
    #expect(throws: BaselineError.self) { try Tolerances(["1%", "2%"]) }
    #expect(throws: BaselineError.self) { try Tolerances(["shed=1%", "shed=2%"]) }
  }
}

@Suite("Seeds of a baseline and of later runs") struct SeedPairingTests {
  @Test func pairs() {
    #expect(SeedPairing([1], [1]) == .single(1))
    #expect(SeedPairing([1], [1, 2, 3]) == .single(1))
    #expect(SeedPairing([1, 2, 3], [2, 3, 4]) == .paired([2, 3]))
    #expect(SeedPairing([1, 2], [5, 6]) == .unpaired)
    #expect(SeedPairing([1, 2, 3], [3, 4, 5]) == .unpaired)
    #expect(SeedPairing([1], [2]) == nil && SeedPairing([1], [2, 3]) == nil)
  }
}

/// Which way a metric gets better stands with the metric.
@Suite("Directions of metrics") struct MetricDirectionTests {
  @Test(arguments: [
    ("recover.p99", MetricDirection.less), ("recover.count", .neither), ("recovered", .more),
    ("goodput_share", .more), ("storm_efficiency", .more), ("gave_up_share", .less),
    ("metastable", .less), ("peak_arrivals_1s", .less), ("peak_arrivals_1s_at_s", .neither),
    ("stations.auth.wait.p99", .less), ("stations.auth.arrivals", .neither),
    ("stations.auth.wait.count", .neither), ("lower_bound_s", .neither),
    ("cohorts.phones.recover.p99", .less), ("stoat.banner_seconds.connecting", .less),
    ("chatSocket.reconnects_saved", .more), ("optimistic.successes", .more),
  ])
  func direction(_ path: String, _ better: MetricDirection) {
    #expect(metricDefinition(of: path)?.better == better)
  }
}
