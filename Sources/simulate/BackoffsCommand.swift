import ArgumentParser
import Reporting
import ResultFiles
import Sessions
import TextTable

struct BackoffsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backoffs",
    abstract: "Lists the backoffs of real clients, or the delays of one.",
    discussion: """
      With a name or a formula: the delays of 20,000 clients whose attempts take no time, after
      each number of failures. No reset rule applies.
      """)

  @Argument(help: "A name of the catalogue or a formula; nothing lists the catalogue.")
  var policy: String?

  @Option(help: ArgumentHelp("Rows of the table of delays.", valueName: "n"))
  var failures = 12

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of the draws, decimal or 0x...", valueName: "s"))
  var seed = "1"

  @Option(help: "What stdout gets.")
  var format = OutputFormat.table

  func validate() throws {
    guard (1...1_000).contains(failures) else {
      throw ValidationError("--failures \(failures) is out of range: 1 to 1000")
    }
  }

  func run() throws {
    guard let policy else {
      try Output.results(Self.catalogue(format))
      return
    }
    guard let number = UInt64(decimalSeed(seed)) else {
      throw CommandFailure.usage("--seed \(seed): write a whole number from 0 to \(UInt64.max)")
    }
    do {
      let parsed = try BackoffPolicy.parse(policy)
      Output.warn(parsed.warnings)
      let rows = try delayTable(policy: parsed, failures: failures, seed: number)
      try Output.results(DelayText(parsed, rows).text(format))
    } catch let error as FormulaError {
      throw CommandFailure.usage(error.description)
    } catch let error as InvalidDelay {
      throw CommandFailure.runtime(error.description)
    }
  }

  private static func catalogue(_ format: OutputFormat) -> String {
    let entries = Catalogue.entries
    switch format {
    case .json: return lines(of: entries.map(\.json))
    case .csv:
      let header = ["name", "title", "formula", "reset", "clock", "attempts", "source"]
      return csv([header] + entries.map(\.fields))
    case .table:
      let table = TextTable<CatalogueEntry> { entry in
        [
          Column(title: "name", value: entry.name),
          Column(title: "formula", value: entry.policy.formula.text),
          Column(title: "reset", value: entry.policy.reset?.description ?? "-"),
          Column(title: "clock", value: entry.policy.clock?.description ?? "-"),
          Column(title: "attempts", value: entry.policy.attempts.map { "\($0)" } ?? "-"),
          Column(title: "title", value: entry.title),
          Column(title: "source", value: entry.source),
        ]
      }
      let text = table.string(for: entries, style: Style.simple) ?? ""
      let note = "-: left to the session. `simulate backoffs NAME` shows the delays.\n"
      return fitted(text) + note
    }
  }

  /// Cut to the width of the terminal, if there is one: wrapped rows cannot be read.
  private static func fitted(_ text: String) -> String {
    guard Terminal.isResults else { return text }
    let width = Terminal.width
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.count > width ? $0.prefix(width - 3) + "..." : $0 }
      .joined(separator: "\n")
  }
}

extension CatalogueEntry {
  fileprivate var fields: [String] {
    [
      name, title, policy.formula.text, policy.reset?.description ?? "",
      policy.clock?.description ?? "", policy.attempts.map { "\($0)" } ?? "", source,
    ]
  }

  fileprivate var json: JSONValue {
    .object([
      .init("name", .string(name)),
      .init("title", .string(title)),
      .init("formula", .string(policy.formula.text)),
      .init("reset", policy.reset.map { .string($0.description) } ?? .null),
      .init("clock", policy.clock.map { .string($0.description) } ?? .null),
      .init("attempts", policy.attempts.map { .integer($0) } ?? .null),
      .init("connectTimeoutSeconds", policy.connectTimeout.map { .number($0.seconds) } ?? .null),
      .init("source", .string(source)),
      .init("note", note.map { .string($0) } ?? .null),
    ])
  }
}
