import Documents
import Words

/// A command that a reader can copy into a shell, an option a line.
struct CommandLine {
  private(set) var text: String

  /// - Parameters:
  ///   - verb: such as `sweep`.
  ///   - source: the file that the scenario came from, and the settings beyond it.
  init(_ verb: String, _ scenario: String, _ source: ScenarioRecord.Source?) {
    text = "simulate \(verb) \(shellWord(source?.file ?? scenario))"
    for change in source?.set ?? [] {
      let value = plainValue(change.value)
      if change.path == "seed" {
        add("--seed", value)
      } else {
        add("--set", "\(change.path)=\(value)")
      }
    }
  }

  init(_ verb: String, _ head: ManifestHead) { self.init(verb, head.scenario, head.source) }

  /// - Parameter words: without the name of the program.
  init(words: [String]) {
    text = "simulate"
    for word in words.map(ShownNames.clean) {
      text += (word.hasPrefix("--") ? " \\\n  " : " ") + shellWord(word)
    }
  }

  mutating func add(_ option: String, _ value: String) {
    text += " \\\n  \(option) \(shellWord(value))"
  }
}

/// A value without the quotes that YAML may put around it.
private func plainValue(_ yaml: String) -> String {
  guard yaml.count > 1, yaml.hasPrefix("'"), yaml.hasSuffix("'") else { return yaml }
  return String(yaml.dropFirst().dropLast()).replacing("''", with: "'")
}
