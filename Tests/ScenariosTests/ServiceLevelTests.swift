import TestRuns
import Testing
import Words

@testable import Findings
@testable import Scenarios
@testable import Studies

@Suite("Promises") struct ServiceLevelTests {
  @Test(arguments: [
    ("recover.p99 < 90s", 90), ("recover.p99 < 1500ms", 1.5), ("recover.p99 > 0", 0),
    ("stations.auth.wait.p99 >= 1.5ms", 0.0015), ("wasted_work_share <= 5%", 0.05),
    ("recovered_share > 0.99", 0.99), ("recovered_share == 1", 1), ("gave_up==0", 0),
    ("attempts<10k", 10_000), ("arrivals < 1.5M", 1_500_000), ("attempts_per_client < 4.5", 4.5),
  ])
  func numbers(_ text: String, _ limit: Double) throws {
    let level = try parseServiceLevel(text)
    #expect(level.value == .number(limit))
    #expect(level.text == text)
  }

  @Test func judging() throws {
    let level = try parseServiceLevel("recover.p99 < 90s")
    #expect(level.metric == "recover.p99" && level.comparison == .less)
    #expect(level.isKept(by: 89.9) && !level.isKept(by: 90))
    #expect(!level.isKept(by: Double?.none) && !level.isKept(by: .infinity))
    #expect(level.isKept(by: .number(1)) && !level.isKept(by: .never))
    let flag = try parseServiceLevel("metastable == false")
    #expect(flag.value == .boolean(false) && flag.isKept(by: false) && !flag.isKept(by: true))
    #expect(!flag.isKept(by: Bool?.none) && !flag.isKept(by: 0.0))
    #expect(try parseServiceLevel("metastable != true").isKept(by: .boolean(false)))
  }

  @Test(arguments: [
    ("recover.p99", "'recover.p99' has no comparison: write "),
    ("recover.p99 =< 3s", "'=<' is not a comparison: write "),
    ("gave_up = 3", "'=' is not a comparison: write "),
    ("3 < 4", "'3' is not the name of a metric: write "),
    ("a..b < 4", "'a..b' is not the name of a metric: write "),
    ("peak < 3", "there is no metric 'peak'; did you mean 'peak_arrivals_1s'?"),
    ("recover.p98 < 3s", "there is no metric 'recover.p98'; did you mean 'recover.p9"),
    (
      "recover < 3s",
      "there is no metric 'recover' alone; name one figure of it, such as recover.p99"
    ),
    ("stations.auth < 3s", "there is no metric 'stations.auth' alone; name one figure of it"),
    ("gave_up < ", "'' is not a value: gave_up is a count, write a whole number"),
    ("recover.p99 < soon", "'soon' is not a value: recover.p99 is a duration, write a number and"),
    (
      "recover.p99 < 60000",
      "recover.p99 is a duration and 60000 has no unit: write a unit: 60s, 60000ms"
    ),
    ("recover.p99 < 90", "recover.p99 is a duration and 90 has no unit: write a unit: 90s, 90ms"),
    ("recover.p99 < 5%", "recover.p99 is a duration, not '5%': write a number and one unit"),
    ("recover.p99 < 5k", "recover.p99 is a duration, not '5k': write a number and one unit"),
    ("recover.p99 < 5parsec", "'5parsec' is not a duration: write "),
    ("recover.p99 < -5s", "-5s is out of range: recover.p99 is a duration, never below 0"),
    ("recover.p99 < true", "recover.p99 is a duration, not true or false: write 250ms, 90s or 5m"),
    ("recovered_share > 60", "recovered_share is a share, and 60 is out of range: 0 to 1, or 0%"),
    ("recovered_share > 1.5", "recovered_share is a share, and 1.5 is out of range: 0 to 1"),
    ("recovered_share > 101%", "recovered_share is a share, and 101% is out of range: 0% to 100%"),
    ("recovered_share > 5s", "recovered_share is a share, not '5s': write a percentage"),
    ("recovered > 99%", "recovered is a count, not a share: write recovered_share > 99%"),
    ("attempts < 99%", "attempts is a count, not a share: write a whole number"),
    ("peak_arrivals_1s < 5s", "peak_arrivals_1s is a count, not '5s': write a whole number"),
    ("gave_up < 0.5", "gave_up is a count, and 0.5 is not whole: write a whole number"),
    ("gave_up == false", "gave_up is a count, not true or false: write 500, 10k or 1M"),
    ("attempts_per_client < 5%", "attempts_per_client is a ratio, not '5%': write a plain number"),
    ("attempts_per_client < 5s", "attempts_per_client is a ratio, not '5s': write a plain number"),
    ("metastable < 1", "metastable is true or false, not '1': write metastable == false"),
    ("metastable < true", "true has no order: compare it with == or !="),
  ])
  func bad(text: String, message: String) {
    let error = #expect(throws: QuantityError.self) { try parseServiceLevel(text) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test func thoseThatNothingCanBreak() throws {
    let text = """
      slo:
        - gave_up >= 0
        - gave_up >= 1
        - recovered_share <= 100%
        - recovered_share < 100%
        - recover.p99 >= 0s
        - peak_arrivals_1s < 0
        - idle_share > 1
        - metastable == false
      """
    let warnings = try decoded(text).warnings
    #expect(
      warnings.map(\.code) == [
        "promise-always-kept", "promise-always-kept", "promise-always-kept", "promise-never-kept",
        "promise-never-kept",
      ])
    #expect(
      warnings.map(\.sentence).prefix(4) == [
        "no figure can break the promise 'gave_up >= 0': a count is never below 0",
        "no figure can break the promise 'recovered_share <= 100%': a share is never above 100%",
        "no figure can break the promise 'recover.p99 >= 0s': a duration is never below 0",
        "no figure can keep the promise 'peak_arrivals_1s < 0': a count is never below 0",
      ])
  }

  @Test(arguments: [
    ("dispersion_1s < 5", "crowding_1s.p50"), ("peak_to_mean_1s < 5", "crowding_1s.p50"),
    ("spread.2.cv < 5", "spread.2.effective_s"),
  ])
  func aNameThatIsGone(_ text: String, _ successor: String) {
    let error = #expect(throws: QuantityError.self) { try parseServiceLevel(text) }
    #expect(error?.message.contains("any more") == true)
    #expect(error?.message.contains(successor) == true)
  }
}
