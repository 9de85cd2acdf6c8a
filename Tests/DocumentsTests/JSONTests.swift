import Testing

@testable import Documents

@Suite("JSON is read by RFC 8259 and keeps its order")
struct JSONTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true ", .boolean(true)), ("0", .integer(0)), ("-7", .integer(-7)),
    ("18446744073709551615", .unsigned(.max)), ("1.50", .number(1.5)), ("1e3", .number(1_000)),
    ("-0.0", .number(-0.0)),
    (#""a\"\\\/\n\u00e9\ud83d\ude00""#, .string("a\"\\/\n\u{e9}\u{1F600}")), ("[]", .array([])),
    ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
    (#"{"b": 1, "a": {}}"#, .object([.init("b", .integer(1)), .init("a", .object([]))])),
  ])
  func reads(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(arguments: [
    ("", "1:1: the document ends here"), ("{\n  \"a\": }", "2:8: no value begins here"),
    ("[1,]", "1:4: no value begins here"), ("{\"a\" 1}", "1:6: ':' is due"),
    ("{a: 1}", "1:2: a name in quotes is due"),
    ("01", "1:3: a number with a leading zero"), ("1.", "1:3: a digit is due"),
    ("-", "1:2: a digit is due"),
    ("1e999", "1:6: a number beyond all doubles"), ("\"a", "1:3: a string without an end"),
    ("\"\u{1}\"", "1:3: a control character in a string"),
    (#""\ud83d""#, "1:8: half a surrogate pair"),
    (#""\x""#, "1:4: no escape sequence"), ("tru", "1:1: no value begins here"),
    ("1 2", "1:3: something stands behind the document"), ("[1 2]", "1:4: ',' or ']' is due"),
  ])
  func refuses(_ text: String, _ problem: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.description == problem)
  }

  @Test func isNotNestedWithoutEnd() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONValue(parsing: nested(128))
    #expect(throws: JSONError.self) { try JSONValue(parsing: nested(129)) }
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: String(repeating: "[", count: 1_000_000))
    }
  }

  @Test func whatIsWrittenReadsBack() throws {
    let value: JSONValue = [
      "z": .number(0.1), "a": .array([.null, .string("\u{1F}\u{7F}\"\\"), .number(1e300)]),
      "seed": .unsigned(.max), "m": ["least": .integer(.min)],
    ]
    #expect(try JSONValue(parsing: value.text) == value)
    #expect(try JSONValue(parsing: value.line) == value)
  }
}
