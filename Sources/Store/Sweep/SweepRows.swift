import Documents
import Metrics
import Studies

/// The rows of `sweep.csv`, one for each metric of each cell.
struct SweepRows {
  private let plan: SweepPlan
  /// The text before and behind the value in a cell's rows.
  private let frames: [(metric: Metric, before: String, behind: String)]

  init(_ plan: SweepPlan) {
    self.plan = plan
    let nothing = plan.metrics.paths.map { _ in MetricValue.undefined }
    frames = plan.metrics.metrics(nothing).map { metric in
      (metric, "\(metric.name),\(metric.statistic),", ",\(metric.unit.rawValue)\n")
    }
  }

  var header: String {
    let keys = plan.grid.variations.map(\.key)
    let names = ["cell", "scenario"] + keys + ["variant", "seed"]
    return CSVText.row(names + ["metric", "statistic", "value", "unit"]) + "\n"
  }

  func text(of cell: SweepCell) -> String {
    let point = plan.grid.point(ofCell: cell.number)
    let origin =
      ["\(cell.number)", plan.scenario.name] + plan.grid.values(of: point)
      + [plan.variant(ofPoint: point), "\(plan.grid.seed(ofCell: cell.number))"]
    let begin = CSVText.row(origin) + ","
    var text = ""
    for (frame, value) in zip(frames, cell.values) {
      var before = frame.before
      if case .word(let word) = value { before = "\(frame.metric.name),\(word)," }
      text += begin + before + value.csvField + frame.behind
    }
    return text
  }
}
