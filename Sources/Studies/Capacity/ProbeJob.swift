import Findings
import Primitives
import Simulator
import Systems

/// One seed of a probe.
struct ProbeJob: Sendable {
  let place: Int
  let experiment: Experiment
  /// When it may be left before its end; nil where it must not be.
  let cause: LostCause?

  func run(_ ledger: ProbeLedger, _ monitor: JobMonitor) throws(ReplicationError) {
    if ledger.isDecided(before: place) { return }
    do throws(SimulationError) {
      try measure(ledger, monitor)
    } catch {
      throw ReplicationError(seed: experiment.scenario.seed, cause: error)
    }
  }

  private func measure(_ ledger: ProbeLedger, _ monitor: JobMonitor) throws(SimulationError) {
    if let cause {
      let short = experiment.ending(after: cause.time)
      guard let run = try finished(short, ledger, monitor) else { return }
      if run.course.end < .start + cause.time {
        return ledger.add(Replication(Summary(experiment, run)), at: place)
      }
      let summary = Summary(short, run)
      if cause.isLost(in: summary) {
        return ledger.add(Replication(summary), lost: cause, at: place)
      }
    }
    guard let run = try finished(experiment, ledger, monitor) else { return }
    ledger.add(Replication(Summary(experiment, run)), at: place)
  }

  /// nil where the run is not wanted any more.
  private func finished(
    _ experiment: Experiment, _ ledger: ProbeLedger, _ monitor: JobMonitor
  ) throws(SimulationError) -> RunResult? {
    let run = try experiment.run { progress in
      monitor.goesOn(at: progress.fraction) && !ledger.isDecided(before: place)
    }
    return run.course.isTruncated ? nil : run
  }
}
