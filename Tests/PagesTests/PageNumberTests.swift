import Testing

@testable import Pages

@Suite("Durations of settings on a page") struct PageNumberTests {
  @Test(
    "a value is exact, and in minutes where these are whole",
    arguments: [
      (480.0, "8 min"), (120, "2 min"), (90, "90 s"), (210.5, "210.5 s"), (60, "60 s"),
      (7_200, "120 min"), (36_000, "10 h"),
    ])
  func values(seconds: Double, words: String) {
    #expect(PageNumber.setting(seconds) == words.replacing(" ", with: "\u{a0}"))
  }

  @Test(
    "ticks are in one unit as far as they are near each other",
    arguments: [
      (5.0, "5 s"), (60.6, "60.6 s"), (119, "119 s"), (264.6, "4.4 min"), (600, "10 min"),
      (3_600, "60 min"), (7_200, "2 h"), (100_000, "27.8 h"),
    ])
  func ticks(seconds: Double, words: String) {
    #expect(PageNumber.settingTick(seconds) == words.replacing(" ", with: "\u{a0}"))
  }
}
