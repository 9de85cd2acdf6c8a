import Documents
import Findings
import Scenarios
import Simulator
import Store
import Studies
import Text
import Verdicts

/// A scenario run with one seed.
struct SingleRun {
  private let question: RunCommand.Question
  private let stage: StudyStage
  private let queue: QueueChoice
  private let checksDeterminism: Bool
  private let secondSeed: UInt64?

  /// - Parameter secondSeed: of the second run of a check; nil for the same.
  init(
    _ question: RunCommand.Question, _ stage: StudyStage, _ queue: QueueChoice,
    _ checksDeterminism: Bool, _ secondSeed: UInt64?
  ) {
    self.question = question
    self.stage = stage
    self.queue = queue
    self.checksDeterminism = checksDeterminism
    self.secondSeed = secondSeed
  }

  func outcome() throws(CommandFailure) -> any StudyOutcome {
    let result = try question.experiment.run(queue, stage.style, isQuiet: stage.isQuiet)
    let summary = Summary(question.experiment, result)
    let facts = stage.facts()
    if checksDeterminism, !result.course.isTruncated { try compare(summary) }
    stage.note(
      question.repetition?.note(
        summary.scenario, seeds: 1, digest: result.course.digest.text,
        isTruncated: result.course.isTruncated))
    return SingleOutcome(
      summary: summary, slo: summary.check(summary.scenario.slo),
      baseline: result.course.isTruncated ? nil : question.judge?.judge(summary), facts: facts)
  }

  /// Runs again on the other queue. Which of two orders is right does not matter: there is one.
  private func compare(_ summary: Summary) throws(CommandFailure) {
    let experiment = secondSeed.map { question.experiment.seeded($0) } ?? question.experiment
    let second = try experiment.run(queue.other, stage.style, isQuiet: stage.isQuiet)
    if second.course.isTruncated {
      return Output.note("interrupted: the second run is not compared")
    }
    let digests = (summary.run.course.digest.text, second.course.digest.text)
    guard digests.0 == digests.1,
      SummaryDocument(summary) == SummaryDocument(Summary(question.experiment, second))
    else {
      throw .notDeterministic(queue, digests, of: "the same scenario and seed")
    }
    stage.note("deterministic: \(queue.rawValue) and \(queue.other.rawValue) give \(digests.0)")
  }
}

private struct SingleOutcome: StudyOutcome {
  let summary: Summary
  let slo: [SloResult]
  let baseline: BaselineJudgement?
  let facts: RunFacts

  var isTruncated: Bool { summary.run.course.isTruncated }
  var scenarioHash: String? { Documents.scenarioHash(summary.scenario.resolved) }

  func write(to place: ResultsPlace) throws(ResultsFolderError) {
    try ResultsFolder.write(summary, slo: slo, baseline: baseline, facts: facts, to: place)
  }

  func report(folder: String?, style: TerminalStyle) -> any Report {
    RunReport(summary, slo: slo, baseline: baseline, facts: facts, folder: folder, style: style)
  }
}
