import Testing

@testable import Backoff

@Suite("A policy with a name of its own")
struct PolicyNameTests {
  @Test("a name in front stays, whatever stands behind it")
  func names() throws {
    let named = try BackoffPolicy.parse("mine=uniform(0s, 2^x), reset: open")
    #expect(named.name == "mine" && named.hasGivenName)
    #expect(named.formula.text == "uniform(0s, 2^x)" && named.reset == .open)
    let client = try BackoffPolicy.parse(" our-2nd_try = socketio ")
    #expect(client.name == "our-2nd_try" && client.hasGivenName)
    #expect(client.formula == Catalogue.entry(named: "socketio")!.policy.formula)
    for text in ["2^x", "x", "socketio", "socketio, reset: open", "if(x == 1, 1s, 2s)", "x == 1"] {
      #expect(BackoffPolicy.givenName(in: text) == nil, "\(text)")
      #expect(try !BackoffPolicy.parse(text).hasGivenName, "\(text)")
    }
    #expect(BackoffPolicy.givenName(in: "mine=x == 1") == "mine")
  }

  @Test(
    "a bad name, and a bad formula behind a good one",
    arguments: [
      ("my own=2^x", 1, "'my own' is not a name: it is made of letters, digits, - and _"),
      ("m\u{F6}in=2^x", 1, "'m\u{F6}in' is not a name: it is made of letters, digits, - and _"),
      ("socketio=2^x", 1, "'socketio' is a backoff of the catalogue; give yours another name"),
      ("stoat_web=2^x", 1, "'stoat_web' is a backoff of the catalogue; give yours another name"),
      ("own=2^x", 1, "'own' stands for the scenario's own backoff; choose another name"),
      ("mine=2^y", 8, "unknown name 'y'; did you mean 'x'?"),
      ("mine=", 6, "expected a value, found the end"),
      ("a=b=2^x", 4, "'=' is not an operator; a comparison is written '=='"),
      ("=2^x", 1, "'=' is not an operator; a comparison is written '=='"),
    ])
  func bad(text: String, column: Int, message: String) {
    let error = #expect(throws: FormulaError.self) { try BackoffPolicy.parse(text) }
    #expect(error?.message == message)
    #expect(error?.column == column && error?.text == text)
  }
}
