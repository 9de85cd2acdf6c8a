import Documents
import Findings
import Metrics
import Scenarios
import Studies
import Systems

/// The rows of `checks.csv`, one for each promise of each cell: what it takes to judge the promises over
/// the seeds once all cells are together.
struct SweepChecks {
  static let name = "checks.csv"

  private let plan: SweepPlan

  init(_ plan: SweepPlan) { self.plan = plan }

  static func header(keys: [String]) -> String {
    CSVText.row(
      ["cell"] + keys + ["variant", "seed", "promise", "kept", "value", "unit", "reason"])
      + "\n"
  }

  func text(of cell: SweepCell) -> String {
    let point = plan.grid.point(ofCell: cell.number)
    let begin =
      ["\(cell.number)"] + plan.grid.values(of: point)
      + [plan.variant(ofPoint: point), "\(plan.grid.seed(ofCell: cell.number))"]
    return zip(plan.request.promises, cell.checks).map { level, check in
      let unit = MetricNames.unit(of: level.metric)
      return CSVText.row(
        begin + [
          level.text, check.isKept ? "1" : "0", Self.text(check.value), unit?.rawValue ?? "",
          check.reason ?? "",
        ]) + "\n"
    }.joined()
  }

  private static func text(_ value: MetricValue?) -> String {
    switch value {
    case nil: noMetric
    case .word(let word): word
    case .some(let value): value.csvField
    }
  }

  private static let noMetric = "none"

  /// A row as it is read again.
  struct Row {
    let keys: [String]
    let variant: String
    let seed: UInt64
    let promise: String
    let check: PromiseCheck

    /// nil where the fields are not those of such a row.
    init?(_ fields: [String], keys count: Int) {
      guard fields.count == count + 8, let seed = UInt64(fields[count + 2]),
        let unit = MetricUnit(rawValue: fields[count + 6])
      else { return nil }
      keys = Array(fields.dropFirst().prefix(count))
      variant = fields[count + 1]
      self.seed = seed
      promise = fields[count + 3]
      check = PromiseCheck(
        isKept: fields[count + 4] == "1", value: Self.value(fields[count + 5], unit),
        reason: fields[count + 7].isEmpty ? nil : fields[count + 7])
    }

    /// nil where there was no such metric.
    private static func value(_ text: String, _ unit: MetricUnit) -> MetricValue? {
      text == SweepChecks.noMetric ? nil : MetricValue(csvField: text, unit)
    }
  }
}
