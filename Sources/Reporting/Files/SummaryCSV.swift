import Campaigns
import Metrics
import ResultFiles
import Scenarios
import Systems

/// A run's metrics as tidy comma-separated values, one figure a line: the content of `summary.csv`.
///
/// `run` is 1, `variant` the formulas of the fleet. The value is 1 or 0 for true and false, `inf` for
/// never, and empty where it is undefined.
package func summaryCSV(_ summary: Summary) -> String {
  var csv = CSVText(header: tidyHeader)
  csv.add(
    summary.metrics, run: 1, of: summary.scenario, summary.formulas, seed: summary.scenario.seed)
  return csv.text
}

/// The metrics of several runs in the same columns: the rows of each seed, in order. `run` counts
/// from 1.
package func summaryCSV(_ summary: ReplicatedSummary) -> String {
  var csv = CSVText(header: tidyHeader)
  for replication in summary.replications {
    csv.add(
      replication.metrics, run: Int(replication.seed - summary.seeds.first) + 1,
      of: summary.scenario, summary.formulas, seed: replication.seed)
  }
  return csv.text
}

/// The columns of every `summary.csv`.
let tidyHeader = [
  "run", "scenario", "variant", "seed", "metric", "statistic", "value", "unit",
]

extension CSVText {
  /// A run's metrics, one figure a line.
  package mutating func add(
    _ metrics: [Metric], run: Int, of scenario: Scenario, _ formulas: [String], seed: UInt64
  ) {
    let variant = formulas.joined(separator: " + ")
    for metric in metrics {
      add([
        "\(run)", scenario.name, variant, "\(seed)", metric.name, metric.statistic,
        metric.value.csvField, metric.unit.rawValue,
      ])
    }
  }
}
