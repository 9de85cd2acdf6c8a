import Documents
import Metrics
import Scenarios
import Studies
import Verdicts

extension ComparisonDocument {
  /// - Parameter baseline: how it stands against an earlier comparison, where that was asked for.
  init(_ comparison: Comparison, baseline: BaselineJudgement? = nil) {
    let parts = comparison.parts.map { Part($0, comparison) }
    self.init(
      replications: comparison.replications, truncated: comparison.isTruncated,
      rankedBy: comparison.rankedBy.path, precision: comparison.precision.map(Precision.init),
      content: parts.count == 1
        ? .one(parts[0])
        : .several(
          Several(
            parts, limits: comparison.limits, sentences: overallVerdict(comparison))),
      promises: comparison.verdicts.filter { $0.group == .promises }.map(PromiseRecord.init),
      baseline: baseline.map(BaselineRecord.init))
  }
}

extension ComparisonDocument.Precision {
  fileprivate init(_ precision: PrecisionReached) {
    self.init(
      wish: precision.wish.relative, reached: precision.isReached, tooWide: precision.wide,
      unmeasured: precision.unmeasured)
  }
}

extension ComparisonDocument.Part {
  fileprivate init(_ part: ScenarioComparison, _ comparison: Comparison) {
    let scenario = part.scenario
    self.init(
      scenario.name, firstSeed: scenario.seed, clients: scenario.clients.count,
      variants: zip(part.results, part.ranks).map { ComparisonDocument.Variant($0, rank: $1) },
      pairs: part.pairs.map(ComparisonDocument.Pair.init), ranking: part.ranked.map(\.variant.name),
      pareto: part.ranked.filter(\.isOnFront).map(\.variant.name),
      sentences: Verdicts.verdict(part, of: comparison),
      limit: scenario.bottleneck.map(LimitRecord.init), faults: scenario.faultRecords,
      leastPossibleS: part.leastPossible)
  }
}

extension ComparisonDocument.Variant {
  fileprivate init(_ result: VariantResult, rank: Int) {
    let metrics = result.estimates.map { row in
      let figures = EstimateRecord(row.estimate, row.metric.statistic)
      return (row.metric.path, Metric(figures, interval: row.estimate?.intervalName))
    }
    self.init(
      result.variant.name, formula: result.formula, policies: result.policies, rank: rank,
      onFront: result.isOnFront,
      metrics: Members(metrics), slo: result.promises.map(JudgedPromise.init),
      rules: result.rules.map { rules in Members(rules.map { ($0.name, $0.value) }) })
  }
}

extension ComparisonDocument.Pair {
  fileprivate init(_ pair: PairedDifference) {
    self.init(
      pair.a, pair.b, metric: pair.metric.path, difference: pair.estimate,
      decided: !pair.isUndecided, p: pair.p, pRaw: pair.rawP, effect: pair.effect)
  }
}
