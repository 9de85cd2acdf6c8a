import Metrics
import Scenarios
import Studies
import Systems
import Words

/// The headline metrics of several runs, one a line: mean or median with its interval, and the least and the
/// greatest of any run.
///
/// A metric that is 0 in all runs, or nowhere defined, has no line. If the width does not do, the
/// extremes are left out, and then the words `mean` and `median`.
func estimateTable(_ summary: ReplicatedSummary, width: Int) -> [String] {
  let rows = rows(summary)
  let lines = EstimateDetail.allCases.map { table(rows, $0) }
  let fitting = lines.firstIndex { $0.allSatisfy { $0.count <= width } } ?? lines.count - 1
  let notes = notes(rows, EstimateDetail.allCases[fitting])
  return lines[fitting] + notes.flatMap { paragraph($0, width: width) }
}

/// The same as rows of cells, the titles first.
func estimateRows(_ summary: ReplicatedSummary) -> [[String]] {
  let rows = rows(summary)
  return [[""] + titles(rows, .full)] + rows.map { [$0.label] + $0.cells(.full) }
}

private func rows(_ summary: ReplicatedSummary) -> [EstimateRow] {
  headlines(FleetView(summary.scenario.clients)).compactMap { label, path in
    summary.estimate(at: path).flatMap { EstimateRow(label, $0) }
  }
}

/// How much of a row is shown.
private enum EstimateDetail: CaseIterable {
  case full
  case withoutExtremes
  case withoutWords
}

private func titles(_ rows: [EstimateRow], _ detail: EstimateDetail) -> [String] {
  let interval = rows.contains { $0.isUnsure } ? "interval" : "95 % interval"
  return ["over the seeds", interval] + (detail == .full ? ["min", "max"] : [])
}

/// Returns the notes on facts that the table does not say itself.
private func notes(_ rows: [EstimateRow], _ detail: EstimateDetail) -> [String] {
  var notes: [String] = []
  if detail == .withoutWords { notes.append("Times and peaks are medians, the rest means.") }
  if let unsure = rows.first(where: \.isUnsure) {
    notes.append(
      "So few seeds bound a median with \(unsure.confidence) only; intervals of means have 95 %.")
  }
  if rows.contains(where: \.isSkewed) {
    notes.append(
      "* Seeds differ so unevenly that the interval of the mean holds it less often than it says.")
  }
  return notes
}

typealias Headline = (label: String, path: String)

/// Returns the metrics of a fleet that are told first, with their names in words.
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
  /// True if the value is worth a line: neither undefined nor nothing.
  var saysSomething: Bool {
    switch self {
    case .undefined, .count(0), .number(0), .boolean(false): false
    case .count, .number, .boolean, .word, .never: true
    }
  }
}

private struct EstimateRow {
  let label: String
  private let statistic: String
  private let figure: String
  private let interval: String
  private let min: String
  private let max: String
  let isSkewed: Bool
  /// True if the interval has less than 95 %; `confidence` is the confidence that it has.
  let isUnsure: Bool
  let confidence: String

  /// nil where there is nothing to say.
  init?(_ label: String, _ estimate: MetricEstimate) {
    let unit = estimate.unit
    guard estimate.max.saysSomething else { return nil }
    func text(_ number: Double) -> String {
      unit == .truth ? HumanText.share(number) : HumanText.value(.number(number), unit)
    }
    let found = estimate.estimate
    self.label = label
    statistic = found.map { $0.statistic.rawValue + " " } ?? ""
    figure = found.map { text($0.figure) } ?? "-"
    isSkewed = estimate.low != nil && found?.isSkewed == true
    if let low = estimate.low, let high = estimate.high {
      interval = "\(text(low)) to \(text(high))" + (isSkewed ? " *" : "")
    } else {
      interval = "-"
    }
    isUnsure = estimate.low != nil && found?.isSure == false
    confidence = found?.confidenceText ?? ""
    min = HumanText.value(estimate.min, unit)
    max = HumanText.value(estimate.max, unit)
  }

  func cells(_ detail: EstimateDetail) -> [String] {
    let told = detail == .withoutWords ? figure : statistic + figure
    return [told, interval] + (detail == .full ? [min, max] : [])
  }
}

private func table(_ rows: [EstimateRow], _ detail: EstimateDetail) -> [String] {
  let labels = TextColumn(cells: rows.map(\.label), width: labelWidth + 1, isRight: false)
  let figures = titles(rows, detail).enumerated().map { place, title in
    TextColumn(title: title, cells: rows.map { $0.cells(detail)[place] }, width: 9)
  }
  return ([labels] + figures).lines()
}
