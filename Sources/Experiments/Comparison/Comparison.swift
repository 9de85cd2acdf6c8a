/// Several backoffs over the same worlds, and what follows from it.
public struct Comparison: Sendable {
  public let variants: [Variant]
  /// One for each scenario, in the order given.
  public let parts: [ScenarioComparison]
  /// Runs of every variant in every scenario.
  public let replications: Int
  /// Whether runs that were asked for are missing.
  public let isTruncated: Bool
  /// What the rankings go by.
  public let rankedBy: HeadlineMetric
  /// Events of all runs.
  public let events: Int

  /// - Parameter runs: at least one of each.
  public init(_ runs: PairedRuns, rankedBy: HeadlineMetric) {
    variants = runs.variants
    replications = runs.replications
    isTruncated = runs.isTruncated
    self.rankedBy = rankedBy
    events = runs.events
    parts = runs.scenarios.indices.map {
      ScenarioComparison(runs, scenario: $0, rankedBy: rankedBy)
    }
  }
}

/// How narrow the intervals of recover.p99 are to be.
public struct Precision: Hashable, Sendable {
  /// Half of an interval's width over its mean, in (0, 1).
  public let relative: Double

  /// Seeds after which no more are added.
  public static let mostReplications = SeedRange.countRange.upperBound

  public init(relative: Double) {
    precondition(relative > 0 && relative < 1, "a share between 0 and 1")
    self.relative = relative
  }

  /// Whether every interval is narrow enough. A variant that leaves somebody behind has none, and more
  /// seeds would not help.
  public func isReached(by runs: PairedRuns) -> Bool {
    runs.scenarios.indices.allSatisfy { scenario in
      runs.variants.indices.allSatisfy { variant in
        let values = runs.replications(scenario: scenario, variant: variant)
          .map { $0.number("recover.p99") }
        let numbers = values.compactMap { $0 }
        guard numbers.count == values.count, let interval = MeanInterval(numbers) else {
          return true
        }
        guard let low = interval.low, let high = interval.high else { return false }
        return (high - low) / 2 <= relative * abs(interval.mean)
      }
    }
  }

  /// How many seeds to add to so many, at most: half as many again.
  public func increment(after replications: Int) -> Int {
    min(max(1, replications / 2), Self.mostReplications - replications)
  }
}
