import Primitives

/// The interval of a median between two of the sorted values: it holds the median of what they were drawn
/// from with a confidence that no shape of it can change.
///
/// The value of rank k from either end bounds it. The median lies outside on one side only where fewer than k
/// of the n draws fall beyond it on that side, and each does so with a chance of 1/2: the confidence is
/// 1 - 2 P(B < k), B binomial of n and 1/2, and more than that where draws may be equal.
/// Source: Thompson, On Confidence Ranges for the Median, Annals of Mathematical Statistics, 1936.
package struct RankInterval: Hashable, Sendable {
  /// The ends are the values of this rank from below and from above; 1 for the least and the greatest.
  package let rank: Int
  /// The chance that the interval holds the median, in (0, 1).
  package let confidence: Double

  /// The narrowest interval that has at least `confidence`. If too few values have none, it is
  /// their whole range with its own confidence: 93.75 % for five values.
  ///
  /// - Returns: nil below two values.
  package init?(count: Int, confidence: Double = MeanEstimate.confidence) {
    guard count >= 2 else { return nil }
    let logs = LogFactorials(upTo: count)
    let logHalf = -Double(count) * portableLog(2)
    func chance(_ below: Int) -> Double { portableExp(logs.choose(count, below) + logHalf) }
    // P(B < rank).
    var tail = chance(0)
    var rank = 1
    while 2 * (rank + 1) <= count + 1 {
      let wider = tail + chance(rank)
      // Dust of rounding must not decide where the confidence is met exactly.
      if 1 - 2 * wider < confidence - 1e-12 { break }
      tail = wider
      rank += 1
    }
    self.rank = rank
    self.confidence = 1 - 2 * tail
  }

  /// The ends among sorted values, as many as it was made for.
  package func bounds(of sorted: [Double]) -> (low: Double, high: Double) {
    (sorted[rank - 1], sorted[sorted.count - rank])
  }
}

/// The middle one of sorted values, or the mean of the two in the middle; nil without values.
package func sortedMedian(_ sorted: [Double]) -> Double? {
  guard !sorted.isEmpty else { return nil }
  let middle = sorted.count / 2
  return sorted.count % 2 == 1
    ? sorted[middle] : sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2
}
