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
    part.ranked.first.flatMap { $0.figure(rankedBy) == nil ? nil : $0 }
  }
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

  /// The figures of recovery, peak load and attempts; nil if one of them has no figure.
  package var traded: [Double]? {
    let figures = TradedMetrics.all.compactMap(figure)
    return figures.count == TradedMetrics.all.count ? figures : nil
  }

  /// Returns true if it is at least as good as another in recovery, peak and attempts, and better
  /// in one.
  package func beats(_ other: Self) -> Bool {
    guard let traded else { return false }
    return other.traded.map { dominates(traded, $0) } ?? true
  }

  /// The rules around the formula in one line.
  package var axes: String {
    rules.map { rules in
      rules.all.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    }.joined(separator: "; ")
  }
}
