import Foundation
import ResultFiles
import Scenarios
import Sessions
import TextTable

/// The delays of one backoff as text.
struct DelayText {
  private let policy: BackoffPolicy
  private let rows: [DelayRow]

  init(_ policy: BackoffPolicy, _ rows: [DelayRow]) {
    self.policy = policy
    self.rows = rows
  }

  func text(_ format: OutputFormat) -> String {
    switch format {
    case .json: lines(of: rows.map(\.json))
    case .csv:
      csv([["failures", "mean", "min", "max", "sd", "stop"]] + rows.map(\.fields))
    case .table: heading + table
    }
  }

  private var heading: String {
    let entry = Catalogue.entry(named: policy.name)
    var facts: [(String, String)] = []
    if let entry { facts.append(("client", entry.title)) }
    facts.append(("formula", policy.formula.text))
    if let reset = policy.reset { facts.append(("reset", reset.description)) }
    if let clock = policy.clock { facts.append(("clock", clock.description)) }
    if let attempts = policy.attempts { facts.append(("attempts", "\(attempts)")) }
    if let timeout = policy.connectTimeout {
      facts.append(("connect timeout", durationText(timeout)))
    }
    if let first = policy.first { facts.append(("first", durationText(first))) }
    if let entry { facts.append(("source", entry.source)) }
    if let note = entry?.note { facts.append(("note", note)) }
    let lines = facts.map { "  " + $0.padding(toLength: 17, withPad: " ", startingAt: 0) + $1 }
    return ([policy.name] + lines).joined(separator: "\n") + "\n\n"
  }

  private var table: String {
    let table = TextTable<DelayRow> { row in
      func seconds(_ value: Double?) -> String {
        value.map { String(format: "%.3f", $0) } ?? (row.stop ? "stop" : "-")
      }
      return [
        Column(title: "failures", value: "\(row.failures)", align: .right),
        Column(title: "mean s", value: seconds(row.mean), align: .right),
        Column(title: "min s", value: seconds(row.min), align: .right),
        Column(title: "max s", value: seconds(row.max), align: .right),
        Column(title: "sd s", value: seconds(row.sd), align: .right),
      ]
    }
    return table.string(for: rows, style: Style.simple) ?? ""
  }
}

extension DelayRow {
  fileprivate var json: JSONValue {
    func seconds(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
    return .object([
      .init("failures", .integer(failures)), .init("mean", seconds(mean)),
      .init("min", seconds(min)), .init("max", seconds(max)), .init("sd", seconds(sd)),
      .init("stop", .boolean(stop)),
    ])
  }

  fileprivate var fields: [String] {
    func seconds(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    return ["\(failures)", seconds(mean), seconds(min), seconds(max), seconds(sd), "\(stop)"]
  }
}

/// A JSON list with one item a line.
func lines(of items: [JSONValue]) -> String {
  "[\n" + items.map { "  " + $0.line }.joined(separator: ",\n") + "\n]\n"
}

/// Comma-separated rows. See RFC 4180, with bare line feeds.
func csv(_ rows: [[String]]) -> String {
  rows.map { row in
    row.map { field in
      guard field.contains(where: { ",\"\n\r".contains($0) }) else { return field }
      let parts = field.split(separator: "\"", omittingEmptySubsequences: false)
      return "\"\(parts.joined(separator: "\"\""))\""
    }.joined(separator: ",") + "\n"
  }.joined()
}
