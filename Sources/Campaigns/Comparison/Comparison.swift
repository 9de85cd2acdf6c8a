/// Several backoffs over the same worlds, and what follows from it.
package struct Comparison: Sendable {
  package let variants: [Variant]
  /// One for each scenario, in the order given.
  package let parts: [ScenarioComparison]
  /// Runs of every variant in every scenario.
  package let replications: Int
  /// Whether runs that were asked for are missing.
  package let isTruncated: Bool
  /// What the rankings go by.
  package let rankedBy: HeadlineMetric
  /// What was asked for, and whether it was reached.
  package let precision: PrecisionReached?
  /// Which variants hold behind every kind of limit; nil where that was not asked for.
  package let limits: LimitTable?
  /// Events of all runs.
  package let events: Int

  /// - Parameters:
  ///   - runs: at least one of each.
  ///   - precision: what the number of seeds was chosen by.
  ///   - worlds: those that the scenarios are, in their order; empty where that was not asked for.
  ///   - pool: intervals and p values of many variants and seeds are work, too.
  package init(
    _ runs: PairedRuns, rankedBy: HeadlineMetric, precision: Precision? = nil,
    worlds: [LimitWorld] = [], on pool: WorkPool
  ) {
    variants = runs.variants
    replications = runs.replications
    isTruncated = runs.isTruncated
    self.rankedBy = rankedBy
    self.precision = precision.map { PrecisionReached($0, by: runs) }
    limits = worlds.isEmpty ? nil : LimitTable(runs, worlds)
    events = runs.events
    parts = runs.scenarios.indices.map {
      ScenarioComparison(runs, scenario: $0, rankedBy: rankedBy, on: pool)
    }
  }
}
