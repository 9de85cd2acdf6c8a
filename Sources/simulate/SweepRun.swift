import Campaigns
import Foundation
import Reporting
import ResultFiles
import SweepStore

/// A sweep from its first cell, or from where an earlier start left it, to its folder.
struct SweepRun {
  private let plan: SweepPlan
  private let shard: Shard
  private let pool: WorkPool
  private let place: ResultsPlace
  private let output: SweepOutputOptions
  private let progress: ProgressStyle
  private let restarts: Bool

  init(
    _ plan: SweepPlan, _ shard: Shard, threads: Int, place: ResultsPlace,
    output: SweepOutputOptions,
    progress: ProgressStyle, restarts: Bool
  ) {
    self.plan = plan
    self.shard = shard
    pool = WorkPool(threads: threads)
    self.place = place
    self.output = output
    self.progress = progress
    self.restarts = restarts
  }

  func run() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let description = SweepDescription(
      plan, toolVersion: Version.number, commit: Version.commit)
    let earlier: Int
    do {
      let work = try SweepWork(description, plan, shard, place: place, restarts: restarts)
      earlier = work.journal.done
      if earlier > 0, !output.quiet {
        Output.note("resuming: \(earlier) of \(size) cells are done")
      }
      try measure(work)
      let isRepeated = isRepeated(description)
      do {
        try work.journal.write(description, plan, shard, to: place)
      } catch {
        var failure = CommandFailure(error)
        failure.message = failure.message.map { "\($0)\n\(kept(work))" }
        throw failure
      }
      work.remove()
      if !output.quiet, !isRepeated, let note = place.replacement() { Output.note(note) }
    } catch let error as SweepFolderError {
      throw CommandFailure(error)
    }
    let seconds = (clock.now - start) / .seconds(1)
    var notes = ["\(pool.threads) thread\(pool.threads == 1 ? "" : "s")"]
    if earlier > 0 { notes.append("\(earlier) cells of an earlier start") }
    try output.report(place.path, SweepFacts(wallSeconds: seconds, notes: notes))
  }

  /// Whether the results that stand there are of the same sweep.
  private func isRepeated(_ description: SweepDescription) -> Bool {
    (try? SweepFolder(place.path))?.plan == description.hash
  }

  /// Runs what is not done yet.
  private func measure(_ work: SweepWork) throws(CommandFailure) {
    var line = ProgressLine(progress, isQuiet: output.quiet)
    defer { line.finish() }
    do throws(SweepRunError<SweepFolderError>) {
      let isComplete = try pool.run(
        plan, cells: work.journal.pending,
        watch: { progress in
          line.show(progress)
          return !Interruption.isRequested
        }, record: { (cell) throws(SweepFolderError) in try work.journal.append(cell) })
      if isComplete { return }
    } catch {
      line.finish()
      throw failure(error, work)
    }
    line.finish()
    let kept = kept(work)
    if !output.quiet { Output.note("interrupted: \(kept)") }
    throw .silent(.interrupted)
  }

  private func failure(
    _ error: SweepRunError<SweepFolderError>, _ work: SweepWork
  ) -> CommandFailure {
    switch error {
    case .cells(let failures): return Self.failure(failures, work, of: size, plan)
    case .record(let cause):
      var failure = CommandFailure(cause)
      failure.message = failure.message.map { "\($0)\n\(kept(work))" }
      return failure
    }
  }

  private static func failure(
    _ failures: [SweepCellFailure], _ work: SweepWork, of size: Int, _ plan: SweepPlan
  ) -> CommandFailure {
    let shown = failures.prefix(5).map { failure in
      let place = plan.grid.label(ofCell: failure.number)
      let reason = CommandFailure(failure.cause).message ?? ""
      return "cell \(failure.number) (\(place)seed \(failure.seed)): \(reason)"
    }
    let more = failures.count > shown.count ? ["and \(failures.count - shown.count) more"] : []
    let done = work.journal.done
    if done == 0 { work.remove() }
    let rest =
      done > 0
      ? "\(done) of \(size) cells are done and kept in \(work.path); the same command would stop at "
        + "the others again: change what is swept, and --restart" : "no cell was finished"
    return .runtime((shown + more + [rest]).joined(separator: "\n"))
  }

  /// Says where the finished cells are; takes the work away where there are none.
  private func kept(_ work: SweepWork) -> String {
    if work.journal.done == 0 {
      work.remove()
      return "no cell was finished"
    }
    return "\(work.journal.done) of \(size) cells are done and kept in \(work.path); "
      + "the same command goes on from there"
  }

  private var size: Int { shard.size(of: plan.grid.cells) }
}
