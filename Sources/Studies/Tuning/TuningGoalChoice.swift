import Metrics
import Scenarios

/// The choice of what coming back is measured by, from the runs of the own formula: the downtime where most clients
/// were back before clear in most of them.
struct TuningGoalChoice {
  private let objective: TuningObjective?
  private let promises: [ServiceLevel]?
  /// By recover.p99, and by downtime.p99.
  private let goals: [TuningGoal]
  /// The figures to read from each run.
  let columns: [TuningColumn]

  private static let half = TuningColumn.metric("recover.p50")
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
    let early = rows.count { $0[half] == 0 && $0[downtime].isFinite }
    let goal = 2 * early > rows.count ? goals[1] : goals[0]
    let own = places(goal.columns)
    let figures = rows.map { row in own.map { row[$0] } }
    if promises != nil { return (goal, figures) }
    return (
      TuningGoal(objective, own: columnMeans(figures), recovery: goal.recovery), figures
    )
  }
}
