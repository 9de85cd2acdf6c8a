import Testing

@testable import Backoff

@Suite("Formulas that mislead")
struct FormulaDoubtTests {
  @Test(
    "what others call the count of tries is explained, also alone",
    arguments: [
      "n", "i", "Attempt", "attempts", "retry", "retries", "try", "count",
    ])
  func counters(name: String) {
    for text in [name, "2^\(name)", "mine=1s * \(name)"] {
      let error = #expect(throws: FormulaError.self) { try BackoffPolicy.parse(text) }
      let message = error?.message ?? ""
      #expect(message.hasPrefix("unknown name '\(name)'; x counts the failures, 1 at the first"))
      #expect(message.hasSuffix("as in 2^(x - 1)"))
    }
  }

  @Test(
    "numbers that look like milliseconds",
    arguments: [
      (
        "min(60000, 1000*2^x)",
        "'min(60000, 1000*2^x)' waits up to 4000 s (1.1 h) after 2 failures: bare numbers are "
          + "seconds; write 60s or 60000ms"
      ),
      (
        "mine=30000, first: 1s",
        "'mine' (30000) waits up to 30000 s (8.3 h) after 2 failures: bare numbers are seconds; "
          + "write 30s or 30000ms"
      ),
      (
        "10^x",
        "'10^x' waits up to 100000 s (27.8 h) after 5 failures: bare numbers are seconds; write "
          + "10s or 10ms"
      ),
      (
        "1500 * 100^x",
        "'1500 * 100^x' waits up to 150000 s (41.7 h) after 1 failure: bare numbers are seconds; "
          + "write 1.5s or 1500ms"
      ),
    ])
  func doubts(text: String, sentence: String) throws {
    let warnings = try BackoffPolicy.parse(text).warnings()
    #expect(warnings.map(\.sentence) == [sentence])
    #expect(warnings.map(\.code) == ["bare-numbers"])
    #expect(BackoffPolicy.warnings(of: text) == warnings)
  }

  @Test(
    "no doubt",
    arguments: [
      "2^x", "min(20, 2^x)", "uniform(0, min(20s, 1s * 2^x))", "min(60s, 1000ms * 2^x)",
      "min(48h, 10h * 2^x)", "uniform(0, 1000)", "min(3600, 2^x)", "3 - x", "stop", "2^n",
    ])
  func noDoubts(text: String) {
    #expect(BackoffPolicy.warnings(of: text).isEmpty)
  }

  @Test("the catalogue is as its clients have it")
  func catalogue() {
    for entry in Catalogue.entries { #expect(entry.policy.warnings().isEmpty, "\(entry.name)") }
  }
}
