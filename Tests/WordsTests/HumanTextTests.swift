import Foundation
import Testing

@testable import Words

@Suite("Numbers for people")
struct HumanTextTests {
  @Test(arguments: [
    (0, "0 s"), (0.0004, "0.000 s"), (0.0062, "0.006 s"), (0.05, "0.05 s"), (9.994, "9.99 s"),
    (9.996, "10.0 s"), (73.74, "73.7 s"), (599.94, "599.9 s"), (599.96, "10 min"),
    (723, "12 min 3 s"), (3599.6, "1 h"), (3900, "1 h 5 min"), (7_200_000, "2,000 h"),
  ])
  func durations(_ seconds: Double, _ text: String) {
    #expect(HumanText.duration(seconds) == text)
  }

  @Test func numbersForPeople() {
    #expect(HumanText.count(268_435_455) == "268,435,455")
    #expect(HumanText.count(999) == "999")
    #expect(HumanText.count(-1000) == "-1,000")
    #expect(HumanText.share(0) == "0 %")
    #expect(HumanText.share(0.0001) == "<0.1 %")
    #expect(HumanText.share(0.1234) == "12.3 %")
    #expect(HumanText.share(0.9999) == ">99.9 %")
    #expect(HumanText.share(1) == "100 %")
    #expect(HumanText.number(4.7) == "4.70")
    #expect(HumanText.number(15.64) == "15.6")
    #expect(HumanText.number(1204.4) == "1,204")
    #expect(HumanText.number(500) == "500")
    #expect(HumanText.moment(61) == "61 s")
    #expect(HumanText.moment(60.6) == "60.6 s")
    #expect(HumanText.moment(1200) == "20 min")
  }

  /// Of the decimals that are as near, C takes the even one: 0.125 is exact in binary, 0.135 is not.
  @Test(arguments: [
    (0.125, 2, "0.12"), (0.375, 2, "0.38"), (2.5, 0, "2"), (3.5, 0, "4"), (0.135, 2, "0.14"),
    (-0.001, 2, "-0.00"),
    (1e17, 1, "100000000000000000.0"), (4.9e-324, 9, "0.000000000"),
    (0.999_999_999_9, 9, "1.000000000"),
  ])
  func decimals(_ number: Double, _ decimals: Int, _ text: String) {
    #expect(decimalText(number, decimals) == text)
  }

  /// The C library's own formatting is the oracle.
  @Test func decimalsAreThoseOfC() {
    for index in 0..<20_000 {
      let bits = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
      let number = Double(
        sign: .plus, exponent: Int(bits % 119) - 60, significand: 1 + Double(bits >> 12) / 0x1p52)
      let decimals = index % 10
      #expect(decimalText(number, decimals) == String(format: "%.\(decimals)f", number))
      // Ties: a few binary digits behind the point.
      let tie = Double(bits >> 44) / 1_024
      #expect(decimalText(-tie, decimals) == String(format: "%.\(decimals)f", -tie))
    }
  }
}
