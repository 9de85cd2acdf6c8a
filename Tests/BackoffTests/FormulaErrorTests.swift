import Testing

@testable import Backoff

@Suite("A formula that cannot be read")
struct FormulaErrorTests {
  @Test("shows the place with a caret")
  func caret() {
    #expect(
      complaint("min(20s, 2^y)") == """
        unknown name 'y'; did you mean 'x'?
          min(20s, 2^y)
                     ^
        """)
    #expect(
      complaint("(2^x - 1) * unifrom(0.8, 1.2)") == """
        unknown name 'unifrom'; did you mean 'uniform'?
          (2^x - 1) * unifrom(0.8, 1.2)
                      ^
        """)
    #expect(
      complaint("2^x, reste: ready") == """
        unknown axis 'reste'; did you mean 'reset'?
          2^x, reste: ready
               ^
        """)
  }

  @Test(
    "says what is wrong and where",
    arguments: [
      ("", 1, "expected a value, found the end"),
      ("2 +", 4, "expected a value, found the end"),
      ("2 + * 3", 5, "expected a value, found '*'"),
      ("(2 + 3", 1, "this '(' is never closed"),
      ("2 + 3)", 6, "expected an operator or the end, found ')'"),
      ("2 x", 3, "expected an operator or the end, found 'x'"),
      ("2x", 2, "unknown unit 'x'; durations end in us, ms, s, m or h, a product needs '*'"),
      ("2 $ 3", 3, "'$' has no meaning in a formula"),
      ("if(x = 3, 1, 2)", 6, "'=' is not an operator; a comparison is written '=='"),
      (
        "x = 3", 1,
        "'x' means something in a formula and cannot be a name; a comparison is written '=='"
      ),
      (
        "1s * 2^attempt", 8,
        "unknown name 'attempt'; x counts the failures, 1 at the first: where 'attempt' would begin "
          + "at 1 write x, where it would begin at 0 (x - 1), as in 2^(x - 1)"
      ),
      (
        "attempts: 3", 1,
        "'attempts' is an axis: it stands behind the whole formula, after its last ')'"
      ),
      ("1 < x < 3", 7, "comparisons cannot be chained; use brackets"),
      ("uniform(1)", 1, "'uniform' takes 2 arguments, found 1"),
      ("1 + exp()", 5, "'exp' takes 1 argument, found 0"),
      ("log(1, 2)", 1, "'log' takes 1 argument, found 2"),
      ("min(3)", 1, "'min' takes at least 2 arguments, found 1"),
      ("if(x, 1)", 1, "'if' takes 3 arguments: condition, value, other value"),
      ("if(x, 1, 2, 3)", 1, "'if' takes 3 arguments, found more"),
      ("list(1, 2)", 1, "'list' needs what comes after its values: list(1s, 2s; 5s)"),
      ("list(1, 2", 1, "'list' needs what comes after its values: list(1s, 2s; 5s)"),
      ("list(; 2)", 6, "expected a value, found ';'"),
      ("min", 1, "'min' is a function: write min(...)"),
      ("x(2)", 2, "'x' is a value and takes no arguments"),
      ("1e999", 1, "this number is too large"),
      ("2^x; 3", 4, "expected an operator or the end, found ';'"),
      ("stoat-wbe", 1, "no backoff is called 'stoat-wbe'; did you mean 'stoat-web'?"),
      ("zzzzzzz", 1, "no backoff is called 'zzzzzzz'; `simulate backoffs` lists them"),
      ("2^x, 3", 6, "expected an axis such as 'reset: ready', found '3.0'"),
      ("2^x, attempts 3", 15, "expected ':' after 'attempts', found '3.0'"),
      ("2^x, attempts: 1.5", 16, "'attempts' is a whole number or 'unlimited', found '1.5'"),
      ("2^x, attempts: 3s", 16, "'attempts' is a whole number or 'unlimited', found '3.0'"),
      ("2^x, first: 1s, first: 2s", 17, "'first' is given twice"),
      ("2^x, first: x", 13, "'first' needs a duration such as 10s, found 'x'"),
      ("2^x, reset: uptime", 19, "expected '(' after 'uptime', as in uptime(10s), found the end"),
      ("2^x, reset: uptime(0s)", 20, "'uptime' needs a time of more than 0"),
      ("2^x, reset: redy", 13, "unknown reset 'redy'; did you mean 'ready'?"),
      ("2^x, clock: start", 13, "unknown clock 'start'; it is one of failure, attemptStart"),
      ("2^x, connectTimeout: 0s", 22, "a connect timeout is more than 0"),
      ("socketio x", 1, "'socketio' is a whole policy; only ', axis: value' can follow it"),
      ("2 * socketio", 5, "'socketio' is a whole policy; only ', axis: value' can follow it"),
    ])
  func says(text: String, column: Int, message: String) throws {
    let error = try #require(throws: FormulaError.self) { try BackoffPolicy.parse(text) }
    #expect(error.column == column)
    #expect(error.message == message)
    #expect(error.text == text)
  }

  @Test(
    "is an error and never a crash, however deep or long",
    arguments: [
      (String(repeating: "(", count: 10_000) + "x" + String(repeating: ")", count: 10_000)),
      String(repeating: "(", count: 2_000),
      String(repeating: "(", count: 65) + "x" + String(repeating: ")", count: 65),
      String(repeating: "-", count: 3_000) + "x",
      String(repeating: "2^", count: 2_000) + "x",
      String(repeating: "min(1, ", count: 500),
      String(repeating: "list(1; ", count: 400),
      String(repeating: "if(1, 2, ", count: 400),
      String(repeating: "é", count: 5_000),
      String(repeating: "x", count: 4_000),
    ])
  func survives(text: String) {
    let message = complaint(text)
    #expect(!message.isEmpty)
    #expect(message.split(separator: "\n").allSatisfy { $0.count < 4_200 })
  }

  @Test("shows only the neighbourhood of the place in a long text")
  func window() throws {
    let text = String(repeating: "x + ", count: 100) + "y + " + String(repeating: "x + ", count: 50)
    let lines = complaint(text + "1").split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].count <= 84)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let offset = lines[2].distance(from: lines[2].startIndex, to: caret)
    #expect(lines[1][lines[1].index(lines[1].startIndex, offsetBy: offset)] == "y")
  }

  @Test("survives any cut of a right one")
  func prefixes() {
    let text =
      "if(x > 3, list(1s, 2s; stop), -2^x * uniform(0.8, 1.2)), reset: every(2m), first: 0s"
    for length in 0..<text.count { _ = complaint(String(text.prefix(length))) }
    for cut in 0..<text.count {
      var damaged = text
      damaged.remove(at: damaged.index(damaged.startIndex, offsetBy: cut))
      _ = complaint(damaged)
    }
    #expect(complaint(text).isEmpty)
  }
}
