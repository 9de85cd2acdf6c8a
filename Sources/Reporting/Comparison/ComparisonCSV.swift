import Campaigns
import Metrics
import ResultFiles
import Systems

/// A comparison as tidy comma-separated values, one line for each metric of each variant in each
/// scenario: the content of `comparison.csv`.
///
/// The columns behind `difference` are against the first variant, and empty for itself. A field is
/// empty where there is no such number. Behind limits, a few more columns say how the variant ends
/// there, and whether it holds everywhere.
package func comparisonCSV(_ comparison: Comparison) -> String {
  var csv = CSVText(
    header: [
      "scenario", "variant", "metric", "unit", "mean", "low", "high", "interval", "difference",
      "difference_low", "difference_high", "p", "p_raw", "effect", "rank", "on_front",
    ] + (comparison.limits == nil ? [] : limitColumns))
  for (place, part) in comparison.parts.enumerated() {
    for (result, rank) in zip(part.results, part.ranks) {
      let ending = comparison.limits.map { limitFields($0, result.variant.name, world: place) }
      for estimate in result.estimates {
        let pair = part.difference(of: result.variant.name, estimate.metric.path)
        csv.add(
          [
            part.scenario.name, result.variant.name, estimate.metric.path,
            estimate.metric.unit.rawValue,
          ] + fields(estimate.interval)
            + [estimate.interval?.low == nil ? "" : estimate.interval?.method.rawValue ?? ""]
            + fields(pair?.interval) + [pair?.p, pair?.rawP, pair?.effect].map(field)
            + ["\(rank)", "\(result.isOnFront)"] + (ending ?? []))
      }
    }
  }
  return csv.text
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
        csv.add(
          run.metrics.filter { paths.contains($0.path) }, run: index + 1, of: scenario,
          [variant.name], seed: run.seed)
      }
    }
  }
  return csv.text
}

private func fields(_ interval: MeanInterval?) -> [String] {
  [interval?.mean, interval?.low, interval?.high].map(field)
}

private func field(_ number: Double?) -> String { number.map(jsonNumber) ?? "" }
