import Campaigns
import Metrics
import Scenarios
import Systems
import TextTable

/// The headline metrics of several runs, one a line: mean, the 95 % interval of the mean, and the
/// least and the greatest of any run.
///
/// What is 0 in all runs, or nowhere defined, has no line. Where the width does not do, the extremes
/// are left out.
func estimateTable(_ summary: ReplicatedSummary, width: Int) -> [String] {
  let rows = headlines(FleetView(summary.scenario.clients)).compactMap { label, path in
    summary.estimate(at: path).flatMap { EstimateRow(label, $0) }
  }
  let full = table(rows, hasExtremes: true)
  return full.allSatisfy { $0.count <= width } ? full : table(rows, hasExtremes: false)
}

/// The same as rows of cells, the titles first.
func estimateRows(_ summary: ReplicatedSummary) -> [[String]] {
  [[""] + estimateTitles]
    + headlines(FleetView(summary.scenario.clients)).compactMap { label, path in
      summary.estimate(at: path).flatMap { EstimateRow(label, $0) }.map {
        [$0.label] + $0.cells(hasExtremes: true)
      }
    }
}

private let estimateTitles = ["mean", "95 % interval", "min", "max"]

typealias Headline = (label: String, path: String)

/// What is told first of a fleet, in words.
func headlines(_ fleet: FleetView) -> [Headline] {
  let load: [Headline] = [
    ("peak in 1 s", "peak_arrivals_1s"),
    ("peak in 1 s, after clear", "peak_arrivals_1s_after_clear"),
    ("attempts a client", "attempts_per_client"),
  ]
  let calls: [Headline] = [("peak calls in 1 s", "peak_calls_1s")]
  let recovery: [Headline] = [
    ("time to recover p50", "recover.p50"), ("time to recover p99", "recover.p99"),
    ("time to recover max", "recover.max"), ("downtime p99", "downtime.p99"),
    ("detection p99", "detect.p99"), ("recovered", "recovered"), ("gave up", "gave_up"),
    ("in error", "in_error"), ("stuck", "stuck"), ("still trying", "still_trying"),
  ]
  let gateway: [Headline] = [
    ("longest queue", "queue_peak"), ("shed", "shed"), ("overflow", "accept_overflow"),
    ("wasted work", "wasted_work_share"), ("efficiency", "storm_efficiency"),
    ("metastable", "metastable"),
  ]
  let hasCalls = fleet.sessions.contains(where: \.traits.livesByCalls)
  return load + (hasCalls ? calls : []) + recovery + fleet.sessions.flatMap(\.figures.headlines)
    + gateway
}

extension MetricValue {
  /// Whether it is worth a line: neither undefined nor nothing.
  var saysSomething: Bool {
    switch self {
    case .undefined, .count(0), .number(0), .boolean(false): false
    case .count, .number, .boolean, .word, .never: true
    }
  }
}

private struct EstimateRow {
  let label: String
  let mean: String
  let interval: String
  let min: String
  let max: String

  /// nil where there is nothing to say.
  init?(_ label: String, _ estimate: MetricEstimate) {
    let unit = estimate.unit
    guard estimate.max.saysSomething else { return nil }
    func text(_ number: Double) -> String {
      unit == .truth ? HumanText.share(number) : HumanText.value(.number(number), unit)
    }
    self.label = label
    mean = estimate.mean.map(text) ?? "-"
    if let low = estimate.low, let high = estimate.high {
      interval = "\(text(low)) to \(text(high))"
    } else {
      interval = "-"
    }
    min = HumanText.value(estimate.min, unit)
    max = HumanText.value(estimate.max, unit)
  }

  func cells(hasExtremes: Bool) -> [String] {
    [mean, interval] + (hasExtremes ? [min, max] : [])
  }
}

private func table(_ rows: [EstimateRow], hasExtremes: Bool) -> [String] {
  let titles = estimateTitles.prefix(hasExtremes ? 4 : 2)
  let labels = max(labelWidth + 1, rows.map(\.label.count).max() ?? 0)
  let widths = titles.indices.map { column in
    rows.reduce(max(9, titles[column].count)) {
      max($0, $1.cells(hasExtremes: hasExtremes)[column].count)
    }
  }
  let table = TextTable<EstimateRow> { row in
    let cells = row.cells(hasExtremes: hasExtremes)
    return [Column(title: "", value: row.label, width: labels)]
      + titles.indices.map { column in
        Column(title: titles[column], value: cells[column], width: widths[column], align: .right)
      }
  }
  let lines = table.string(for: rows, style: Style.plain) ?? ""
  return lines.split(separator: "\n").map { "  " + trimmedEnd($0) }
}
