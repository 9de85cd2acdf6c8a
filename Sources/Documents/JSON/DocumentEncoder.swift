extension JSONValue {
  /// The JSON of a document: members in the order of the type's coding keys, in snake case. A member that is nil is
  /// null, unless it is `@Omitted`.
  package init(_ document: some Encodable) throws { self = try Self.encoded(document, at: []) }

  fileprivate static func encoded(_ value: some Encodable, at path: [any CodingKey]) throws
    -> JSONValue
  {
    switch value {
    case let value as JSONValue: return value
    case let text as String: return .string(text)
    case let truth as Bool: return .boolean(truth)
    case let number as Int: return .integer(number)
    case let number as UInt64: return .unsigned(number)
    case let number as Double: return .number(number)
    case _: break
    }
    let encoder = DocumentEncoder(path)
    try value.encode(to: encoder)
    return encoder.tree.value
  }
}

/// The part of one value that is written so far: containers are asked for once or several times,
/// and add to it.
private final class Tree {
  private var single: JSONValue?
  private var items: [Tree]?
  private var members: [(key: String, tree: Tree)] = []

  init(_ value: JSONValue? = nil) { single = value }

  var value: JSONValue {
    if let single { return single }
    if let items { return .array(items.map(\.value)) }
    return .object(members.map { JSONValue.Member($0.key, $0.tree.value) })
  }

  var count: Int { items?.count ?? 0 }

  func set(_ value: JSONValue) { single = value }
  func add(_ tree: Tree, _ key: String) { members.append((key, tree)) }
  func append(_ tree: Tree) { items?.append(tree) }
  func beginList() { if items == nil { items = [] } }
}

private struct DocumentEncoder: Encoder {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]
  let tree: Tree

  init(_ path: [any CodingKey], _ tree: Tree = Tree()) {
    codingPath = path
    self.tree = tree
  }

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ObjectEncoder<Key>(codingPath: codingPath, tree: tree))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    tree.beginList()
    return ListEncoder(codingPath: codingPath, tree: tree)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleEncoder(codingPath: codingPath, tree: tree)
  }
}

private struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let codingPath: [any CodingKey]
  let tree: Tree

  mutating func encodeNil(forKey key: Key) throws { tree.add(Tree(.null), documentName(of: key)) }

  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    let path = codingPath + [key]
    if let inlined = value as? any InlinedMember {
      return try inlined.content.encode(to: DocumentEncoder(path, tree))
    }
    if let omitted = value as? any OmittedMember {
      if let content = omitted.content { try encode(content, forKey: key) }
      return
    }
    tree.add(Tree(try .encoded(value, at: path)), documentName(of: key))
  }

  // Without these the synthesised code leaves out what is nil.
  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }
  mutating func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
    try encodeOptional(value, key)
  }

  private mutating func encodeOptional(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    nested(key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nested(key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { DocumentEncoder(codingPath, tree) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

  private func nested(_ key: Key) -> DocumentEncoder {
    let inner = Tree()
    tree.add(inner, documentName(of: key))
    return DocumentEncoder(codingPath + [key], inner)
  }
}

private struct ListEncoder: UnkeyedEncodingContainer {
  let codingPath: [any CodingKey]
  let tree: Tree
  var count: Int { tree.count }

  mutating func encodeNil() throws { tree.append(Tree(.null)) }

  mutating func encode(_ value: some Encodable) throws {
    tree.append(Tree(try .encoded(value, at: codingPath + [DocumentIndex(count)])))
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<
    Key
  > {
    nested().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nested().unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { nested() }

  private func nested() -> DocumentEncoder {
    let inner = Tree()
    let path = codingPath + [DocumentIndex(count)]
    tree.append(inner)
    return DocumentEncoder(path, inner)
  }
}

private struct SingleEncoder: SingleValueEncodingContainer {
  let codingPath: [any CodingKey]
  let tree: Tree

  mutating func encodeNil() throws { tree.set(.null) }
  mutating func encode(_ value: some Encodable) throws {
    tree.set(try .encoded(value, at: codingPath))
  }
}
