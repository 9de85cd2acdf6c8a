/// Text between the tags of XML 1.0.
func xmlText(_ text: String) -> String { escaped(text, isAttribute: false) }

/// The value of an attribute, between double quotes.
func xmlAttribute(_ text: String) -> String { escaped(text, isAttribute: true) }

/// Escapes a text. A character that XML cannot hold at all becomes a replacement character.
private func escaped(_ text: String, isAttribute: Bool) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"" where isAttribute: result += "&quot;"
    // A parser makes blanks of these in an attribute, and a line feed of a carriage return elsewhere.
    case "\t" where isAttribute, "\n" where isAttribute, "\r": result += "&#\(scalar.value);"
    case _ where !scalar.isAllowedInXML: result += "\u{FFFD}"
    case _: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

extension Unicode.Scalar {
  fileprivate var isAllowedInXML: Bool {
    switch value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
