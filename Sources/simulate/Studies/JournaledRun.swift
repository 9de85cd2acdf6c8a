import Foundation
import Store
import Studies
import Text

/// A sweep or a map from its first run, or from where an earlier start left it, to its folder.
struct JournaledRun {
  let plan: SweepPlan
  let description: SweepDescription
  let place: ResultsPlace
  let threads: Int
  let isQuiet: Bool
  let progress: ProgressStyle
  /// The name of one of its parts: `cell`.
  let unit: String
  /// How many there are; nil where that shows only on the way.
  let size: Int?
  /// Returns the numbers of the parts that are to be run next; none if all are done.
  let next: (SweepJournal) throws -> [Int]
  /// Writes the results folder.
  let write: (SweepJournal) throws -> Void

  /// - Parameter open: takes up the work, or begins it.
  /// - Returns: how it went.
  func run(_ open: () throws -> SweepWork) throws -> SweepFacts {
    let clock = ContinuousClock()
    let start = clock.now
    let work = try open()
    let earlier = work.journal.done
    if earlier > 0, !isQuiet { Output.note("resuming: \(progressText(earlier))") }
    try measure(work)
    let isRepeated = ShardStamp(place.path)?.plan == description.hash
    do {
      try write(work.journal)
    } catch let error as SweepFolderError {
      throw keeping(work, CommandFailure(error))
    }
    work.remove()
    if !isQuiet, !isRepeated, let note = place.replacement() { Output.note(note) }
    let seconds = (clock.now - start) / .seconds(1)
    var notes = ["\(threads) thread\(threads == 1 ? "" : "s")"]
    if earlier > 0 { notes.append("\(earlier) \(unit)s of an earlier start") }
    return SweepFacts(wallSeconds: seconds, notes: notes)
  }

  /// Runs what is not done yet.
  private func measure(_ work: SweepWork) throws {
    var line = ProgressLine(progress, isQuiet: isQuiet)
    defer { line.finish() }
    var before = 0
    while true {
      let cells = try next(work.journal)
      if cells.isEmpty { return }
      let isComplete: Bool
      do throws(SweepRunError<SweepFolderError>) {
        isComplete = try WorkPool(threads: threads).run(
          plan, cells: cells,
          watch: { progress in
            line.show(progress.after(before))
            return !Interruption.isRequested
          }, record: { (cell) throws(SweepFolderError) in try work.journal.append(cell) })
      } catch {
        line.finish()
        throw failure(error, work)
      }
      guard isComplete else {
        line.finish()
        throw interruption(work)
      }
      before += cells.count
    }
  }

  private func interruption(_ work: SweepWork) -> CommandFailure {
    let kept = kept(work)
    if !isQuiet { Output.note("interrupted: \(kept)") }
    return .silent(.interrupted)
  }

  private func failure(
    _ error: SweepRunError<SweepFolderError>, _ work: SweepWork
  ) -> CommandFailure {
    switch error {
    case .cells(let failures): failure(failures, work)
    case .record(let cause): keeping(work, CommandFailure(cause))
    }
  }

  private func failure(_ failures: [SweepCellFailure], _ work: SweepWork) -> CommandFailure {
    let shown = failures.prefix(5).map { failure in
      let place = plan.grid.label(ofCell: failure.number)
      let reason = CommandFailure(failure.cause).message ?? ""
      return "\(unit) \(failure.number) (\(place)seed \(failure.seed)): \(reason)"
    }
    let more = failures.count > shown.count ? ["and \(failures.count - shown.count) more"] : []
    let done = work.journal.done
    if done == 0 { work.remove() }
    let rest =
      done > 0
      ? "\(progressText(done)) and kept in \(work.path); the same command would stop at the others "
        + "again: change what is swept, and --restart" : "no \(unit) was finished"
    return .runtime((shown + more + [rest]).joined(separator: "\n"))
  }

  /// The same failure, and where the finished runs are.
  private func keeping(_ work: SweepWork, _ failure: CommandFailure) -> CommandFailure {
    var failure = failure
    let kept = kept(work)
    failure.message = failure.message.map { "\($0)\n\(kept)" }
    return failure
  }

  /// Says where the finished runs are; takes the work away where there are none.
  private func kept(_ work: SweepWork) -> String {
    if work.journal.done == 0 {
      work.remove()
      return "no \(unit) was finished"
    }
    return "\(progressText(work.journal.done)) and kept in \(work.path); the same command goes on "
      + "from there"
  }

  /// `4 of 6 cells are done`
  private func progressText(_ done: Int) -> String {
    guard let size else { return "\(done) \(unit)\(done == 1 ? " is" : "s are") done" }
    return "\(done) of \(size) \(unit)s are done"
  }
}

extension WorkProgress {
  /// The same behind jobs that were done before.
  fileprivate func after(_ count: Int) -> WorkProgress {
    var progress = self
    progress.total += count
    progress.done += count
    return progress
  }
}
