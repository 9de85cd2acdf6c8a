import Documents
import Metrics
import Studies
import Systems

extension ComparisonReport {
  /// Gives the rows of `comparison.csv`, one for each metric of each variant in each scenario, the
  /// header first. They are the headline metrics, and p50, p90 and p99 of every distribution that there is.
  ///
  /// `median` stands where the metric is told by it; `low` and `high` are then its interval, otherwise that
  /// of the mean, with `confidence`. The columns behind `difference` are against the first variant, and empty
  /// for itself. A field is empty where there is no such number. Behind limits, a few more columns say how
  /// the variant ends there, and whether it holds everywhere.
  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    let limits = document.limits
    try body(comparisonHeader + (limits == nil ? [] : limitColumns))
    for (place, part) in document.parts.enumerated() {
      let further = runs.percentiles(scenario: place)
      for (number, variant) in part.variants.enumerated() {
        let ending = limits.map { limitFields($0, variant.name, world: place) } ?? []
        for metric in variant.metrics.all {
          let pair = part.pair(variant.name, metric.name)
          try body(part.fields(metric.name, metric.value, pair, of: variant) + ending)
        }
        for row in further[number] {
          try body(part.fields(row.path, row.metric, row.pair, of: variant) + ending)
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

extension ComparisonDocument.Part {
  /// Returns the fields of a row on a metric of a variant, but for the limits.
  fileprivate func fields(
    _ path: String, _ metric: ComparisonDocument.Variant.Metric,
    _ pair: ComparisonDocument.Pair?, of variant: ComparisonDocument.Variant
  ) -> [String] {
    let found = metric.estimate
    let isMean = metric.interval != nil && !found.isMedian
    let confidence = isMean ? MeanEstimate.confidence : found.confidence ?? nil
    let unit = MetricNames.unit(of: path)?.rawValue ?? ""
    return [scenario, variant.name, path, unit]
      + [found.mean, found.median ?? nil, found.low, found.high].map(field)
      + [metric.interval ?? "", field(confidence)]
      + [pair?.difference, pair?.low, pair?.high, pair?.p, pair?.pRaw, pair?.effect].map(field)
      + ["\(variant.rank)", "\(variant.onFront)"]
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

private func field(_ number: Double?) -> String { number.map(jsonNumber) ?? "" }
