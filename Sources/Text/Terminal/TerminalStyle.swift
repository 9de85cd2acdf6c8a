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
