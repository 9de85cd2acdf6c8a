import ArgumentParser
import Scenarios
import Words

struct ScenariosCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenarios", abstract: "Lists the built-in scenarios, or prints one as YAML.")

  @Argument(help: "A built-in scenario; nothing lists them all.")
  var name: String?

  @Flag(help: "List them with all that is said about each.")
  var long = false

  func run() throws {
    guard let name else {
      try Output.results(long ? Self.longList() : Self.list())
      return
    }
    guard let text = ScenarioFile.builtIn(name) else {
      let names = ScenarioFile.builtInNames
      let near = nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
      throw CommandFailure.usage(
        "no built-in scenario is called '\(name)'\(near ?? ""); there are "
          + names.joined(separator: ", "))
    }
    try Output.results(text)
  }

  /// One line each: the name and the first sentence about it, cut to the terminal's width.
  private static func list() throws -> String {
    let names = ScenarioFile.builtInNames
    let column = (names.map(\.count).max() ?? 0) + 2
    let width = max(40, min(Terminal.width, 100) - column)
    return try names.map { name in
      let about = try ScenarioSource(name).decode().about
      let end = about.firstRange(of: ". ")?.lowerBound ?? about.endIndex
      let sentence = about[..<end]
      let short = sentence.count > width ? sentence.prefix(width - 3) + "..." : sentence
      return name + String(repeating: " ", count: column - name.count) + short + "\n"
    }.joined()
  }

  private static func longList() throws -> String {
    var text = ""
    for name in ScenarioFile.builtInNames {
      let about = try ScenarioSource(name).decode().about
      text +=
        "\(name)\n\(paragraph(about, width: min(Terminal.width, 100)).joined(separator: "\n"))\n\n"
    }
    return text
  }
}

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Checks scenario files; nothing is run.")

  @Argument(help: "Scenario files, or names of built-in scenarios.")
  var file: [String]

  @Flag(help: "Accept faults that would begin only when the run is over.")
  var allowUnused = false

  func run() throws {
    var isGood = true
    for name in file {
      do {
        let scenario = try ScenarioSource(name).decode([], allowUnused ? .commandLine : .strict)
        try results("\(name): ok")
        for warning in scenario.warnings { Output.note("\(name): \(warning)") }
      } catch let error as ScenarioError {
        isGood = false
        try results(error.description)
      } catch let error as CommandFailure where error.status == .usage {
        isGood = false
        // Only the first line: the others list verbs.
        try results("\(name): \(error.message?.split(separator: "\n").first ?? "")")
      }
    }
    if !isGood { throw CommandFailure.silent(.usage) }
  }

  /// A line begins with the name of a file, which may be that of a pipeline's command.
  private func results(_ lines: String) throws(CommandFailure) {
    try Output.results(withoutCommands(lines) + "\n")
  }
}
