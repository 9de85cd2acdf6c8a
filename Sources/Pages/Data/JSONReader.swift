import Foundation

/// What stands in a JSON document, found by paths with dots.
///
/// What is not there, or of another kind, reads as nil: a folder of another version still has a page.
struct JSONReader {
  private let value: Any?

  init(_ value: Any?) { self.value = value }

  init(text: String) { value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) }

  subscript(_ path: String) -> JSONReader {
    var current = value
    for key in path.split(separator: ".") {
      current = (current as? [String: Any])?[String(key)]
    }
    return JSONReader(current)
  }

  /// The member of that very name, dots and all.
  func member(_ name: String) -> JSONReader { JSONReader((value as? [String: Any])?[name]) }

  var text: String? { value as? String }
  var number: Double? { (value as? NSNumber)?.doubleValue }
  var truth: Bool? { value as? Bool }
  /// Of an object, by their whole keys: a dot in a key is no path.
  var members: [String: JSONReader] {
    (value as? [String: Any])?.mapValues { JSONReader($0) } ?? [:]
  }
  var items: [JSONReader] { (value as? [Any])?.map { JSONReader($0) } ?? [] }
}
