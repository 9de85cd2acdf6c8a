import Words

/// Returns the text that is added to the summary of a pipeline's step: a report in Markdown.
///
/// A report that has nothing but rows is given as its text, in a block of its own: the rows of a sweep
/// are no reading.
/// - Parameter limit: the bytes that there is room for. A longer text is cut behind a line, with a
///   note.
/// - Throws: the errors of the report.
package func pipelineSummary(of report: some Report, limit: Int) throws -> String {
  var text = ""
  if report.head == nil {
    text = fenced(try report.text())
  } else {
    do {
      try OutputFormat.ofPipelines.write(report) { piece in
        text += piece
        if text.utf8.count > limit { throw Full() }
      }
    } catch is Full {}
  }
  // The text that is appended next begins behind an empty line.
  text += "\n"
  return text.utf8.count <= limit ? text : cut(text, to: limit)
}

private struct Full: Error {}

private let note = "\n\nCut here: a summary holds no more. The results folder has everything.\n"

private func cut(_ text: String, to limit: Int) -> String {
  // A block that is cut is closed again.
  let closing = text.hasPrefix(fence) ? "\n\(fence)" : ""
  let room = limit - note.utf8.count - closing.utf8.count
  guard room > 0 else { return "" }
  let bytes = text.utf8.prefix(room)
  guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return "" }
  return text[..<end] + closing + note
}

private let fence = "~~~~~~"

private func fenced(_ text: String) -> String { "\(fence)text\n\(text)\(fence)\n" }
