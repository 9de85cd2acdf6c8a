import Documents
import Scenarios
import Studies
import Systems
import Words

/// Returns the conclusion of a comparison over one scenario, in a few sentences.
package func verdict(_ part: ScenarioComparison, of comparison: Comparison) -> [String] {
  let found = [winner(part)].compactMap { $0 } + behind(part)
  let rest = [
    cheapest(part), front(part), placeOfFirst(part), timeouts(part), promises(part),
    tooFewSeeds(part, comparison.replications),
    comparison.parts.count == 1 ? precision(comparison) : nil,
  ]
  return found + rest.compactMap { $0 }
}

/// Returns the conclusion of a comparison over several scenarios.
package func overallVerdict(_ comparison: Comparison) -> [String] {
  if let limits = comparison.limits {
    return limitVerdict(limits) + [precision(comparison)].compactMap { $0 }
  }
  var sentences = [wins(comparison)]
  let always = comparison.variants.indices.filter { index in
    comparison.parts.allSatisfy { $0.results[index].isOnFront }
  }
  if !always.isEmpty {
    sentences.append(
      "On the front everywhere: \(listed(always.map { comparison.variants[$0].name }))."
    )
  }
  sentences += comparison.parts.flatMap { part in
    let behind = behind(part)
    return behind.isEmpty ? [] : ["In \(part.scenario.name): \(behind[0])"] + behind.dropFirst()
  }
  if let words = precision(comparison) { sentences.append(words) }
  return sentences
}

/// Says of a few variants that they wait for a connection for different times, which may decide more
/// than their formulas do.
private func timeouts(_ part: ScenarioComparison) -> String? {
  guard part.results.count <= 6 else { return nil }
  let times = part.results.map { result in
    result.axes.components(separatedBy: "connectTimeout: ").last ?? ""
  }
  let distinct = times.withoutRepetition
  guard distinct.count > 1 else { return nil }
  let groups = distinct.map { time in
    let names = zip(part.results, times).filter { $0.1 == time }.map(\.0.variant.name)
    return "\(time) with \(listed(names))"
  }
  return "The connect timeouts differ, which may decide more than the formulas: "
    + groups.joined(separator: ", ") + "."
}

/// Returns the sentences on how often each variant ranks first.
private func wins(_ comparison: Comparison) -> String {
  let order = comparison.byMeanRank
  let counts = order.map { index in
    (comparison.variants[index].name, comparison.parts.count { $0.winner == index })
  }
  let winners = counts.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map { name, count in
    "\(name) in \(count) of \(comparison.parts.count)"
  }
  let ranks = comparison.parts.map { part in part.ranks[order[0]] }.map(String.init)
  return
    "Least \(comparison.rankedBy.path): \(listed(winners)). The best mean rank by "
    + "it has \(comparison.variants[order[0]].name) (\(ranks.joined(separator: ", ")))."
}

private func winner(_ part: ScenarioComparison) -> String? {
  let metric = part.rankedBy
  let ranked = part.ranked
  guard let found = ranked[0].estimate(metric.path)?.estimate else {
    return "No backoff has a \(metric.path) with every seed."
  }
  let value = ComparisonText.estimate(found, metric.unit)
  let name = ranked[0].variant.name
  let opening =
    metric.path == "recover.p99"
    ? "\(name) is back first, 99 % of it after \(value)"
    : "\(name) has the best \(metric.path), \(value)"
  guard let lead = part.difference(from: ranked[0], to: ranked[1], metric),
    let difference = lead.estimate
  else { return opening + "." }
  if lead.isNone { return "\(opening); \(lead.b) is exactly as good." }
  let distance = ComparisonText.distance(difference.figure, metric.unit)
  return lead.isUndecided
    ? "\(opening), but the seeds do not tell it from \(lead.b), \(distance) behind."
    : "\(opening), \(distance) ahead of \(lead.b)."
}

/// Returns the sentences on the variants with which clients give up, and on those with which
/// clients are not back for another reason; nil if all clients are back.
private func behind(_ part: ScenarioComparison) -> [String] {
  func names(_ results: [VariantResult]) -> String {
    results.count == part.results.count
      ? "every backoff" : listed(results.map(\.variant.name), most: 12)
  }
  let left = part.ranked.filter(\.leavesSomebody)
  let givingUp = left.filter(\.givesUp)
  let others = left.filter { !$0.givesUp }
  return [
    givingUp.isEmpty ? nil : "Clients give up with \(names(givingUp)).",
    others.isEmpty ? nil : "Some are not back when the run ends with \(names(others)).",
  ].compactMap { $0 }
}

