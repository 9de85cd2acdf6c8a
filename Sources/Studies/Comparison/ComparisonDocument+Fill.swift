import Documents
import Findings
import Metrics
import Scenarios

extension ComparisonDocument {
  /// Several backoffs over the same worlds, and what follows from it; no sentence yet.
  ///
  /// - Parameters:
  ///   - runs: at least one of each.
  ///   - rankedBy: nil for what coming back is measured by, scenario by scenario.
  ///   - precision: what the number of seeds was chosen by.
  ///   - worlds: those that the scenarios are, in their order; empty where that was not asked for.
  ///   - judged: the names of the backoffs whose promises set the exit code; nil for all.
  ///   - baseline: how it stands against an earlier comparison, where that was asked for.
  ///   - pool: intervals and p values of many variants and seeds are work, too.
  package init(
    _ runs: PairedRuns, rankedBy: HeadlineMetric?, precision: Studies.Precision? = nil,
    worlds: [LimitWorld] = [], judged: [String]? = nil, baseline: BaselineRecord? = nil,
    on pool: WorkPool
  ) {
    let rankings = runs.scenarios.indices.map { rankedBy ?? runs.recovery(scenario: $0) }
    let common = Set(rankings).count == 1 ? rankings[0].path : TradedMetrics.recovery
    var parts = zip(runs.scenarios.indices, rankings).map {
      Part(runs, scenario: $0, rankedBy: $1, on: pool)
    }
    for (place, ranking) in rankings.enumerated() where ranking.path != common {
      parts[place].ownRanking = ranking.path
    }
    let limits = worlds.isEmpty ? nil : LimitsDocument(runs, worlds)
    self.init(
      replications: runs.replications, truncated: runs.isTruncated, rankedBy: common,
      precision: precision.map { Precision($0, by: runs) },
      content: parts.count == 1
        ? .one(parts[0]) : .several(Several(parts, limits: limits, sentences: [])),
      promises: runs.promises(judged: judged), baseline: baseline)
  }
}

extension ComparisonDocument.Precision {
  init(_ wish: Studies.Precision, by runs: PairedRuns) {
    let paths = runs.scenarios.indices.map { runs.recovery(scenario: $0).path }
    let estimates = runs.variants.indices.map { variant in
      paths.enumerated().map { scenario, path in
        SeedEstimate(
          complete: runs.numbers(path, scenario: scenario, variant: variant), .median)
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
    let reported = HeadlineMetric.reported(for: scenario)
    let metrics = reported + (reported.contains(rankedBy) ? [] : [rankedBy])
    let recovery = runs.recovery(scenario: index)
    let intervals = SeedIntervals(count: runs.replications)
    var variants = pool.map(Array(runs.variants.indices)) { place, _ in
      ComparisonDocument.Variant(runs, scenario: index, variant: place, metrics, intervals)
    }.compactMap { $0 }
    let ranking = rankingOf(variants, by: rankedBy, recovery)
    for (rank, place) in ranking.enumerated() { variants[place].rank = rank + 1 }
    let ranked = ranking.map { variants[$0] }
    self.init(
      scenario.name, firstSeed: scenario.seed, clients: scenario.clients.count, variants: variants,
      pairs: runs.differences(scenario: index, metrics, intervals, on: pool).map {
        ComparisonDocument.Pair($0)
      }, ranking: ranked.map(\.name), pareto: [], sentences: [],
      limit: scenario.bottleneck.map(LimitRecord.init), faults: scenario.faultRecords,
      leastPossibleS: runs.leastPossible(scenario: index),
      backBy: recovery.path == TradedMetrics.recovery ? nil : recovery.path, ownRanking: nil)
    let front = paretoFront(variants.map(traded))
    for place in variants.indices { self.variants[place].onFront = front[place] }
    pareto = self.ranked.filter(\.onFront).map(\.name)
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
      (metric.path, runs.metric(metric, scenario: scenario, variant: variant, intervals))
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
  fileprivate func metric(
    _ metric: HeadlineMetric, scenario: Int, variant: Int, _ intervals: SeedIntervals
  ) -> ComparisonDocument.Variant.Metric {
    let numbers = numbers(metric.path, scenario: scenario, variant: variant)
    let estimate = SeedEstimate(complete: numbers, metric.statistic, intervals)
    return .init(
      EstimateRecord(estimate, metric.statistic), interval: estimate?.intervalName)
  }

  /// A metric of one variant, and how it differs from that of the first.
  package typealias FurtherMetric = (
    path: String, metric: ComparisonDocument.Variant.Metric, pair: ComparisonDocument.Pair?
  )

  /// The percentiles of the distributions that are no headline metrics, variant by variant; none that no run has.
  package func percentiles(scenario: Int) -> [[FurtherMetric]] {
    let intervals = SeedIntervals(count: replications)
    let metrics = HeadlineMetric.distributed(in: scenarios[scenario]).filter { metric in
      variants.indices.contains { variant in
        replications(scenario: scenario, variant: variant).contains {
          $0.number(metric.path) != nil
        }
      }
    }
    return variants.indices.map { variant in
      metrics.map { metric in
        let pair =
          variant == 0
          ? nil : difference(0, variant, metric, scenario: scenario, intervals)
        return (
          metric.path, self.metric(metric, scenario: scenario, variant: variant, intervals),
          pair.map { ComparisonDocument.Pair($0) }
        )
      }
    }
  }

  /// The metric by which coming back is measured in a scenario, over all backoffs.
  package func recovery(scenario: Int) -> HeadlineMetric {
    let runs = variants.indices.flatMap { replications(scenario: scenario, variant: $0) }
    let path = TradedMetrics.recovery(
      of: runs.map { ($0.number(TradedMetrics.half), $0.number(TradedMetrics.downtime)) })
    return HeadlineMetric.named([path])[0]
  }

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
    let tested = HeadlineMetric.tested(recovery(scenario: scenario).path)
    let family = pairs.indices.filter { tested.contains(pairs[$0].metric) }
    let corrected = holmCorrected(family.map { pairs[$0].rawP ?? 1 })
    for (index, p) in zip(family, corrected) where pairs[index].rawP != nil { pairs[index].p = p }
    return pairs
  }
}

/// Returns the places of the variants, the best first: by a metric, then by recovery, peak and
/// attempts, then in the order given. One without a figure comes after those with one; among such, the fewer clients
/// are not back, the better.
private func rankingOf(
  _ variants: [ComparisonDocument.Variant], by metric: HeadlineMetric, _ recovery: HeadlineMetric
) -> [Int] {
  let traded = HeadlineMetric.named(TradedMetrics.all(recovery.path))
  let keys = variants.map { variant in
    let figures = ([metric] + traded).map { key in
      variant.figure(key.path).map { key.isBetterLow ? $0 : -$0 } ?? .infinity
    }
    return [figures[0], figures[0] == .infinity ? variant.notBack : 0] + figures.dropFirst()
  }
  return variants.indices.sorted { one, other in
    keys[one] == keys[other] ? one < other : keys[one].lexicographicallyPrecedes(keys[other])
  }
}
