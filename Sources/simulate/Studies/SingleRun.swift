import Documents
import Findings
import Scenarios
import Simulator
import Store
import Text

/// A scenario run with one seed.
struct SingleRun {
  let question: RunCommand.Question
  let stage: StudyStage
  let queue: QueueChoice
  let checksDeterminism: Bool
  /// The seed of a check's second run; nil for the same seed.
  let secondSeed: UInt64?

  func report() throws(CommandFailure) -> RunReport {
    let result = try question.experiment.run(queue, stage.style, isQuiet: stage.isQuiet)
    let summary = Summary(question.experiment, result)
    let facts = stage.facts()
    if checksDeterminism, !result.course.isTruncated { try compare(summary) }
    stage.note(
      question.repetition?.note(
        summary.scenario, seeds: 1, digest: result.course.digest.text,
        isTruncated: result.course.isTruncated))
    return RunReport(
      summary, slo: summary.check(summary.scenario.slo),
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
