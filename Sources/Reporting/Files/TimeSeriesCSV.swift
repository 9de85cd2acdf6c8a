import Experiments
import Measurements
import Simulator

/// One line per second of virtual time: the content of `timeseries.csv`.
///
/// `t_s` is when the second begins. Counts are of that second; `connected` and `queue` are read at
/// its end and `busy` is the mean number of busy servers in it. The gauges are empty in a last
/// second that was not over when the run ended.
func timeSeriesCSV(_ run: RunResult) -> String {
  var csv = CSVText(header: timeSeriesHeader)
  let seconds = SecondsOfRun(run)
  for second in 0..<seconds.count {
    let gauges =
      seconds.gauges(second).map { ["\($0.connected)", "\($0.queue)", jsonNumber($0.busy)] }
    csv.add(
      ["\(second)"] + seconds.doorCounts(second).map { "\($0)" } + (gauges ?? ["", "", ""])
        + ["\(seconds.calls(second))"])
  }
  return csv.text
}

/// The columns of `timeseries.csv`.
let timeSeriesHeader = [
  "t_s", "attempts", "arrivals", "accepted", "refused", "shed", "timed_out", "connected", "queue",
  "busy", "calls",
]

/// A run, second by second.
struct SecondsOfRun {
  /// Seconds, the last one perhaps not over.
  let count: Int
  private let series: PerSecondSeries
  private let doorSeries: [TimeSeries]

  init(_ run: RunResult) {
    series = run.perSecond
    let arrivals = (run.arrivalsBeforeClear + run.arrivalsAfterClear).coarsened(by: 10)
    doorSeries = [
      series.attempts, arrivals, series.accepted, series.refused, series.shed, series.timedOut,
    ]
    let longest = (doorSeries + [series.calls]).map(\.counts.count).max() ?? 0
    count = max(longest, Int(run.end.seconds.rounded(.up)))
  }

  /// From `attempts` to `timed_out`.
  func doorCounts(_ second: Int) -> [UInt32] { doorSeries.map { $0[second] } }

  func calls(_ second: Int) -> UInt32 { series.calls[second] }

  /// nil in a second that was not over when the run ended.
  func gauges(_ second: Int) -> (connected: UInt32, queue: UInt32, busy: Double)? {
    guard second < series.busy.count else { return nil }
    return (series.connected[second], series.queue[second], series.meanBusy(second))
  }
}

extension PerSecondSeries {
  /// Mean busy servers during a second that is over, to the nearest millionth.
  func meanBusy(_ second: Int) -> Double {
    let sum = busy[second] - (second > 0 ? busy[second - 1] : 0)
    return max(0, (sum * 1e6).rounded() / 1e6)
  }
}
