import Foundation
import TestRuns
import Testing

@testable import Findings
@testable import Store
@testable import Studies
@testable import Text

@Suite("JUnit XML") struct JUnitFormatTests {
  private func read(_ report: MadeUpReport) throws -> XMLElementFound {
    try #require(parsedXML(try OutputFormat.junit.text(of: report)))
  }

  @Test("each verdict is a case, of the kind that the exit code goes by")
  func kinds() throws {
    let root = try read(
      MadeUpReport(verdicts: [
        verdict("a"), verdict("b", .broken, found: "2 s", why: "in 1 run"),
        verdict("c", .broken, isGate: false), verdict("d", .notJudged, found: "", why: "no clear"),
        verdict("e", .undecided, .baseline), verdict("a", .broken, .baseline),
      ]))
    let suites = root.all("testsuite")
    #expect(suites.count == 1 && root.name == "testsuites" && root.attributes.isEmpty)
    let counts = ["tests", "failures", "errors", "skipped"].map { suites[0].attributes[$0] }
    #expect(counts == ["6", "2", "0", "3"])
    let cases = suites[0].all("testcase")
    #expect(
      cases.map { $0.attributes["name"] } == [
        "a", "b", "c", "d", "e against the baseline", "a against the baseline",
      ])
    #expect(
      cases.map { $0.children.first?.name } == [
        nil, "failure", "skipped", "skipped", "skipped", "failure",
      ])
    #expect(cases[1].children[0].attributes["message"] == "found 2 s, in 1 run")
    #expect(cases[3].children[0].attributes["message"] == "no clear")
    #expect(cases.allSatisfy { $0.attributes["time"] == "0" })
  }

  @Test("a suite for each scenario and backoff, with where the figures come from")
  func suites() throws {
    let root = try read(
      MadeUpReport(verdicts: [
        verdict("a", variant: "x"), verdict("a", variant: "y"), verdict("b", variant: "x"),
      ]))
    let suites = root.all("testsuite")
    #expect(suites.map { $0.attributes["name"] } == ["a-scenario, x", "a-scenario, y"])
    #expect(suites.map { $0.all("testcase").count } == [2, 1])
    // 0.09 s on the wall, over two suites.
    #expect(suites.map { $0.attributes["time"] } == ["0.045", "0.045"])
    #expect(suites[0].attributes["timestamp"] == "2026-01-01T00:00:00")
    #expect(suites[0].children.map(\.name).first == "properties")
    #expect(Array(suites[0].children.map(\.name).suffix(2)) == ["system-out", "system-err"])
    let properties = suites[0].all("property").map {
      [$0.attributes["name"], $0.attributes["value"]]
    }
    #expect(
      properties == [["seeds", "1 to 3"], ["digest", "abc"], ["version", "squall 1.0 (abc)"]])
    // Some readers tell cases apart by class and name alone.
    let keys = root.all("testcase").map { [$0.attributes["classname"], $0.attributes["name"]] }
    #expect(Set(keys).count == 3)
  }

  @Test("a promise that is given twice is two cases")
  func twice() throws {
    let root = try read(MadeUpReport(verdicts: [verdict("a"), verdict("a"), verdict("a")]))
    #expect(root.all("testcase").map { $0.attributes["name"] } == ["a", "a (2)", "a (3)"])
  }

  @Test("an interrupted run is an error of its own")
  func interrupted() throws {
    let root = try read(MadeUpReport(verdicts: [verdict("a")], isTruncated: true))
    #expect(root.all("testsuite").map { $0.attributes["errors"] } == ["0", "1"])
    #expect(root.all("error").count == 1)
  }

  @Test("nothing in a name is markup")
  func escaping() throws {
    let root = try read(
      MadeUpReport(verdicts: [verdict(hostile, .broken, variant: hostile, found: hostile)]))
    let readable = hostile.replacing("\u{1}", with: "\u{FFFD}")
    #expect(root.all("testcase").map { $0.attributes["name"] } == [readable])
    #expect(root.all("testcase").map { $0.attributes["classname"] } == ["a-scenario, " + readable])
    #expect(root.all("failure").map(\.text) == ["found " + readable])
    #expect(root.all("failure").map { $0.attributes["message"] } == ["found " + readable])
  }
}
