import Documents
import Findings
import Simulator
import Store
import Studies
import Synchronization
import Text
import Verdicts

/// A scenario run with several seeds.
struct ReplicatedRun {
  private let question: RunCommand.Question
  private let stage: StudyStage
  private let queue: QueueChoice
  private let checksDeterminism: Bool

  init(
    _ question: RunCommand.Question, _ stage: StudyStage, _ queue: QueueChoice,
    _ checksDeterminism: Bool
  ) {
    self.question = question
    self.stage = stage
    self.queue = queue
    self.checksDeterminism = checksDeterminism
  }

  func outcome() throws(CommandFailure) -> any StudyOutcome {
    let pooling = Pooling()
    let measured = try replications(queue) { pooling.add($0) }
    let facts = stage.facts()
    let summary = ReplicatedSummary(question.experiment, seeds: question.seeds, measured: measured)
    if checksDeterminism, !summary.isTruncated { try compare(measured) }
    stage.note(
      question.repetition?.note(
        summary.scenario, seeds: question.seeds.count, digest: summary.digestText,
        isTruncated: summary.isTruncated))
    return ReplicatedOutcome(
      summary: summary, pooled: pooling.results,
      baseline: summary.isTruncated ? nil : question.judge?.judge(summary), facts: facts)
  }

  private func replications(
    _ queue: QueueChoice, each: @escaping @Sendable (Summary) -> Void = { _ in }
  ) throws(CommandFailure) -> [Replication] {
    do throws(ReplicationError) {
      return try stage.watched { watch throws(ReplicationError) in
        try stage.pool.run(
          question.experiment.replicated(question.seeds), queue: queue, watch: { watch.goesOn($0) },
          each: each)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Runs every seed again on the other queue.
  private func compare(_ first: [Replication]) throws(CommandFailure) {
    let second = try replications(queue.other)
    if second.count < first.count || second.contains(where: \.isTruncated) {
      Output.note("interrupted: the second runs are not compared")
      return
    }
    for (one, other) in zip(first, second) where one != other {
      throw .notDeterministic(
        queue, (one.digest.text, other.digest.text), of: "the same scenario and seed \(one.seed)")
    }
    stage.note(
      "deterministic: \(queue.rawValue) and \(queue.other.rawValue) agree on all \(first.count) seeds"
    )
  }
}

private struct ReplicatedOutcome: StudyOutcome {
  let summary: ReplicatedSummary
  let pooled: PooledResults
  let baseline: BaselineJudgement?
  let facts: RunFacts

  var isTruncated: Bool { summary.isTruncated }
  var scenarioHash: String? { Documents.scenarioHash(summary.scenario.resolved) }

  func write(to place: ResultsPlace) throws(ResultsFolderError) {
    try ResultsFolder.write(summary, pooled, baseline: baseline, facts: facts, to: place)
  }

  func report(folder: String?, style: TerminalStyle) -> any Report {
    ReplicatedReport(summary, baseline: baseline, facts: facts, folder: folder, style: style)
  }
}

/// The results that the threads have measured, put together.
private final class Pooling: Sendable {
  private let pooled = Mutex(PooledResults())

  func add(_ summary: Summary) { pooled.withLock { $0.add(summary) } }

  var results: PooledResults { pooled.withLock { $0 } }
}
