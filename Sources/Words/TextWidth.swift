/// Returns the greatest width that a text may have, in user units. The estimate is high, as the
/// reader's font is not known.
///
/// DejaVu Sans is the widest of the faces that the page may be shown in.
/// - Parameter size: the size of the font.
package func textWidth(_ text: String, size: Double) -> Double {
  text.unicodeScalars.reduce(0) { $0 + advance($1) } * size
}

/// In parts of the font's size.
private func advance(_ scalar: Unicode.Scalar) -> Double {
  switch scalar {
  case "i", "j", "l", "'", ".", ",", ":", ";", "|", "!", "I": 0.34
  case " ", "\u{a0}", "f", "t", "r", "(", ")", "/", "-": 0.42
  case "m", "w", "M", "W", "%", "@": 0.98
  case "0"..."9": 0.64
  case "A"..."Z": 0.74
  case _ where scalar.isASCII: 0.64
  case _: 1
  }
}

/// A text cut to a width of labels.
package func shortened(_ text: String, to width: Double, size: Double = 12) -> String {
  guard textWidth(text, size: size) > width else { return text }
  var text = text
  while !text.isEmpty, textWidth(text + "…", size: size) > width { text.removeLast() }
  return text + "…"
}