/// The sentence of the lowest peak and the fewest attempts among the formulas that bring everybody back. A
/// formula that loses clients may have less of both, because these clients are gone.
private func cheapest(_ part: ScenarioComparison) -> String? {
  let whole = part.ranked.filter { $0.traded != nil && !$0.leavesSomebody }
  guard let load = least("peak_arrivals_1s", whole, part),
    let attempts = least("attempts_per_client", whole, part)
  else { return nil }
  if whole.count == 1 {
    return
      "Only \(load.name) brings everybody back: with a peak of \(load.figure) arrivals in 1 s, and "
      + "\(attempts.figure) attempts a client."
  }
  let opening =
    whole.count == part.results.count ? "" : "Of those that bring everybody back, "
  return
    opening + "\(load.name) has the lowest peak, \(load.figure) arrivals in 1 s\(load.doubt), and "
    + (load.name == attempts.name ? "" : attempts.name + " ")
    + "the fewest attempts, \(attempts.figure) a client\(attempts.doubt)."
}

/// Returns the variant that has least of a metric, its figure, and the variant that the seeds do
/// not tell from it.
private func least(
  _ path: String, _ results: [VariantResult], _ part: ScenarioComparison
) -> (name: String, figure: String, doubt: String)? {
  let order = results.filter { $0.figure(path) != nil }.sorted {
    $0.figure(path)! < $1.figure(path)!
  }
  guard let best = order.first, let figure = best.figure(path) else { return nil }
  let metric = HeadlineMetric.named(path)!
  let next = order.dropFirst().first.flatMap { part.difference(from: best, to: $0, metric) }
  let doubt = next.flatMap { next in
    next.isNone
      ? " (the same as \(next.b))"
      : next.isUndecided ? " (the seeds do not tell it from \(next.b))" : nil
  }
  return (best.variant.name, HumanText.number(figure), doubt ?? "")
}

private func front(_ part: ScenarioComparison) -> String? {
  let names = part.ranked.filter(\.isOnFront).map(\.variant.name)
  if names.isEmpty { return nil }
  return names.count == part.results.count
    ? "All are on the front of recovery, peak and attempts: none beats another."
    : "On the front of recovery, peak and attempts: \(listed(names, most: 12))."
}

/// Returns the sentence on the rank of the first variant, and on the variants that beat it in
/// everything that is traded off.
private func placeOfFirst(_ part: ScenarioComparison) -> String? {
  let first = part.results[0]
  guard part.results.count > 2, let rank = part.ranks.first else { return nil }
  let better = part.ranked.filter { $0.beats(first) }.map(\.variant.name)
  let opening = "\(first.variant.name) ranks \(rank) of \(part.results.count)"
  return better.isEmpty
    ? "\(opening); none beats it in all three."
    : "\(opening); at least as good in all three: \(listed(better))."
}

private func promises(_ part: ScenarioComparison) -> String? {
  guard !part.scenario.slo.isEmpty else { return nil }
  let kept = part.ranked.filter { $0.promises.allSatisfy(\.isKept) }.map(\.variant.name)
  let what = part.scenario.slo.map(\.text).joined(separator: ", ")
  if kept.isEmpty { return "None keeps every promise (\(what))." }
  return kept.count == part.results.count
    ? "All keep every promise (\(what))."
    : "Every promise (\(what)) is kept by \(kept.count) of \(part.results.count)"
      + (kept.count <= 8 ? ": \(listed(kept))." : ".")
}

/// So few seeds that no p value could be small, however large the differences.
private func tooFewSeeds(_ part: ScenarioComparison, _ replications: Int) -> String? {
  let tests = (part.results.count - 1) * HeadlineMetric.tested.count
  func leastP(_ seeds: Int) -> Double {
    Double(tests) * 2 / Double(sign: .plus, exponent: seeds, significand: 1)
  }
  guard leastP(replications) > 0.05 else { return nil }
  let enough = (replications...).first { leastP($0) <= 0.05 }!
  return "With \(replications) seed\(replications == 1 ? "" : "s") no p can fall below 0.05 among "
    + "\(tests) tests: it takes \(enough)."
}

/// Returns the sentence on the precision that `--precision` did not bring.
private func precision(_ comparison: Comparison) -> String? {
  guard let precision = comparison.precision else { return nil }
  let seeds = HumanText.count(comparison.replications)
  let percent = (precision.wish.relative * 1e8).rounded() / 1e6
  if precision.unmeasured.count == comparison.variants.count {
    return "--precision had nothing to go by: no backoff has a recover.p99 with every seed."
  }
  if precision.isReached { return nil }
  return
    "After \(seeds) seeds the interval of recover.p99 is still wider than ± \(jsonNumber(percent)) % with "
    + "\(listed(precision.wide))."
}
