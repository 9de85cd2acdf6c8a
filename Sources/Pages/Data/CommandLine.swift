import Documents

/// A command that a reader can copy into a shell, an option a line.
struct CommandLine {
  private var parts: [String]

  /// - Parameters:
  ///   - verb: such as `sweep`.
  ///   - scenario: its name.
  ///   - source: the file that the scenario came from, and the settings beyond it.
  init(_ verb: String, _ scenario: String, _ source: ScenarioRecord.Source?) {
    parts = ["simulate \(verb) \(quoted(source?.file ?? scenario))"]
    for change in source?.set ?? [] {
      let value = plainValue(change.value)
      if change.path == "seed" {
        add("--seed", value)
      } else {
        add("--set", "\(change.path)=\(value)")
      }
    }
  }

  mutating func add(_ option: String, _ value: String) {
    parts.append("\(option) \(quoted(value))")
  }

  var text: String { parts.joined(separator: " \\\n  ") }
}

/// A value without the quotes that YAML may put around it.
private func plainValue(_ yaml: String) -> String {
  guard yaml.count > 1, yaml.hasPrefix("'"), yaml.hasSuffix("'") else { return yaml }
  return String(yaml.dropFirst().dropLast()).replacing("''", with: "'")
}

/// Returns the text as one word of a shell, with quotes where it needs them.
private func quoted(_ word: String) -> String {
  let isPlain = word.unicodeScalars.allSatisfy { scalar in
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ",", "/", "=", "%", ":", "+", "@": true
    case _: false
    }
  }
  return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
}
