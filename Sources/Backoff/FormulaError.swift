import Primitives
import Words

/// A formula or a policy that cannot be read, and where.
public struct FormulaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error, and its correction.
  public var message: String
  /// The text that was being read.
  public var text: String
  /// The place in `text`, in characters, 1-based.
  public var column: Int

  public init(_ message: String, text: String, column: Int) {
    self.message = message
    self.text = text
    self.column = column
  }

  /// The message, the text, and a caret under the place. A long text is cut to the neighbourhood.
  public var description: String {
    let characters = text.map(\.shown)
    let width = 76
    let centred = max(0, min(column - 1 - width / 2, characters.count))
    let start = characters.count <= width ? 0 : centred
    let end = min(characters.count, start + width)
    let left = start > 0 ? "..." : ""
    let right = end < characters.count ? "..." : ""
    let line = left + String(characters[start..<end]) + right
    let indent = String(repeating: " ", count: left.count + max(0, column - 1 - start))
    return "\(String(message.map(\.shown)))\n  \(line)\n  \(indent)^"
  }
}

extension Character {
  /// One that takes one column of a terminal and does nothing else to it.
  fileprivate var shown: Character {
    if isNewline || self == "\t" { return " " }
    // Marks without a width would shift the caret.
    let acts = unicodeScalars.contains {
      $0.actsOnTerminal || $0.properties.generalCategory == .format
    }
    return acts ? "\u{FFFD}" : self
  }
}
