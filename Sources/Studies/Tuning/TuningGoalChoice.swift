import Metrics
import Scenarios

/// The choice of the metric by which coming back is measured, from the runs of the own formula.
struct TuningGoalChoice {
  private let objective: TuningObjective?
  private let promises: [ServiceLevel]?
  /// By recover.p99, and by downtime.p99.
  private let goals: [TuningGoal]
  /// The figures to read from each run.
  let columns: [TuningColumn]

  private static let half = TuningColumn.metric(TradedMetrics.half)
  private static let downtime = TuningColumn.metric(TradedMetrics.downtime)

  init(_ objective: TuningObjective?, _ promises: [ServiceLevel]?) {
    self.objective = objective
    self.promises = promises
    goals = [TradedMetrics.recovery, TradedMetrics.downtime].map {
      TuningGoal(objective, promises ?? [], recovery: $0)
    }
    columns = (goals.flatMap(\.columns) + [Self.half]).withoutRepetition
  }

  /// The goal without a run to choose by.
  var standard: TuningGoal { goals[0] }

  /// - Parameter rows: the figures of the own formula, run by run.
  /// - Returns: the goal, and its figures of each run.
  func goal(own rows: [[Double]]) -> (TuningGoal, [[Double]]) {
    func places(_ wanted: [TuningColumn]) -> [Int] {
      wanted.map { columns.firstIndex(of: $0)! }
    }
    let (half, downtime) = (places([Self.half])[0], places([Self.downtime])[0])
    let recovery = TradedMetrics.recovery(
      of: rows.map { ($0[half], $0[downtime].isFinite ? $0[downtime] : nil) })
    let goal = goals.first { $0.recovery == recovery } ?? standard
    let own = places(goal.columns)
    let figures = rows.map { row in own.map { row[$0] } }
    if promises != nil { return (goal, figures) }
    return (
      TuningGoal(objective, own: columnMeans(figures), recovery: goal.recovery), figures
    )
  }
}
