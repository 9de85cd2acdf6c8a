import Primitives
import Words
import Yams

/// Turns YAML text into a located tree, with limits on everything a hostile file could inflate.
struct YAMLReading {
  static let maximumBytes = 1 << 20
  static let maximumNodes = 100_000
  static let maximumDepth = 64

  let log: ProblemLog
  /// The origin of the text, if it is not a file. Then every node has this one place.
  let option: Place?
  /// Keys that stand twice and were told apart; see `compose`.
  private var renamed: [Place] = []
  private var nodes = 0

  init(log: ProblemLog, option: Place? = nil) {
    self.log = log
    self.option = option
  }

  /// The tree, or nil after a problem that leaves nothing to go on with.
  mutating func read(_ text: String, path: String = "") -> LocatedNode? {
    let start = Place.file(line: 1, column: 1)
    guard text.utf8.count <= Self.maximumBytes else {
      report("the file is larger than 1 MiB", path, start)
      return nil
    }
    // A byte order mark is no part of the text.
    guard let node = compose(text.first == "\u{FEFF}" ? String(text.dropFirst()) : text, path)
    else { return nil }
    return located(node, path: path, depth: 1)
  }

  private func report(_ message: String, _ path: String, _ place: Place) {
    log.add(message, path: path, at: option ?? place)
  }

  /// Yams stops at the first key that stands twice in a mapping. To report it with its path, and
  /// everything else that is wrong too, the earlier one gets a mark in front and we try again;
  /// `located` takes the mark off.
  private mutating func compose(_ text: String, _ path: String) -> Node? {
    var text = text
    for _ in 0...ScenarioError.limit {
      do {
        if text.contains("&"), text.contains("*") {
          guard try keysAreWords(text, path) else { return nil }
        }
        // `.basic` leaves every plain scalar a text. Without a named encoding Yams looks through the whole
        // environment for one, which takes longer than the text.
        guard
          let node = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
        else {
          report("the file is empty: a scenario is a mapping of keys to values", path, .top)
          return nil
        }
        return node
      } catch let YamlError.duplicatedKeysInMapping(keys, context) {
        let place = Place.file(line: context.mark.line, column: context.mark.column)
        guard renamed.count < ScenarioError.limit,
          let marked = marking(text, at: context.mark, times: renamed.count + 1)
        else {
          let names = keys.map { "'\(printable($0))'" }.joined(separator: ", ")
          report("duplicate key \(names)", path, place)
          return nil
        }
        renamed.append(place)
        text = marked
      } catch {
        reportSyntax(error, text, path)
        return nil
      }
    }
    return nil
  }

  private func reportSyntax(_ error: any Error, _ text: String, _ path: String) {
    switch error {
    case YamlError.scanner(let context, let problem, let mark, _),
      YamlError.parser(let context, let problem, let mark, _):
      let about = context.map { "\($0.text), " } ?? ""
      report(
        tabHint(text, line: mark.line)
          ?? "not YAML: \(about)\(problem)\(formulaHint(text, line: mark.line))", path,
        .file(line: mark.line, column: mark.column))
    case YamlError.composer(_, let problem, let mark, _):
      let place = Place.file(line: mark.line, column: mark.column)
      if problem.contains("another document") {
        report("a second document begins here: a scenario file holds one", path, place)
      } else {
        report("not YAML: \(problem)", path, place)
      }
    case YamlError.reader(let problem, let offset, _, _):
      report("not YAML: \(problem)", path, offset.map { place(of: $0, in: text) } ?? .top)
    default:
      report("not YAML: \(error)", path, .top)
    }
  }

  /// YAML has no tabs in front of a key.
  private func tabHint(_ text: String, line: Int) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1),
      lines[line - 1].prefix(while: { $0 == " " || $0 == "\t" }).contains("\t")
    else { return nil }
    return "not YAML: a line begins with a tab; indent it with blanks"
  }

  /// A formula with rules behind it is no word in YAML.
  private func formulaHint(_ text: String, line: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1), lines[line - 1].contains("backoff:") else { return "" }
    return "; put the formula in quotes: backoff: '2^x, connectTimeout: 10s'"
  }

  private func place(of offset: Int, in text: String) -> Place {
    let before = text.prefix(offset)
    let line = before.filter(\.isNewline).count + 1
    let column = before.reversed().prefix { !$0.isNewline }.count + 1
    return .file(line: line, column: column)
  }

  private mutating func located(_ node: Node, path: String, depth: Int) -> LocatedNode? {
    let place = originalPlace(node.mark)
    nodes += 1
    if nodes > Self.maximumNodes {
      // Said once, at the first node too many; everything above stops on the nil.
      report("more than \(Self.maximumNodes) values once aliases are expanded", path, place)
      return nil
    }
    if depth > Self.maximumDepth {
      report("nested more than \(Self.maximumDepth) levels deep", path, place)
      return nil
    }
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      return LocatedNode(value: .scalar(scalar.string, isPlain: isPlain), place: option ?? place)
    case .sequence(let sequence):
      var items: [LocatedNode] = []
      for (index, item) in sequence.enumerated() {
        guard let item = located(item, path: joined(path, "\(index)"), depth: depth + 1) else {
          return nil
        }
        items.append(item)
      }
      return LocatedNode(value: .sequence(items), place: option ?? place)
    case .mapping(let mapping):
      return locatedMapping(mapping, at: place, path: path, depth: depth)
    case .alias:
      report("an alias without a value", path, place)
      return nil
    }
  }

  private mutating func locatedMapping(
    _ mapping: Node.Mapping, at place: Place, path: String, depth: Int
  ) -> LocatedNode? {
    var entries: [LocatedNode.Entry] = []
    var firstPlaces: [String: Place] = [:]
    for (key, value) in mapping {
      let keyPlace = originalPlace(key.mark)
      guard case .scalar(let scalar) = key else {
        report("a key must be a word, found a list or a mapping", path, keyPlace)
        continue
      }
      let name = String(scalar.string.drop { $0 == Self.mark })
      let keyPath = joined(path, name)
      guard let value = located(value, path: keyPath, depth: depth + 1) else { return nil }
      if let first = firstPlaces.updateValue(keyPlace, forKey: name) {
        report("duplicate key\(first.asFirst)", keyPath, keyPlace)
        firstPlaces[name] = first
        continue
      }
      entries.append(LocatedNode.Entry(key: name, place: option ?? keyPlace, value: value))
    }
    return LocatedNode(value: .mapping(entries), place: option ?? place)
  }
}

