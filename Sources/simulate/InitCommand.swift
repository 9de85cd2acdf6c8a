import ArgumentParser
import Foundation
import Primitives
import Scenarios
import Store
import Words

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Writes a commented scenario file from a few figures.",
    usage: "simulate init [FILE] [options]",
    discussion: """
      On a terminal it asks for what the options do not say. Elsewhere the figures that are missing \
      take the defaults below.

      example:
        simulate init mine.yaml --clients 2M --gateways 12 --handshakes 800/s
      """)

  @Argument(help: "The file to write; its name is the scenario's. -: print it.")
  var file = "mine.yaml"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Connected clients: 20k, 2M. Default: 10k.", valueName: "n"))
  var clients: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Gateway nodes. Default: 4.", valueName: "n"))
  var gateways: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "TLS handshakes that one node can do: 800/s (the default).", valueName: "rate"))
  var handshakes: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Logins that the authentication behind all nodes can do. Default: 3000/s.", valueName: "rate")
  )
  var logins: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "New connections that one node lets in: 125/s, or none (the default).", valueName: "rate"))
  var admission: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How clients wait before they try again. Default: 'uniform(0s, min(60s, 2^(x - 1)))', which is \
      1 s x 2^n up to 60 s with full jitter.
      """, valueName: "name|formula"))
  var backoff: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long the gateways are away. Default: 60s.", valueName: "time"))
  var outage: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      refuse: connections are closed, and new ones refused at once (the default); blackhole: silence. \
      Also reset and drain.
      """, valueName: "mode"))
  var mode: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The share of the clients that loses them: 40% for a region. Default: 100%.",
      valueName: "share"))
  var share: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The network of the clients: wifi, lte, 5g. Default: lte.", valueName: "name"))
  var network: String?

  @Flag(help: "Replace a file that exists.")
  var force = false

  func run() throws {
    let name = try scenarioName()
    if file != "-" { _ = try FilePlace.checked(file, as: nil) }
    if file != "-", !force, FileManager.default.fileExists(atPath: file) {
      throw CommandFailure.usage("'\(file)' exists; --force replaces it")
    }
    var figures = given
    if Terminal.isAsking {
      var questions = Questions(name, figures)
      figures = try questions.answers()
    }
    let scenario = try Self.scenario(name, figures)
    if file == "-" {
      try Output.results(scenario.text)
      return
    }
    try FilePlace.checked(file, as: nil).fill { take in try take(scenario.text) }
    try Output.results("\(file) is written. Run it: simulate \(file)\n")
  }

  private var given: [ScenarioFigure: String] {
    let options: [ScenarioFigure: String?] = [
      .clients: clients, .gateways: gateways, .handshakes: handshakes, .logins: logins,
      .admission: admission, .backoff: backoff, .outage: outage, .mode: mode, .share: share,
      .network: network,
    ]
    return options.compactMapValues { $0 }
  }

  private func scenarioName() throws -> String {
    if file == "-" { return "mine" }
    guard file.hasSuffix(".yaml") || file.hasSuffix(".yml") else {
      throw CommandFailure.usage("'\(file)': the name of a scenario file ends in .yaml")
    }
    let name = splitPath(file).name
    return String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex))
  }

  /// - Throws: where a figure is wrong.
  static func scenario(
    _ name: String, _ figures: [ScenarioFigure: String]
  ) throws(CommandFailure) -> NewScenario {
    try CommandFailure.ofUsage {
      try NewScenario(name: name, figures, checks: .commandLine) { figure, value in
        "--\(figure.rawValue) \(value)"
      }
    }
  }
}

/// Asks for figures, one after the other, until each answer can be used.
private struct Questions {
  private let name: String
  private var figures: [ScenarioFigure: String]

  init(_ name: String, _ given: [ScenarioFigure: String]) {
    self.name = name
    figures = given
  }

  /// Returns the figures that were given, and the answers.
  mutating func answers() throws(CommandFailure) -> [ScenarioFigure: String] {
    // The given figures are judged before any question is asked.
    _ = try InitCommand.scenario(name, figures)
    for figure in ScenarioFigure.allCases where figures[figure] == nil { try ask(figure) }
    return figures
  }

  private mutating func ask(_ figure: ScenarioFigure) throws(CommandFailure) {
    while true {
      Output.status("\(figure.question) [\(figure.standard)] ")
      guard let line = readLine() else {
        Output.note("")
        throw .usage("no answer, so nothing was written")
      }
      let answer = trimmedBlanks(line)
      if let character = answer.firstUnprintable {
        Output.note("an answer cannot hold the character \(character)")
        continue
      }
      figures[figure] = answer.isEmpty ? figure.standard : answer
      do throws(CommandFailure) {
        _ = try InitCommand.scenario(name, figures)
        return
      } catch {
        figures[figure] = nil
        Output.note(error.message ?? "")
      }
    }
  }
}
