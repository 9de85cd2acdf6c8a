import ArgumentParser
import Findings
import Foundation
import Simulator
import Store
import Text
import Words

struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace", abstract: "Tells what one client lived through.",
    usage: "simulate trace [SCENARIO] [options]",
    discussion: """
      Runs the scenario, follows some clients event by event, and writes no results folder. Without \
      --client: every client of a fleet of at most 20, otherwise the worst.

      examples:
        simulate trace --client 42
        simulate trace --client worst --client median
        simulate trace mine.yaml --clients 5
        simulate trace --format mermaid --out worst.mmd
        simulate trace --format perfetto --out worst.json   open it on ui.perfetto.dev
      """)

  @OptionGroup(title: "Scenario") var scenario: ScenarioOptions
  @OptionGroup(title: "Scenario") var policy: BackoffOption

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Whom to follow: a number from 0, or best, median or worst, by when affected clients were back. \
      Repeatable.
      """, valueName: "n|worst"))
  var client: [String] = []

  @Option(help: "text for people, mermaid for a sequence diagram, perfetto for a trace viewer.")
  var format = TraceFormat.text

  @Option(
    name: [.short, .long], help: ArgumentHelp("The file (default: stdout).", valueName: "file"))
  var out: String?

  @Option(help: "Progress on stderr; auto: only on a terminal.")
  var progress = ProgressStyle.auto

  @Flag(name: [.short, .long], help: "Nothing on stderr but errors.")
  var quiet = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Check the scenario, print every value of it, one a line, and run nothing.")
  var printConfig = false

  func validate() throws {
    if out == "" { throw ValidationError("--out needs the name of a file") }
  }

  func run() throws {
    let scenario = try scenario.load(try scenario.source(), backoff: policy.single())
    let wanted = try FollowedClients(
      client, of: scenario.clients.count, isOneAtMost: format == .mermaid)
    let place = try place()
    if printConfig { return try OutputFormat.usual.write(ConfigurationReport(scenario.resolved)) }
    let experiment = try CommandFailure.ofUsage { try Experiment(scenario) }
    Interruption.listen()
    if !quiet {
      Output.note(
        "seed=\(scenario.seed) scenario=\(scenario.name) clients=\(scenario.clients.count) "
          + "squall \(Version.number)")
      Output.warn(scenario.warnings)
    }
    _ = try MemoryBudget(scenario.memory).threads(1, for: 1)
    let followed = try follow(wanted, experiment)
    try write(TraceReport(followed.experiment, followed.result), to: place)
  }

  /// Runs once to find out who was best or worst, and once to follow them.
  private func follow(
    _ wanted: FollowedClients, _ experiment: Experiment
  ) throws -> (experiment: Experiment, result: RunResult) {
    var numbers = wanted.numbers
    if wanted.needsRanking {
      numbers = try wanted.numbers(
        by: experiment.following([]).whole(progress, isQuiet: quiet).log.ranking)
    }
    let following = experiment.following(numbers)
    return (following, try following.whole(progress, isQuiet: quiet))
  }

  /// The place of the text; nil = stdout.
  private func place() throws(CommandFailure) -> FilePlace? {
    guard let out, out != "-" else { return nil }
    return try .checked(out, as: "--out \(shownOption(out))", .fileOrStream)
  }

  private func write(_ report: TraceReport, to place: FilePlace?) throws {
    guard let place else {
      return try Output.results { take in try report.write(format, width: Terminal.width, to: take)
      }
    }
    try place.fill { take in try report.write(format, width: 100, to: take) }
    if !quiet { Output.note("\(place.path) is written") }
  }
}

extension TraceFormat: ExpressibleByArgument {}
