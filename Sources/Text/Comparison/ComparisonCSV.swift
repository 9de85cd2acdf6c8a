import Documents
import Metrics
import Studies
import Systems

extension Comparison {
  /// Gives the rows of `comparison.csv`, one for each metric of each variant in each scenario, the
  /// header first.
  ///
  /// `median` stands where the metric is told by it; `low` and `high` are then its interval, otherwise that
  /// of the mean, with `confidence`. The columns behind `difference` are against the first variant, and empty
  /// for itself. A field is empty where there is no such number. Behind limits, a few more columns say how
  /// the variant ends there, and whether it holds everywhere.
  func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body(comparisonHeader + (limits == nil ? [] : limitColumns))
    for (place, part) in parts.enumerated() {
      for (result, rank) in zip(part.results, part.ranks) {
        let ending = limits.map { limitFields($0, result.variant.name, world: place) } ?? []
        for estimate in result.estimates {
          try body(part.fields(estimate, of: result, rank: rank) + ending)
        }
      }
    }
  }
}

private let comparisonHeader = [
  "scenario", "variant", "metric", "unit", "mean", "median", "low", "high", "interval",
  "confidence", "difference",
  "difference_low", "difference_high", "p", "p_raw", "effect", "rank", "on_front",
]

extension ScenarioComparison {
  /// Returns the fields of a row on a metric of a variant, but for the limits.
  fileprivate func fields(
    _ estimate: VariantEstimate, of result: VariantResult, rank: Int
  ) -> [String] {
    let found = estimate.estimate
    let pair = difference(of: result.variant.name, estimate.metric.path)
    return [
      scenario.name, result.variant.name, estimate.metric.path, estimate.metric.unit.rawValue,
    ] + [found?.mean, found?.median, found?.low, found?.high].map(field)
      + [found?.intervalName ?? "", field(found?.confidence)]
      + [pair?.estimate?.figure, pair?.estimate?.low, pair?.estimate?.high].map(field)
      + [pair?.p, pair?.rawP, pair?.effect].map(field)
      + ["\(rank)", "\(result.isOnFront)"]
  }
}

/// The headline metrics of every run, one figure a line, in the columns of every `summary.csv`. `run`
/// counts the seeds from 1.
func summaryCSV(_ runs: PairedRuns) -> String {
  var csv = CSVText(header: tidyHeader)
  for (scenarioIndex, scenario) in runs.scenarios.enumerated() {
    let paths = HeadlineMetric.reported(for: scenario).map(\.path)
    for (variantIndex, variant) in runs.variants.enumerated() {
      let replications = runs.replications(scenario: scenarioIndex, variant: variantIndex)
      for (index, run) in replications.enumerated() {
        let named = TidyRun(
          number: index + 1, scenario: scenario, formulas: [variant.name], seed: run.seed)
        named.forEachRow(run.metrics.filter { paths.contains($0.path) }) { csv.add($0) }
      }
    }
  }
  return csv.text
}

extension SeedEstimate {
  /// How its interval was made, as files name it: `t` is Student's of the mean, `rank` that of the median.
  /// nil without one.
  var intervalName: String? { low == nil ? nil : statistic == .median ? "rank" : "t" }
}

private func field(_ number: Double?) -> String { number.map(jsonNumber) ?? "" }
