import Experiments
import TextTable

/// Time to recover, downtime and detection, one a line. Where the width does not do, figures are
/// left out.
func percentileTable(_ summary: Summary, width: Int) -> [String] {
  for dispensable in [[], ["p95"], ["p95", "p90"], ["p95", "p90", "p999"]] {
    let lines = table(summary, figures.filter { !dispensable.contains($0.name) })
    if lines.allSatisfy({ $0.count <= width }) { return lines }
  }
  return table(summary, figures.filter { ["p50", "p99", "max"].contains($0.name) })
}

private func table(_ summary: Summary, _ figures: [Figure]) -> [String] {
  let rows = [("time to recover", "recover"), ("downtime", "downtime"), ("detection", "detect")]
    .map { label, path in
      PercentileRow(label: label, cells: figures.map { cell(summary, "\(path).\($0.name)") })
    }
  let widths = figures.indices.map { column in
    max(9, rows.map { $0.cells[column].count }.max() ?? 0)
  }
  let table = TextTable<PercentileRow> { row in
    [Column(title: "", value: row.label, width: labelWidth + 1)]
      + figures.indices.map { column in
        Column(
          title: figures[column].title, value: row.cells[column], width: widths[column],
          align: .right)
      }
  }
  let lines = table.string(for: rows, style: Style.plain) ?? ""
  return lines.split(separator: "\n").map { "  " + trimmedEnd($0) }
}

private typealias Figure = (name: String, title: String)

private struct PercentileRow {
  let label: String
  let cells: [String]
}

private let figures: [Figure] = [
  ("count", "count"), ("p50", "p50"), ("p90", "p90"), ("p95", "p95"), ("p99", "p99"),
  ("p999", "p99.9"), ("max", "max"),
]

private func cell(_ summary: Summary, _ path: String) -> String {
  guard let metric = summary.metric(at: path) else { return "-" }
  return HumanText.value(metric.value, metric.unit)
}

private func trimmedEnd(_ line: Substring) -> String {
  var line = line
  while line.last == " " { line.removeLast() }
  return String(line)
}
