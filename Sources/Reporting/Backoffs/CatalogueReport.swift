import ResultFiles
import Sessions
import TextTable

/// What `simulate backoffs` says without a name: the catalogue of real clients.
package struct CatalogueReport: Report {
  private let entries: [CatalogueEntry]
  private let width: Int?

  /// - Parameter width: columns at which lines are cut; nil where they are not.
  package init(_ entries: [CatalogueEntry] = Catalogue.entries, width: Int?) {
    self.entries = entries
    self.width = width
  }

  package func text() -> String {
    let note = "-: left to the session. `simulate backoffs NAME` shows the delays.\n"
    return fitted(table) + note
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(JSONValue.itemsByLine(entries.map(\.json)))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body(["name", "title", "formula", "reset", "clock", "attempts", "source"])
    for entry in entries { try body(entry.fields) }
  }

  private var table: String {
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
    return table.string(for: entries, style: Style.simple) ?? ""
  }

  /// Cut to the width, if there is one: wrapped rows cannot be read.
  private func fitted(_ text: String) -> String {
    guard let width else { return text }
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
