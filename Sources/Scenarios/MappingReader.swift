import Metrics
import Primitives
import Words

/// Reads one mapping key by key and in the end reports the keys that were never asked for.
///
/// Every reader returns nil after reporting a problem, so that reading goes on and all problems of
/// a file are found at once.
final class MappingReader {
  let path: String
  let place: Place
  let log: ProblemLog
  private let entries: [LocatedNode.Entry]
  private var known: [String] = []

  init(_ entries: [LocatedNode.Entry], path: String, place: Place, log: ProblemLog) {
    self.entries = entries
    self.path = path
    self.place = place
    self.log = log
  }

  /// The value of a key, which is known from now on; nil where it is missing.
  func take<Value>(_ key: Key<Value>) -> Field? { take(named: key.name) }

  /// Reads a key's value; nil where it is missing or wrong.
  func read<Value>(_ key: Key<Value>) -> Value? { take(key).flatMap(key.read) }

  /// The value of a key that must be there.
  /// - Parameter what: the words for the missing value.
  func require<Value>(_ key: Key<Value>, _ what: String) -> Field? {
    if let field = take(key) { return field }
    log.add("missing: \(what)", path: joined(path, key.name), at: place)
    return nil
  }

  /// Reads a key that must be there.
  func required<Value>(_ key: Key<Value>, _ what: String) -> Value? {
    require(key, what).flatMap(key.read)
  }

  /// Reads a key with a default, which counts too where its value is wrong.
  func value<Value>(_ key: Key<Value>, default value: Value) -> Value { read(key) ?? value }

  /// Reads a key with a default: the result of `read`, or the default where the value is missing or
  /// wrong.
  func value<Given, Value>(
    _ key: Key<Given>, default value: Value, _ read: (Field) -> Value?
  ) -> Value {
    guard let field = take(key) else { return value }
    return read(field) ?? value
  }

  /// True if no key is given.
  var isEmpty: Bool { entries.isEmpty }

  /// Which of these keys are given; all are known from now on.
  func given(_ keys: [String]) -> [String] { keys.filter { take(named: $0) != nil } }

  private func take(named key: String) -> Field? {
    if !known.contains(key) { known.append(key) }
    guard let entry = entries.first(where: { $0.key == key }) else { return nil }
    return Field(node: entry.value, path: joined(path, key), log: log)
  }

  /// Reports every key that was never asked for.
  func finish() {
    for entry in entries where !known.contains(entry.key) {
      let hint = log.isFull ? "" : hint(for: entry.key)
      log.add(
        "unknown key; \(hint)allowed: \(known.joined(separator: ", "))",
        path: joined(path, entry.key), at: entry.place)
    }
  }

  /// Returns a hint to the intended key for an unknown one.
  private func hint(for key: String) -> String {
    // YAML takes `rate:800/s` between braces for one word.
    if let colon = key.firstIndex(of: ":"), known.contains(String(key[..<colon])) {
      return
        "write a blank after the colon: '\(key[..<colon]): \(key[key.index(after: colon)...])'; "
    }
    if let meant = MeantKeys.hint(for: key, in: path) { return "\(meant); " }
    let section = path.split(separator: ".").last.map(String.init) ?? ""
    if let answer = NotSimulated.answer(to: key, in: section) { return "\(answer); " }
    // In braces a formula without quotes ends at its first comma.
    if path.hasSuffix("clients") || key.contains("("), key.contains("^") || key.contains(")") {
      return "put a formula in quotes: backoff: 'min(60s, 2^x)'; "
    }
    return nearest(to: key, in: known).map { "did you mean '\($0)'? " } ?? ""
  }

  func problem(_ message: String) { log.add(message, path: path, at: place) }
}

/// One value with its path.
struct Field {
  let node: LocatedNode
  let path: String
  let log: ProblemLog

  func problem(_ message: String, _ kind: Problem.Kind? = nil) {
    log.add(message, path: path, at: node.place, kind: kind)
  }

  /// The mapping's reader; a problem where it is something else.
  func mapping(_ what: String = "a mapping") -> MappingReader? {
    guard case .mapping(let entries) = node.value else { return mismatch(what) }
    return MappingReader(entries, path: path, place: node.place, log: log)
  }

  /// The items of a list; empty where nothing is written.
  func list(_ what: String) -> [Field]? {
    if node.isAbsent { return [] }
    guard case .sequence(let items) = node.value else { return mismatch("a list of \(what)") }
    return items.enumerated().map { index, item in
      Field(node: item, path: joined(path, "\(index)"), log: log)
    }
  }

  var isMapping: Bool {
    if case .mapping = node.value { true } else { false }
  }

  /// The scalar's text, quoted or not.
  /// Text goes to tables and messages as it is, so that it may do nothing to a terminal; a line break
  /// or a tab in it counts as a blank.
  func text(_ what: String) -> String? {
    guard case .scalar(let text, _) = node.value, !node.isAbsent else { return mismatch(what) }
    let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    guard let character = line.firstUnprintable else { return line }
    problem("found \(node.found), which cannot hold the character \(character)")
    return nil
  }

  /// Parses the scalar; the parser's error is the problem.
  func quantity<Value>(
    _ what: String, _ parse: (String) throws(QuantityError) -> Value
  ) -> Value? {
    guard let text = text(what) else { return nil }
    do {
      return try parse(trimmedBlanks(text))
    } catch {
      problem(error.message)
      return nil
    }
  }

  /// One of a fixed set of words.
  func word<Word: RawRepresentable & CaseIterable>() -> Word? where Word.RawValue == String {
    let words = Word.allCases.map(\.rawValue)
    guard let text = word(of: words) else { return nil }
    return Word(rawValue: text)
  }

  /// Other common names of networks, with their names here.
  private static let otherNames = [
    "4g": "lte", "2g": "edge", "gprs": "edge", "fiber": "fibre", "cable": "fibre", "lan": "fibre",
    "wlan": "wifi", "satellite": "starlink",
  ]

  func word(of words: [String]) -> String? {
    let all = words.joined(separator: ", ")
    guard let text = text("one of \(all)") else { return nil }
    if words.contains(text) { return text }
    let meant = Self.otherNames[text.lowercased()].flatMap { words.contains($0) ? $0 : nil }
    let hint = (meant ?? nearest(to: text, in: words)).map { "did you mean '\($0)'? " } ?? ""
    problem("found \(node.found); \(hint)allowed: \(all)")
    return nil
  }

  /// `true` or `false`, and nothing else YAML takes for one.
  func boolean() -> Bool? {
    guard let text = text("true or false") else { return nil }
    if text == "true" || text == "false" { return text == "true" }
    problem("found \(node.found); allowed: true, false")
    return nil
  }

  private func mismatch<Value>(_ what: String) -> Value? {
    problem("expected \(what), found \(node.found)")
    return nil
  }
}
