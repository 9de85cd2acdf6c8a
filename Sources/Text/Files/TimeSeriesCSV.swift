import Documents
import Measurements
import Simulator

/// One line per second of virtual time: the content of `timeseries.csv`.
///
/// `t_s` is when the second begins. Counts are of that second: `completed` clients came back by a
/// set-up (without those whose users had just asked for a connection), `failed` attempts came to
/// nothing. `connected` (and `connected.NAME`, of each cohort), `queue`, `limit` and `slots` are read at its end,
/// `busy` is the mean number of busy servers in it. The gauges are empty in a last second that was
/// not over when the run ended. `wasted` is the busy time, in server-seconds, of the services begun
/// in it whose attempts never became ready.
func timeSeriesCSV(_ run: RunResult) -> String {
  let seconds = SecondsOfRun(run)
  var csv = CSVText(
    header: timeSeriesHeader(run.cohorts.map(\.name), hasSlots: seconds.hasSlots))
  for second in 0..<seconds.count {
    let gauges = seconds.gauges(second)
    let common = gauges.map { ["\($0.connected)", "\($0.queue)", jsonNumber($0.busy)] }
    let cohorts = run.cohorts.indices.map {
      gauges == nil ? "" : "\(seconds.connected($0, second))"
    }
    csv.add(
      ["\(second)"] + seconds.arrivalCounts(second).map { "\($0)" } + (common ?? ["", "", ""])
        + [jsonNumber(Double(seconds.wasted(second)) / 1e6), "\(seconds.calls(second))"] + cohorts
        + slotFields(gauges, seconds.hasSlots))
  }
  return csv.text
}

/// The columns of `timeseries.csv`.
/// - Parameters:
///   - cohorts: their names; none where there is only one.
///   - hasSlots: whether admission is by slots.
func timeSeriesHeader(_ cohorts: [String], hasSlots: Bool = false) -> [String] {
  ["t_s"] + SecondsOfRun.arrivalNames + ["connected", "queue", "busy", "wasted", "calls"]
    + cohorts.map { "connected.\($0)" } + (hasSlots ? ["limit", "slots"] : [])
}

private func slotFields(_ gauges: SecondsOfRun.Gauges?, _ hasSlots: Bool) -> [String] {
  if !hasSlots { return [] }
  return gauges.map { ["\($0.limit)", "\($0.slots)"] } ?? ["", ""]
}

/// A run, second by second.
struct SecondsOfRun {
  /// Seconds, the last one perhaps not over.
  let count: Int
  private let series: PerSecondSeries
  private let arrivalSeries: [TimeSeries]
  /// In microseconds.
  private let wastedWork: [[Int64]]

  static let arrivalNames = [
    "attempts", "arrivals", "accepted", "refused", "shed", "timed_out", "completed", "failed",
  ]

  init(_ run: RunResult) {
    series = run.load.perSecond
    arrivalSeries = [
      series.attempts, run.arrivalsPerSecond, series.accepted, series.refused, series.shed,
      series.timedOut, series.completed, series.failed,
    ]
    wastedWork = run.gateway.work.map(\.wasted.microseconds)
    let longest = (arrivalSeries + [series.calls]).map(\.counts.count).max() ?? 0
    count = max(longest, Int(run.course.end.seconds.rounded(.up)))
  }

  /// In the order of `arrivalNames`.
  func arrivalCounts(_ second: Int) -> [UInt32] { arrivalSeries.map { $0[second] } }

  func arrivals(_ second: Int) -> UInt32 { arrivalSeries[1][second] }

  func calls(_ second: Int) -> UInt32 { series.calls[second] }

  /// Busy microseconds that came to nothing, over all stations.
  func wasted(_ second: Int) -> Int64 {
    wastedWork.reduce(0) { $0 + (second < $1.count ? $1[second] : 0) }
  }

  /// Connected clients of a cohort at the end of a second.
  func connected(_ cohort: Int, _ second: Int) -> UInt32 {
    series.connectedOfCohort[cohort][second]
  }

  /// True if admission is by slots.
  var hasSlots: Bool { series.slots != nil }

  /// What is read at the end of a second.
  struct Gauges {
    var connected: UInt32
    var queue: UInt32
    /// The mean over the second.
    var busy: Double
    /// Slots, and those in use; 0 where admission is another.
    var limit: UInt32
    var slots: UInt32
  }

  /// nil in a second that was not over when the run ended.
  func gauges(_ second: Int) -> Gauges? {
    guard second < series.busy.count else { return nil }
    return Gauges(
      connected: series.connected[second], queue: series.queue[second],
      busy: series.meanBusy(second), limit: series.slots?.limit[second] ?? 0,
      slots: series.slots?.inUse[second] ?? 0)
  }
}

extension PerSecondSeries {
  /// Mean busy servers during a second that is over, to the nearest millionth.
  func meanBusy(_ second: Int) -> Double {
    let sum = busy[second] - (second > 0 ? busy[second - 1] : 0)
    return max(0, (sum * 1e6).rounded() / 1e6)
  }
}
