import Findings
import Simulator
import Studies
import Synchronization
import Text

/// A scenario run with several seeds.
struct ReplicatedRun {
  let question: RunCommand.Question
  let stage: StudyStage
  let queue: QueueChoice
  let checksDeterminism: Bool

  func report() throws(CommandFailure) -> ReplicatedReport {
    let pooling = Pooling()
    let measured = try replications(queue) { pooling.add($0) }
    let facts = stage.facts()
    let summary = ReplicatedSummary(question.experiment, seeds: question.seeds, measured: measured)
    if checksDeterminism, !summary.isTruncated { try compare(measured) }
    stage.note(
      question.repetition?.note(
        summary.scenario, seeds: question.seeds.count, digest: summary.digestText,
        isTruncated: summary.isTruncated))
    return ReplicatedReport(
      summary, pooling.results,
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

/// The results that the threads have measured, put together.
private final class Pooling: Sendable {
  private let pooled = Mutex(PooledResults())

  func add(_ summary: Summary) { pooled.withLock { $0.add(summary) } }

  var results: PooledResults { pooled.withLock { $0 } }
}
