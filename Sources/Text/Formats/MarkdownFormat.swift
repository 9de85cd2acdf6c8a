import Store
import Studies

extension OutputFormat {
  /// Markdown, to be pasted into a document or shown by a pipeline: the outcome first, then the
  /// verdicts, then a table of the figures.
  static let markdown = OutputFormat("markdown") { report, write in
    if let head = report.head { try write(markdownHead(head, report.verdicts)) }
    var isHeader = true
    try report.forEachRowForPeople { row in
      try write(markdownRow(row.map(markdownText)))
      if isHeader { try write("|" + row.map { _ in "---|" }.joined() + "\n") }
      isHeader = false
    }
    if let head = report.head {
      let origin = head.origin.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
      try write("\n\(markdownText(origin))\n")
    }
  }
}

/// The heading with the outcome, what it shows, and the verdicts; ends with an empty line.
private func markdownHead(_ head: ReportHead, _ verdicts: [Verdict]) -> String {
  let outcome = [head.isTruncated ? "interrupted" : nil, verdicts.outcome].compactMap { $0 }
  let title = ([head.title] + outcome).joined(separator: ": ")
  var blocks = ["## \(markdownText(title))"] + head.conclusion.map(markdownText)
  if !verdicts.isEmpty { blocks.append(verdictTable(verdicts)) }
  return blocks.joined(separator: "\n\n") + "\n\n"
}

/// Returns the table of the verdicts, those that failed first. If there are many, only the number
/// of those that hold is told.
private func verdictTable(_ verdicts: [Verdict]) -> String {
  let hasSeveral = Set(verdicts.map(\.subject)).count > 1
  let isLong = verdicts.count > mostVerdicts
  let shown = isLong ? verdicts.filter { $0.outcome != .kept } : verdicts
  let ordered = shown.filter(\.fails) + shown.filter { !$0.fails }
  let titles = ["", "what"] + (hasSeveral ? ["where"] : []) + ["found", ""]
  let rows = ordered.map { verdict in
    [verdict.fails ? "**\(verdict.word)**" : verdict.word, markdownCode(verdict.name)]
      + (hasSeveral ? [markdownText(verdict.subject)] : [])
      + [markdownText(verdict.found), markdownText(verdict.why ?? "")]
  }
  let table =
    rows.isEmpty
    ? ""
    : markdownRow(titles) + "|" + titles.map { _ in "---|" }.joined() + "\n"
      + rows.map(markdownRow).joined()
  let rest = verdicts.count - shown.count
  let note = rest > 0 ? "\(rest) more promises and metrics hold." : ""
  return [table.isEmpty ? nil : String(table.dropLast()), note.isEmpty ? nil : note]
    .compactMap { $0 }.joined(separator: "\n\n")
}

private let mostVerdicts = 12

extension Verdict {
  /// The outcome of the verdict, in a word.
  fileprivate var word: String {
    switch (group, outcome) {
    case (.promises, .kept): "kept"
    case (.baseline, .kept): "no worse"
    case (.promises, .broken): "broken"
    case (.baseline, .broken): "worse"
    case (_, .undecided): "undecided"
    case (_, .notJudged): "not judged"
    }
  }
}

func markdownRow(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }

/// Text in which nothing is markup; a line break would end a row.
func markdownText(_ text: String) -> String {
  var result = ""
  var last: Character?
  for character in text {
    switch character {
    case "\\", "`", "*", "|", "<": result += "\\\(character)"
    // A link needs the two side by side.
    case "(" where last == "]": result += "\\("
    case "\n", "\r", "\r\n": result += " "
    case _: result.append(character)
    }
    last = character
  }
  return result
}

/// Text as code, where it holds no quote that would end it.
private func markdownCode(_ text: String) -> String {
  if text.contains("`") || text.contains("\n") { return markdownText(text) }
  return "`\(text.replacing("|", with: "\\|"))`"
}
