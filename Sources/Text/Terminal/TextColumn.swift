import TextTable

/// A column of a table on the terminal, as wide as its widest text.
struct TextColumn {
  var title = ""
  /// From top to bottom.
  let cells: [String]
  /// The width that it has at least.
  var width = 0
  var isRight = true

  fileprivate var fullWidth: Int { ([title] + cells).reduce(width) { max($0, $1.count) } }
}

extension [TextColumn] {
  /// The columns side by side with a blank between two of them: the titles, and a line for each row. A table
  /// without rows has no lines.
  /// - Parameters:
  ///   - indent: stands before each line.
  ///   - isRuled: whether there is a rule below the titles.
  func lines(indent: String = "  ", isRuled: Bool = false) -> [String] {
    let widths = map(\.fullWidth)
    let table = TextTable<Int> { row in
      zip(self, widths).map { column, width in
        Column(
          title: column.title, value: column.cells[row], width: width,
          align: column.isRight ? .right : .left)
      }
    }
    let rows = first?.cells.indices ?? 0..<0
    let text = table.string(for: rows, style: isRuled ? Style.simple : Style.plain) ?? ""
    return text.split(separator: "\n").map { trimmedEnd(indent + $0) }
  }
}

/// A line without the blanks at its end.
private func trimmedEnd(_ line: String) -> String {
  String(line.reversed().drop { $0 == " " }.reversed())
}
