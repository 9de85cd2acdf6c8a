import Documents
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
  package func isReached(by runs: PairedRuns) -> Bool {
    ComparisonDocument.Precision(self, by: runs).reached
  }

  /// How many seeds to add to so many, at most: half as many again.
  package func increment(after replications: Int) -> Int {
    min(max(1, replications / 2), Self.mostReplications - replications)
  }
}

extension Precision {
  func isMissed(by estimate: SeedEstimate) -> Bool {
    // The range of a few values may be narrow and say little.
    guard let low = estimate.low, let high = estimate.high, estimate.isSure else { return true }
    return (high - low) / 2 > relative * abs(estimate.figure)
  }
}
