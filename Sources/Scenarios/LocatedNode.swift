import Primitives
import Words

/// A YAML value with the place it was written at. Scalars are kept as their own text. The code that
/// reads the key decides the meaning of `1:30`, `010` or `yes`.
struct LocatedNode: Sendable {
  enum Value: Sendable {
    /// `isPlain`: written without quotes.
    case scalar(String, isPlain: Bool)
    case sequence([LocatedNode])
    case mapping([Entry])
  }

  struct Entry: Sendable {
    var key: String
    var place: Place
    var value: LocatedNode
  }

  var value: Value
  var place: Place

  /// True if nothing was written: `key:`, `~` or `null`.
  var isAbsent: Bool {
    guard case .scalar(let text, isPlain: true) = value else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  /// The kind of value that was found, for an error message.
  var found: String {
    switch value {
    case _ where isAbsent: "nothing"
    case .scalar(let text, _):
      "'\(printable(text.count > 60 ? text.prefix(57) + "..." : text[...]))'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// Puts a key behind a path.
func joined(_ path: String, _ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
