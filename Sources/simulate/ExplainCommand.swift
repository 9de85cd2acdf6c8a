import ArgumentParser
import Foundation
import Scenarios
import Store
import Systems
import Text

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Says what a word means: a key, a fault, a formula's word, a metric, an option.",
    discussion: """
      examples:
        simulate explain gateway.admission   a key of scenario files
        simulate explain outage              a kind of fault
        simulate explain x                   a word of formulas
        simulate explain reset               a rule around a formula
        simulate explain stoat               a session system with all its settings
        simulate explain recover.p99         a metric
      """)

  @Argument(help: "What is asked about; nothing lists all words.")
  var word: [String] = []

  @Option(
    help: ArgumentHelp(
      "Write the pages of the reference, as Markdown, to this folder.", valueName: "dir"))
  var pages: String?

  func run() throws {
    if let pages { return try writePages(to: pages) }
    if !word.isEmpty { return try Self.explain(word.joined(separator: " ")) }
    try Output.results(TopicIndex(commands: CommandTopics.all).text(width: Self.width))
  }

  private static var width: Int { min(Terminal.width, 100) }

  /// Prints what a word means.
  static func explain(_ word: String) throws {
    let index = TopicIndex(commands: CommandTopics.all)
    let topics = index.topics(of: word)
    guard !topics.isEmpty else { throw unknown(word, index) }
    try Output.results(topics.map { $0.text(width: width) }.joined(separator: "\n"))
  }

  private static func unknown(_ word: String, _ index: TopicIndex) -> CommandFailure {
    if let successor = MetricNames.retired(word) {
      return .usage("there is no metric '\(word)' any more: \(successor)")
    }
    if let answer = NotSimulated.answer(to: word) { return .usage(answer) }
    let near = index.nearestWord(to: word).map { "; did you mean '\($0)'?" }
    return .usage("nothing is called '\(word)'\(near ?? "; `simulate explain` lists all words")")
  }

  /// Only pages of the reference are replaced.
  private func checkOwn(_ path: String) throws(CommandFailure) {
    guard FileManager.default.fileExists(atPath: path) else { return }
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    guard text?.hasPrefix(ReferencePage.opening) == true else {
      throw .usage(
        "'\(path)' was not made by `simulate explain --pages`: it is left alone; name another folder"
      )
    }
  }

  private func writePages(to folder: String) throws {
    do {
      try Disk().makeFolders(resolvedPath(folder))
      let pages = ReferencePage.all(commands: CommandTopics.all)
      for page in pages { try checkOwn("\(folder)/\(page.name)") }
      for page in pages {
        try FilePlace("\(folder)/\(page.name)").write { take in try take(page.text) }
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure.runtime("cannot write to '\(folder)': \(error)")
    }
  }
}

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of scenario files, for editors and checkers.",
    discussion: """
      simulate schema > squall.schema.json, and as the first line of a scenario file
        # yaml-language-server: $schema=./squall.schema.json
      An editor with a YAML language server then completes keys and marks mistakes.
      """)

  func run() throws { try Output.results(scenarioSchema().text) }
}
