import Foundation
import Testing

@Suite("A formula on the command line")
struct BadFormulaTests {
  /// One that cannot be read is wrong usage, shown with a caret; one that gives no delay is found
  /// on the way. Neither leaves any results behind.
  @Test(
    arguments: [
      ("", 2, "expected a value, found the end"),
      ("reset: ready", 2, "'reset' is an axis: it stands behind the whole formula"),
      ("2^x + unifrom(0, 1)", 2, "did you mean 'uniform'?"), ("1..2", 2, "found '0.2'"),
      ("uniform(1)", 2, "takes 2 arguments, found 1"), ("1e999", 2, "too large"),
      ("x, first: 1s, first: 1s", 2, "'first' is given twice"),
      ("2^\u{0445}", 2, "has no meaning in a formula"),
      ("\u{1B}[31mx", 2, "cannot hold the character \\u{1B}"),
      (String(repeating: "(", count: 10_000) + "x", 2, "long"),
      ("2^x", 1, "4294967296.0"), ("4s - x", 1, "-1.0"), ("0/0", 1, "nan"), ("0^(0 - 1)", 1, "inf"),
      ("log(0 - x)", 1, "nan"),
    ] as [(String, Int32, String)])
  func backoffs(_ formula: String, _ status: Int32, _ message: String) throws {
    let place = try Workplace()
    let ending = try place.simulate("backoffs", formula, "--failures", "1000")
    expect(ending, status, message, formula)
    if status == 1 {
      let x = ["2^x": 32, "4s - x": 5][formula] ?? 1
      #expect(ending.messages.contains("'\(formula)'") && ending.messages.contains("x = \(x);"))
    }
  }

  @Test(
    arguments: [
      ("", 2, "expected a value"),
      ("reset: ready", 2, "'reset' is an axis: it stands behind the whole formula"),
      ("2^x + unifrom(0, 1)", 2, "did you mean 'uniform'?"), ("1..2", 2, "found '0.2'"),
      ("uniform(1)", 2, "takes 2 arguments, found 1"),
      ("x, first: 1s, first: 1s", 2, "'first' is given twice"),
      ("x\u{1}", 2, "cannot hold the character \\u{1}"),
      (String(repeating: "x+", count: 5_000), 2, "long"),
      ("3s - x", 1, "-1.0 s after 4 failures"), ("0/0", 1, "nan s after 1 failure "),
      ("1s + log(0 - 1)", 1, "nan s after 1 failure "), ("1/(3 - x)", 1, "inf s after 3 failures"),
    ] as [(String, Int32, String)])
  func run(_ formula: String, _ status: Int32, _ message: String) throws {
    let place = try Workplace()
    let ending = try place.simulate("--backoff", formula, "--clients", "50", "--out", "there")
    expect(ending, status, message, formula)
    if status == 1 { #expect(ending.messages.contains("formula \(formula) gives")) }
    #expect(!place.exists("there") && !place.exists("results"))
  }

  private func expect(_ ending: Ending, _ status: Int32, _ message: String, _ formula: String) {
    #expect(ending.status == status, "\(ending.messages)")
    #expect(ending.messages.contains(message), "\(ending.messages)")
    #expect(ending.results.isEmpty)
    // However long the formula is, and whatever it holds.
    #expect(ending.messages.utf8.count < 1_500)
    #expect(!ending.messages.contains("\u{1}"))
    let isReadAtAll = !ending.messages.contains("cannot hold the character")
    if status == 2 && isReadAtAll {
      #expect(ending.messages.contains("\n") && ending.messages.contains("^\n"))
      #expect(!ending.messages.contains("\u{1B}"), "\(formula)")
    }
  }
}
