import Documents
import Systems
import Words

/// How to make a folder again, and of what.
struct CommandBlock {
  /// Line by line; nil where it is not known.
  let lines: String?
  let digest: String
  let events: String
  /// Values that all scenarios have alike.
  let shared: [Setting]
  let sharedSummary: String
  /// Values in which they differ.
  let differing: [Setting]
  let hasDiffering: Bool

  struct Setting {
    let path: String
    let value: String
  }

  /// - Parameters:
  ///   - command: word by word, without the name of the program; empty where it is not known.
  ///   - settings: of each scenario.
  ///   - names: of the scenarios.
  init(
    command: [String], digest: String, events: Int,
    settings: [Members<String>], names: [String]
  ) {
    lines = command.isEmpty ? nil : Self.lines(command)
    self.digest = digest
    self.events = PageNumber.count(events)
    let values = settings.map(\.dictionary)
    func isShared(_ path: String) -> Bool {
      values.allSatisfy { $0[path] == values.first?[path] }
    }
    shared = (settings.first?.all ?? []).filter { isShared($0.name) }
      .map { Setting(path: $0.name, value: ShownNames.clean($0.value)) }
    differing = zip(names, settings).flatMap { name, list in
      list.all.filter { !isShared($0.name) }
        .map { Setting(path: "\(name): \($0.name)", value: ShownNames.clean($0.value)) }
    }
    hasDiffering = !differing.isEmpty
    let whose = settings.count > 1 ? "Settings that all scenarios share" : "Every setting"
    sharedSummary = "\(whose) (\(shared.count))"
  }

  /// An option a line, as a shell takes it.
  private static func lines(_ command: [String]) -> String {
    var text = "simulate"
    for word in command {
      text += (word.hasPrefix("--") ? " \\\n  " : " ") + shellWord(ShownNames.clean(word))
    }
    return text
  }
}
