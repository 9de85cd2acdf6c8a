import Metrics

/// How narrow the intervals of recover.p99 are to be.
package struct Precision: Hashable, Sendable {
  /// Half of an interval's width over the median, in (0, 1).
  package let relative: Double

  /// Seeds after which no more are added.
  package static let mostReplications = SeedRange.countRange.upperBound

  package init(relative: Double) {
    precondition(relative > 0 && relative < 1, "a share between 0 and 1")
    self.relative = relative
  }

  /// Returns true if every interval is narrow enough.
  package func isReached(by runs: PairedRuns) -> Bool { PrecisionReached(self, by: runs).isReached }

  /// How many seeds to add to so many, at most: half as many again.
  package func increment(after replications: Int) -> Int {
    min(max(1, replications / 2), Self.mostReplications - replications)
  }
}

/// The result of a wish for precision.
package struct PrecisionReached: Hashable, Sendable {
  package let wish: Precision
  /// Variants with an interval that is too wide in some scenario.
  package let wide: [String]
  /// Variants without an interval in some scenario: not every client is back, or no client had to
  /// recover. More seeds would not help.
  package let unmeasured: [String]

  /// True if every existing interval is narrow enough.
  package var isReached: Bool { wide.isEmpty }

  init(_ wish: Precision, by runs: PairedRuns) {
    self.wish = wish
    var wide: [String] = []
    var unmeasured: [String] = []
    for (place, variant) in runs.variants.enumerated() {
      let estimates = runs.scenarios.indices.map { scenario in
        VariantEstimate(
          HeadlineMetric.named("recover.p99")!,
          runs.replications(scenario: scenario, variant: place).map { $0.number("recover.p99") }
        ).estimate
      }
      if estimates.contains(nil) { unmeasured.append(variant.name) }
      if estimates.contains(where: { $0.map(wish.isMissed) ?? false }) { wide.append(variant.name) }
    }
    self.wide = wide
    self.unmeasured = unmeasured
  }
}

extension Precision {
  fileprivate func isMissed(by estimate: SeedEstimate) -> Bool {
    // The range of a few values may be narrow and say little.
    guard let low = estimate.low, let high = estimate.high, estimate.isSure else { return true }
    return (high - low) / 2 > relative * abs(estimate.figure)
  }
}
