/// Why a text is no JSON document, and where.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1 on; columns are counted in bytes.
  package let line: Int
  package let column: Int
  package let problem: String

  package var description: String { "\(line):\(column): \(problem)" }
}

extension JSONValue {
  /// Reads a document by RFC 8259. The members of an object keep their order; where a name stands twice, the last
  /// member counts.
  /// - Throws: at the first byte that cannot stand there. Objects and lists may be nested 128 deep.
  package init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }

  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var parser = JSONParser(bytes)
    self = try parser.document()
  }
}

private struct JSONParser {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  private static let deepest = 128

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value()
    skipBlanks()
    guard place == bytes.count else { throw problem("something stands behind the document") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    skipBlanks()
    switch current {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.list() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
    case nil: throw problem("the document ends here")
    case _: throw problem("no value begins here")
    }
  }

  // MARK: Objects and lists

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < Self.deepest else { throw problem("nested more than \(Self.deepest) deep") }
    depth += 1
    place += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [Member] = []
    if took("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw problem("a name in quotes is due") }
      let key = try string()
      guard took(":") else { throw problem("':' is due") }
      members.append(Member(key, try value()))
    } while took(",")
    guard took("}") else { throw problem("',' or '}' is due") }
    return .object(members)
  }

  private mutating func list() throws(JSONError) -> JSONValue {
    var items: [JSONValue] = []
    if took("]") { return .array(items) }
    repeat { items.append(try value()) } while took(",")
    guard took("]") else { throw problem("',' or ']' is due") }
    return .array(items)
  }

  private typealias Member = JSONValue.Member

  // MARK: Words and numbers

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError)
    -> JSONValue
  {
    let text = Array("\(word)".utf8)
    guard bytes[place...].starts(with: text) else { throw problem("no value begins here") }
    place += text.count
    return value
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let begin = place
    take(UInt8(ascii: "-"))
    let first = current
    guard takeDigits() > 0 else { throw problem("a digit is due") }
    if first == UInt8(ascii: "0"), bytes[begin..<place].count(where: isDigit) > 1 {
      throw problem("a number with a leading zero")
    }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard takeDigits() > 0 else { throw problem("a digit is due") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "-")) { take(UInt8(ascii: "+")) }
      guard takeDigits() > 0 else { throw problem("a digit is due") }
    }
    let text = String(decoding: bytes[begin..<place], as: UTF8.self)
    if isWhole, let number = Int(text) { return .integer(number) }
    if isWhole, let number = UInt64(text) { return .unsigned(number) }
    guard let number = Double(text), number.isFinite else {
      throw problem("a number beyond all doubles")
    }
    return .number(number)
  }

  private mutating func takeDigits() -> Int {
    let begin = place
    while let byte = current, isDigit(byte) { place += 1 }
    return place - begin
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = current {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: text, as: UTF8.self) else {
          throw problem("a string that is no UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try text.append(contentsOf: escaped().utf8)
      case 0..<0x20: throw problem("a control character in a string")
      case _: text.append(byte)
      }
    }
    throw problem("a string without an end")
  }

  private mutating func escaped() throws(JSONError) -> String {
    guard let byte = current else { throw problem("a string without an end") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(UnicodeScalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return String(try scalar())
    case _: throw problem("no escape sequence")
    }
  }

  private mutating func scalar() throws(JSONError) -> UnicodeScalar {
    let high = try unit()
    if let scalar = UnicodeScalar(high) { return scalar }
    guard UTF16.isLeadSurrogate(UInt16(high)), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u"))
    else {
      throw problem("half a surrogate pair")
    }
    let low = try unit()
    guard UTF16.isTrailSurrogate(UInt16(low)),
      let scalar = UnicodeScalar(0x1_0000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw problem("half a surrogate pair") }
    return scalar
  }

  private mutating func unit() throws(JSONError) -> UInt32 {
    let digits = bytes[place..<min(place + 4, bytes.count)]
    guard digits.count == 4, digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw problem("four hexadecimal digits are due") }
    place += 4
    return unit
  }

  // MARK: Bytes

  private var current: UInt8? { place < bytes.count ? bytes[place] : nil }

  @discardableResult private mutating func take(_ byte: UInt8) -> Bool {
    if current != byte { return false }
    place += 1
    return true
  }

  private mutating func took(_ byte: UnicodeScalar) -> Bool {
    skipBlanks()
    return take(UInt8(ascii: byte))
  }

  private mutating func skipBlanks() {
    while let byte = current, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { place += 1 }
  }

  private func problem(_ text: String) -> JSONError {
    let before = bytes[..<min(place, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let begin = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return JSONError(line: line, column: before.count - begin + 1, problem: text)
  }
}
