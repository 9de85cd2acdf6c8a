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
  /// What was asked for, and whether it was reached.
  public let precision: PrecisionReached?
  /// Which variants hold behind every kind of limit; nil where that was not asked for.
  public let limits: LimitTable?
  /// Events of all runs.
  public let events: Int

  /// - Parameters:
  ///   - runs: at least one of each.
  ///   - precision: what the number of seeds was chosen by.
  ///   - worlds: those that the scenarios are, in their order; empty where that was not asked for.
  ///   - pool: intervals and p values of many variants and seeds are work, too.
  public init(
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
