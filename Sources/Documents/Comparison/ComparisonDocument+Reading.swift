import Metrics

extension ComparisonDocument {
  /// Places of the variants by the mean of their ranks in all scenarios.
  package var byMeanRank: [Int] {
    let sums = parts[0].variants.indices.map { place in
      parts.reduce(0) { $0 + $1.variants[place].rank }
    }
    return sums.indices.sorted { (sums[$0], $0) < (sums[$1], $1) }
  }

  /// The first in the ranking, where it has what the ranking goes by.
  package func winner(in part: Part) -> Variant? {
    part.ranked.first.flatMap { $0.figure(ranking(of: part)) == nil ? nil : $0 }
  }

  /// The metric that the variants of a scenario are ranked by.
  package func ranking(of part: Part) -> String { part.ownRanking ?? rankedBy }
}

extension ComparisonDocument.Part {
  /// The variants, the best first.
  package var ranked: [ComparisonDocument.Variant] { variants.sorted { $0.rank < $1.rank } }

  /// The difference of a variant to the first one.
  package func pair(_ variant: String, _ metric: String) -> ComparisonDocument.Pair? {
    pairs.first { $0.b == variant && $0.metric == metric }
  }

  /// True if a storm outlives its cause with any variant and seed.
  package var hasMetastable: Bool { variants.contains { ($0.figure("metastable") ?? 0) > 0 } }

  /// The metric by which coming back is measured: `recover.p99`, or `downtime.p99` where most were back before clear.
  package var recovery: String { backBy ?? TradedMetrics.recovery }

  /// True if most clients were back before clear.
  package var isMeasuredByDowntime: Bool { recovery == TradedMetrics.downtime }

  /// The figures of a variant that formulas trade against each other; nil if one of them has no figure.
  package func traded(_ variant: ComparisonDocument.Variant) -> [Double]? {
    let paths = TradedMetrics.all(recovery)
    let figures = paths.compactMap(variant.figure)
    return figures.count == paths.count ? figures : nil
  }

  /// Returns true if a variant is at least as good as another in recovery, peak and attempts, and better in one.
  package func beats(
    _ variant: ComparisonDocument.Variant, _ other: ComparisonDocument.Variant
  ) -> Bool {
    guard let own = traded(variant) else { return false }
    return traded(other).map { dominates(own, $0) } ?? true
  }

  /// True if every client is back at the end with every variant.
  package var isComplete: Bool { !variants.contains(where: \.leavesSomebody) }
}

extension ComparisonDocument.Variant {
  /// The mean or the median of a metric, as it is told by; nil where it has none.
  package func figure(_ path: String) -> Double? { metrics[path]?.estimate.figure }

  /// Clients that were not back when a run ended, in the mean.
  package var notBack: Double {
    ["gave_up", "in_error", "stuck", "still_trying"].reduce(0) { $0 + (figure($1) ?? 0) }
  }

  /// True if any client was not back at the end of some run.
  package var leavesSomebody: Bool { notBack > 0 }

  package var givesUp: Bool { (figure("gave_up") ?? 0) > 0 }

  /// The rules around the formula in one line.
  package var axes: String {
    rules.map { rules in
      rules.all.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    }.joined(separator: "; ")
  }
}
