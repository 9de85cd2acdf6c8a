import Foundation
import TestRuns
import Testing

@testable import Findings
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite("What a pipeline is told") struct PipelineTests {
  @Test("Markdown says first what came out, and lists what failed before what holds")
  func markdown() throws {
    let report = MadeUpReport(verdicts: [
      verdict("a|b < 3"), verdict("c", .broken, found: "never", why: "2 of 3"),
      verdict("d", .broken, .baseline, found: "2 s, was 1 s"),
    ])
    #expect(
      try OutputFormat.markdown.text(of: report) == #"""
        ## a-scenario: 1 of 2 promises is broken, 1 regression

        It \*takes\* 3 \| 4 s.

        |  | what | found |  |
        |---|---|---|---|
        | **broken** | `c` | never | 2 of 3 |
        | **worse** | `d` | 2 s, was 1 s |  |
        | kept | `a\|b < 3` | 1 s |  |

        | metric | value |
        |---|---|
        | recover.p99 | 74.0 s |

        seeds 1 to 3, digest abc, version squall 1.0 (abc)

        """#)
  }

  @Test("of many verdicts only those that do not hold have a row")
  func many() throws {
    var verdicts = (0..<50).map { verdict("kept \($0)", variant: "v\($0 % 2)") }
    verdicts.append(verdict("lost", .broken, variant: "v1"))
    let text = try OutputFormat.markdown.text(of: MadeUpReport(verdicts: verdicts))
    #expect(
      text.contains(
        "| **broken** | `lost` | a-scenario, v1 | 1 s |  |\n\n"
          + "50 more promises and metrics hold.\n"))
    #expect(!text.contains("kept 7"))
  }

  @Test func interruptedIsSaid() throws {
    let text = try OutputFormat.markdown.text(of: MadeUpReport(isTruncated: true))
    #expect(text.hasPrefix("## a-scenario: interrupted\n"))
  }

  @Test("an annotation is one line, whatever is in it")
  func annotation() {
    let lines = pipelineAnnotations([
      verdict("a"), verdict("50% < b,\r\nc: d", .broken, variant: "x: y, z", found: "1 %"),
      verdict("e", .broken, isGate: false), verdict("f", .broken, .baseline),
    ])
    #expect(
      lines == [
        "::error title=Promise broken in a-scenario%2C x%3A y%2C z::"
          + "50%25 < b,%0D%0Ac: d with x: y, z in a-scenario, found 1 %25",
        "::error title=Worse than the baseline in a-scenario::f, found 1 s",
      ])
  }

  @Test(
    "at most ten annotations, of which the last counts the rest", arguments: [0, 1, 10, 11, 99])
  func annotations(count: Int) {
    let lines = pipelineAnnotations((0..<count).map { verdict("p\($0)", .broken) })
    #expect(lines.count == min(count, 10))
    if count > 10 {
      #expect(lines[9].hasPrefix("::error title=\(count - 9) more::\(count - 9) more of \(count) "))
    }
  }

  // MARK: The summary of a step

  @Test("a summary that has no room is cut behind a row, with a note", arguments: [2_000, 20_000])
  func cut(limit: Int) throws {
    let report = MadeUpReport(
      rows: [["n", "é"]] + (0..<100_000).map { ["\($0)", "é"] })
    let text = try pipelineSummary(of: report, limit: limit)
    #expect(text.utf8.count <= limit && text.utf8.count > limit - 200)
    let lines = text.split(separator: "\n")
    #expect(lines.last?.hasPrefix("Cut here:") == true)
    #expect(lines[lines.count - 2].hasSuffix("| é |"))
  }

  @Test("without room for anything there is nothing")
  func noRoom() throws {
    for limit in [-5, 0, 30] {
      #expect(try pipelineSummary(of: MadeUpReport(rows: manyRows), limit: limit).isEmpty)
    }
    let whole = try pipelineSummary(of: MadeUpReport(), limit: 1 << 20)
    #expect(whole.hasSuffix("squall 1.0 (abc)\n\n"))
  }

  private var manyRows: [[String]] { (0..<100).map { ["\($0)"] } }

  /// Rows only, as a sweep has them.
  private struct Plain: Report {
    let lines: Int
    func text() -> String { (0..<lines).map { "line \($0)\n" }.joined() }
    func writeDocument(_ write: (String) throws -> Void) rethrows {}
    func forEachRow(_ body: ([String]) throws -> Void) rethrows { try body(["a"]) }
  }

  @Test("what has rows only is shown as its text, in a block that is closed")
  func block() throws {
    let whole = try pipelineSummary(of: Plain(lines: 2), limit: 1_000)
    #expect(whole == "~~~~~~text\nline 0\nline 1\n~~~~~~\n\n")
    let part = try pipelineSummary(of: Plain(lines: 1_000), limit: 1_000)
    #expect(part.components(separatedBy: "~~~~~~").count == 3 && part.utf8.count <= 1_000)
    #expect(part.contains("\n~~~~~~\n\nCut here"))
  }

  // MARK: Which report has what

  @Test("a format is refused before the run where the report has nothing of the kind")
  func takes() {
    let names = OutputFormat.those(for: MapReport.self).map(\.name)
    #expect(names == ["table", "json", "csv", "markdown"])
    #expect(OutputFormat.those(for: SweepReport.self).map(\.name) == names + ["junit"])
    #expect(OutputFormat.those(for: RunReport.self).count == OutputFormat.all.count)
    for kind in [ReplicatedReport.self, ComparisonReport.self, CapacityReport.self]
      as [any Report.Type]
    {
      #expect(OutputFormat.junit.takes(kind) && OutputFormat.benchmarkBigger.takes(kind))
    }
  }
}
