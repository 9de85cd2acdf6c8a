import Campaigns
import Documents
import Foundation
import Reporting
import ResultFiles
import Simulator
import Synchronization

/// A scenario run with several seeds, from the first run to the exit code.
struct ReplicatedRun {
  private let experiment: Experiment
  private let seeds: SeedRange
  private let pool: WorkPool
  private let output: OutputOptions
  private let place: ResultsPlace?
  private let queue: QueueChoice
  private let checksDeterminism: Bool
  private let repetition: Repetition?
  private let judge: BaselineJudge?

  init(
    _ experiment: Experiment, _ seeds: SeedRange, threads: Int, output: OutputOptions,
    place: ResultsPlace?, queue: QueueChoice, checksDeterminism: Bool,
    repetition: Repetition?, judge: BaselineJudge?
  ) {
    self.experiment = experiment
    self.seeds = seeds
    pool = WorkPool(threads: threads)
    self.output = output
    self.place = place
    self.queue = queue
    self.checksDeterminism = checksDeterminism
    self.repetition = repetition
    self.judge = judge
  }

  func run() throws {
    let began = Date()
    let clock = ContinuousClock()
    let start = clock.now
    let pooling = Pooling()
    let measured = try replications(queue) { pooling.add($0) }
    let seconds = (clock.now - start) / .seconds(1)
    let summary = ReplicatedSummary(experiment, seeds: seeds, measured: measured)
    if checksDeterminism, !summary.isTruncated { try compare(measured) }
    let facts = RunFacts(began: began, wallSeconds: seconds, threads: pool.threads)
    if !output.quiet,
      let note = repetition?.note(
        summary.scenario, seeds: seeds.count, digest: summary.digestText,
        isTruncated: summary.isTruncated)
    {
      Output.note(note)
    }
    try report(summary, pooling.results, facts)
  }

  private func replications(
    _ queue: QueueChoice, each: @escaping @Sendable (Summary) -> Void = { _ in }
  ) throws(CommandFailure) -> [Replication] {
    var line = ProgressLine(output.progress, isQuiet: output.quiet)
    defer { line.finish() }
    do throws(ReplicationError) {
      return try pool.run(
        experiment.replicated(seeds), queue: queue,
        watch: { progress in
          line.show(progress)
          return !Interruption.isRequested
        }, each: each)
    } catch {
      line.finish()
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
    if !output.quiet {
      Output.note(
        "deterministic: \(queue.rawValue) and \(queue.other.rawValue) agree on all \(first.count) "
          + "seeds")
    }
  }

  private func report(
    _ summary: ReplicatedSummary, _ pooled: PooledResults, _ facts: RunFacts
  ) throws {
    let hash = scenarioHash(summary.scenario.resolved)
    let baseline = summary.isTruncated ? nil : judge?.judge(summary)
    let closing = Closing(output, place: place, isTruncated: summary.isTruncated, hash: hash) {
      (place) throws(ResultsFolderError) in
      try ResultsFolder.write(
        summary, pooled, baseline: baseline, facts: facts, to: place)
    }
    let report = ReplicatedReport(
      summary, baseline: baseline, facts: facts, folder: closing.written, style: .ofResults)
    try closing.close(with: report)
  }
}

/// Where the threads put what they have measured.
private final class Pooling: Sendable {
  private let pooled = Mutex(PooledResults())

  func add(_ summary: Summary) { pooled.withLock { $0.add(summary) } }

  var results: PooledResults { pooled.withLock { $0 } }
}
