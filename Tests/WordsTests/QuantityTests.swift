import Primitives
import Testing

@testable import Words

@Suite struct QuantityTests {
  @Test(arguments: [
    ("250ms", 250_000_000), ("1.5s", 1_500_000_000), ("2m", 120_000_000_000),
    ("1h", 3_600_000_000_000), ("10us", 10_000), ("3d", 259_200_000_000_000), ("100ns", 100),
    ("0", 0), ("0s", 0), ("0.5ms", 500_000), ("-5s", -5_000_000_000), ("+1s", 1_000_000_000),
    ("0.1s", 100_000_000), ("36500d", 3_153_600_000_000_000_000),
  ])
  func durations(text: String, nanoseconds: Int64) throws {
    #expect(try parseDuration(text) == .nanoseconds(nanoseconds))
  }

  @Test(arguments: [
    ("60", "60 has no unit: write 60s"),
    ("250", "250 has no unit: did you mean 250ms, or 250s?"),
    ("1:30", "'1:30' is not a duration: \(durationForm)"),
    ("1m30s", "'1m30s' is not a duration: \(durationForm)"),
    ("010s", "'010s' is not a duration: \(durationForm)"),
    (".5s", "'.5s' is not a duration: \(durationForm)"),
    ("5.s", "'5.s' is not a duration: \(durationForm)"),
    ("5 s", "'5 s' is not a duration: \(durationForm)"),
    (".inf", "'.inf' is not a duration: \(durationForm)"),
    ("1e3s", "'1e3s' is not a duration: \(durationForm)"),
    ("2min", "'2min' is not a duration: write 2m"),
    ("1.5hours", "'1.5hours' is not a duration: write 1.5h"),
    ("30sec", "'30sec' is not a duration: write 30s"),
    ("5S", "'5S' is not a duration: \(durationForm)"),
    ("500/s", "'500/s' is not a duration: \(durationForm)"),
    ("", "'' is not a duration: \(durationForm)"),
    ("\u{0665}s", "'\u{0665}s' is not a duration: \(durationForm)"),
    ("0.1ns", "0.1ns is finer than a nanosecond"),
    ("36501d", "36501d is out of range: at most 100 years (36500d)"),
    ("999999999999999999d", "999999999999999999d is out of range: at most 100 years (36500d)"),
  ])
  func badDurations(text: String, message: String) {
    #expect(throws: QuantityError(message)) { try parseDuration(text) }
  }

  @Test(arguments: [("0", 0), ("500", 500), ("10k", 10_000), ("1M", 1_000_000), ("2.5k", 2500)])
  func counts(text: String, count: Int) throws {
    #expect(try parseCount(text) == count)
  }

  @Test(arguments: [
    ("1.5", "1.5 is not whole: write a whole number, such as 500, 10k or 1M"),
    ("010", "'010' is not a count: write a whole number, such as 500, 10k or 1M"),
    ("0x10", "'0x10' is not a count: write a whole number, such as 500, 10k or 1M"),
    ("10,000", "'10,000' is not a count: write 10000"),
    ("1_000", "'1_000' is not a count: write 1000"), ("1e6", "'1e6' is not a count: write 1000000"),
    ("1.5e3", "'1.5e3' is not a count: write 1500"),
    ("1e-1", "'1e-1' is not a count: write a whole number, such as 500, 10k or 1M"),
    ("1e99", "'1e99' is not a count: write a whole number, such as 500, 10k or 1M"),
    ("0_1", "'0_1' is not a count: write a whole number, such as 500, 10k or 1M"),
    ("10s", "'10s' is not a count: write a whole number, such as 500, 10k or 1M"),
    ("999999999999999999M", "999999999999999999M is out of range"),
  ])
  func badCounts(text: String, message: String) {
    #expect(throws: QuantityError(message)) { try parseCount(text) }
  }

  @Test func rates() throws {
    #expect(try parseRate("500/s") == 500)
    #expect(try parseRate("30/m") == 0.5)
    #expect(try parseRate("7200/h") == 2)
    #expect(try parseRate("16/5s") == 3.2)
    #expect(try parseRate("1k/250ms") == 4_000)
    #expect(rateText(try parseRate("16/5s")) == "3.2/s")
    #expect(try parseRate("2k/s") == 2000)
    #expect(throws: QuantityError("500 has no unit: write 500/s")) { try parseRate("500") }
    for bad in ["500/x", "500/s/s", "/s", "500ms", "5 /s"] {
      let message =
        "'\(bad)' is not a rate: write a number and /s, /m or /h, such as 500/s, or 16/5s"
      #expect(throws: QuantityError(message)) { try parseRate(bad) }
    }
  }

  @Test func shares() throws {
    #expect(try parseShare("45%") == 0.45)
    #expect(try parseShare("0.1%") == 0.001)
    #expect(try parseShare("0.01") == 0.01)
    #expect(try parseShare("7%") == 0.07)
    #expect(try parseShare("100%") == 1)
    #expect(throws: QuantityError("101% is out of range: 0% to 100%")) { try parseShare("101%") }
    #expect(throws: QuantityError("-1% is out of range: 0% to 100%")) { try parseShare("-1%") }
    #expect(
      throws: QuantityError("45 is out of range: 0 to 1, or 0% to 100%; write 45% or less")
    ) { try parseShare("45") }
    #expect(throws: QuantityError("1.5 is out of range: 0 to 1, or 0% to 100%")) {
      try parseShare("1.5")
    }
    #expect(
      throws: QuantityError("'half' is not a share: write a percentage such as 45%, or 0.45")
    ) { try parseShare("half") }
  }

  @Test func whatIsWrittenReadsBack() throws {
    for nanoseconds: Int64 in [0, 1, 999, 1_000, 90_000_000_000, -7, 86_400_000_000_000] {
      let interval = Interval.nanoseconds(nanoseconds)
      #expect(try parseDuration(durationText(interval)) == interval)
    }
    #expect(durationText(.seconds(90)) == "90s")
    #expect(durationText(.minutes(15)) == "15m")
    #expect(durationText(.microseconds(11_500)) == "11500us")
    #expect(shareText(0.07) == "7%")
    #expect(shareText(0.001) == "0.1%")
    #expect(shareText(0.0164) == "1.64%")
    #expect(numberText(2) == "2")
    #expect(numberText(0.5) == "0.5")
    #expect(numberText(1e-5) == "0.00001")
    #expect(numberText(-1.5e-7) == "-0.00000015")
    for index in 1...1000 {
      let tenths = Double(index) / 1000
      #expect(try parseShare(shareText(tenths)) == tenths)
    }
    #expect(rateText(500) == "500/s")
  }

  @Test func nearestNames() {
    #expect(nearest(to: "latncy", in: ["loss", "latency"]) == "latency")
    #expect(nearest(to: "Latency", in: ["loss", "latency"]) == "latency")
    #expect(nearest(to: "outgae", in: ["outage"]) == "outage")
    #expect(nearest(to: "zebra", in: ["loss", "latency"]) == nil)
    #expect(nearest(to: "", in: ["loss"]) == nil)
    #expect(editDistance(Array("abc"), Array("")) == 3)
  }
}
