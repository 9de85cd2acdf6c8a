import Documents
import Foundation
import TestRuns
import Testing

@testable import Findings
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite struct JSONValueTests {
  @Test(arguments: [
    (0.1, "0.1"), (2, "2"), (-0.0, "0"), (1e21, "1e+21"), (5e-324, "5e-324"), (1e-5, "1e-05"),
    (9_007_199_254_740_993, "9007199254740992"), (.infinity, "null"), (.nan, "null"),
    (0.1 + 0.2, "0.30000000000000004"), (1234.5, "1234.5"),
  ])
  func numbers(_ number: Double, _ text: String) {
    #expect(JSONValue.number(number).line == text)
  }

  @Test func documents() throws {
    let value: JSONValue = [
      "b": [:], "a": .array([.integer(1), .null, .boolean(true)]), "c": .unsigned(.max),
    ]
    #expect(value.line == #"{"b": {}, "a": [1, null, true], "c": 18446744073709551615}"#)
    #expect(
      value.text == """
        {
          "b": {},
          "a": [
            1,
            null,
            true
          ],
          "c": 18446744073709551615
        }

        """)
  }

  @Test func stringsComeBack() throws {
    let odd = "quote \" back \\ line\n\r\t bell \u{7} del \u{7f} é 🌩 \u{2028}"
    let data = Data(JSONValue.array([.string(odd)]).text.utf8)
    let back = try JSONSerialization.jsonObject(with: data) as? [String]
    #expect(back == [odd])
  }

  @Test func summaryReadsBack() throws {
    var run = restartRun()
    run.recovery.recoveries.removeLast(200)
    let made = try summary(run, set: ["seed=18446744073709551615"])
    let text = documentText(SummaryDocument(made))
    #expect(text.contains("\"seed\": 18446744073709551615"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(
      Set(object.keys) == [
        "schema", "scenario", "seed", "clients", "digest", "events", "truncated", "metrics",
        "findings", "warnings", "verdict", "formulas", "limit", "faults", "promises",
      ])
    #expect(object["schema"] as? Int == 2)
    #expect(object["scenario"] as? String == "gateway-restart")
    #expect(object["clients"] as? Int == 10_000)
    #expect(object["events"] as? Int == 1_204_331)
    #expect(object["digest"] as? String == run.course.digest.text)
    #expect(object["truncated"] as? Bool == false)
    let metrics = try #require(object["metrics"] as? [String: Any])
    for metric in made.reported where !metric.path.hasPrefix("st") {
      // A group of which nothing is known is null as a whole.
      let value = metric.path.split(separator: ".").reduce(metrics as Any?) { place, key in
        place is NSNull ? place : (place as? [String: Any])?[String(key)]
      }
      if let number = metric.value.number {
        // Foundation rounds the last digit of some numbers when it reads them.
        let back = try #require((value as? NSNumber)?.doubleValue)
        #expect(abs(back - number) <= 1e-14 * abs(number), "\(metric.path)")
        #expect(Double(jsonNumber(number)) == number)
        #expect(text.contains("\": \(jsonNumber(number))"), "\(metric.path)")
      } else if case .boolean(let truth) = metric.value {
        #expect(value as? Bool == truth)
      } else if case .word(let word) = metric.value {
        #expect(value as? String == word)
      } else {
        #expect(value is NSNull, "\(metric.path)")
      }
    }
    // A station of which nothing is known is null as a whole.
    #expect((metrics["stations"] as? NSNull) != nil)
  }

  @Test func findingsAndWarnings() throws {
    let made = try summary(restartRun(), set: ["slo=[gave_up >= 0]"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(documentText(SummaryDocument(made)).utf8))
        as? [String: Any])
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.map { $0["code"] as? String } == made.findings.map(\.code.rawValue))
    #expect(findings[0]["code"] as? String == "formula-paces")
    #expect(findings[0]["sentence"] as? String == made.findings[0].sentence)
    let figures = try #require(findings[0]["figures"] as? [String: Double])
    #expect(figures["recover.p99"] == 49.496 && figures["greatest_use"] == 0)
    let warnings = try #require(object["warnings"] as? [[String: String]])
    #expect(warnings.map { $0["code"] } == ["promise-always-kept"])
    #expect(warnings[0]["sentence"]?.hasPrefix("no figure can break the promise") == true)
  }

  @Test func withoutClearRecoverIsNull() throws {
    var run = restartRun()
    run.course.clear = nil
    let text = documentText(SummaryDocument(try summary(run)))
    #expect(text.contains("\"recover\": null,"))
    #expect(text.contains("\"storm_efficiency\": null,"))
    #expect(text.contains("\"peak_arrivals_1s_after_clear\": null,"))
    #expect(text.contains("\"detect\": {"))
  }
}
