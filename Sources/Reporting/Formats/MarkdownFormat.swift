extension OutputFormat {
  /// A Markdown table, to be pasted into a document.
  static let markdown = OutputFormat("markdown") { report, write in
    var isHeader = true
    try report.forEachRowForPeople { row in
      // A bar would end the cell, and a line break the row.
      let cells = row.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }
      try write("| " + cells.joined(separator: " | ") + " |\n")
      if isHeader { try write(String(repeating: "|---", count: row.count) + "|\n") }
      isHeader = false
    }
  }
}
