import Experiments
import Faults
import Measurements
import Primitives
import Simulator

/// Arrivals and connected clients over time, with the faults below them. A run without connections
/// shows its calls instead of arrivals.
func timePlot(_ summary: Summary, width: Int) -> [String] {
  let run = summary.run
  let numbers = 11
  let scale = TimeScale(end: run.end.seconds, width: max(20, width - labelWidth - 3 - numbers))
  let reading = RunReading(summary)
  let load =
    reading.hasOnlyCalls
    ? run.perSecond.calls : (run.arrivalsBeforeClear + run.arrivalsAfterClear).coarsened(by: 10)
  let loadColumns = (0..<scale.columns).map { column in
    scale.seconds(of: column).map { Int(load[$0]) }.max() ?? 0
  }
  let connected = run.connectedColumns(scale)
  // Without a connection to have, an app counts that is active, and a client that has written.
  let up =
    reading.fleet.isOnly(.appExtension)
    ? "active apps" : reading.fleet.isOnly(.optimistic) ? "done" : "connected"
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

/// More faults than this are not drawn one by one.
private let faultLimit = 4

private func faultLines(_ summary: Summary, _ scale: TimeScale) -> [String] {
  let scenario = summary.scenario
  let end = summary.run.end.seconds
  let drawn = scenario.faults.filter { $0.at.seconds < end }
  var lines = drawn.prefix(faultLimit).map { fault in
    let last = fault.end(nodes: scenario.gateway.nodes)?.seconds
    let bar = faultBar(from: fault.at.seconds, to: last, end: end, scale)
    let line =
      padded("  " + fault.kind.name, to: labelWidth) + "|" + padded(bar, to: scale.columns) + "|"
    return fault.scope == .everyone ? line : line + " " + fault.scope.shortText
  }
  if drawn.count > faultLimit {
    let rest = drawn.count - faultLimit
    lines.append(padded("", to: labelWidth) + " and \(rest) more fault\(rest == 1 ? "" : "s")")
  }
  return lines
}

/// `[====]` over the time a fault is in force, without the bracket where it lasts beyond the end.
private func faultBar(from: Double, to: Double?, end: Double, _ scale: TimeScale) -> String {
  let first = min(scale.column(of: from), scale.columns - 1)
  let isOpen = to.map { $0 > end } ?? true
  let last = max(first, isOpen ? scale.columns - 1 : scale.column(of: to ?? end) - 1)
  let length = last - first + 1
  let bar: String
  if length == 1 {
    bar = isOpen ? "[" : "#"
  } else if isOpen {
    bar = "[" + String(repeating: "=", count: length - 1)
  } else {
    bar = "[" + String(repeating: "=", count: length - 2) + "]"
  }
  return String(repeating: " ", count: first) + bar
}

extension FaultScope {
  fileprivate var shortText: String {
    switch self {
    case .everyone: "everyone"
    case .share(let share): HumanText.share(share)
    case .cohort(let name): String(harmless(name).prefix(10))
    case .node(let node): "node \(node)"
    }
  }
}

extension RunResult {
  /// Connected clients at the end of each column's time. The last second may not be over: then the
  /// outcome says how many there are.
  fileprivate func connectedColumns(_ scale: TimeScale) -> [Int] {
    (0..<scale.columns).map { column in
      let last = scale.seconds(of: column).upperBound - 1
      if last < perSecond.connected.binCount { return Int(perSecond.connected[last]) }
      return outcomes.recovered - outcomes.idle
    }
  }
}
