import Campaigns
import Metrics
import ResultFiles
import Scenarios
import Systems

/// A study on one screen: the answer of each formula, and what it comes from. Ends with a line break.
/// - Parameter folder: where the results were written; nil where they were not.
func capacityText(
  _ capacity: Capacity, facts: RunFacts, folder: String?, style: TerminalStyle
) -> String {
  let study = capacity.study
  let promises = study.scenario.slo.map { harmless($0.text) }
  var lines = wrapped(
    [
      "\(HumanText.count(study.scenario.clients.count)) clients",
      "\(study.direction.rawValue) \(study.range.key) from \(study.range.text(study.range.low)) to "
        + study.range.text(study.range.high),
      study.seeds == 1 ? "1 seed" : "\(study.seeds) seeds",
    ], gap: "   ", first: harmless(study.scenario.name) + "   ", width: style.width)
  lines += [""] + labelled("promises", promises, width: style.width)
  lines += [""] + capacityTable(capacity, width: style.width)
  for answer in capacity.answers {
    lines +=
      [""]
      + paragraph(capacityVerdict(answer, study), width: style.width)
      .map { style.coloured($0, answer.finding.value == nil ? .red : .bold) }
  }
  let tried = capacity.answers.reduce(0) { $0 + $1.finding.probes.count }
  let items =
    [
      folder.map(harmless), "\(tried) values tried", "\(HumanText.count(capacity.runs)) runs",
      "\(HumanText.count(capacity.events)) events in \(HumanText.duration(facts.wallSeconds))",
    ].compactMap { $0 }
  lines +=
    [""]
    + wrapped(items, gap: "   ", first: "  ", width: style.width)
    .map { style.coloured($0, .dim) }
  return lines.joined(separator: "\n") + "\n"
}

/// The row of a formula, in words; a row without a value has that of no probe.
func capacityCells(_ answer: CapacityAnswer, _ study: CapacityStudy) -> [String] {
  let probe = answer.finding.found
  func figure(_ path: String, _ unit: MetricUnit) -> String {
    probe?.mean(path).map { HumanText.value(.number($0), unit) } ?? "-"
  }
  return [
    harmless(answer.variant.name), answer.finding.value.map(study.range.text) ?? "none",
    figure("recover.p99", .seconds), figure("peak_arrivals_1s", .count),
    figure("attempts_per_client", .count),
  ]
}

/// The titles of those cells.
func capacityTitles(_ study: CapacityStudy) -> [String] {
  ["formula", study.range.key, "99 % back", "peak in 1 s", "attempts"]
}

private func capacityTable(_ capacity: Capacity, width: Int) -> [String] {
  let rows =
    [capacityTitles(capacity.study)] + capacity.answers.map { capacityCells($0, capacity.study) }
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  let others = widths.dropFirst().reduce(0) { $0 + $1 + 2 }
  // A formula has the rest of the line, and at least a few columns.
  let room = min(widths[0], max(12, width - 2 - others))
  return rows.map { row in
    let name = row[0].count > room ? row[0].prefix(room - 3) + "..." : row[0]
    let cells = row.indices.dropFirst().map { "  " + paddedLeft(row[$0], to: widths[$0]) }
    return "  " + padded(name, to: room) + cells.joined()
  }
}
