import Documents

/// The report of `--print-config`: every value of a resolved scenario, one a line.
package struct ConfigurationReport: Report {
  private let pairs: [(path: String, value: String)]

  /// - Parameter pairs: the path of each key and its value, in the order in which they are written.
  package init(_ pairs: [(path: String, value: String)]) { self.pairs = pairs }

  package func text() -> String { pairs.map { "\($0.path): \($0.value)\n" }.joined() }

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    try write(JSONValue.object(pairs.map { .init($0.path, .string($0.value)) }).text)
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body(["key", "value"])
    for pair in pairs { try body([pair.path, pair.value]) }
  }
}
