import Documents
import Sessions
import Words

/// The report of `simulate backoffs` without a name: the catalogue of real clients.
package struct CatalogueReport: Report {
  private let entries: [CatalogueEntry]
  private let width: Int

  /// - Parameter width: columns at which lines are wrapped.
  package init(_ entries: [CatalogueEntry] = Catalogue.entries, width: Int) {
    self.entries = entries
    self.width = width
  }

  /// Two paragraphs an entry: the formula, then its client and the axes that the client states.
  package func text() -> String {
    let names = entries.reduce(0) { max($0, $1.name.count) } + 2
    let blank = String(repeating: " ", count: names)
    let lines = entries.flatMap { entry in
      let formula = entry.policy.formula.text.split(separator: " ").map(String.init)
      return wrapped(formula, gap: " ", first: padded(entry.name, to: names), width: width)
        + wrapped(entry.client, gap: " ", first: blank, width: width)
    }
    let note = "\nThe delays of one: simulate backoffs \(entries.last?.name ?? "NAME")\n"
    return lines.joined(separator: "\n") + "\n" + note
  }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(JSONValue.itemsByLine(entries.map(\.json)))
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body(["name", "title", "formula", "reset", "clock", "attempts", "source"])
    for entry in entries { try body(entry.fields) }
  }
}

extension CatalogueEntry {
  /// The client that the formula belongs to, and the axes that it states beside the formula, in
  /// words.
  fileprivate var client: [String] {
    let axes = [
      policy.reset.map { "reset \($0)" }, policy.clock.map { "clock \($0)" },
      policy.attempts.map { "attempts \($0)" },
    ].compactMap(\.self)
    let text = axes.isEmpty ? title : "\(title) (\(axes.joined(separator: ", ")))"
    return text.split(separator: " ").map(String.init)
  }

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
