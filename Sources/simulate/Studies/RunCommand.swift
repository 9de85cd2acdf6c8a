import ArgumentParser
import Documents
import Findings
import Pages
import Scenarios
import Simulator
import Store
import Studies
import Text

struct RunCommand: StudyCommand {
  typealias Results = SummaryDocument

  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs a scenario and says how the fleet came back.",
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

  struct Question {
    let experiment: Experiment
    let seeds: SeedRange
    let threads: Int?
    /// The run of a manifest that is run again; nil for a scenario.
    let repetition: Repetition?
    var judge: BaselineJudge?
    var scenario: Scenario { experiment.scenario }
  }

  func question() throws -> Question {
    let source = try scenario.source()
    let repetition = source.repetition
    let (count, threads) = try replications.parsed(default: repetition?.replications ?? 1)
    let scenario = try scenario.load(source, backoff: policy.single())
    let seeds = try SeedRange.given(count, of: scenario)
    let experiment = try CommandFailure.ofUsage {
      try Experiment(scenario, skipsQuietTime: !noSkip)
    }
    return Question(experiment: experiment, seeds: seeds, threads: threads, repetition: repetition)
  }

  func plan(for question: Question) -> StudyPlan {
    let scenario = question.scenario
    return StudyPlan(
      folder: scenario.name, scenario: scenario.name, kind: .run,
      report: question.seeds.count == 1 ? RunReport.self : ReplicatedReport.self,
      isJudging: !scenario.slo.isEmpty || baseline.baseline != nil, memory: scenario.memory,
      threads: question.threads, runs: question.seeds.count, configuration: scenario.resolved)
  }

  func prepared(_ question: Question, _ place: ResultsPlace?) throws(CommandFailure) -> Question {
    var question = question
    question.judge = try baseline.judge(
      .run, [question.scenario], seeds: question.seeds.count, place: place, isQuiet: output.quiet)
    return question
  }

  func announce(_ question: Question) {
    let (scenario, seeds) = (question.scenario, question.seeds)
    let seed = seeds.count == 1 ? "seed=\(seeds.first)" : "seeds=\(seeds.first)...\(seeds.last)"
    Output.note(
      "\(seed) scenario=\(scenario.name) clients=\(scenario.clients.count) "
        + "squall \(Version.number)")
    self.scenario.noteWhatCohortsKeep(of: scenario, replacesBackoff: !policy.backoff.isEmpty)
    Output.warn(scenario.warnings)
  }

  func answer(_ question: Question, _ stage: StudyStage) throws -> (any StudyReport)? {
    question.seeds.count == 1
      ? try SingleRun(
        question: question, stage: stage, queue: queue, checksDeterminism: checkDeterminism,
        secondSeed: secondSeed
      ).report()
      : try ReplicatedRun(
        question: question, stage: stage, queue: queue, checksDeterminism: checkDeterminism
      ).report()
  }
}

extension QueueChoice: ExpressibleByArgument {
  /// The one to compare with.
  var other: QueueChoice { self == .ladder ? .heap : .ladder }
}
