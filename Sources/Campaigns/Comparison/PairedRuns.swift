import Scenarios
import Sessions

/// The runs of several variants over the same worlds: the same scenarios, each with the same seeds.
///
/// Draws are keyed by client, purpose and attempt, so variants that are run with one seed meet the
/// same latencies, losses and service times as long as they do the same: differences between them are
/// the formula's doing.
package struct PairedRuns: Sendable {
  package let scenarios: [Scenario]
  package let variants: [Variant]
  /// How many seeds every variant has been run with in every scenario, from the scenario's own on.
  package private(set) var replications = 0
  /// Whether runs that were asked for are missing.
  package private(set) var isTruncated = false
  /// By scenario, then by variant, in the order of the seeds.
  private var runs: [[[Replication]]]
  /// By scenario, then by variant, one behind the other.
  private var arrivals: [PooledArrivals]

  /// - Parameter scenarios: each must take variants.
  package init(_ scenarios: [Scenario], _ variants: [Variant]) {
    precondition(scenarios.allSatisfy(\.takesVariants), "clients that wait by a formula")
    self.scenarios = scenarios
    self.variants = variants
    runs = scenarios.map { _ in variants.map { _ in [] } }
    arrivals = scenarios.flatMap { scenario in
      variants.map { _ in PooledArrivals(longest: scenario.duration) }
    }
  }

  /// In the order of the seeds.
  package func replications(scenario: Int, variant: Int) -> [Replication] {
    runs[scenario][variant]
  }

  /// What came to the door over time, over all seeds.
  package func arrivals(scenario: Int, variant: Int) -> PooledArrivals {
    arrivals[scenario * variants.count + variant]
  }

  /// Events of all runs.
  package var events: Int {
    runs.reduce(0) { sum, variants in
      sum + variants.reduce(0) { $0 + $1.reduce(0) { $0 + $1.events } }
    }
  }

  /// Runs every variant with the next seeds.
  ///
  /// Where `watch` says no, only seeds that every variant was run with in every scenario are kept, so
  /// that what is there is still paired.
  /// - Parameter count: how many seeds, at least 1.
  /// - Throws: the error of the first run that cannot be finished.
  package mutating func extend(
    by count: Int, on pool: WorkPool, watch: (WorkProgress) -> Bool = { _ in true }
  ) throws(PairedRunError) {
    let jobs = try experiments(by: count)
    let rows = SeedRows(arrivals)
    let measured = try pool.map(jobs, watch: watch) {
      (job: Job, monitor: JobMonitor) throws(PairedRunError) -> Replication in
      try job.run(monitor, rows)
    }
    arrivals = rows.sums
    let width = scenarios.count * variants.count
    for seed in 0..<count {
      let row = measured[seed * width..<(seed + 1) * width].compactMap { $0 }
      guard row.count == width, !row.contains(where: \.isTruncated) else {
        isTruncated = true
        return
      }
      for (index, run) in row.enumerated() {
        runs[index / variants.count][index % variants.count].append(run)
      }
      replications += 1
    }
  }

  /// Seed by seed, then scenario by scenario, then variant by variant.
  private func experiments(by count: Int) throws(PairedRunError) -> [Job] {
    var bases: [(variant: Variant, experiment: Experiment)] = []
    for scenario in scenarios {
      for variant in variants {
        do throws(FormulaError) {
          bases.append((variant, try Experiment(scenario, variant: variant.policy)))
        } catch {
          throw .formula(error)
        }
      }
    }
    return (0..<count).flatMap { row in
      bases.enumerated().map { cell, base in
        let seed = base.experiment.scenario.seed &+ UInt64(replications + row)
        return Job(
          variant: base.variant.name, cell: cell, row: row, experiment: base.experiment.seeded(seed)
        )
      }
    }
  }
}

/// Why one of the runs could not be finished.
package enum PairedRunError: Error, Hashable, Sendable {
  /// A backoff of the scenario itself cannot be read.
  case formula(FormulaError)
  case run(variant: String, scenario: String, ReplicationError)
}

private struct Job: Sendable {
  let variant: String
  /// Scenario and variant, and the seed, as `SeedRows` counts them.
  let cell: Int
  let row: Int
  let experiment: Experiment

  func run(_ monitor: JobMonitor, _ rows: SeedRows) throws(PairedRunError) -> Replication {
    do {
      let result = try experiment.run { monitor.goesOn(at: $0.fraction) }
      if !result.isTruncated {
        var arrivals = PooledArrivals(longest: experiment.scenario.duration)
        arrivals.add(result)
        rows.add(arrivals, cell: cell, seed: row)
      }
      return Replication(Summary(experiment, result))
    } catch {
      let scenario = experiment.scenario
      throw .run(
        variant: variant, scenario: scenario.name,
        ReplicationError(seed: scenario.seed, cause: error))
    }
  }
}
