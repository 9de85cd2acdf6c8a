import Findings
import Scenarios
import Sessions
import Simulator

/// The scenarios in which formulas are looked at: a world is one of them with one seed.
///
/// Worlds are numbered seed by seed. Within a seed the scenarios come in pairs from both ends, the
/// ones between middle and end first: where they are in order, the first two stand for all. Where each
/// is behind several gateways, these take turns, so that the first of each kind stand for all.
struct TuningWorlds: Sendable {
  let scenarios: [Scenario]
  /// How many scenarios in a row are one behind several gateways.
  let worldsEach: Int
  let columns: [TuningColumn]
  let pool: WorkPool
  /// Added to each scenario's own seed.
  let seedOffset: UInt64

  /// - Parameter promises: those that are true or false, which the columns count the breaches of.
  init(
    _ scenarios: [Scenario], _ columns: [TuningColumn], promises: [ServiceLevel] = [],
    pool: WorkPool, seedOffset: UInt64 = 0, worldsEach: Int = 1
  ) {
    precondition(scenarios.count % worldsEach == 0, "all worlds of each")
    self.worldsEach = worldsEach
    self.scenarios = scenarios.map { scenario in
      var scenario = scenario
      scenario.slo = promises.filter { if case .boolean = $0.value { true } else { false } }
      return scenario
    }
    self.columns = columns
    self.pool = pool
    self.seedOffset = seedOffset
  }

  /// Places of the scenarios, in the order in which a seed meets them.
  var order: [Int] {
    let bases = pairedOrder(scenarios.count / worldsEach)
    return bases.indices.flatMap { turn in
      (0..<worldsEach).map { world in
        bases[(turn + world) % bases.count] * worldsEach + world
      }
    }
  }

  private func pairedOrder(_ count: Int) -> [Int] {
    let near = (0..<(count + 1) / 2).sorted { one, other in
      let (a, b) = (abs(4 * one - count + 2), abs(4 * other - count + 2))
      return a == b ? one < other : a < b
    }
    return near.flatMap { $0 == count - 1 - $0 ? [$0] : [$0, count - 1 - $0] }
  }

  /// Something to wait by, and the worlds to run it in, counted from 0.
  struct Contender: Sendable {
    /// nil for what the scenario itself has.
    let policy: BackoffPolicy?
    let worlds: Range<Int>
  }

  /// The outcomes of runs: nil for a contender of which not all runs were made.
  struct Measured: Sendable {
    var outcomes: [TuningOutcome?]
    var events = 0
  }

  /// - Parameter watch: false ends the runs.
  func measure(_ contenders: [Contender], watch: (WorkProgress) -> Bool) -> Measured {
    var jobs: [TuningJob] = []
    let order = order
    for (index, contender) in contenders.enumerated() {
      let experiments = scenarios.map { try? Experiment($0, variant: contender.policy) }
      for world in contender.worlds {
        guard let experiment = experiments[order[world % scenarios.count]] else { continue }
        let offset = seedOffset &+ UInt64(world / scenarios.count)
        let seeded = experiment.seeded(experiment.scenario.seed &+ offset)
        jobs.append(TuningJob(contender: index, experiment: seeded))
      }
    }
    let columns = columns
    let results = pool.map(jobs, watch: watch) {
      (job: TuningJob, monitor: JobMonitor) throws(Never) -> TuningRun in
      job.run(columns, monitor)
    }
    return gathered(contenders, jobs, results)
  }

  private func gathered(
    _ contenders: [Contender], _ jobs: [TuningJob], _ results: [TuningRun?]
  ) -> Measured {
    var runs = contenders.map { _ in [TuningRun?]() }
    for (job, result) in zip(jobs, results) { runs[job.contender].append(result) }
    var measured = Measured(outcomes: [])
    for (index, contender) in contenders.enumerated() {
      let whole = runs[index].compactMap { $0 }
      measured.events += whole.reduce(0) { $0 + $1.events }
      measured.outcomes.append(outcome(contender, runs[index]))
    }
    return measured
  }

  private func outcome(_ contender: Contender, _ runs: [TuningRun?]) -> TuningOutcome? {
    // If there are several failures, the first in order counts, whichever thread met it first.
    for run in runs { if let failure = run?.failure { return .failed(failure) } }
    guard runs.count == contender.worlds.count else {
      return .failed("a scenario's own backoff cannot be read")
    }
    guard runs.allSatisfy({ $0?.values != nil }) else { return nil }
    return .measured(runs.map { $0!.values! })
  }
}

private struct TuningJob: Sendable {
  let contender: Int
  let experiment: Experiment

  func run(_ columns: [TuningColumn], _ monitor: JobMonitor) -> TuningRun {
    do throws(SimulationError) {
      let result = try experiment.run { monitor.goesOn(at: $0.fraction) }
      let replication = Replication(Summary(experiment, result))
      guard !replication.isTruncated else { return TuningRun(events: replication.events) }
      return TuningRun(values: columns.map(replication.value), events: replication.events)
    } catch {
      return TuningRun(failure: "\(error.reason) (\(experiment.scenario.name))")
    }
  }
}

extension Replication {
  fileprivate func value(_ column: TuningColumn) -> Double {
    switch column {
    case .metric(let path): number(path) ?? .infinity
    case .broken(let place): slo[place].isKept ? 0 : 1
    }
  }
}

/// One run, reduced to numbers; without values where it was broken off.
private struct TuningRun: Sendable {
  var values: [Double]?
  var failure: String?
  var events = 0
}

extension SimulationError {
  /// The reason without the formula.
  fileprivate var reason: String {
    switch self {
    case .invalidDelay(_, let failures, let seconds, _):
      "a delay of \(seconds) s after \(failures) failure\(failures == 1 ? "" : "s")"
    case .endlessInstant: "more than 10,000 events of one client at one instant"
    case .equalEvents(let event, let instant): "two equal events at \(instant): \(event)"
    }
  }
}
