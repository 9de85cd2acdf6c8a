import Words

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
  /// The columns side by side with a blank between two of them: the titles, and a line for each row.
  /// - Parameters:
  ///   - indent: stands before each line.
  ///   - isRuled: whether there is a rule below the titles.
  func lines(indent: String = "  ", isRuled: Bool = false) -> [String] {
    let widths = map(\.fullWidth)
    func line(_ texts: [String]) -> String {
      let cells = indices.map { place in
        self[place].isRight
          ? paddedLeft(texts[place], to: widths[place]) : padded(texts[place], to: widths[place])
      }
      return trimmedEnd(indent + cells.joined(separator: " "))
    }
    let rule = isRuled ? [widths.map { String(repeating: "-", count: $0) }] : []
    let rows = (first?.cells ?? []).indices.map { row in map { $0.cells[row] } }
    return ([map(\.title)] + rule + rows).map(line)
  }
}

/// A line without the blanks at its end.
private func trimmedEnd(_ line: String) -> String {
  String(line.reversed().drop { $0 == " " }.reversed())
}
