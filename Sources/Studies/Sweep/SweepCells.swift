import Findings
import Metrics
import Simulator
import Synchronization
import Systems

/// The result of one cell of a sweep.
package struct SweepCell: Hashable, Sendable {
  /// The number of the cell from 1, over the whole grid.
  package let number: Int
  /// The run's digest, whose text has these hexadecimal digits.
  package let digest: UInt64
  package let events: Int
  /// The values in the order of the sweep's metrics.
  package let values: [MetricValue]
  /// The result of each of the sweep's promises in this run.
  package let checks: [PromiseCheck]

  package init(
    number: Int, digest: UInt64, events: Int, values: [MetricValue], checks: [PromiseCheck] = []
  ) {
    self.number = number
    self.digest = digest
    self.events = events
    self.values = values
    self.checks = checks
  }

  init(number: Int, _ summary: Summary, of plan: SweepPlan) {
    let promises = plan.request.promises
    self.init(
      number: number, digest: UInt64(summary.run.course.digest.text, radix: 16)!,
      events: summary.run.course.events,
      values: plan.metrics.indices.map { summary.metrics[$0].value },
      checks: zip(promises, summary.check(promises)).map { level, result in
        PromiseCheck(
          isKept: result.isKept, value: summary.metric(at: level.metric)?.value,
          reason: result.reason)
      })
  }
}

/// A cell that cannot be run to its end.
package struct SweepCellFailure: Error, Hashable, Sendable {
  package var number: Int
  package var seed: UInt64
  package var cause: SimulationError
}

/// Why a sweep has not got all of its cells.
package enum SweepRunError<Failure: Error>: Error {
  /// These cells cannot be run to their end; all others were. Never empty; in the order of their
  /// numbers.
  case cells([SweepCellFailure])
  /// The result of a cell could not be recorded.
  case record(Failure)
}

extension WorkPool {
  /// Runs cells of a sweep, each as a whole on one of the threads.
  ///
  /// - Parameters:
  ///   - cells: their numbers.
  ///   - watch: false ends the work; cells under way are given up.
  ///   - record: given each cell on the thread that ran it, in no particular order. A cell that cannot
  ///     be run to its end keeps none of the others from being run.
  /// - Returns: whether all cells were run.
  package func run<Failure: Error>(
    _ plan: SweepPlan, cells: [Int], watch: (WorkProgress) -> Bool = { _ in true },
    record: @escaping @Sendable (SweepCell) throws(Failure) -> Void
  ) throws(SweepRunError<Failure>) -> Bool {
    let failures = Mutex<[SweepCellFailure]>([])
    let done = try map(cells, watch: watch) {
      (number: Int, monitor: JobMonitor) throws(SweepRunError<Failure>) -> Bool in
      let experiment = plan.experiment(ofCell: number)
      let summary: Summary
      do throws(SimulationError) {
        let run = try experiment.run { monitor.goesOn(at: $0.fraction) }
        if run.course.isTruncated { return false }
        summary = Summary(experiment, run)
      } catch {
        let failure = SweepCellFailure(number: number, seed: experiment.scenario.seed, cause: error)
        failures.withLock { $0.append(failure) }
        return true
      }
      do throws(Failure) {
        try record(SweepCell(number: number, summary, of: plan))
      } catch {
        throw .record(error)
      }
      return true
    }
    let isComplete = done.allSatisfy { $0 == true }
    let failed = failures.withLock { $0.sorted { $0.number < $1.number } }
    if isComplete && !failed.isEmpty { throw .cells(failed) }
    return isComplete
  }
}
