import Campaigns
import Metrics
import Scenarios

/// Rows of comma-separated values by RFC 4180, with LF line ends and `.` for decimals.
struct CSVText {
  private(set) var text = ""

  init(header: [String]) { add(header) }

  mutating func add(_ fields: [String]) {
    text += fields.map(Self.quoted).joined(separator: ",") + "\n"
  }

  /// Quotes only what needs it.
  static func quoted(_ field: String) -> String {
    let special: (Unicode.Scalar) -> Bool = { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
    guard field.unicodeScalars.contains(where: special) else { return field }
    var inner = ""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { inner += "\"" }
      inner.unicodeScalars.append(scalar)
    }
    return "\"\(inner)\""
  }
}

extension MetricValue {
  /// A number, so that a column of values can be read as one: 1 and 0 for true and false, `inf` for
  /// never; empty for what is undefined.
  var csvField: String {
    switch self {
    case .count(let count): "\(count)"
    case .number(let number): jsonNumber(number)
    case .boolean(let truth): truth ? "1" : "0"
    // The word itself stands under `statistic`.
    case .word: "1"
    case .never: "inf"
    case .undefined: ""
    }
  }
}

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
  mutating func add(
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
