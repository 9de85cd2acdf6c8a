import Simulator

/// What one cell of a sweep came to.
public struct SweepCell: Hashable, Sendable {
  /// From 1, over the whole grid.
  public let number: Int
  /// The run's digest, whose text has these hexadecimal digits.
  public let digest: UInt64
  public let events: Int
  /// In the order of the sweep's metrics.
  public let values: [MetricValue]

  public init(number: Int, digest: UInt64, events: Int, values: [MetricValue]) {
    self.number = number
    self.digest = digest
    self.events = events
    self.values = values
  }

  init(number: Int, _ summary: Summary, _ metrics: MetricSelection) {
    self.init(
      number: number, digest: UInt64(summary.run.digest.text, radix: 16)!,
      events: summary.run.events, values: metrics.indices.map { summary.metrics[$0].value })
  }
}

/// Why a sweep stopped before its last cell.
public enum SweepRunError<Failure: Error>: Error {
  /// The cell cannot be run to its end.
  case cell(number: Int, seed: UInt64, cause: SimulationError)
  /// What came of a cell could not be recorded.
  case record(Failure)
}

extension WorkPool {
  /// Runs cells of a sweep, each as a whole on one of the threads.
  ///
  /// - Parameters:
  ///   - cells: their numbers.
  ///   - watch: false ends the work; cells under way are given up.
  ///   - record: given each cell on the thread that ran it, in no particular order.
  /// - Returns: whether all cells were run.
  public func run<Failure: Error>(
    _ plan: SweepPlan, cells: [Int], watch: (WorkProgress) -> Bool = { _ in true },
    record: @escaping @Sendable (SweepCell) throws(Failure) -> Void
  ) throws(SweepRunError<Failure>) -> Bool {
    let done = try map(cells, watch: watch) {
      (number: Int, monitor: JobMonitor) throws(SweepRunError<Failure>) -> Bool in
      let experiment = plan.experiment(ofCell: number)
      let summary: Summary
      do throws(SimulationError) {
        let run = try experiment.run { monitor.goesOn(at: $0.fraction) }
        if run.isTruncated { return false }
        summary = Summary(experiment, run)
      } catch {
        throw .cell(number: number, seed: experiment.scenario.seed, cause: error)
      }
      do throws(Failure) {
        try record(SweepCell(number: number, summary, plan.metrics))
      } catch {
        throw .record(error)
      }
      return true
    }
    return done.allSatisfy { $0 == true }
  }
}
