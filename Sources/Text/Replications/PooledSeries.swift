import Documents
import Simulator

/// The counts of each second of virtual time, summed over several runs.
///
/// All sums are of whole numbers: they do not depend on the order of the runs.
struct PooledSeries: Sendable {
  private struct Second: Sendable {
    /// Runs that had not ended before it.
    var runs = 0
    /// Runs that lasted until its end.
    var whole = 0
    var arrivalCounts = Array(repeating: 0, count: SecondsOfRun.arrivalNames.count)
    var connected = 0
    var queue = 0
    var busyMillionths = 0
    var limit = 0
    var slots = 0
    var calls = 0
    var wasted: Int64 = 0
    /// By cohort.
    var connectedOfCohort: [Int] = []
    /// The least and the greatest of any run.
    var arrivalsExtent = Extent()
    var connectedExtent = Extent()
  }

  private struct Extent: Sendable {
    private var range: ClosedRange<Int>?

    mutating func add(_ value: Int) {
      range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }

    /// Empty where there was none.
    var fields: [String] { range.map { ["\($0.lowerBound)", "\($0.upperBound)"] } ?? ["", ""] }
  }

  /// The columns that a single run does not have.
  static let ownColumns = [
    "runs", "arrivals_min", "arrivals_max", "connected_min", "connected_max",
  ]

  private var seconds: [Second] = []
  private var cohorts: [String] = []
  private var hasSlots = false

  mutating func add(_ run: RunResult) {
    let added = SecondsOfRun(run)
    cohorts = run.cohorts.map(\.name)
    hasSlots = hasSlots || added.hasSlots
    while seconds.count < added.count { seconds.append(Second()) }
    for second in 0..<added.count {
      seconds[second].runs += 1
      for (column, count) in added.arrivalCounts(second).enumerated() {
        seconds[second].arrivalCounts[column] += Int(count)
      }
      seconds[second].arrivalsExtent.add(Int(added.arrivals(second)))
      seconds[second].calls += Int(added.calls(second))
      seconds[second].wasted += added.wasted(second)
      if seconds[second].connectedOfCohort.isEmpty {
        seconds[second].connectedOfCohort = cohorts.map { _ in 0 }
      }
      guard let gauges = added.gauges(second) else { continue }
      seconds[second].whole += 1
      seconds[second].connected += Int(gauges.connected)
      seconds[second].connectedExtent.add(Int(gauges.connected))
      seconds[second].queue += Int(gauges.queue)
      seconds[second].limit += Int(gauges.limit)
      seconds[second].slots += Int(gauges.slots)
      for cohort in cohorts.indices {
        seconds[second].connectedOfCohort[cohort] += Int(added.connected(cohort, second))
      }
      seconds[second].busyMillionths += Int((gauges.busy * 1e6).rounded())
    }
  }

  /// The content of `timeseries.csv`: the columns of a single run with means in them, and behind them
  /// `runs`, and the least and the greatest arrivals and connected clients of any run.
  ///
  /// Each mean is over the runs that had not ended before that second, whose number is `runs`; that
  /// of a gauge is over those that lasted until its end. So are the least and the greatest.
  var csv: String {
    var csv = CSVText(header: timeSeriesHeader(cohorts, hasSlots: hasSlots) + Self.ownColumns)
    for (index, second) in seconds.enumerated() {
      let gauges = [
        Double(second.connected), Double(second.queue), Double(second.busyMillionths) / 1e6,
      ]
      let slots = hasSlots ? [second.limit, second.slots] : []
      csv.add(
        ["\(index)"] + second.arrivalCounts.map { mean(Double($0), over: second.runs) }
          + gauges.map { mean($0, over: second.whole) }
          + [Double(second.wasted) / 1e6, Double(second.calls)].map { mean($0, over: second.runs) }
          + (second.connectedOfCohort + slots).map { mean(Double($0), over: second.whole) }
          + ["\(second.runs)"] + second.arrivalsExtent.fields + second.connectedExtent.fields)
    }
    return csv.text
  }
}

/// To the nearest millionth; empty over nothing.
private func mean(_ sum: Double, over count: Int) -> String {
  count > 0 ? jsonNumber((sum / Double(count) * 1e6).rounded() / 1e6) : ""
}
