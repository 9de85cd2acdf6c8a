import Documents
import Findings
import Scenarios
import Sessions
import Simulator
import Systems

/// A question about capacity: for which value of a key are all promises just kept, with one formula or
/// several.
package struct CapacityStudy: Sendable {
  package let range: SearchRange
  package let direction: CapacityDirection
  package let variants: [Variant]
  /// How many seeds a value has to keep the promises with.
  package let seeds: Int
  /// Relative, for keys that are no counts.
  package let resolution: Double
  /// The scenario as it is, with its promises.
  package let scenario: Scenario
  /// nil where the gateway is the scenario's own.
  package private(set) var world: CapacityWorld?
  private let base: SweepBase
  /// Promises from the command line.
  private let levels: [ServiceLevel]

  /// - Throws: where the scenario, or one of the ends of the range, is none that can be run, or where
  ///   there is no promise.
  package init(
    _ base: SweepBase, _ range: SearchRange, _ direction: CapacityDirection, _ variants: [Variant],
    levels: [ServiceLevel], seeds: Int, resolution: Double
  ) throws(SearchError) {
    self.base = base
    self.direction = direction
    self.variants = variants
    self.levels = levels
    self.seeds = seeds
    self.resolution = resolution
    var scenario = try Self.decoded { () throws(ScenarioError) in try base.decode() }
    scenario.slo += levels
    self.scenario = scenario
    guard !scenario.slo.isEmpty else {
      throw SearchError(
        "there is no promise to keep: write slo: in the scenario, or --slo 'recover.p99 < 90s'")
    }
    let ends = try [range.low, range.high].map { value throws(SearchError) in
      try Self.decoded { () throws(ScenarioError) in try base.decode([range.override(value)]) }
    }
    guard ends[0].resolved.map(\.value) != ends[1].resolved.map(\.value) else {
      throw SearchError(
        "\(range.option) \(range.key): both ends of the range give the same scenario")
    }
    memory = RunMemory.most(of: [scenario] + ends)!
    self.range = range.fitted(to: base)
  }

  /// The most that any run takes at either end of the range.
  package let memory: RunMemory

  private static func decoded(
    _ decode: () throws(ScenarioError) -> Scenario
  ) throws(SearchError) -> Scenario {
    do throws(ScenarioError) {
      return try decode()
    } catch {
      throw SearchError(error.description)
    }
  }

  /// The same question behind gateways with one single limit each.
  /// - Parameter rate: the limit's, over all nodes of the scenario as it is.
  /// - Throws: where the key is one that the limits set.
  package func worlds(_ rate: LimitRate) throws(SearchError) -> [CapacityStudy] {
    if range.key != "gateway.nodes", range.covers("gateway") || range.key.hasPrefix("gateway.") {
      throw SearchError(
        "\(range.option) \(range.key): --worlds sets what the gateway lets through; look for "
          + "gateway.nodes, or for a key outside the gateway, such as clients.count")
    }
    return SingleLimit.allCases.map { limit in
      var study = self
      study.world = CapacityWorld(limit: limit, perSecond: rate.value(for: scenario))
      return study
    }
  }

  /// The value of the scenario at the key; nil if it is no number of its kind.
  var ownValue: Double? {
    scenario.resolved.first { $0.path == range.key }.flatMap { range.scale.value(of: $0.value) }
  }

  /// True if as many seeds again follow those of the study.
  var hasOtherSeeds: Bool {
    SeedRange(first: scenario.seed, count: seeds).map { $0.last <= .max - UInt64(seeds) } ?? false
  }

  /// The scenario with a value of the key.
  package func scenario(at value: Double) throws(ScenarioError) -> Scenario {
    var scenario = try base.decode([range.override(value)])
    scenario.slo += levels
    if let world { scenario.gateway = world.gateway(of: scenario, asBuilt: self.scenario) }
    return scenario
  }
}

extension CapacityStudy {
  /// The runs with a value of the key, and one of the formulas.
  fileprivate func experiment(at value: Double, _ variant: Variant) throws(CapacityFailure)
    -> Experiment
  {
    let scenario: Scenario
    do throws(ScenarioError) { scenario = try self.scenario(at: value) } catch {
      throw .scenario(error)
    }
    do throws(FormulaError) {
      return try Experiment(scenario, variant: variant.policy)
    } catch {
      throw .formula(error)
    }
  }
}

/// Why a study ended early.
package enum CapacityFailure: Error {
  case scenario(ScenarioError)
  case formula(FormulaError)
  case run(variant: String, value: String, ReplicationError)
  case interrupted
}

/// How far a study is.
package struct CapacityProgress: Sendable {
  package let variant: Variant
  /// The value that is being tried.
  package let value: Double
  package let work: WorkProgress
  /// The greatest value that is known to be on the lower side of the answer, and the least on the upper.
  package let above: Double?
  package let below: Double?
}

