import ArgumentParser
import Documents
import Findings
import Foundation
import Store
import Studies
import Text

/// A command that makes runs and gives their results. The work that all of them share stands here:
/// the place of the results, formats, memory and threads, interruption, progress, the folder, the
/// text, and the exit code.
protocol StudyCommand: PagedCommand {
  associatedtype Question

  var output: OutputOptions { get }

  /// Returns the question. Every error of usage is found here, before anything is run.
  func question() throws -> Question
  func plan(for question: Question) throws(CommandFailure) -> StudyPlan
  /// Finds out before the first run what must be known of other folders.
  /// - Parameter place: of the results folder; nil where nothing is written.
  func prepared(_ question: Question, _ place: ResultsPlace?) throws(CommandFailure) -> Question
  /// Writes messages to stderr before the first run.
  func announce(_ question: Question)
  /// - Returns: nil where it was interrupted before there was any result.
  func answer(_ question: Question, _ stage: StudyStage) throws -> (any StudyReport)?
}

extension StudyCommand {
  func prepared(_ question: Question, _: ResultsPlace?) throws(CommandFailure) -> Question {
    question
  }

  func run() throws {
    let asked = try question()
    let plan = try plan(for: asked)
    if output.printConfig {
      return try output.format.write(ConfigurationReport(plan.configuration))
    }
    let place = try output.place(for: plan.folder, of: plan.scenario, plan.kind)
    try output.checkFormats(for: plan.report, place, isJudging: plan.isJudging)
    let threads = try MemoryBudget(plan.memory).threads(
      plan.threads, for: plan.runs, writesFolder: place != nil && plan.kind == .run)
    let question = try prepared(asked, place)
    Interruption.listen()
    if !output.quiet { announce(question) }
    let stage = StudyStage(threads: threads, output: output)
    guard let report = try answer(question, stage) else {
      throw CommandFailure.silent(.interrupted)
    }
    try Closing(report, to: place, output).close()
    switch report.shortfall {
    case nil: return
    case .unusable(let reason): throw CommandFailure.runtime(reason)
    case .noneKept(let words):
      if let words, !output.format.isForPeople { Output.note(words) }
      throw CommandFailure.silent(.sloFailed)
    }
  }
}

/// The facts that a question needs before it is answered.
struct StudyPlan {
  /// The name of the results folder below `results`, where no other is given.
  var folder: String
  /// The name of the scenario to which the results belong.
  var scenario: String
  var kind: ResultsKind
  var report: any Report.Type
  /// True if there are promises, or a baseline.
  var isJudging = true
  /// The most that a run takes.
  var memory: RunMemory
  /// The number of threads that were asked for; nil for one on each core.
  var threads: Int?
  /// How many there are to be made at once.
  var runs: Int
  /// Every value of what is run, for `--print-config`.
  var configuration: [(path: String, value: String)]
}

/// The environment of a study: its threads, its progress line, and its time.
struct StudyStage {
  let pool: WorkPool
  let isQuiet: Bool
  let style: ProgressStyle
  private let began = Date()
  private let start = ContinuousClock.now

  init(threads: Int, output: OutputOptions) {
    pool = WorkPool(threads: threads)
    isQuiet = output.quiet
    style = output.progress
  }

  /// Runs something with a progress line, which is gone at its end.
  func watched<Result, Failure: Error>(
    _ body: (ProgressWatch) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let watch = ProgressWatch(style, isQuiet: isQuiet)
    defer { watch.finish() }
    return try body(watch)
  }

  /// Returns the facts that are known once the runs are over.
  func facts() -> RunFacts {
    RunFacts(
      began: began, wallSeconds: (ContinuousClock.now - start) / .seconds(1), threads: pool.threads)
  }

  func note(_ message: String?) { if !isQuiet, let message { Output.note(message) } }
}
