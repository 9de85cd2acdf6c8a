import Findings
import Measurements
import Simulator
import Systems
import Words

/// Arrivals and connected clients over time, with the faults below them. A run without connections
/// shows its calls instead of arrivals.
func timePlot(_ summary: Summary, width: Int) -> [String] {
  let run = summary.run
  let numbers = 11
  let scale = TimeScale(
    end: run.course.end.seconds, width: max(20, width - labelWidth - 3 - numbers))
  let reading = RunReading(summary)
  let load =
    reading.hasOnlyCalls
    ? run.load.perSecond.calls
    : (run.load.arrivalsBeforeClear + run.load.arrivalsAfterClear).coarsened(by: 10)
  let loadColumns = (0..<scale.columns).map { column in
    scale.seconds(of: column).map { Int(load[$0]) }.max() ?? 0
  }
  let connected = run.connectedColumns(scale)
  let up = reading.fleet.only?.words.up ?? "connected"
  var lines = [
    plotLine(
      reading.hasOnlyCalls ? "calls/s" : "arrivals/s", sparkline(loadColumns),
      loadColumns.max() ?? 0, scale),
    plotLine(up, sparkline(connected), connected.max() ?? 0, scale),
  ]
  lines += faultLines(summary, scale)
  return lines + [String(repeating: " ", count: labelWidth + 1) + scale.axis]
}

/// `  label        |plot| largest value`.
private func plotLine(_ label: String, _ plot: String, _ top: Int, _ scale: TimeScale) -> String {
  padded("  " + label, to: labelWidth) + "|" + padded(plot, to: scale.columns) + "| "
    + HumanText.count(top)
}

extension RunResult {
  /// Connected clients at the end of each column's time. The last second may not be over: then the
  /// outcome says how many there are.
  fileprivate func connectedColumns(_ scale: TimeScale) -> [Int] {
    (0..<scale.columns).map { column in
      let last = scale.seconds(of: column).upperBound - 1
      if last < load.perSecond.connected.binCount { return Int(load.perSecond.connected[last]) }
      return recovery.outcomes.recovered - recovery.outcomes.idle
    }
  }
}
