/// A key of a scenario file, described in words: the one source of `simulate explain`, the
/// reference pages and the JSON Schema.
package struct KeyWords: Sendable {
  package let name: String
  /// The values that are allowed.
  package let shape: ValueShape
  package let isRequired: Bool
  /// The default where it is not given; nil where it is required.
  package let standard: String?
  /// The meaning of the key: one or more sentences.
  package let meaning: String
  /// A value, as a file would say it.
  package let example: String
  /// The source of a figure or of the notion; nil where it is this simulator's own.
  package let source: String?
  /// True if a larger value means more capacity of the gateway.
  package let isCapacity: Bool
}

/// The keys of one mapping.
package struct KeyGroup: Sendable {
  /// As `simulate explain` knows it: the path of the mapping, such as `gateway.admission`, or a name of
  /// its own where several places share it, such as `distribution`.
  package let name: String
  package let meaning: String
  package let keys: [KeyWords]
  /// Sets of keys of which exactly one is given; empty where all may stand together.
  package let choices: [[String]]
  /// Two keys that exclude each other; empty where there are none.
  package let excluding: [String]

  init(
    _ name: String, _ meaning: String, _ keys: [KeyWords], choices: [[String]] = [],
    excluding: [String] = []
  ) {
    self.excluding = excluding
    self.name = name
    self.meaning = meaning
    self.keys = keys
    self.choices = choices
  }
}

/// A key with how its value is read.
struct Key<Value>: Sendable {
  let words: KeyWords
  let read: @Sendable (Field) -> Value?

  /// - Parameters:
  ///   - standard: the default where the key is not given; nil where it must be given.
  ///   - example: a value that a file may have.
  init(
    _ name: String, _ form: Form<Value>, standard: String?, example: String, _ meaning: String,
    source: String? = nil, isCapacity: Bool = false
  ) {
    words = KeyWords(
      name: name, shape: form.shape, isRequired: standard == nil, standard: standard,
      meaning: meaning, example: example, source: source, isCapacity: isCapacity)
    read = form.read
  }

  var name: String { words.name }
}

/// A form of values: the allowed values, and how they are read.
struct Form<Value>: Sendable {
  let shape: ValueShape
  let read: @Sendable (Field) -> Value?

  init(_ shape: ValueShape, _ read: @escaping @Sendable (Field) -> Value?) {
    self.shape = shape
    self.read = read
  }
}

extension Form where Value == Field {
  /// A value whose reading needs more than itself: the reader of the mapping reads it.
  static func read(later shape: ValueShape) -> Form { Form(shape) { $0 } }
}
