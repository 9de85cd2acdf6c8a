import Documents
import Foundation
import Sessions
import TestRuns
import Testing

@testable import Findings
@testable import Metrics
@testable import Scenarios
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

extension OutputFormat {
  /// Rows with tabs between the fields: all that a format needs beside its place in the list.
  fileprivate static let tabs = OutputFormat("tabs") { report, write in
    try report.forEachRow { try write($0.joined(separator: "\t") + "\n") }
  }

  fileprivate func text(_ report: some Report) throws -> String {
    var text = ""
    try write(report) { text += $0 }
    return text
  }
}

@Suite("Output formats") struct OutputFormatTests {
  private func run() throws -> (report: RunReport, summary: Summary) {
    let summary = try summary(restartRun())
    let report = RunReport(summary, slo: [], facts: facts).shown(
      from: "results/x", TerminalStyle())
    return (report, summary)
  }

  private func sweep(_ scratch: Scratch) throws -> SweepReport {
    try writeShard(smallPlan(), to: scratch.path + "/s")
    return try SweepReport(
      SweepFolder(scratch.path + "/s"), facts: SweepFacts(wallSeconds: 2, notes: []),
      style: TerminalStyle())
  }

  @Test func theListHasNamesThatDiffer() {
    let names = OutputFormat.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(OutputFormat.usual.name == names[0] && OutputFormat.usual.isForPeople)
    #expect(Set(names).isSuperset(of: ["table", "json", "csv"]))
  }

  @Test func aRunAsEachOfThem() throws {
    let (report, summary) = try run()
    #expect(try OutputFormat.table.text(report) == report.text())
    #expect(try OutputFormat.json.text(report) == documentText(SummaryDocument(summary)))
    #expect(try OutputFormat.csv.text(report) == summaryCSV(summary))
  }

  @Test func aSweepAsEachOfThem() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let report = try sweep(scratch)
    #expect(try OutputFormat.table.text(report).hasPrefix("gateway-restart   12 cells"))
    let json = try OutputFormat.json.text(report)
    #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
    #expect(try OutputFormat.csv.text(report) == scratch.text("s/sweep.csv"))
  }

  @Test func aFormatOfItsOwnWritesARun() throws {
    let (report, summary) = try run()
    let lines = try OutputFormat.tabs.text(report).split(separator: "\n")
    #expect(lines[0] == "run\tscenario\tvariant\tseed\tmetric\tstatistic\tvalue\tunit")
    #expect(lines.count == 1 + summary.reported.count)
    #expect(lines.contains("1\tgateway-restart\tstoat-web\t1\trecover\tcount\t10000\tcount"))
  }

  @Test func aFormatOfItsOwnWritesASweep() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let lines = try OutputFormat.tabs.text(sweep(scratch)).split(separator: "\n")
    #expect(lines[0].hasPrefix("cell\tscenario\tfaults.0.for\tnetwork.latency\tvariant\tseed\t"))
    // 4 metrics of each of 12 cells; what CSV quotes needs no quotes here.
    #expect(lines.count == 1 + 12 * 4)
    #expect(lines[48].contains("\t{uniform: [10ms, 30ms]}\t"))
  }

  @Test func aFormatOfItsOwnWritesDelaysAndSettings() throws {
    let policy = try BackoffPolicy.parse("mine=min(3s, 2^x)")
    let delays = DelayReport(
      policy, try delayTable(policy: policy, failures: 3, seed: 1), width: 80)
    let lines = try OutputFormat.tabs.text(delays).split(separator: "\n")
    #expect(lines[0] == "failures\tmean\tmin\tmax\tsd\tstop" && lines.count == 4)
    let settings = ConfigurationReport([("a.b", "{x: [1, 2]}"), ("c", "")])
    #expect(try OutputFormat.tabs.text(settings) == "key\tvalue\na.b\t{x: [1, 2]}\nc\t\n")
    #expect(try OutputFormat.csv.text(settings) == "key,value\na.b,\"{x: [1, 2]}\"\nc,\n")
  }

  @Test("every row of a report has as many fields as its header")
  func rowsAreEven() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let reports: [any Report] = [
      try run().report, try sweep(scratch), CatalogueReport(width: 80),
      ConfigurationReport(try scenario().resolved),
    ]
    for report in reports {
      var counts: Set<Int> = []
      try report.forEachRow { counts.insert($0.count) }
      #expect(counts.count == 1, "\(report)")
    }
  }

  @Test("the catalogue fits the terminal, and no formula is cut", arguments: [60, 80, 100, 1_000])
  func catalogueFits(width: Int) {
    let text = CatalogueReport(width: width).text()
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    let words = Set(text.split { $0 == " " || $0 == "\n" })
    for entry in Catalogue.entries {
      #expect(entry.policy.formula.text.split(separator: " ").allSatisfy(words.contains))
    }
  }

  @Test func markdownIsATable() throws {
    let settings = ConfigurationReport([("a|b", "two\nlines"), ("c", "")])
    #expect(
      try OutputFormat.markdown.text(settings)
        == "| key | value |\n|---|---|\n| a\\|b | two lines |\n| c |  |\n")
  }

  // MARK: Piece by piece

  /// So many rows of ten characters.
  private struct Rows: Report {
    struct Damaged: Error {}
    let count: Int
    var isDamaged = false

    func text() -> String { "\(count) rows\n" }
    func writeDocument(_ write: (String) throws -> Void) rethrows { try write("[]\n") }
    func forEachRow(_ body: ([String]) throws -> Void) throws {
      for _ in 0..<count { try body(["four", "five5"]) }
      if isDamaged { throw Damaged() }
    }
  }

  @Test func manyRowsAreNeverOnePiece() throws {
    var sizes: [Int] = []
    try OutputFormat.csv.write(Rows(count: 100_000)) { sizes.append($0.utf8.count) }
    #expect(sizes.reduce(0, +) == 1_100_000)
    #expect(sizes.count > 10 && sizes.allSatisfy { $0 < 70_000 })
    sizes = []
    try OutputFormat.csv.write(Rows(count: 10)) { sizes.append($0.utf8.count) }
    #expect(sizes == [110])
  }

  @Test func whatWasReadBeforeADamageIsWritten() {
    var text = ""
    #expect(throws: Rows.Damaged.self) {
      try OutputFormat.csv.write(Rows(count: 2, isDamaged: true)) { text += $0 }
    }
    #expect(text == "four,five5\nfour,five5\n")
  }

  @Test func aSinkThatTakesNoMoreEndsIt() {
    struct Full: Error {}
    var calls = 0
    #expect(throws: Full.self) {
      try OutputFormat.csv.write(Rows(count: 100_000)) { _ in
        calls += 1
        throw Full()
      }
    }
    #expect(calls == 1)
  }
}
