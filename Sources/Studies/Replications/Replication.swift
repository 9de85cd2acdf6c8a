import Findings
import Measurements
import Metrics
import Primitives
import Simulator
import Systems

/// One of several runs, in a few kilobytes: its metrics without its distributions and series.
///
/// Two that are equal are the same run as far as anybody can tell.
package struct Replication: Hashable, Sendable {
  package let seed: UInt64
  package let digest: Digest
  package let events: Int
  /// When the run ended.
  package let end: Instant
  package let isTruncated: Bool
  /// The results of the scenario's promises.
  package let slo: [SloResult]
  /// The findings of the run, without those that are told on demand only.
  package let findings: [Finding]
  /// The values in the order of `MetricNames.all`.
  let values: [MetricValue]
  /// The metrics of each cohort and session system.
  let parts: [Metric]

  package init(_ summary: Summary) {
    seed = summary.scenario.seed
    digest = summary.run.course.digest
    events = summary.run.course.events
    end = summary.run.course.end
    isTruncated = summary.run.course.isTruncated
    slo = summary.check(summary.scenario.slo)
    findings = summary.findings.filter { $0.weight > .onDemand }
    values = summary.metrics.prefix(metricRows.count).map(\.value)
    parts = Array(summary.metrics.dropFirst(metricRows.count))
  }

  package var metrics: [Metric] {
    zip(metricRows, values).map { Metric(path: $0.path, unit: $0.unit, value: $1) } + parts
  }
}

/// Why one of several runs could not be finished.
package struct ReplicationError: Error, Hashable, Sendable {
  package let seed: UInt64
  package let cause: SimulationError
}

extension Experiment {
  /// The same experiment once for each seed, in order.
  package func replicated(_ seeds: SeedRange) -> [Experiment] { seeds.seeds.map(seeded) }
}

extension WorkPool {
  /// Runs experiments, each as a whole on one of the threads.
  ///
  /// - Parameters:
  ///   - watch: false ends the runs; what was measured of those under way is marked as truncated.
  ///   - each: given each run's full results on the thread that made them, in no particular order.
  ///     Nothing else keeps them.
  /// - Returns: in the order of the experiments, without those that were never begun.
  /// - Throws: the error of the first experiment that cannot be finished.
  package func run(
    _ experiments: [Experiment], queue: QueueChoice = .ladder,
    watch: (WorkProgress) -> Bool = { _ in true },
    each: @escaping @Sendable (Summary) -> Void = { _ in }
  ) throws(ReplicationError) -> [Replication] {
    let replications = try map(experiments, watch: watch) {
      (experiment: Experiment, monitor: JobMonitor) throws(ReplicationError) -> Replication in
      do throws(SimulationError) {
        let run = try experiment.run(queue: queue) { monitor.goesOn(at: $0.fraction) }
        let summary = Summary(experiment, run)
        each(summary)
        return Replication(summary)
      } catch {
        throw ReplicationError(seed: experiment.scenario.seed, cause: error)
      }
    }
    return replications.compactMap { $0 }
  }
}

extension RunProgress {
  /// The share of the greatest possible virtual time that has passed.
  var fraction: Double { end > .start ? now.seconds / end.seconds : 1 }
}
