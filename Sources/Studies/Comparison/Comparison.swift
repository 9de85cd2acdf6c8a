import Documents

/// Several backoffs over the same worlds, and what follows from it.
package struct Comparison: Sendable {
  package let variants: [Variant]
  /// One for each scenario, in the order given.
  package let parts: [ScenarioComparison]
  /// Runs of every variant in every scenario.
  package let replications: Int
  /// True if runs that were asked for are missing.
  package let isTruncated: Bool
  /// The metric by which the rankings are ordered.
  package let rankedBy: HeadlineMetric
  /// The precision that was asked for, and whether it was reached.
  package let precision: PrecisionReached?
  /// Which variants hold behind every kind of limit; nil where that was not asked for.
  package let limits: LimitsDocument?
  /// The names of the backoffs whose promises set the exit code.
  package let judged: [String]
  /// Events of all runs.
  package let events: Int

  /// - Parameters:
  ///   - runs: at least one of each.
  ///   - precision: what the number of seeds was chosen by.
  ///   - worlds: those that the scenarios are, in their order; empty where that was not asked for.
  ///   - judged: the names of the backoffs whose promises set the exit code; nil for all.
  ///   - pool: intervals and p values of many variants and seeds are work, too.
  package init(
    _ runs: PairedRuns, rankedBy: HeadlineMetric, precision: Precision? = nil,
    worlds: [LimitWorld] = [], judged: [String]? = nil, on pool: WorkPool
  ) {
    variants = runs.variants
    replications = runs.replications
    isTruncated = runs.isTruncated
    self.rankedBy = rankedBy
    self.precision = precision.map { PrecisionReached($0, by: runs) }
    limits = worlds.isEmpty ? nil : LimitsDocument(runs, worlds)
    self.judged = judged ?? runs.variants.map(\.name)
    events = runs.events
    parts = runs.scenarios.indices.map {
      ScenarioComparison(runs, scenario: $0, rankedBy: rankedBy, on: pool)
    }
  }

  /// The verdict on every promise, by scenario and backoff.
  package var verdicts: [Verdict] {
    parts.flatMap { part in
      part.results.flatMap { result in
        result.promises.map { promise in
          promise.verdict(
            in: part.scenario.name, variant: result.variant.name,
            isGate: judged.contains(result.variant.name))
        }
      }
    }
  }
}
