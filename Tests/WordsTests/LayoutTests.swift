import Testing

@testable import Words

@Suite("Lines, lists and widths")
struct LayoutTests {
  @Test func namesAreListed() {
    #expect(listed([]) == "")
    #expect(listed(["a"]) == "a")
    #expect(listed(["a", "b"]) == "a and b")
    #expect(listed(["a", "b", "c"]) == "a, b and c")
    #expect(listed(["a", "b", "c", "d"], most: 3) == "a, b and 2 more")
  }

  @Test func whatIsTooLongIsCut() {
    #expect(cut("four", to: 4) == "four")
    #expect(cut("fives", to: 4) == "f...")
    #expect(shortened("iii", to: 100) == "iii")
    let short = shortened("a very long name", to: 60)
    #expect(short.hasSuffix("\u{2026}") && textWidth(short, size: 12) <= 60)
  }

  @Test func linesAreWrappedBetweenItems() {
    #expect(
      wrapped(["aa", "bb", "cc"], gap: "   ", first: "x: ", width: 12) == ["x: aa   bb", "   cc"])
    #expect(paragraph("one two three", width: 9) == ["  one two", "  three"])
    #expect(paragraph("takes " + unbroken("12 s"), width: 10) == ["  takes", "  12 s"])
  }

  @Test func whatWasTypedIsHarmless() {
    #expect(harmless("a\u{1B}[31m") == "a?[31m")
    #expect(shownOption("a\u{1B}") == "a\u{FFFD}")
    #expect(shownOption(String(repeating: "x", count: 201)).hasSuffix("x..."))
    #expect(printable("a\u{1B}\u{202E}b") == "a\\u{1B}\\u{202E}b")
    #expect(shellWord("a b's") == "'a b'\\''s'")
  }
}
