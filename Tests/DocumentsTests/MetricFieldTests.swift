import Metrics
import Testing

@testable import Documents

@Suite("A metric's value as a field") struct MetricFieldTests {
  @Test(arguments: [
    (MetricValue.count(12), MetricUnit.count), (.number(1.5), .count), (.number(0.25), .share),
    (.number(73), .seconds), (.never, .seconds), (.boolean(true), .truth),
    (.boolean(false), .truth), (.undefined, .ratio), (.undefined, .word),
  ])
  func isReadAgain(_ value: MetricValue, _ unit: MetricUnit) {
    #expect(MetricValue(csvField: value.csvField, unit) == value)
  }

  @Test func aWordIsItself() {
    #expect(MetricValue(csvField: "overload", .word) == .word("overload"))
  }

  @Test(arguments: [("yes", MetricUnit.truth), ("many", .count), ("none", .seconds)])
  func whatIsNoValueIsNone(_ field: String, _ unit: MetricUnit) {
    #expect(MetricValue(csvField: field, unit) == nil)
  }

  /// A baseline holds what was never reached as such, and its file has no number for it.
  @Test func aChangeIsWrittenWithoutWhatIsNoNumber() throws {
    var change = BaselineRecord.Change(
      "recover.p99", scenario: "storm", variant: nil, better: .less, tolerance: 0.02)
    change.was = .number(73.5)
    change.is = .never
    let text = documentText(change)
    #expect(text.contains("\"was\": 73.5") && text.contains("\"is\": null"))
    #expect(text.contains("\"outcome\": \"not judged\"") && text.contains("\"better\": \"less\""))
    let read = try BaselineRecord.Change(document: text)
    #expect(read.was == .number(73.5) && read.is == .undefined && read.outcome == .notJudged)
  }
}
