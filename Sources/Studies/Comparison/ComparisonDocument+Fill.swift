import Documents
import Findings
import Metrics
import Scenarios

extension ComparisonDocument {
  /// Several backoffs over the same worlds, and what follows from it; no sentence yet.
  ///
  /// - Parameters:
  ///   - runs: at least one of each.
  ///   - precision: what the number of seeds was chosen by.
  ///   - worlds: those that the scenarios are, in their order; empty where that was not asked for.
  ///   - judged: the names of the backoffs whose promises set the exit code; nil for all.
  ///   - baseline: how it stands against an earlier comparison, where that was asked for.
  ///   - pool: intervals and p values of many variants and seeds are work, too.
  package init(
    _ runs: PairedRuns, rankedBy: HeadlineMetric, precision: Studies.Precision? = nil,
    worlds: [LimitWorld] = [], judged: [String]? = nil, baseline: BaselineRecord? = nil,
    on pool: WorkPool
  ) {
    let parts = runs.scenarios.indices.map {
      Part(runs, scenario: $0, rankedBy: rankedBy, on: pool)
    }
    let limits = worlds.isEmpty ? nil : LimitsDocument(runs, worlds)
    self.init(
      replications: runs.replications, truncated: runs.isTruncated, rankedBy: rankedBy.path,
      precision: precision.map { Precision($0, by: runs) },
      content: parts.count == 1
        ? .one(parts[0]) : .several(Several(parts, limits: limits, sentences: [])),
      promises: runs.promises(judged: judged), baseline: baseline)
  }
}

extension ComparisonDocument.Precision {
  init(_ wish: Studies.Precision, by runs: PairedRuns) {
    let estimates = runs.variants.indices.map { variant in
      runs.scenarios.indices.map { scenario in
        SeedEstimate(
          complete: runs.numbers("recover.p99", scenario: scenario, variant: variant), .median)
      }
    }
    func names(_ holds: ([SeedEstimate?]) -> Bool) -> [String] {
      zip(runs.variants, estimates).filter { holds($1) }.map(\.0.name)
    }
    let wide = names { $0.contains { $0.map(wish.isMissed) ?? false } }
    self.init(
      wish: wish.relative, reached: wide.isEmpty, tooWide: wide,
      unmeasured: names { $0.contains(nil) })
  }
}

extension ComparisonDocument.Part {
  fileprivate init(
    _ runs: PairedRuns, scenario index: Int, rankedBy: HeadlineMetric, on pool: WorkPool
  ) {
    let scenario = runs.scenarios[index]
    let metrics = HeadlineMetric.reported(for: scenario)
    let intervals = SeedIntervals(count: runs.replications)
    var variants = pool.map(Array(runs.variants.indices)) { place, _ in
      ComparisonDocument.Variant(runs, scenario: index, variant: place, metrics, intervals)
    }.compactMap { $0 }
    let ranking = rankingOf(variants, by: rankedBy)
    for (rank, place) in ranking.enumerated() { variants[place].rank = rank + 1 }
    let front = paretoFront(variants.map(\.traded))
    for place in variants.indices { variants[place].onFront = front[place] }
    let ranked = ranking.map { variants[$0] }
    self.init(
      scenario.name, firstSeed: scenario.seed, clients: scenario.clients.count, variants: variants,
      pairs: runs.differences(scenario: index, metrics, intervals, on: pool).map {
        ComparisonDocument.Pair($0)
      }, ranking: ranked.map(\.name), pareto: ranked.filter(\.onFront).map(\.name), sentences: [],
      limit: scenario.bottleneck.map(LimitRecord.init), faults: scenario.faultRecords,
      leastPossibleS: runs.leastPossible(scenario: index))
  }
}

extension ComparisonDocument.Variant {
  /// The results of one backoff in one scenario; its rank and whether it is on the front are not known yet.
  fileprivate init(
    _ runs: PairedRuns, scenario: Int, variant: Int, _ metrics: [HeadlineMetric],
    _ intervals: SeedIntervals
  ) {
    let own = runs.variants[variant]
    let experiment = try? Experiment(runs.scenarios[scenario], variant: own.policy)
    let policies = experiment?.policies ?? []
    let estimates = metrics.map { metric in
      let numbers = runs.numbers(metric.path, scenario: scenario, variant: variant)
      let estimate = SeedEstimate(complete: numbers, metric.statistic, intervals)
      let figures = EstimateRecord(estimate, metric.statistic)
      return (metric.path, Metric(figures, interval: estimate?.intervalName))
    }
    self.init(
      own.name, formula: policies.map(\.formula.text).withoutRepetition.joined(separator: "; "),
      policies: policies.map(\.text).withoutRepetition, rank: 0, onFront: false,
      metrics: Members(estimates),
      slo: runs.results(scenario: scenario, variant: variant, intervals).map(JudgedPromise.init),
      rules: policies.map { Members($0.axes.map { ($0.name, $0.value) }) }.withoutRepetition)
  }
}

