import ArgumentParser
import Campaigns
import Documents
import Foundation
import Reporting
import ResultFiles
import Scenarios
import Sessions
import Simulator

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a scenario and says how the fleet came back.",
    usage: "simulate [run] [SCENARIO] [options]")

  @OptionGroup(title: "Scenario") var scenario: ScenarioOptions
  @OptionGroup(title: "Scenario") var policy: BackoffOption
  @OptionGroup(title: "Replications") var replications: ReplicationOptions
  @OptionGroup(title: "Baseline") var baseline: BaselineOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Run twice, with another event queue each, and compare the results.")
  var checkDeterminism = false

  @Flag(
    help: """
      Simulate every healthy heartbeat and every attempt that is known to fail one by one: slower, with \
      the same results.
      """)
  var noSkip = false

  @Option(help: .hidden)
  var queue = QueueChoice.ladder

  /// Another seed for the second run of `--check-determinism`: a check that cannot fail shows nothing.
  @Option(help: .hidden)
  var secondSeed: UInt64?

  func run() throws {
    let source = try scenario.source()
    let repetition = source.repetition
    let (count, wish) = try replications.parsed(default: repetition?.replications ?? 1)
    let scenario = try scenario.load(source, backoff: policy.single())
    guard let seeds = SeedRange(first: scenario.seed, count: count) else {
      throw CommandFailure.usage(
        "--replications \(count): the last seed would be beyond \(UInt64.max)")
    }
    if output.printConfig {
      try output.format.write(ConfigurationReport(scenario.resolved))
      return
    }
    let experiment: Experiment
    do {
      experiment = try Experiment(scenario, skipsQuietTime: !noSkip)
    } catch {
      throw CommandFailure.usage(error.description)
    }
    let place = try output.place(for: scenario.name, of: scenario.name, .run)
    let kind: any Report.Type = count == 1 ? RunReport.self : ReplicatedReport.self
    try output.checkFormats(
      for: kind, place, isJudging: !scenario.slo.isEmpty || baseline.baseline != nil)
    let threads = try MemoryBudget(scenario.memory).threads(wish, for: count)
    let judge = try baseline.judge(
      .run, [scenario], seeds: count, place: place, isQuiet: output.quiet)
    Interruption.listen()
    announce(scenario, seeds)
    if count == 1 {
      try runOnce(experiment, place: place, repetition, judge)
    } else {
      try ReplicatedRun(
        experiment, seeds, threads: threads, output: output, place: place, queue: queue,
        checksDeterminism: checkDeterminism, repetition: repetition, judge: judge
      ).run()
    }
  }

  private func runOnce(
    _ experiment: Experiment, place: ResultsPlace?, _ repetition: Repetition?,
    _ judge: BaselineJudge?
  ) throws {
    let began = Date()
    var runner = ScenarioRunner(experiment, progress: output.progress, isQuiet: output.quiet)
    let first = try runner.run(queue)
    let summary = Summary(experiment, first.result)
    if checkDeterminism, !first.result.isTruncated {
      if let secondSeed {
        runner = ScenarioRunner(
          experiment.seeded(secondSeed), progress: output.progress, isQuiet: output.quiet)
      }
      try compare(summary, with: &runner, experiment)
    }
    let facts = RunFacts(began: began, wallSeconds: first.wallSeconds, threads: 1)
    if !output.quiet,
      let note = repetition?.note(
        summary.scenario, seeds: 1, digest: summary.run.digest.text,
        isTruncated: summary.run.isTruncated)
    {
      Output.note(note)
    }
    try report(summary, facts, place: place, judge)
  }

  private func announce(_ scenario: Scenario, _ seeds: SeedRange) {
    if output.quiet { return }
    let seed = seeds.count == 1 ? "seed=\(seeds.first)" : "seeds=\(seeds.first)...\(seeds.last)"
    Output.note(
      "\(seed) scenario=\(scenario.name) clients=\(scenario.clients.count) "
        + "squall \(Version.number)")
    self.scenario.noteWhatCohortsKeep(
      of: scenario, replacesBackoff: !policy.backoff.isEmpty)
    Output.warn(scenario.warnings)
  }

  /// Runs again on the other queue. Which of two orders is right does not matter: there is one.
  private func compare(
    _ summary: Summary, with runner: inout ScenarioRunner, _ experiment: Experiment
  ) throws {
    let second = try runner.run(queue.other).result
    if second.isTruncated {
      Output.note("interrupted: the second run is not compared")
      return
    }
    let again = Summary(experiment, second)
    let digests = (summary.run.digest.text, second.digest.text)
    guard digests.0 == digests.1, summaryJSON(summary) == summaryJSON(again) else {
      throw CommandFailure.notDeterministic(queue, digests, of: "the same scenario and seed")
    }
    if !output.quiet {
      Output.note(
        "deterministic: \(queue.rawValue) and \(queue.other.rawValue) give \(digests.0)")
    }
  }

  /// Prints and writes the results, then says with the exit code what came of them.
  private func report(
    _ summary: Summary, _ facts: RunFacts, place: ResultsPlace?, _ judge: BaselineJudge?
  ) throws {
    let slo = summary.check(summary.scenario.slo)
    let baseline = summary.run.isTruncated ? nil : judge?.judge(summary)
    let hash = scenarioHash(summary.scenario.resolved)
    let closing = Closing(
      output, place: place, isTruncated: summary.run.isTruncated, hash: hash
    ) { (place) throws(ResultsFolderError) in
      try ResultsFolder.write(
        summary, slo: slo, baseline: baseline, facts: facts, to: place)
    }
    let report = RunReport(
      summary, slo: slo, baseline: baseline, facts: facts, folder: closing.written,
      style: .ofResults)
    try closing.close(with: report)
  }
}

/// Runs one experiment, as often as asked.
struct ScenarioRunner {
  private let experiment: Experiment
  private let style: ProgressStyle
  private let isQuiet: Bool

  init(_ experiment: Experiment, progress: ProgressStyle, isQuiet: Bool) {
    self.experiment = experiment
    style = progress
    self.isQuiet = isQuiet
  }

  /// - Throws: where the run cannot be finished.
  mutating func run(
    _ queue: QueueChoice
  ) throws(CommandFailure) -> (result: RunResult, wallSeconds: Double) {
    var line = ProgressLine(style, isQuiet: isQuiet)
    let clock = ContinuousClock()
    let began = clock.now
    do throws(SimulationError) {
      let result = try experiment.run(queue: queue) { progress in
        line.show(progress)
        return !Interruption.isRequested
      }
      line.finish()
      return (result, (clock.now - began) / .seconds(1))
    } catch {
      line.finish()
      throw CommandFailure(error, of: experiment.scenario)
    }
  }
}

extension QueueChoice: ExpressibleByArgument {
  /// The one to compare with.
  var other: QueueChoice { self == .ladder ? .heap : .ladder }
}