extension WorkPool {
  /// Looks for the answer with one of the formulas.
  /// - Parameter watch: false ends the study.
  package func search(
    _ study: CapacityStudy, _ variant: Variant, watch: @escaping (CapacityProgress) -> Bool
  ) throws(CapacityFailure) -> CapacityFinding {
    try Self.search(study, variant, knowing: nil, sharing: { self }, watch: watch)
  }

  /// - Parameters:
  ///   - first: what the first value came to, where it was tried before.
  ///   - sharing: asked before each value: the threads that it may be tried with.
  static func search(
    _ study: CapacityStudy, _ variant: Variant, knowing first: CapacityProbe?,
    sharing: @escaping () -> WorkPool, watch: @escaping (CapacityProgress) -> Bool
  ) throws(CapacityFailure) -> CapacityFinding {
    var known: [(value: Double, isKept: Bool)] = []
    var search = CapacitySearch<CapacityFailure>(
      study.range, study.direction, resolution: study.resolution, own: study.ownValue,
      isHopeless: study.isHopeless
    ) { value throws(CapacityFailure) in
      if let first, first.value == value {
        known.append((value, first.isKept))
        return first
      }
      let (above, below) = study.direction.bracket(known)
      let probe = try sharing().probe(study, variant, at: value) { work in
        watch(
          CapacityProgress(variant: variant, value: value, work: work, above: above, below: below))
      }
      known.append((value, probe.isKept))
      return probe
    }
    try search.run()
    var finding = search.finding
    try complete(&finding, study, variant, sharing: sharing, watch: watch)
    return finding
  }

  /// Counts how often a single incident breaks a promise: at the answer also with as many other seeds, which
  /// have not chosen it, and at the value beyond.
  private static func complete(
    _ finding: inout CapacityFinding, _ study: CapacityStudy, _ variant: Variant,
    sharing: () -> WorkPool, watch: (CapacityProgress) -> Bool
  ) throws(CapacityFailure) {
    guard let value = finding.value else { return }
    func all(at value: Double, _ block: SeedBlock) throws(CapacityFailure) -> CapacityProbe {
      try sharing().probe(study, variant, at: value, block, wantsAll: true) { work in
        watch(CapacityProgress(variant: variant, value: value, work: work, above: nil, below: nil))
      }
    }
    if study.hasOtherSeeds { finding.confirmation = try all(at: value, .other) }
    if let beyond = finding.nextBroken, beyond.incidents == nil {
      finding.replace(try all(at: beyond.value, .own))
    }
  }

  /// Which seeds a value is tried with.
  enum SeedBlock {
    /// The seeds of the study.
    case own
    /// The same number of seeds that follow them.
    case other
  }

  /// Runs seeds until it is certain whether the promises are kept at a value.
  /// - Parameter wantsAll: whether all of them are run nevertheless.
  func probe(
    _ study: CapacityStudy, _ variant: Variant, at value: Double, _ block: SeedBlock = .own,
    wantsAll: Bool = false, watch: (WorkProgress) -> Bool
  ) throws(CapacityFailure) -> CapacityProbe {
    let experiment = try study.experiment(at: value, variant)
    let first = experiment.scenario.seed &+ (block == .own ? 0 : UInt64(study.seeds))
    guard let seeds = SeedRange(first: first, count: study.seeds) else {
      fatalError("the seeds were counted before")
    }
    let ledger: ProbeLedger
    do throws(ReplicationError) {
      ledger = try run(experiment, seeds, wantsAll: wantsAll, watch: watch)
    } catch {
      throw .run(variant: variant.name, value: study.range.text(value), error)
    }
    guard let runs = ledger.decision else { throw .interrupted }
    return CapacityProbe(
      value: value,
      summary: ReplicatedSummary(experiment, seeds: seeds, measured: runs.map(\.replication)),
      seeds: study.seeds, left: runs.compactMap(\.lost))
  }

  /// The runs in the order of their seeds, up to the one with which it is certain that a promise is
  /// broken: the same on any number of threads.
  private func run(
    _ experiment: Experiment, _ seeds: SeedRange, wantsAll: Bool, watch: (WorkProgress) -> Bool
  ) throws(ReplicationError) -> ProbeLedger {
    let cause = LostCause(experiment.scenario)
    let ledger = ProbeLedger(
      EarlyVerdict(experiment.scenario.slo, seeds: seeds.count), wantsAll: wantsAll)
    let each = experiment.replicated(seeds)
    try run(
      each.enumerated().map { ProbeJob(place: $0.offset, experiment: $0.element, cause: cause) },
      ledger, watch)
    // If the seeds do not decide, the runs that were left early may.
    let left = ledger.left
    try run(left.map { ProbeJob(place: $0, experiment: each[$0], cause: nil) }, ledger, watch)
    return ledger
  }

  private func run(
    _ jobs: [ProbeJob], _ ledger: ProbeLedger, _ watch: (WorkProgress) -> Bool
  ) throws(ReplicationError) {
    if jobs.isEmpty { return }
    _ = try map(jobs, watch: watch) {
      (job: ProbeJob, monitor: JobMonitor) throws(ReplicationError) -> Void in
      try job.run(ledger, monitor)
    }
  }
}
