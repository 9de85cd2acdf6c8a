import Scenarios
import Words

/// One key of a scenario with the values it takes in a sweep: `--vary faults.0.for=30s,60s,2m`.
package struct Variation: Hashable, Sendable {
  /// Keys with dots between them, as in an `Override`.
  package let key: String
  /// YAML, each as it would stand behind the key; never empty, none twice.
  package let values: [String]
  /// How problems with it are located.
  package let option: String

  /// Takes `key=v1,v2,...` apart. Commas within brackets, braces, parentheses and quotes part
  /// nothing; `10s..60s/10s` stands for 10s, 20s, ... 60s.
  package init(_ text: String) throws(SweepError) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw SweepError("--vary \(text): write key.path=v1,v2, such as network.loss=0%,1%")
    }
    option = "--vary"
    key = trimmedBlanks(String(text[..<equals]))
    try Self.check(key)
    do throws(QuantityError) {
      var values: [String] = []
      for value in try splitValues(String(text[text.index(after: equals)...])) {
        values += try expandedRange(value)
        guard values.count <= SweepGrid.limit else {
          throw QuantityError("more values than the \(SweepGrid.limit) cells a grid may have")
        }
      }
      self.values = values
    } catch {
      throw SweepError("--vary \(text): \(error.message)")
    }
    var seen: Set<String> = []
    if let double = values.first(where: { !seen.insert($0).inserted }) {
      throw SweepError("--vary \(text): the value '\(double)' stands there twice")
    }
  }

  /// Values that are known to be good ones, none twice.
  init(key: String, values: [String], option: String) {
    self.key = key
    self.values = values
    self.option = option
  }

  /// Checks that a sweep can vary the key. The error says why it cannot.
  private static func check(_ key: String) throws(SweepError) {
    switch key.split(separator: ".", omittingEmptySubsequences: false).first {
    case "seed": throw SweepError("--vary seed: seeds are swept with --seed and --replications")
    case "name", "about": throw SweepError("--vary \(key): no result depends on it")
    case "slo":
      throw SweepError("--vary \(key): the promises are the same at every point of a sweep")
    case _: return
    }
  }

  /// Returns true if this key is the one at `path`, or contains it.
  package func covers(_ path: String) -> Bool { path == key || path.hasPrefix(key + ".") }

  var depth: Int { key.split(separator: ".").count }
}

/// Parts a list at the commas that stand in no brackets, braces, parentheses or quotes.
func splitValues(_ text: String) throws(QuantityError) -> [String] {
  let closers: [Character: Character] = ["(": ")", "[": "]", "{": "}"]
  var values: [String] = []
  var value = ""
  var open: [Character] = []
  var quote: Character?
  var isEscaped = false
  for character in text {
    if let mark = quote {
      if character == mark, !isEscaped { quote = nil }
      isEscaped = mark == "\"" && character == "\\" && !isEscaped
    } else if character == ",", open.isEmpty {
      values.append(value)
      value = ""
      continue
    } else if character == "'" || character == "\"" {
      quote = character
    } else if let closer = closers[character] {
      open.append(closer)
    } else if closers.values.contains(character) {
      guard open.popLast() == character else {
        throw QuantityError("a '\(character)' closes nothing")
      }
    }
    value.append(character)
  }
  if let missing = quote ?? open.last { throw QuantityError("a '\(missing)' is missing") }
  values = (values + [value]).map(trimmedBlanks)
  if values.contains("") { throw QuantityError("an empty value; write v1,v2,...") }
  return values
}