extension ComparisonDocument.Pair {
  package init(_ pair: PairedDifference) {
    self.init(
      pair.a, pair.b, metric: pair.metric.path, difference: pair.estimate,
      decided: !pair.isUndecided, p: pair.p, pRaw: pair.rawP, effect: pair.effect)
  }
}

extension SeedEstimate {
  /// How its interval was made, as files name it: `t` is Student's of the mean, `rank` that of the median.
  /// nil without one.
  fileprivate var intervalName: String? { low == nil ? nil : statistic == .median ? "rank" : "t" }
}

extension PairedRuns {
  /// A metric seed by seed; nil where a run has no such number.
  package func numbers(_ path: String, scenario: Int, variant: Int) -> [Double?] {
    replications(scenario: scenario, variant: variant).map { $0.number(path) }
  }

  /// The results of the scenario's promises.
  fileprivate func results(
    scenario: Int, variant: Int, _ intervals: SeedIntervals
  ) -> [ReplicatedSloResult] {
    let runs = replications(scenario: scenario, variant: variant)
    return scenarios[scenario].slo.enumerated().map { index, level in
      ReplicatedSloResult(level, runs, at: index, intervals)
    }
  }

  /// The verdict on every promise, by scenario and backoff.
  fileprivate func promises(judged: [String]?) -> [PromiseRecord] {
    let intervals = SeedIntervals(count: replications)
    return scenarios.enumerated().flatMap { scenario, own in
      variants.enumerated().flatMap { place, variant in
        results(scenario: scenario, variant: place, intervals).map { result in
          PromiseRecord(
            result.verdict(
              in: own.name, variant: variant.name,
              isGate: judged?.contains(variant.name) ?? true))
        }
      }
    }
  }

  /// The difference of any two, without correction; nil where the scenario has no such metric.
  package func difference(
    from a: String, to b: String, _ metric: HeadlineMetric, in scenario: String
  ) -> PairedDifference? {
    guard let index = scenarios.firstIndex(where: { $0.name == scenario }),
      HeadlineMetric.reported(for: scenarios[index]).contains(metric),
      let first = variants.firstIndex(where: { $0.name == a }),
      let second = variants.firstIndex(where: { $0.name == b })
    else { return nil }
    return difference(first, second, metric, scenario: index, SeedIntervals(count: replications))
  }

  private func difference(
    _ a: Int, _ b: Int, _ metric: HeadlineMetric, scenario: Int, _ intervals: SeedIntervals
  ) -> PairedDifference {
    PairedDifference(
      metric, from: numbers(metric.path, scenario: scenario, variant: a), of: variants[a].name,
      to: numbers(metric.path, scenario: scenario, variant: b), of: variants[b].name, intervals)
  }

  /// Every other variant against the first, metric by metric.
  fileprivate func differences(
    scenario: Int, _ metrics: [HeadlineMetric], _ intervals: SeedIntervals, on pool: WorkPool
  ) -> [PairedDifference] {
    let jobs = variants.indices.dropFirst().flatMap { other in metrics.map { (other, $0) } }
    var pairs = pool.map(jobs) { job, _ in
      difference(0, job.0, job.1, scenario: scenario, intervals)
    }.compactMap { $0 }
    // The family holds every tested metric of every pair; one without a p value counts as 1.
    let family = pairs.indices.filter { HeadlineMetric.tested.contains(pairs[$0].metric) }
    let corrected = holmCorrected(family.map { pairs[$0].rawP ?? 1 })
    for (index, p) in zip(family, corrected) where pairs[index].rawP != nil { pairs[index].p = p }
    return pairs
  }
}

/// Returns the places of the variants, the best first: by a metric, then by recovery, peak and
/// attempts, then in the order given. One without a figure comes after those with one.
private func rankingOf(
  _ variants: [ComparisonDocument.Variant], by metric: HeadlineMetric
) -> [Int] {
  let keys = variants.map { variant in
    ([metric] + HeadlineMetric.traded).map { key in
      variant.figure(key.path).map { key.isBetterLow ? $0 : -$0 } ?? .infinity
    }
  }
  return variants.indices.sorted { one, other in
    keys[one] == keys[other] ? one < other : keys[one].lexicographicallyPrecedes(keys[other])
  }
}
