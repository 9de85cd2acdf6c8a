/// How the terminal is to be written to.
package struct TerminalStyle: Hashable, Sendable {
  /// Columns, at least 60.
  package var width: Int
  package var usesColour: Bool

  package init(width: Int = 100, usesColour: Bool = false) {
    self.width = max(60, width)
    self.usesColour = usesColour
  }

  enum Colour: String {
    case bold = "1"
    case red = "1;31"
    case green = "32"
    case dim = "2"
  }

  func coloured(_ text: String, _ colour: Colour) -> String {
    usesColour ? "\u{1b}[\(colour.rawValue)m\(text)\u{1b}[0m" : text
  }
}

/// Columns before the values of a labelled line.
let labelWidth = 15

/// `  label        one   two   three`, wrapped between the items.
func labelled(_ label: String, _ items: [String], width: Int) -> [String] {
  wrapped(items, gap: "   ", first: padded("  " + label, to: labelWidth), width: width)
}

/// Items behind a first text, wrapped where a line is full and indented to where it began.
func wrapped(_ items: [String], gap: String, first: String, width: Int) -> [String] {
  var lines: [String] = []
  var line = first
  var isBegun = false
  for item in items {
    if isBegun, line.count + gap.count + item.count > width {
      lines.append(line)
      line = String(repeating: " ", count: first.count)
      isBegun = false
    }
    line += (isBegun ? gap : "") + item
    isBegun = true
  }
  return lines + [line]
}

/// Parts of one item with blanks between them, in as many pieces as the room asks for: the items of a
/// wrapped line.
func pieces(_ parts: [String], room: Int) -> [String] {
  wrapped(parts, gap: " ", first: "", width: room)
}

/// A sentence, wrapped between words and indented by two columns. What `unbroken` tied together
/// stays on one line.
func paragraph(_ text: String, width: Int) -> [String] {
  wrapped(text.split(separator: " ").map(String.init), gap: " ", first: "  ", width: width)
    .map(untied)
}

/// A number and its unit, tied together for `paragraph`.
func unbroken(_ text: String) -> String { String(text.map { $0 == " " ? tie : $0 }) }

/// The same text with blanks where `unbroken` tied something together.
func untied(_ text: String) -> String { String(text.map { $0 == tie ? " " : $0 }) }

/// A no-break space.
private let tie: Character = "\u{a0}"

func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

func paddedLeft(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Text that somebody typed, made harmless for a terminal.
func harmless(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    let isControl = scalar.properties.generalCategory == .control
    result.unicodeScalars.append(isControl ? "?" : scalar)
  }
  return result
}
