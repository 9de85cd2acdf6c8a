/// An object whose names are data, such as paths of keys, in the order in which it was made or read.
package struct Members<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: Value
  }

  package private(set) var all: [Member] = []

  package init() {}

  package init(_ pairs: [(String, Value)]) { all = pairs.map { Member(name: $0, value: $1) } }

  package var dictionary: [String: Value] {
    Dictionary(all.map { ($0.name, $0.value) }) { first, _ in first }
  }

  package subscript(name: String) -> Value? { all.first { $0.name == name }?.value }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    all = try container.allKeys.map { name in
      Member(name: name.stringValue, value: try container.decode(Value.self, forKey: name))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    for member in all { try container.encode(member.value, forKey: MemberName(member.name)) }
  }
}

/// A member that is not written where it is nil. Every other is then null.
@propertyWrapper
package struct Omitted<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  package var wrappedValue: Value?
  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

/// A member whose own members stand among those of the object that it is in.
@propertyWrapper package struct Inlined<Value: Codable & Sendable>: Codable, Sendable {
  package var wrappedValue: Value
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

protocol OmittedMember {
  var content: (any Encodable)? { get }
  init(_ decoder: (any Decoder)?) throws
}

extension Omitted: OmittedMember {
  var content: (any Encodable)? { wrappedValue }
  init(_ decoder: (any Decoder)?) throws {
    wrappedValue = try decoder.map { try $0.singleValueContainer().decode(Value.self) }
  }
}

protocol InlinedMember {
  var content: any Encodable { get }
  init(content decoder: any Decoder) throws
}

extension Inlined: InlinedMember {
  var content: any Encodable { wrappedValue }
  init(content decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}

extension Inlined: Equatable where Value: Equatable {}
extension Inlined: Hashable where Value: Hashable {}

/// A name that is data: it is written as it is.
struct MemberName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// The place of an item in a list, in a path of an error.
struct DocumentIndex: CodingKey {
  let index: Int
  var stringValue: String { "\(index)" }
  var intValue: Int? { index }

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { index = intValue }
}

/// Returns the name of a member in a document: `per_second` for `perSecond`.
func documentName(of key: any CodingKey) -> String {
  let name = key.stringValue
  if key is MemberName || !name.utf8.contains(where: { (0x41...0x5A).contains($0) }) { return name }
  return name.reduce(into: "") { text, letter in
    text += letter.isUppercase ? "_\(letter.lowercased())" : String(letter)
  }
}
