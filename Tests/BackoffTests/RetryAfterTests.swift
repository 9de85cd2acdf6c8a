import Backoff
import Testing

@Suite("What a formula is doubted for, and what it is not") struct RetryAfterTests {
  @Test func noAnswerCarriesARetryAfter() {
    let found = BackoffPolicy.warnings(of: "max(retryAfter, 2^x)")
    #expect(found.map(\.code) == ["retry-after-unused"])
    #expect(found[0].sentence.hasPrefix("'max(retryAfter, 2^x)' reads retryAfter, and no answer"))
    #expect(BackoffPolicy.warnings(of: "2^x").isEmpty)
    #expect(BackoffPolicy.warnings(of: "max(retryAfter, 2^x)", asksToWait: true).isEmpty)
    for entry in Catalogue.entries { #expect(entry.policy.warnings().isEmpty, "\(entry.name)") }
  }

  @Test(arguments: [
    ("2**x", "'**' is not an operator; a power is written '^'", 2),
    ("if(status == 503, 9s, 1s)", "unknown name 'status'; the code of the answer is code", 4),
    ("Math.min(30s, 2^x)", "'.' has no meaning in a formula: functions have no module", 5),
  ])
  func otherLanguages(text: String, message: String, column: Int) {
    do throws(FormulaError) {
      _ = try BackoffPolicy.parse(text)
      Issue.record("\(text) is no formula")
    } catch {
      #expect(error.message.hasPrefix(message) && error.column == column)
    }
  }
}
