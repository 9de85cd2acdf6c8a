import Documents
import Findings
import Metrics
import Scenarios
import Studies

/// A run's metrics as tidy comma-separated values, one figure a line: the content of `summary.csv`.
///
/// `run` is 1, `variant` the formulas of the fleet. The value is 1 or 0 for true and false, `inf` for
/// never, and empty where it is undefined.
func summaryCSV(_ summary: Summary) -> String { CSVText { summary.forEachRow($0) }.text }

/// The metrics of several runs in the same columns: the rows of each seed, in order. `run` counts
/// from 1.
func summaryCSV(_ summary: ReplicatedSummary) -> String { CSVText { summary.forEachRow($0) }.text }

extension Summary {
  /// Gives the rows of `summary.csv`, the header first.
  func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body(tidyHeader)
    let run = TidyRun(number: 1, scenario: scenario, formulas: formulas, seed: scenario.seed)
    try run.forEachRow(reported, body)
  }
}

extension ReplicatedSummary {
  /// Gives the rows of `summary.csv`, the header first.
  func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body(tidyHeader)
    let reported = Set(estimates.map(\.path))
    for replication in replications {
      let run = TidyRun(
        number: Int(replication.seed - seeds.first) + 1, scenario: scenario, formulas: formulas,
        seed: replication.seed)
      try run.forEachRow(replication.metrics.filter { reported.contains($0.path) }, body)
    }
  }
}

/// The columns of every `summary.csv`.
let tidyHeader = ["run", "scenario", "variant", "seed", "metric", "statistic", "value", "unit"]

/// A run as the rows of a `summary.csv` name it.
struct TidyRun {
  /// From 1.
  let number: Int
  let scenario: Scenario
  /// The formulas of the fleet.
  let formulas: [String]
  let seed: UInt64

  /// Gives metrics of the run, one figure a row.
  func forEachRow(_ metrics: [Metric], _ body: ([String]) throws -> Void) rethrows {
    let variant = formulas.joined(separator: " + ")
    for metric in metrics {
      try body([
        "\(number)", scenario.name, variant, "\(seed)", metric.name, metric.statistic,
        metric.value.csvField, metric.unit.rawValue,
      ])
    }
  }
}
