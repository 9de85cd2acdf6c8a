import ArgumentParser
import Foundation
import Primitives
import Store
import Words

/// The command line.
@main
struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulates what happens when many clients reconnect at once.",
    usage: """
      simulate [run] [SCENARIO] [options]
      simulate <verb> ...
      """,
    discussion: """
      examples:
        simulate                                      the built-in gateway-restart
        simulate region-blackhole --clients 1M        another scenario, more clients
        simulate my.yaml --backoff 'uniform(0, 2^x)'  your own file, another formula
        simulate --slo 'recover.p99 < 90s'            exit code 3 if that is broken
        simulate --replications 20                    20 seeds, with intervals
        simulate compare --backoff socketio           against the scenario's own
        simulate --set network.loss=1%                any key of the scenario file
        simulate tune                                 searches for a better formula
        simulate sweep --vary network.loss=0%,1%,5%   a grid of values and seeds
        simulate capacity --slo 'recover.p99 < 60s'   how many gateways are enough
        simulate map mine.yaml                        where a storm outlives its cause
        simulate --format json                        JSON on stdout
        simulate results/mine/manifest.json           an earlier run again
        simulate init mine.yaml                       a file of your own
        simulate explain outage                       what a word means

      SCENARIO is a YAML file, a manifest.json or a built-in name (simulate scenarios).
      Completions for a shell: simulate --generate-completion-script bash (zsh, fish).
      Exit codes: 0 ok, 1 runtime error, 2 usage or bad scenario, 3 an SLO failed,
      4 worse than the --baseline allows, 5 two runs differed (--check-determinism), 130 interrupted.
      """,
    version: Version.text,
    subcommands: Studies.all + [
      MergeCommand.self, TraceCommand.self, ReportCommand.self, DiffCommand.self,
      BackoffsCommand.self, ReplayCommand.self, DiagramCommand.self,
      ScenariosCommand.self, ValidateCommand.self, InitCommand.self,
      ExplainCommand.self, SchemaCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static let _errorLabel = "error"

  /// The words that may stand first.
  static var verbs: [String] {
    configuration.subcommands.map { $0.configuration.commandName ?? $0._commandName }
  }

  static func main() {
    // A reader that is gone and a file that may grow no more are errors of the write.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let arguments = Arguments.all
    do {
      try checkCharacters(of: arguments)
      if arguments.count == 1, ["-h", "--help", "help"].contains(arguments[0]) {
        throw CleanExit.message(helpWithDefaultVerb)
      }
      if let word = wordToExplain(arguments) { return try ExplainCommand.explain(word) }
      try checkFirstWord(of: arguments)
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      leave(with: error)
    }
  }

  /// No name, number or formula needs a character that acts on a terminal, and messages quote what is
  /// wrong.
  private static func checkCharacters(of arguments: [String]) throws(CommandFailure) {
    for argument in arguments {
      guard let character = argument.firstUnprintable else { continue }
      throw .usage("'\(printable(argument))': an argument cannot hold the character \(character)")
    }
  }

  /// A first word that means nothing must not be taken for the scenario of a longer command line,
  /// whose other words would then be complained about.
  private static func checkFirstWord(of arguments: [String]) throws(CommandFailure) {
    guard let word = arguments.first, !word.hasPrefix("-") else { return }
    if verbs.contains(word) || word == "help" { return }
    try ScenarioSource.check(word)
  }

  /// `help outage`: no verb, and a word that is explained. `explain --seed`: the option is meant.
  private static func wordToExplain(_ arguments: [String]) -> String? {
    if arguments.count == 2, arguments[0] == "explain", arguments[1].hasPrefix("-"),
      !["-h", "--help", "--version"].contains(arguments[1])
    {
      return arguments[1]
    }
    guard arguments.count == 2, arguments[0] == "help", !verbs.contains(arguments[1]),
      arguments[1] != "help"
    else { return nil }
    return arguments[1]
  }

  /// The parser leaves the options of the default verb out of the help of the whole.
  private static var helpWithDefaultVerb: String {
    let verb = helpMessage(for: RunCommand.self).split(separator: "\n\n").dropFirst()
    let options = verb.filter { !$0.hasPrefix("OVERVIEW") && !$0.hasPrefix("USAGE") }
    let general = helpMessage().split(separator: "\n\n").filter { !$0.hasPrefix("OPTIONS:") }
    let title = "THE DEFAULT VERB, run, TAKES:"
    return (general + [title[...]] + options).joined(separator: "\n\n")
  }

  /// The verbs that have the first option which the verb of a command line has not; nil where there are none.
  private static func placeOfOption(in arguments: [String]) -> String? {
    let verb = arguments.first.flatMap { verbs.contains($0) ? $0 : nil } ?? "run"
    for word in arguments where word.hasPrefix("--") {
      let option = String(word.prefix { $0 != "=" })
      let owners = CommandTopics.verbs(with: option)
      if !owners.isEmpty, !owners.contains(verb) {
        return "\(option) is an option of \(listed(owners))"
      }
    }
    return nil
  }

  private static func leave(with error: any Error) -> Never {
    let ofFolder = (error as? SweepFolderError).map(CommandFailure.init)
    if let failure = ofFolder ?? error as? CommandFailure {
      if let message = failure.message { Output.note("error: \(message)") }
      Foundation.exit(failure.status.rawValue)
    }
    let message = fullMessage(for: error)
    switch exitCode(for: error) {
    case .success:
      _ = Output.write(message + "\n")
      Foundation.exit(0)
    case .validationFailure:
      Output.note(message)
      if let place = placeOfOption(in: Arguments.all) { Output.note(place) }
      Foundation.exit(ExitStatus.usage.rawValue)
    case let code:
      if !message.isEmpty { Output.note(message) }
      Foundation.exit(code.rawValue)
    }
  }
}

/// The name and version of this build.
enum Version {
  static let number = "0.2.0"
  // `commit`, of the sources, is in the file that the plugin CommitPlugin writes.
  static let text = commit == "unknown" ? "squall \(number)" : "squall \(number) (\(commit))"
}