// MARK: - Keys that stand twice

extension YAMLReading {
  /// A private-use character no scenario contains.
  private static let mark: Character = "\u{E000}"

  /// The text with marks in front of the key at a place; nil where there is no such place.
  private func marking(_ text: String, at mark: Mark, times: Int) -> String? {
    var scalars = Array(text.unicodeScalars)
    guard var index = scalarIndex(of: mark, in: scalars) else { return nil }
    if scalars[index] == "\"" || scalars[index] == "'" { index += 1 }
    guard index < scalars.count, !"*&!?[{".unicodeScalars.contains(scalars[index]) else {
      return nil
    }
    scalars.insert(contentsOf: repeatElement("\u{E000}", count: times), at: index)
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  private func scalarIndex(of mark: Mark, in scalars: [Unicode.Scalar]) -> Int? {
    let starts = lineStarts(scalars)
    guard starts.indices.contains(mark.line - 1) else { return nil }
    let index = starts[mark.line - 1] + mark.column - 1
    return scalars.indices.contains(index) ? index : nil
  }

  /// The place in the text as it was given, before marks were put into the same line.
  private func originalPlace(_ mark: Mark?) -> Place {
    guard let mark else { return .top }
    var column = mark.column
    // Latest first: each was placed in a text that held the marks of those before it.
    for (index, place) in renamed.enumerated().reversed() {
      guard case .file(let line, let begin) = place, line == mark.line else { continue }
      if column > begin { column = max(begin, column - index - 1) }
    }
    return .file(line: mark.line, column: column)
  }
}

// MARK: - Aliases as keys

extension YAMLReading {
  /// Returns true if no alias is a key or part of one. Otherwise reports a problem.
  ///
  /// Yams compares the keys of a mapping with all that is in them, so an alias bomb in a key would
  /// go off before anything here could count. So the text is first read with its aliases turned
  /// into words of the same length: that has the same structure, and nothing to expand.
  private func keysAreWords(_ text: String, _ path: String) throws -> Bool {
    let scalars = Array(text.unicodeScalars)
    var harmless = String.UnicodeScalarView()
    harmless.append(contentsOf: scalars.map { $0 == "*" ? "x" : $0 })
    guard let node = try Parser(yaml: String(harmless), resolver: .basic).singleRoot() else {
      return true
    }
    guard let mark = aliasInKey(node, isKey: false, scalars, lineStarts(scalars)) else {
      return true
    }
    report("an alias cannot be part of a key", path, originalPlace(mark))
    return false
  }

  /// The first place at which a key is more than a word or a word was an alias.
  private func aliasInKey(
    _ node: Node, isKey: Bool, _ scalars: [Unicode.Scalar], _ starts: [Int]
  ) -> Mark? {
    guard let mark = node.mark else { return nil }
    switch node {
    case .scalar(let scalar):
      guard scalar.style == .plain else { return nil }
      guard starts.indices.contains(mark.line - 1) else { return mark }
      let index = starts[mark.line - 1] + mark.column - 1
      guard scalars.indices.contains(index) else { return scalar.string.isEmpty ? nil : mark }
      guard scalars[index] == "*" else { return nil }
      // An alias ends where a plain word would go on (`[*a:b]`): then it may be a key after all.
      let isAlias = scalar.string.utf8.allSatisfy {
        ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z")
          || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || "_-".utf8.contains($0)
      }
      return isKey || !isAlias ? mark : nil
    case .sequence(let sequence):
      if isKey { return mark }
      for item in sequence {
        if let found = aliasInKey(item, isKey: false, scalars, starts) { return found }
      }
      return nil
    case .mapping(let mapping):
      if isKey { return mark }
      for (key, value) in mapping {
        if let found = aliasInKey(key, isKey: true, scalars, starts)
          ?? aliasInKey(value, isKey: false, scalars, starts)
        {
          return found
        }
      }
      return nil
    case .alias: return mark
    }
  }
}

/// The starts of lines, with every line break libyaml knows.
private func lineStarts(_ scalars: [Unicode.Scalar]) -> [Int] {
  var starts = [0]
  for index in scalars.indices {
    switch scalars[index] {
    case "\r" where index + 1 < scalars.count && scalars[index + 1] == "\n": continue
    case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": starts.append(index + 1)
    default: continue
    }
  }
  return starts
}

extension Place {
  fileprivate static let top = Place.file(line: 1, column: 1)

  fileprivate var asFirst: String {
    guard case .file(let line, _) = self else { return "" }
    return "; it stands first in line \(line)"
  }
}
