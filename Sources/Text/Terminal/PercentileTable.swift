import Findings
import Scenarios
import Systems
import Words

/// Time to recover, downtime, detection and what the session systems of the fleet add, one a line.
///
/// Only measured times have a line. If the width does not do, figures are left out.
func percentileTable(_ summary: Summary, width: Int) -> [String] {
  let rows = rowsShown(RunReading(summary))
  let missing =
    summary.run.recovery.affected > 0
    ? unfinishedDowntimes(summary, width)
    : paragraph(nothingToRecoverFrom(summary), width: width)
  if rows.isEmpty { return missing }
  for dispensable in [[], ["p95"], ["p95", "p90"], ["p95", "p90", "p999"]] {
    let lines = table(summary, rows, figures.filter { !dispensable.contains($0.name) })
    if lines.allSatisfy({ $0.count <= width }) { return lines + missing }
  }
  let least = figures.filter { ["p50", "p99", "max"].contains($0.name) }
  return table(summary, rows, least) + missing
}

private func nothingToRecoverFrom(_ summary: Summary) -> String {
  RunReading(summary).hasOnlyCalls
    ? "These clients have no connections to lose: there is no time to recover."
    : "No client was affected: there is no time to recover."
}

/// Downtimes that had not ended when the run did are shorter than they are.
private func unfinishedDowntimes(_ summary: Summary, _ width: Int) -> [String] {
  let count = summary.run.recovery.downtimeCensored
  if count == 0 { return [] }
  return paragraph(
    "The downtime of \(HumanText.count(count)) client\(count == 1 ? "" : "s") is not over: it is counted "
      + "to the end of the run.", width: width)
}

private typealias Row = (label: String, path: String)

private func rowsShown(_ reading: RunReading) -> [Row] {
  let recover: Row = ("time to recover", "recover")
  let affected: [Row] =
    reading.isInterruptedOften
    ? [("one interruption", "interruption"), ("downtime, sum", "downtime"), recover]
    : reading.mostWereBack
      ? [("downtime", "downtime"), recover] : [recover, ("downtime", "downtime")]
  let systems = reading.fleet.sessions.flatMap(\.figures.percentiles)
  let measured = ([("detection", "detect")] + systems).filter {
    reading.count("\($0.path).count") > 0
  }
  return (reading.run.recovery.affected > 0 ? affected : []) + measured
}

private func table(_ summary: Summary, _ shown: [Row], _ figures: [Figure]) -> [String] {
  let labels = TextColumn(cells: shown.map(\.label), width: labelWidth + 1, isRight: false)
  let columns = figures.map { name, title in
    TextColumn(title: title, cells: shown.map { cell(summary, "\($0.path).\(name)") }, width: 9)
  }
  return ([labels] + columns).lines()
}

private typealias Figure = (name: String, title: String)

private let figures: [Figure] = [
  ("count", "count"), ("p50", "p50"), ("p90", "p90"), ("p95", "p95"), ("p99", "p99"),
  ("p999", "p99.9"), ("max", "max"),
]

private func cell(_ summary: Summary, _ path: String) -> String {
  guard let metric = summary.metric(at: path) else { return "-" }
  return HumanText.value(metric.value, metric.unit)
}
