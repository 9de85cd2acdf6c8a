import Documents
import Metrics
import Scenarios
import Studies
import Systems
import Words

extension ComparisonDocument {
  /// The same with its conclusions in sentences.
  /// - Parameter runs: those that were compared.
  package func judged(_ runs: PairedRuns) -> ComparisonDocument {
    var copy = self
    let parts = parts.map { part in
      var part = part
      let sentences = conclusion(part, runs)
      part.verdict = sentences.joined(separator: " ")
      part.sentences = sentences
      return part
    }
    switch content {
    case .one: copy.content = .one(parts[0])
    case .several(let several):
      copy.content = .several(Several(parts, limits: several.limits, sentences: overall(runs)))
    }
    return copy
  }

  /// Returns the conclusion over one scenario, in a few sentences.
  private func conclusion(_ part: Part, _ runs: PairedRuns) -> [String] {
    let found =
      [drain(part, runs), first(in: part, runs), why(part)].compactMap { $0 } + behind(part)
    let rest = [
      cheapest(part, runs), front(part), placeOfFirst(part), timeouts(part),
      keptPromises(part),
      tooFewSeeds(part, replications), parts.count == 1 ? missedPrecision : nil,
    ]
    return found + rest.compactMap { $0 }
  }

  /// Returns the conclusion over several scenarios.
  private func overall(_ runs: PairedRuns) -> [String] {
    if let limits {
      return [drain(parts[0], runs)].compactMap { $0 } + limitVerdict(limits)
        + [missedPrecision].compactMap { $0 }
    }
    var sentences = [wins]
    let always = parts[0].variants.indices.filter { place in
      parts.allSatisfy { $0.variants[place].onFront }
    }
    if !always.isEmpty {
      let names = always.map { parts[0].variants[$0].name }
      sentences.append("On the front everywhere: \(listed(names)).")
    }
    sentences += parts.flatMap { part in
      let behind = behind(part)
      return behind.isEmpty ? [] : ["In \(part.scenario): \(behind[0])"] + behind.dropFirst()
    }
    return sentences + [missedPrecision].compactMap { $0 }
  }

  /// The sentences on how often each variant ranks first.
  private var wins: String {
    let order = byMeanRank
    let names = parts[0].variants.map(\.name)
    let counts = order.map { place in
      (names[place], parts.count { winner(in: $0)?.name == names[place] })
    }
    let winners = counts.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map { name, count in
      "\(name) in \(count) of \(parts.count)"
    }
    let ranks = parts.map { "\($0.variants[order[0]].rank)" }
    let what = parts.map(ranking).withoutRepetition.joined(separator: " or ")
    return
      "Best \(what): \(listed(winners)). The best mean rank by "
      + "it has \(names[order[0]]) (\(ranks.joined(separator: ", ")))."
  }

  private func first(in part: Part, _ runs: PairedRuns) -> String? {
    let (ranked, path) = (part.ranked, ranking(of: part))
    guard let metric = HeadlineMetric.named(path), ranked[0].figure(path) != nil else {
      return "No backoff has a \(path) with every seed."
    }
    let opening = opening(ranked[0], path, ComparisonText.estimate(ranked[0], path))
    let lead = runs.difference(from: ranked[0].name, to: ranked[1].name, metric, in: part.scenario)
    guard let lead, let difference = lead.estimate else { return opening + "." }
    if lead.isNone { return "\(opening); \(lead.b) is exactly as good." }
    let distance = ComparisonText.distance(difference.figure, metric.unit)
    return lead.isUndecided
      ? "\(opening), but the seeds do not tell it from \(lead.b), \(distance) behind."
      : "\(opening), \(distance) ahead of \(lead.b)."
  }

