/// The share of cases in which something happened, and the interval that holds its probability with
/// 95 % confidence.
package struct ShareEstimate: Hashable, Sendable {
  package let share: Double
  package let low: Double
  package let high: Double

  /// The interval of the score test, which has sense for a few trials and for 0 or all of them, too.
  /// Source: Wilson, Probable Inference, the Law of Succession, and Statistical Inference, JASA 1927.
  /// - Parameters:
  ///   - count: the number of times it happened.
  ///   - trials: the number of times it could have happened, at least one.
  package init(_ count: Int, of trials: Int) {
    precondition(trials > 0 && (0...trials).contains(count))
    let n = Double(trials)
    let part = Double(count) / n
    let square = Self.quantile * Self.quantile
    let centre = (part + square / (2 * n)) / (1 + square / n)
    let half =
      Self.quantile / (1 + square / n)
      * (part * (1 - part) / n + square / (4 * n * n)).squareRoot()
    share = part
    low = count == 0 ? 0 : centre - half
    high = count == trials ? 1 : centre + half
  }

  /// Half the width of the 95 % interval in standard errors.
  private static let quantile = 1.959963984540054
}
