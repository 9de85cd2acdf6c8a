import Words

/// One value given on the command line instead of in the file: `--set network.loss=1%`.
package struct Override: Hashable, Sendable {
  /// Keys with dots between them; items of lists by number from 0: `faults.0.for`.
  package var path: String
  /// YAML, as it would stand behind the key: `3ms`, `{rate: 500/s}`, `[10ms, 30ms]`.
  package var value: String
  /// How a problem with it is located.
  package var label: String

  /// - Parameter label: the option as it was typed, where it was not `--set path=value`.
  package init(path: String, value: String, label: String? = nil) {
    self.path = path
    self.value = value
    self.label = shownOption(label ?? "--set \(path)=\(value)")
  }

  /// A value that is one word, whatever it looks like as YAML.
  package init(path: String, text: String, label: String) {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    self.init(path: path, value: "'" + parts.joined(separator: "''") + "'", label: label)
  }

  /// Takes `path=value` apart: a formula is taken as it is, anything else is YAML. nil without a `=` or
  /// without a path.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
    // Items by number, also as programmers write them: faults[0].for.
    let path = trimmedBlanks(String(text[..<equals]))
      .replacing(/\[([0-9]+)\]/) { ".\($0.1)" }
    let value = trimmedBlanks(String(text[text.index(after: equals)...]))
    // A formula has commas and colons that mean something else in YAML.
    if path.split(separator: ".").last == "backoff", !value.hasPrefix("'"), !value.hasPrefix("\"") {
      self.init(path: path, text: value, label: "--set \(path)=\(value)")
    } else {
      self.init(path: path, value: value)
    }
  }
}

extension LocatedNode {
  /// Puts an override's value into the tree. Missing keys are made, also wrong ones: reading the
  /// tree reports them like any other.
  mutating func apply(_ override: Override, log: ProblemLog) {
    let place = Place.option(override.label)
    let keys = override.path.split(separator: ".", omittingEmptySubsequences: false)
      .map(String.init)
    guard keys.allSatisfy({ !$0.isEmpty }), keys.count <= YAMLReading.maximumDepth else {
      return log.add("not a path of keys, such as network.loss", path: override.path, at: place)
    }
    var reading = YAMLReading(log: log, option: place)
    let text = override.value.isEmpty ? "''" : override.value
    guard let value = reading.read(text, path: override.path) else { return }
    set(keys[...], to: value, path: "", place: place, log: log)
  }

  private mutating func set(
    _ keys: ArraySlice<String>, to new: LocatedNode, path: String, place: Place, log: ProblemLog
  ) {
    guard let key = keys.first else {
      self = new
      return
    }
    let keyPath = joined(path, key)
    let next = Self.container(for: keys.dropFirst().first, at: place)
    switch value {
    case .mapping(var entries):
      let index = entries.firstIndex { $0.key == key } ?? entries.count
      if index == entries.count { entries.append(Entry(key: key, place: place, value: next)) }
      entries[index].value.set(keys.dropFirst(), to: new, path: keyPath, place: place, log: log)
      value = .mapping(entries)
    case .sequence(var items):
      guard let index = Int(key), key == "\(index)", (0...items.count).contains(index) else {
        let allowed = items.isEmpty ? "0" : "0 to \(items.count)"
        return log.add(
          "'\(key)' is no item of this list; allowed: \(allowed)", path: keyPath, at: place)
      }
      if index == items.count { items.append(next) }
      items[index].set(keys.dropFirst(), to: new, path: keyPath, place: place, log: log)
      value = .sequence(items)
    case .scalar where isAbsent:
      self = Self.container(for: key, at: place)
      set(keys, to: new, path: path, place: place, log: log)
    case .scalar where ["network", "gateway"].contains(path.split(separator: ".").last):
      // A profile's name alone is short for a mapping.
      value = .mapping([Entry(key: "profile", place: self.place, value: self)])
      set(keys, to: new, path: path, place: place, log: log)
    case .scalar:
      log.add("'\(path)' is \(found), which has no keys", path: keyPath, at: place)
    }
  }

  /// Returns an empty value that can hold a key: a list for `0`, otherwise a mapping.
  private static func container(for key: String?, at place: Place) -> LocatedNode {
    LocatedNode(value: key == "0" ? .sequence([]) : .mapping([]), place: place)
  }
}
