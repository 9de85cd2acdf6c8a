/// Why a document is not of the type that is due: the place in it, and what is wrong there.
package struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Names and numbers with dots between them: `worlds.2.per_second`; empty for the document itself.
  package let path: String
  package let problem: String

  package var description: String { path.isEmpty ? problem : "\(path): \(problem)" }

  init(_ path: String, _ problem: String) {
    self.path = path
    self.problem = problem
  }

  fileprivate init(_ path: [any CodingKey], _ problem: String) {
    self.path = path.map { documentName(of: $0) }.joined(separator: ".")
    self.problem = problem
  }
}

extension Decodable {
  /// Reads a document from the text of its file.
  package init(document text: String) throws(DocumentError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: text)
    } catch {
      throw DocumentError("", error.description)
    }
    self = try json.decoded()
  }
}

extension JSONValue {
  /// Reads a document of a type from its JSON.
  /// - Throws: a `DocumentError` at the first member that is missing or of another kind. Members that the type does
  ///   not know are passed over: later versions may have more.
  package func decoded<Document: Decodable>(
    _: Document.Type = Document.self
  ) throws(DocumentError) -> Document {
    do {
      return try decoded(Document.self, at: [])
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError([], "\(error)")
    }
  }

  fileprivate func decoded<Value: Decodable>(_: Value.Type, at path: [any CodingKey]) throws
    -> Value
  {
    let plain: Any? =
      switch Value.self {
      case is JSONValue.Type: self
      case is String.Type: string
      case is Bool.Type: truth
      case is Double.Type: number
      case is Int.Type: whole
      case is UInt64.Type: unsigned
      case _: nil
      }
    if let plain, let value = plain as? Value { return value }
    if let kind = Self.kind(of: Value.self) { throw DocumentError(path, "this is no \(kind)") }
    do {
      return try Value(from: DocumentDecoder(self, path))
    } catch DecodingError.dataCorrupted(let context) {
      // A word that its type does not have.
      throw DocumentError(path, context.debugDescription)
    }
  }

  private static func kind<Value>(of: Value.Type) -> String? {
    switch Value.self {
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is Double.Type: "number"
    case is Int.Type, is UInt64.Type: "whole number, or too large"
    case _: nil
    }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var truth: Bool? { if case .boolean(let truth) = self { truth } else { nil } }

  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .number(let number): number
    case _: nil
    }
  }

  package var whole: Int? {
    switch self {
    case .integer(let number): number.magnitude <= 1 << 53 ? number : nil
    case .number(let number): Int(exactly: number).flatMap { $0.magnitude <= 1 << 53 ? $0 : nil }
    case _: nil
    }
  }

  package var unsigned: UInt64? {
    switch self {
    case .integer(let number): UInt64(exactly: number)
    case .unsigned(let number): number
    case .number(let number): UInt64(exactly: number)
    case _: nil
    }
  }
}

private struct DocumentDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(_ value: JSONValue, _ path: [any CodingKey]) {
    self.value = value
    codingPath = path
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else {
      throw DocumentError(codingPath, "this is no object")
    }
    return KeyedDecodingContainer(ObjectDecoder<Key>(self, members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = value else { throw DocumentError(codingPath, "this is no list") }
    return ListDecoder(items, codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SingleDecoder(decoder: self)
  }
}

private struct ObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: DocumentDecoder
  private let members: [String: JSONValue]
  /// The keys in the order of the document.
  let allKeys: [Key]
  var codingPath: [any CodingKey] { decoder.codingPath }

  init(_ decoder: DocumentDecoder, _ members: [JSONValue.Member]) {
    self.decoder = decoder
    self.members = Dictionary(members.map { ($0.key, $0.value) }) { $1 }
    allKeys = members.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { members[documentName(of: key)] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { members[documentName(of: key)] == .null }

  func decode<Value: Decodable>(_: Value.Type, forKey key: Key) throws -> Value {
    let path = codingPath + [key]
    if let type = Value.self as? any InlinedMember.Type {
      return try type.init(content: decoder) as! Value
    }
    let member = members[documentName(of: key)]
    if let type = Value.self as? any OmittedMember.Type {
      return try type.init(member.flatMap { $0 == .null ? nil : DocumentDecoder($0, path) })
        as! Value
    }
    guard let member else { throw DocumentError(path, "this is missing") }
    return try member.decoded(Value.self, at: path)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try nested(key) }

  private func nested(_ key: Key) throws -> DocumentDecoder {
    let path = codingPath + [key]
    guard let member = members[documentName(of: key)] else {
      throw DocumentError(path, "this is missing")
    }
    return DocumentDecoder(member, path)
  }
}

private struct ListDecoder: UnkeyedDecodingContainer {
  private let items: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(_ items: [JSONValue], _ path: [any CodingKey]) {
    self.items = items
    codingPath = path
  }

  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex >= items.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, items[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_: Value.Type) throws -> Value {
    let next = try next()
    return try next.value.decoded(Value.self, at: next.codingPath)
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws
    -> KeyedDecodingContainer<Key>
  {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> DocumentDecoder {
    let path = codingPath + [DocumentIndex(currentIndex)]
    guard !isAtEnd else { throw DocumentError(path, "this is missing") }
    currentIndex += 1
    return DocumentDecoder(items[currentIndex - 1], path)
  }
}

private struct SingleDecoder: SingleValueDecodingContainer {
  let decoder: DocumentDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value == .null }
  func decode<Value: Decodable>(_: Value.Type) throws -> Value {
    try decoder.value.decoded(Value.self, at: codingPath)
  }
}