  /// A storm that a drain would spread, whichever formula the clients have.
  private func drain(_ part: Part, _ runs: PairedRuns) -> String? {
    // The narrowest of several worlds decides.
    let worlds = runs.scenarios.filter { parts.count > 1 || $0.name == part.scenario }
    guard let advice = worlds.compactMap(\.drainAdvice).max(by: { $0.within < $1.within }),
      let limit = part.limit?.perSecond,
      let peak = part.ranked[0].figure(TradedMetrics.peak), peak > limit
    else { return nil }
    return
      "Each restart drops all connections of its node at once, with every formula. A drain closes them one after the "
      + "other, and may change the order: compare again with \(advice.options). \(advice.price)"
  }

  private func opening(_ best: Variant, _ path: String, _ value: String) -> String {
    switch path {
    case TradedMetrics.recovery: "\(best.name) is back first, 99 % of it after \(value)"
    case TradedMetrics.downtime:
      "\(best.name) is away for the shortest time, 99 % of it for \(value) or less"
    case _: "\(best.name) has the best \(path), \(value)"
    }
  }

  /// Why the time to recover decides nothing.
  private func why(_ part: Part) -> String? {
    part.isMeasuredByDowntime
      ? "What counts is the time away: in most runs the time to recover is 0 for at least half of the clients."
      : nil
  }

  /// The sentence on the precision that `--precision` did not bring.
  private var missedPrecision: String? {
    guard let precision else { return nil }
    let recovery = parts.map(\.recovery).withoutRepetition.joined(separator: " or ")
    if precision.unmeasured.count == parts[0].variants.count {
      return "--precision had nothing to go by: no backoff has a \(recovery) with every seed."
    }
    if precision.reached { return nil }
    let percent = (precision.wish * 1e8).rounded() / 1e6
    return
      "After \(HumanText.count(replications)) seeds the interval of \(recovery) is still wider than ± "
      + "\(jsonNumber(percent)) % with \(listed(precision.tooWide))."
  }
}

/// Says of a few variants that they wait for a connection for different times, which may decide more
/// than their formulas do.
private func timeouts(_ part: ComparisonDocument.Part) -> String? {
  guard part.variants.count <= 6 else { return nil }
  let times = part.variants.map { variant in
    variant.axes.components(separatedBy: "connectTimeout: ").last ?? ""
  }
  let distinct = times.withoutRepetition
  guard distinct.count > 1 else { return nil }
  let groups = distinct.map { time in
    let names = zip(part.variants, times).filter { $0.1 == time }.map(\.0.name)
    return "\(time) with \(listed(names))"
  }
  return "The connect timeouts differ, which may decide more than the formulas: "
    + groups.joined(separator: ", ") + "."
}

/// Returns the sentences on the variants with which clients give up, and on those with which
/// clients are not back for another reason; nil if all clients are back.
private func behind(_ part: ComparisonDocument.Part) -> [String] {
  func names(_ results: [ComparisonDocument.Variant]) -> String {
    results.count == part.variants.count
      ? "every backoff" : listed(results.map(\.name), most: 12)
  }
  func count(_ results: [ComparisonDocument.Variant]) -> String {
    let least = results.map(\.notBack).min() ?? 0
    let number = HumanText.number(least)
    return least < 2
      ? "Some are"
      : "\(results.count > 1 ? "At least \(number)" : number) of \(HumanText.count(part.clients)) clients are"
  }
  let left = part.ranked.filter(\.leavesSomebody)
  let givingUp = left.filter(\.givesUp)
  let others = left.filter { !$0.givesUp }
  // A share of the seeds.
  let storms = left.filter { ($0.figure("metastable") ?? 0) > 0.5 }
  return [
    givingUp.isEmpty ? nil : "Clients give up with \(names(givingUp)).",
    others.isEmpty
      ? nil : "\(count(others)) not back when the run ends with \(names(others)).",
    storms.isEmpty ? nil : "The storm outlives its cause with \(names(storms)).",
  ].compactMap { $0 }
}

