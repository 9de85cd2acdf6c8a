import Findings
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
  /// True if runs that were asked for are missing.
  package private(set) var isTruncated = false
  /// The runs by scenario, then by variant, in the order of the seeds.
  private var runs: [[[Replication]]]
  /// The arrivals by scenario, then by variant, in one list.
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

  /// Returns the runs of one variant in one scenario, in the order of the seeds.
  package func replications(scenario: Int, variant: Int) -> [Replication] {
    runs[scenario][variant]
  }

  /// Returns the arrivals at the listener over time, over all seeds.
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
    let worlds = try distinctWorlds()
    let jobs = jobs(worlds, by: count)
    let rows = SeedRows(arrivals)
    let measured = try pool.map(jobs, watch: watch) {
      (job: Job, monitor: JobMonitor) throws(PairedRunError) -> Replication in
      try job.run(monitor, rows)
    }
    arrivals = rows.sums
    for seed in 0..<count {
      let row = measured[seed * worlds.count..<(seed + 1) * worlds.count].compactMap { $0 }
      guard row.count == worlds.count, !row.contains(where: \.isTruncated) else {
        isTruncated = true
        return
      }
      for (world, run) in zip(worlds, row) {
        for cell in world.cells {
          runs[cell / variants.count][cell % variants.count].append(run)
        }
      }
      replications += 1
    }
  }

  /// Scenario by scenario, then variant by variant, but for those that would give the same runs again: two
  /// clients of the catalogue may wait by the same formula under the same rules.
  private func distinctWorlds() throws(PairedRunError) -> [PairedWorld] {
    var worlds: [PairedWorld] = []
    for (place, scenario) in scenarios.enumerated() {
      var known: [[NamelessPolicy]: Int] = [:]
      for (variant, cell) in zip(variants, (place * variants.count)...) {
        let experiment: Experiment
        do throws(FormulaError) {
          experiment = try Experiment(scenario, variant: variant.policy)
        } catch {
          throw .formula(error)
        }
        let policies = experiment.policies.map(NamelessPolicy.init)
        if let same = known[policies] {
          worlds[same].cells.append(cell)
        } else {
          known[policies] = worlds.count
          worlds.append(PairedWorld(variant: variant.name, experiment: experiment, cells: [cell]))
        }
      }
    }
    return worlds
  }

  /// Seed by seed.
  private func jobs(_ worlds: [PairedWorld], by count: Int) -> [Job] {
    (0..<count).flatMap { row in
      worlds.map { world in
        let seed = world.experiment.scenario.seed &+ UInt64(replications + row)
        return Job(world: world, row: row, experiment: world.experiment.seeded(seed))
      }
    }
  }
}

/// A scenario under one way of waiting.
private struct PairedWorld: Sendable {
  /// The first variant that waits so.
  let variant: String
  let experiment: Experiment
  /// Scenario and variant of each that does, as `SeedRows` counts them.
  var cells: [Int]
}

/// The parts of a policy on which a run depends: all but its name.
private struct NamelessPolicy: Hashable {
  let formula: Formula
  let rules: String

  init(_ policy: ResolvedPolicy) {
    formula = policy.formula
    rules = policy.axesText
  }
}

/// Why one of the runs could not be finished.
package enum PairedRunError: Error, Hashable, Sendable {
  /// A backoff of the scenario itself cannot be read.
  case formula(FormulaError)
  case run(variant: String, scenario: String, ReplicationError)
}

private struct Job: Sendable {
  let world: PairedWorld
  /// The seed, as `SeedRows` counts them.
  let row: Int
  let experiment: Experiment

  func run(_ monitor: JobMonitor, _ rows: SeedRows) throws(PairedRunError) -> Replication {
    do {
      let result = try experiment.run { monitor.goesOn(at: $0.fraction) }
      if !result.course.isTruncated {
        var arrivals = PooledArrivals(longest: experiment.scenario.duration)
        arrivals.add(result)
        for cell in world.cells { rows.add(arrivals, cell: cell, seed: row) }
      }
      return Replication(Summary(experiment, result))
    } catch {
      let scenario = experiment.scenario
      throw .run(
        variant: world.variant, scenario: scenario.name,
        ReplicationError(seed: scenario.seed, cause: error))
    }
  }
}
