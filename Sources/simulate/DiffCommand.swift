import ArgumentParser
import Findings
import Primitives
import Simulator
import Text

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Says in what two results folders differ, and when the runs part.",
    usage: "simulate diff A B [options]",
    discussion: """
      Compares runs with runs and comparisons with comparisons: their settings, their metrics (of \
      several seeds the median or mean), and the first second in which two runs part. Where this program \
      makes both runs again, it also names the first event that differs.

      examples:
        simulate diff results/before results/after
        simulate diff results/before results/after --all --format csv
      """)

  @Argument(help: ArgumentHelp("The first results folder.", valueName: "a"))
  var first: String

  @Argument(help: ArgumentHelp("The second results folder.", valueName: "b"))
  var second: String

  @Flag(help: "Every metric that differs, not only those that matter most.")
  var all = false

  @Flag(help: "Run nothing: leave the first event that differs open.")
  var noRun = false

  @Option(help: "What stdout gets.")
  var format = OutputFormat.usual

  @Option(help: "Progress on stderr; auto: only on a terminal.")
  var progress = ProgressStyle.auto

  @Flag(name: [.short, .long], help: "Nothing on stderr but errors.")
  var quiet = false

  func run() throws {
    let difference = try CommandFailure.ofUsage {
      try ResultsDifference(RecordedResults(first), RecordedResults(second))
    }
    Interruption.listen()
    let parting = noRun ? nil : try partingEvent(difference)
    try format.write(
      DifferenceReport(difference, parting: parting, showsAll: all, width: Terminal.width))
  }

  // MARK: The first event

  /// The first event that differs, in a sentence; nil where it cannot be found.
  private func partingEvent(_ difference: ResultsDifference) throws -> String? {
    guard let second = difference.partsInSecond, difference.first.head.kind == .run,
      !difference.goesOn,
      !difference.first.head.isTruncated, !difference.second.head.isTruncated,
      difference.first.head.replications == 1, difference.second.head.replications == 1,
      let one = try experiment(difference.first), let other = try experiment(difference.second)
    else { return nil }
    let window = Instant.seconds(Int64(second))..<Instant.seconds(Int64(second) + 1)
    let runs = try [one, other].map {
      try $0.noting(factsWithin: window).whole(progress, isQuiet: quiet)
    }
    let facts = (runs[0], runs[1])
    for (result, recorded) in [(facts.0, difference.first), (facts.1, difference.second)] {
      guard result.course.digest.text == recorded.head.digest else {
        note(
          "\(recorded.folder) was made by squall \(recorded.head.tool); this one gives another run")
        return nil
      }
    }
    guard let fact = PartingFact(facts.0.log.facts, facts.1.log.facts) else { return nil }
    let followed: [UInt32] = [fact.client ?? 0]
    let lives = try [one, other].map { experiment in
      let following = experiment.following(followed)
      return (following, try following.whole(progress, isQuiet: quiet))
    }
    return fact.sentence(lives[0], lives[1])
  }

  /// nil where the manifest does not say how to run it again.
  private func experiment(_ results: RecordedResults) throws -> Experiment? {
    let source: ScenarioSource
    do {
      source = try ScenarioSource("\(results.folder)/manifest.json")
      return try Experiment(source.decode())
    } catch {
      note("\(results.folder) cannot be run again: \(error)")
      return nil
    }
  }

  private func note(_ text: String) { if !quiet { Output.note("note: \(text)") } }
}
