/// A JSON document that keeps its keys in order and writes the same bytes for the same values.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// A number that does not fit an `Int`, such as a seed.
  case unsigned(UInt64)
  /// Written in the fewest digits that read back exactly, whole ones without `.0`. A value that is
  /// not finite is written as null.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONValue

    package init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Null for nil.
  package static func optional<T>(_ value: T?, _ wrap: (T) -> JSONValue) -> JSONValue {
    value.map(wrap) ?? .null
  }

  /// An object with more members behind its own; anything else as it is.
  package func adding(_ members: [Member]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    return .object(own + members)
  }

  /// One value a line, indented by two spaces; ends with a line break.
  package var text: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  /// All on one line, without a line break at the end.
  package var line: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// A list with one item a line; ends with a line break.
  package static func itemsByLine(_ items: [JSONValue]) -> String {
    "[\n" + items.map { "  " + $0.line }.joined(separator: ",\n") + "\n]\n"
  }

  /// - Parameter indent: of the line it begins on; nil = all on one line.
  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .boolean(let truth): text += truth ? "true" : "false"
    case .integer(let number): text += "\(number)"
    case .unsigned(let number): text += "\(number)"
    case .number(let number): text += jsonNumber(number)
    case .string(let string): text += jsonString(string)
    case .array(let items):
      writeList(to: &text, indent, "[", "]", items) { $0.write(to: &$1, indent: $2) }
    case .object(let members):
      writeList(to: &text, indent, "{", "}", members) { member, text, indent in
        text += jsonString(member.key) + ": "
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private func writeList<Item>(
    to text: inout String, _ indent: Int?, _ open: String, _ close: String, _ items: [Item],
    each: (Item, inout String, Int?) -> Void
  ) {
    if items.isEmpty {
      text += open + close
      return
    }
    let inner = indent.map { $0 + 2 }
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += inner == nil ? ", " : "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      each(item, &text, inner)
    }
    if let indent { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  /// An object with its members in the order in which they are written.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }
}

/// The fewest digits that read back exactly; `null` where it is not finite.
package func jsonNumber(_ number: Double) -> String {
  guard number.isFinite else { return "null" }
  // Beyond 2^53 a double's neighbours are no longer whole numbers apart.
  if abs(number) <= 0x1p53, let whole = Int64(exactly: number) { return "\(whole)" }
  return "\(number)"
}

private func jsonString(_ string: String) -> String {
  var text = "\""
  for scalar in string.unicodeScalars {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case _ where scalar.value < 0x20 || scalar.value == 0x7f:
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    case _: text.unicodeScalars.append(scalar)
    }
  }
  return text + "\""
}
