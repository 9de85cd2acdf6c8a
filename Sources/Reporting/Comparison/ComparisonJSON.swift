import Campaigns
import Documents
import Metrics

/// A comparison as JSON: the content of `comparison.json`.
///
/// Of one scenario the members stand at the top; of several, `scenarios` holds one such object each.
/// Metrics are what `estimateMembers` says, and `interval` how theirs was made; `difference` is b - a, by the
/// median of metrics that are told by that, with `low` and `high`. Null: no number with some seed.
/// `limit` and `faults` are those of `summary.json`; `least_possible_s` is the least that any behaviour of
/// the clients could bring recover.p99 to. `rules` has the rules around each formula. `promises` says what
/// became of each promise with each backoff.
/// - Parameter baseline: how it stands against an earlier comparison; the member `baseline`, where that
///   was asked for.
func comparisonJSON(_ comparison: Comparison, baseline: BaselineJudgement? = nil) -> String {
  let head: [JSONValue.Member] = [
    .init("schema", .integer(1)), .init("replications", .integer(comparison.replications)),
    .init("truncated", .boolean(comparison.isTruncated)),
    .init("ranked_by", .string(comparison.rankedBy.path)),
    .init("precision", .optional(comparison.precision, precisionJSON)),
  ]
  let judged =
    [JSONValue.Member("promises", promisesJSON(comparison.verdicts))] + baselineMembers(baseline)
  if comparison.parts.count == 1 {
    return JSONValue.object(head + members(of: comparison.parts[0], comparison) + judged).text
  }
  let parts = comparison.parts.map { JSONValue.object(members(of: $0, comparison)) }
  let limits = comparison.limits.map { [JSONValue.Member("limits", limitsJSON($0))] } ?? []
  let rest: [JSONValue.Member] = [
    .init("scenarios", .array(parts)), .init("verdict", .string(overallVerdict(comparison))),
  ]
  return JSONValue.object(head + limits + rest + judged).text
}

private func members(
  of part: ScenarioComparison, _ comparison: Comparison
) -> [JSONValue.Member] {
  let ranks = part.ranks
  return [
    .init("scenario", .string(part.scenario.name)),
    .init("seeds", ["first": .unsigned(part.scenario.seed)]),
    .init("clients", .integer(part.scenario.clients.count)),
    .init(
      "variants", .array(zip(part.results, ranks).map { variantJSON($0, rank: $1, in: part) })),
    .init("pairs", .array(part.pairs.map(pairJSON))),
    .init("ranking", .array(part.ranked.map { .string($0.variant.name) })),
    .init(
      "pareto",
      .array(part.ranked.filter(\.isOnFront).map { .string($0.variant.name) })),
    .init("verdict", .string(verdict(part, of: comparison))),
    .init("limit", limitJSON(of: part.scenario)), .init("faults", faultsJSON(of: part.scenario)),
    .init("least_possible_s", .optional(part.leastPossible, JSONValue.number)),
  ]
}

private func precisionJSON(_ precision: PrecisionReached) -> JSONValue {
  [
    "wish": .number(precision.wish.relative), "reached": .boolean(precision.isReached),
    "too_wide": .array(precision.wide.map(JSONValue.string)),
    "unmeasured": .array(precision.unmeasured.map(JSONValue.string)),
  ]
}

private func variantJSON(
  _ result: VariantResult, rank: Int, in part: ScenarioComparison
) -> JSONValue {
  return [
    "name": .string(result.variant.name), "formula": .string(result.formula),
    "policies": .array(result.policies.map(JSONValue.string)), "rank": .integer(rank),
    "on_front": .boolean(result.isOnFront),
    "metrics": .object(result.estimates.map { .init($0.metric.path, metricJSON($0)) }),
    "slo": .document(result.promises.map(JudgedPromise.init)),
    "rules": .array(result.rules.map(rulesJSON)),
  ]
}

private func rulesJSON(_ rules: [BackoffRule]) -> JSONValue {
  .object(rules.map { .init($0.name, .string($0.value)) })
}

private func metricJSON(_ metric: VariantEstimate) -> JSONValue {
  .object(
    estimateMembers(metric.estimate, metric.metric.statistic) + [
      .init("interval", .optional(metric.estimate?.intervalName, JSONValue.string))
    ])
}

private func pairJSON(_ pair: PairedDifference) -> JSONValue {
  [
    "a": .string(pair.a), "b": .string(pair.b), "metric": .string(pair.metric.path),
    "difference": .optional(pair.estimate?.figure, JSONValue.number),
    "low": .optional(pair.estimate?.low, JSONValue.number),
    "high": .optional(pair.estimate?.high, JSONValue.number),
    "decided": .boolean(!pair.isUndecided), "p": .optional(pair.p, JSONValue.number),
    "p_raw": .optional(pair.rawP, JSONValue.number),
    "effect": .optional(pair.effect, JSONValue.number),
  ]
}

extension ScenarioComparison {
  /// The rank of each result, from 1, in the order of the results.
  var ranks: [Int] {
    var ranks = Array(repeating: 0, count: results.count)
    for (place, index) in ranking.enumerated() { ranks[index] = place + 1 }
    return ranks
  }
}
