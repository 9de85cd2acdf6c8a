extension ScenarioComparison {
  /// The rank of each result, from 1, in the order of the results.
  package var ranks: [Int] {
    var ranks = Array(repeating: 0, count: results.count)
    for (place, index) in ranking.enumerated() { ranks[index] = place + 1 }
    return ranks
  }

  /// The first in the ranking, where it has what the ranking goes by.
  package var winner: Int? {
    results[ranking[0]].figure(rankedBy.path) == nil ? nil : ranking[0]
  }

  /// Returns true if a variant is the first in the ranking, or the seeds do not tell it from the
  /// first.
  package func isAmongTheBest(_ result: VariantResult) -> Bool {
    guard let winner else { return false }
    if results[winner].variant.name == result.variant.name { return true }
    guard let behind = difference(from: results[winner], to: result, rankedBy) else { return false }
    return behind.estimate != nil && behind.isUndecided
  }

  /// True if a storm outlives its cause with any variant and seed.
  package var hasMetastable: Bool { results.contains { ($0.figure("metastable") ?? 0) > 0 } }

  /// True if every client is back at the end with every variant.
  package var isComplete: Bool { !results.contains(where: \.leavesSomebody) }
}

extension Comparison {
  /// Variants by the mean of their ranks in all scenarios.
  package var byMeanRank: [Int] {
    let sums = parts.map(\.ranks).reduce(Array(repeating: 0, count: variants.count)) {
      sums, ranks in
      zip(sums, ranks).map { $0 + $1 }
    }
    return variants.indices.sorted { (sums[$0], $0) < (sums[$1], $1) }
  }
}

extension VariantResult {
  /// Clients that were not back when a run ended, in the mean.
  package var notBack: Double {
    ["gave_up", "in_error", "stuck", "still_trying"].reduce(0) { $0 + (figure($1) ?? 0) }
  }

  /// True if any client was not back at the end of some run.
  package var leavesSomebody: Bool { notBack > 0 }

  package var givesUp: Bool { (figure("gave_up") ?? 0) > 0 }
}
