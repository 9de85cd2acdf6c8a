/// Columns before the values of a labelled line.
package let labelWidth = 15

/// `  label        one   two   three`, wrapped between the items.
package func labelled(_ label: String, _ items: [String], width: Int) -> [String] {
  wrapped(items, gap: "   ", first: padded("  " + label, to: labelWidth), width: width)
}

/// Items behind a first text, wrapped where a line is full and indented to where it began.
package func wrapped(_ items: [String], gap: String, first: String, width: Int) -> [String] {
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
package func pieces(_ parts: [String], room: Int) -> [String] {
  wrapped(parts, gap: " ", first: "", width: room)
}

/// A sentence, wrapped between words and indented by two columns. Words that `unbroken` tied
/// together stay on one line.
package func paragraph(_ text: String, width: Int) -> [String] {
  wrapped(text.split(separator: " ").map(String.init), gap: " ", first: "  ", width: width)
    .map(untied)
}

/// A number and its unit, tied together for `paragraph`.
package func unbroken(_ text: String) -> String { String(text.map { $0 == " " ? tie : $0 }) }

/// Every number tied to the word behind it, so that `paragraph` keeps them on one line.
package func tied(_ sentence: String) -> String {
  let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
  var text = ""
  for (place, word) in words.enumerated() {
    if place > 0 {
      let isNumber = words[place - 1].last.map { $0.isASCII && $0.isNumber } ?? false
      text += isNumber ? unbroken(" ") : " "
    }
    text += word
  }
  return text
}

/// The same text with blanks where `unbroken` tied something together.
package func untied(_ text: String) -> String { String(text.map { $0 == tie ? " " : $0 }) }

/// A no-break space.
private let tie: Character = "\u{a0}"

package func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

package func paddedLeft(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
