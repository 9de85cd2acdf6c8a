/// The result of one event, key by key in the order in which they are printed.
struct ReplayAnswer {
  var fields: [Field]

  struct Field {
    var key: String
    var value: Value

    init(_ key: String, _ value: Value) {
      self.key = key
      self.value = value
    }
  }

  enum Value {
    case null
    case boolean(Bool)
    case whole(Int)
    /// Finite.
    case number(Double)
    /// A published name: nothing in it needs escaping.
    case name(String)
    case names([String])
  }

  /// As a JSON object on one line.
  var line: String {
    "{\(fields.map { "\"\($0.key)\": \($0.value.text)" }.joined(separator: ", "))}"
  }
}

extension ReplayAnswer.Value {
  fileprivate var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .whole(let value): "\(value)"
    case .number(let value): "\(value)"
    case .name(let name): "\"\(name)\""
    case .names(let names): "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
  }
}
