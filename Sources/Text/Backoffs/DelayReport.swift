import Documents
import Foundation
import Scenarios
import Sessions
import Words

/// The report of `simulate backoffs` on one backoff: the facts known about it, and its delays.
package struct DelayReport: Report {
  private let policy: BackoffPolicy
  private let rows: [DelayRow]
  private let width: Int

  /// - Parameter width: columns at which the facts known about it are wrapped.
  package init(_ policy: BackoffPolicy, _ rows: [DelayRow], width: Int) {
    self.policy = policy
    self.width = width
    self.rows = rows
  }

  package func text() -> String { heading + table }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(JSONValue.itemsByLine(rows.map(\.json)))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body(["failures", "mean", "min", "max", "sd", "stop"])
    for row in rows { try body(row.fields) }
  }

  private var heading: String {
    let lines = facts.flatMap { label, text in
      wrapped(
        text.split(separator: " ").map(String.init), gap: " ",
        first: "  " + padded(label, to: 17), width: width)
    }
    return ([policy.name] + lines).joined(separator: "\n") + "\n\n"
  }

  /// Each with its label.
  private var facts: [(String, String)] {
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
    return facts
  }

  private var table: String {
    func column(_ title: String, _ value: (DelayRow) -> Double?) -> TextColumn {
      TextColumn(
        title: title,
        cells: rows.map { row in
          value(row).map { String(format: "%.3f", $0) } ?? (row.stop ? "stop" : "-")
        })
    }
    let columns = [
      TextColumn(title: "failures", cells: rows.map { "\($0.failures)" }),
      column("mean s", \.mean), column("min s", \.min), column("max s", \.max),
      column("sd s", \.sd),
    ]
    return columns.lines(indent: "", isRuled: true).joined(separator: "\n") + "\n"
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