/// The sentence of the lowest peak and the fewest attempts among the formulas that bring everybody back. A
/// formula that loses clients may have less of both, because these clients are gone.
private func cheapest(_ part: ComparisonDocument.Part, _ runs: PairedRuns) -> String? {
  let whole = part.ranked.filter { part.traded($0) != nil && !$0.leavesSomebody }
  guard let load = least("peak_arrivals_1s", whole, part, runs),
    let attempts = least("attempts_per_client", whole, part, runs)
  else { return nil }
  if whole.count == 1 {
    return
      "Only \(load.name) brings everybody back: with a peak of \(load.figure) arrivals in 1 s, and "
      + "\(attempts.figure) attempts a client."
  }
  let opening = whole.count == part.variants.count ? "" : "Of those that bring everybody back, "
  return
    opening + "\(load.name) has the lowest peak, \(load.figure) arrivals in 1 s\(load.doubt), and "
    + (load.name == attempts.name ? "" : attempts.name + " ")
    + "the fewest attempts, \(attempts.figure) a client\(attempts.doubt)."
}

/// Returns the variant that has least of a metric, its figure, and the variant that the seeds do
/// not tell from it.
private func least(
  _ path: String, _ results: [ComparisonDocument.Variant], _ part: ComparisonDocument.Part,
  _ runs: PairedRuns
) -> (name: String, figure: String, doubt: String)? {
  let order = results.filter { $0.figure(path) != nil }.sorted {
    $0.figure(path)! < $1.figure(path)!
  }
  guard let best = order.first, let figure = best.figure(path) else { return nil }
  let metric = HeadlineMetric.named(path)!
  let next = order.dropFirst().first.flatMap {
    runs.difference(from: best.name, to: $0.name, metric, in: part.scenario)
  }
  let doubt = next.flatMap { next in
    next.isNone
      ? " (the same as \(next.b))"
      : next.isUndecided ? " (the seeds do not tell it from \(next.b))" : nil
  }
  return (best.name, HumanText.number(figure), doubt ?? "")
}

private func front(_ part: ComparisonDocument.Part) -> String? {
  let names = part.ranked.filter(\.onFront).map(\.name)
  if names.isEmpty { return nil }
  let front = "front of \(part.isMeasuredByDowntime ? "downtime" : "recovery"), peak and attempts"
  return names.count == part.variants.count
    ? "All are on the \(front): none beats another."
    : "On the \(front): \(listed(names, most: 12))."
}

/// Returns the sentence on the rank of the first variant, and on the variants that beat it in
/// everything that is traded off.
private func placeOfFirst(_ part: ComparisonDocument.Part) -> String? {
  let first = part.variants[0]
  guard part.variants.count > 2, part.traded(first) != nil else { return nil }
  let better = part.ranked.filter { part.beats($0, first) }.map(\.name)
  let opening = "\(first.name) ranks \(first.rank) of \(part.variants.count)"
  return better.isEmpty
    ? "\(opening); none beats it in all three."
    : "\(opening); at least as good in all three: \(listed(better))."
}

private func keptPromises(_ part: ComparisonDocument.Part) -> String? {
  let what = part.variants[0].slo.map(\.promise).joined(separator: ", ")
  if what.isEmpty { return nil }
  let kept = part.ranked.filter { $0.slo.allSatisfy(\.kept) }.map(\.name)
  if kept.isEmpty { return "None keeps every promise (\(what))." }
  return kept.count == part.variants.count
    ? "All keep every promise (\(what))."
    : "Every promise (\(what)) is kept by \(kept.count) of \(part.variants.count)"
      + (kept.count <= 8 ? ": \(listed(kept))." : ".")
}

/// So few seeds that no p value could be small, however large the differences.
private func tooFewSeeds(_ part: ComparisonDocument.Part, _ replications: Int) -> String? {
  let tests = (part.variants.count - 1) * HeadlineMetric.tested(part.recovery).count
  func leastP(_ seeds: Int) -> Double {
    Double(tests) * 2 / Double(sign: .plus, exponent: seeds, significand: 1)
  }
  guard leastP(replications) > 0.05 else { return nil }
  let enough = (replications...).first { leastP($0) <= 0.05 }!
  return "With \(replications) seed\(replications == 1 ? "" : "s") no p can fall below 0.05 among "
    + "\(tests) tests: it takes \(enough)."
}
