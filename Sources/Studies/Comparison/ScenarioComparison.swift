import Findings
import Metrics
import Scenarios

/// The results of several backoffs in one scenario.
package struct ScenarioComparison: Sendable {
  package let scenario: Scenario
  /// The results in the order in which the variants were given.
  package let results: [VariantResult]
  /// Every other variant against the first, metric by metric.
  package let pairs: [PairedDifference]
  /// Places in `results`, the best first; see `rankingOf(_:by:)`.
  package let ranking: [Int]
  /// The metric by which the ranking is ordered.
  package let rankedBy: HeadlineMetric
  /// The least that any behaviour of the clients could bring recover.p99 to, in seconds; nil where that
  /// is not known.
  package let leastPossible: Double?
  private let intervals: SeedIntervals

  /// - Parameters:
  ///   - runs: of at least two variants.
  ///   - rankedBy: what the ranking goes by.
  init(_ runs: PairedRuns, scenario index: Int, rankedBy: HeadlineMetric, on pool: WorkPool) {
    let scenario = runs.scenarios[index]
    let intervals = SeedIntervals(count: runs.replications)
    self.scenario = scenario
    self.rankedBy = rankedBy
    self.intervals = intervals
    leastPossible = runs.leastPossible(scenario: index)
    let jobs = runs.variants.enumerated().map {
      ($1, runs.replications(scenario: index, variant: $0))
    }
    var results = pool.map(jobs) { job, _ in
      VariantResult(job.0, job.1, of: scenario, intervals)
    }.compactMap { $0 }
    let front = paretoFront(results.map(\.traded))
    for place in results.indices { results[place].isOnFront = front[place] }
    self.results = results
    pairs = Self.differences(results, intervals, on: pool)
    ranking = rankingOf(results, by: rankedBy)
  }

  /// The results, the best first.
  package var ranked: [VariantResult] { ranking.map { results[$0] } }

  package func result(named name: String) -> VariantResult? {
    results.first { $0.variant.name == name }
  }

  /// The difference of a variant to the first one.
  package func difference(of variant: String, _ metric: String) -> PairedDifference? {
    pairs.first { $0.b == variant && $0.metric.path == metric }
  }

  /// The difference of any two, without correction; nil where the scenario has no such metric.
  package func difference(
    from a: VariantResult, to b: VariantResult, _ metric: HeadlineMetric
  ) -> PairedDifference? {
    guard let first = a.estimate(metric.path), let second = b.estimate(metric.path) else {
      return nil
    }
    return PairedDifference(
      from: first, of: a.variant.name, to: second, of: b.variant.name, intervals)
  }

  private static func differences(
    _ results: [VariantResult], _ intervals: SeedIntervals, on pool: WorkPool
  ) -> [PairedDifference] {
    let jobs = results.dropFirst().flatMap { other in
      zip(results[0].estimates, other.estimates).map { ($0, $1, other.variant.name) }
    }
    let own = results[0].variant.name
    var pairs = pool.map(jobs) { job, _ in
      PairedDifference(from: job.0, of: own, to: job.1, of: job.2, intervals)
    }.compactMap { $0 }
    correct(&pairs)
    return pairs
  }

  /// The family holds every tested metric of every pair; one without a p value counts as 1.
  private static func correct(_ pairs: inout [PairedDifference]) {
    let family = pairs.indices.filter { HeadlineMetric.tested.contains(pairs[$0].metric) }
    let corrected = holmCorrected(family.map { pairs[$0].rawP ?? 1 })
    for (index, p) in zip(family, corrected) where pairs[index].rawP != nil { pairs[index].p = p }
  }
}

/// The result of one backoff in one scenario.
package struct VariantResult: Sendable {
  package let variant: Variant
  /// The formula alone; where clients differ, each once.
  package let formula: String
  /// The formula with every rule around it as the clients used it; several where cohorts differ.
  package let policies: [String]
  /// The same without the formulas.
  package let axes: String
  /// The same one by one; several sets where cohorts differ.
  package let rules: [[BackoffRule]]
  /// One for each headline metric, in order.
  package let estimates: [VariantEstimate]
  /// The result of each of the scenario's promises.
  package let promises: [ReplicatedSloResult]
  /// True if no other variant is at least as good in recovery, peak and attempts, and better in
  /// one. If more than one client in a hundred never comes back, there is no recover.p99: such a
  /// variant is never on the front.
  package internal(set) var isOnFront = false

  init(_ variant: Variant, _ runs: [Replication], of scenario: Scenario, _ intervals: SeedIntervals)
  {
    self.variant = variant
    let experiment = try? Experiment(scenario, variant: variant.policy)
    let policies = experiment?.policies ?? []
    formula = policies.map(\.formula.text).withoutRepetition.joined(separator: "; ")
    self.policies = policies.map(\.text).withoutRepetition
    axes = policies.map(\.axesText).withoutRepetition.joined(separator: "; ")
    rules =
      policies.map { policy in
        policy.axes.map { BackoffRule(name: $0.name, value: $0.value) }
      }.withoutRepetition
    estimates = HeadlineMetric.reported(for: scenario).map { metric in
      VariantEstimate(metric, runs.map { $0.number(metric.path) }, intervals)
    }
    promises = scenario.slo.enumerated().map { index, level in
      ReplicatedSloResult(level, runs, at: index, intervals)
    }
  }

  /// The mean or the median of a headline metric, as it is told by; nil where it has none.
  package func figure(_ path: String) -> Double? { estimate(path)?.figure }

  package func estimate(_ path: String) -> VariantEstimate? {
    estimates.first { $0.metric.path == path }
  }

  /// Returns true if it is at least as good as another in recovery, peak and attempts, and better
  /// in one.
  package func beats(_ other: VariantResult) -> Bool {
    guard let traded else { return false }
    return other.traded.map { dominates(traded, $0) } ?? true
  }

  /// The figures of recovery, peak load and attempts; nil if one of them has no figure.
  package var traded: [Double]? {
    let figures = HeadlineMetric.traded.compactMap { figure($0.path) }
    return figures.count == HeadlineMetric.traded.count ? figures : nil
  }
}

/// Returns the places of the results, the best first: by a metric, then by recovery, peak and
/// attempts, then in the order given. A result without a figure comes after those with one.
func rankingOf(_ results: [VariantResult], by metric: HeadlineMetric) -> [Int] {
  let keys = results.map { result in
    ([metric] + HeadlineMetric.traded).map { key in
      result.figure(key.path).map { key.isBetterLow ? $0 : -$0 } ?? .infinity
    }
  }
  return results.indices.sorted { one, other in
    keys[one] == keys[other] ? one < other : keys[one].lexicographicallyPrecedes(keys[other])
  }
}
