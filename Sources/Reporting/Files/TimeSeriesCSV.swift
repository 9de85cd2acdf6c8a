import Experiments
import Measurements
import Simulator

/// One line per second of virtual time: the content of `timeseries.csv`.
///
/// `t_s` is when the second begins. Counts are of that second; `connected` and `queue` are read at
/// its end and `busy` is the mean number of busy servers in it. The gauges are empty in a last
/// second that was not over when the run ended.
func timeSeriesCSV(_ run: RunResult) -> String {
  var csv = CSVText(header: [
    "t_s", "attempts", "arrivals", "accepted", "refused", "shed", "timed_out", "connected",
    "queue", "busy", "calls",
  ])
  let series = run.perSecond
  let arrivals = (run.arrivalsBeforeClear + run.arrivalsAfterClear).coarsened(by: 10)
  let counts = [
    series.attempts, arrivals, series.accepted, series.refused, series.shed, series.timedOut,
  ]
  let longest = (counts + [series.calls]).map(\.counts.count).max() ?? 0
  for second in 0..<max(longest, Int(run.end.seconds.rounded(.up))) {
    let gauges =
      second < series.busy.count
      ? [
        "\(series.connected[second])", "\(series.queue[second])",
        jsonNumber(series.meanBusy(second)),
      ] : ["", "", ""]
    csv.add(
      ["\(second)"] + counts.map { "\($0[second])" } + gauges + ["\(series.calls[second])"])
  }
  return csv.text
}

extension PerSecondSeries {
  /// Mean busy servers during a second that is over, to the nearest millionth.
  func meanBusy(_ second: Int) -> Double {
    let sum = busy[second] - (second > 0 ? busy[second - 1] : 0)
    return max(0, (sum * 1e6).rounded() / 1e6)
  }
}
