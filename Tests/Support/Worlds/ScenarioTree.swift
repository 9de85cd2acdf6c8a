/// A scenario file as a tree of parts, each of which can be taken out or changed on its own.
///
/// Values are text, as they are in the file.
package enum ScenarioTree: Hashable, Sendable {
  case scalar(String)
  case list([ScenarioTree])
  /// In the order of the file; no key stands twice.
  case mapping([Entry])

  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: ScenarioTree

    package init(_ key: String, _ value: ScenarioTree) {
      self.key = key
      self.value = value
    }
  }
}

extension ScenarioTree: ExpressibleByStringInterpolation, ExpressibleByDictionaryLiteral {
  package init(stringLiteral value: String) { self = .scalar(value) }

  package init(dictionaryLiteral elements: (String, ScenarioTree)...) {
    self = .mapping(elements.map { Entry($0.0, $0.1) })
  }
}

extension ScenarioTree {
  /// The value of a key; nil takes the key out. Of anything but a mapping there is none.
  package subscript(key: String) -> ScenarioTree? {
    get {
      guard case .mapping(let entries) = self else { return nil }
      return entries.first { $0.key == key }?.value
    }
    set {
      guard case .mapping(var entries) = self else {
        preconditionFailure("only a mapping has keys")
      }
      let index = entries.firstIndex { $0.key == key }
      if let newValue {
        let new = Entry(key, newValue)
        if let index { entries[index] = new } else { entries.append(new) }
      } else if let index {
        entries.remove(at: index)
      }
      self = .mapping(entries)
    }
  }

  /// The items; nil where it is no list.
  package var items: [ScenarioTree]? {
    if case .list(let items) = self { items } else { nil }
  }

  /// The text of a scalar; nil where it is none.
  package var word: String? {
    if case .scalar(let text) = self { text } else { nil }
  }
}

// MARK: As text

extension ScenarioTree {
  /// The scenario file: what stands at the top in lines of its own, so that a person can read it.
  package var text: String {
    guard case .mapping(let entries) = self, !entries.isEmpty else { return flow + "\n" }
    return entries.map { $0.text(depth: 0) }.joined()
  }

  /// In one line.
  fileprivate var flow: String {
    switch self {
    case .scalar(let text): Self.isPlain(text) ? text : Self.quoted(text)
    case .list(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }

  /// Whether YAML reads it as it is. A tilde alone is nothing at all, and meant so.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.first, first == "~" || isPlain(first) else { return false }
    return text.dropFirst().allSatisfy { isPlain($0) || "._-/%".contains($0) }
  }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}

extension ScenarioTree.Entry {
  fileprivate func text(depth: Int) -> String {
    let margin = String(repeating: "  ", count: depth)
    switch value {
    case .mapping(let entries) where depth == 0 && !entries.isEmpty:
      return "\(key):\n" + entries.map { $0.text(depth: depth + 1) }.joined()
    case .list(let items) where !items.isEmpty:
      return "\(margin)\(key):\n" + items.map { "\(margin)  - \($0.flow)\n" }.joined()
    case .scalar, .list, .mapping:
      return "\(margin)\(key): \(value.flow)\n"
    }
  }
}
