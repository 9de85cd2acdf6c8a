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

@Suite("What no output may hold") struct HarmlessTextTests {
  @Test(arguments: [
    ("::error::x", "\\u{3A}:error::x"), ("  ::warning::", "  \\u{3A}:warning::"),
    ("a\n::set-output name=b::c\n", "a\n\\u{3A}:set-output name=b::c\n"),
    ("a ::b", "a ::b"), (":x", ":x"), ("", ""),
  ])
  func commandsOfPipelines(lines: String, shown: String) {
    #expect(withoutCommands(lines) == shown)
  }

  @Test(arguments: [
    0xFFFE, 0xFDD0, 0xFDEF, 0x1_FFFF, 0x10_FFFF, 0, 0x1B, 0x9B, 0x202E, 0x2066, 0xAD,
    0x200B, 0x2060, 0xFEFF, 0xE_0041,
  ])
  func whatActsOrIsNoCharacter(scalar: UInt32) throws {
    let text = "a" + String(Character(try #require(Unicode.Scalar(scalar))))
    #expect(printable(text) == "a\\u{\(String(scalar, radix: 16, uppercase: true))}")
  }

  @Test func whatIsOnlyShown() {
    #expect(printable("\u{E9}\u{1F642}\u{FFFD}") == "\u{E9}\u{1F642}\u{FFFD}")
  }

  @Test(arguments: [
    (0.9, 0), (-1.5, -1), (.nan, 0), (.infinity, 1 << 53), (-1e300, -(1 << 53)), (7, 7),
  ])
  func wholeNumbersOfAnything(number: Double, whole: Int) { #expect(Int(clamped: number) == whole) }
}
