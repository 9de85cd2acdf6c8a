import Campaigns
import Documents
import Metrics
import Scenarios
import Systems
import Words

/// A study on one screen: the answer of each formula, and what it comes from. Ends with a line break.
/// - Parameter folder: where the results were written; nil where they were not.
func capacityText(
  _ capacity: Capacity, facts: RunFacts, folder: String?, style: TerminalStyle
) -> String {
  let study = capacity.study
  let promises = study.scenario.slo.map { harmless($0.text) }
  var lines = wrapped(
    (study.range.covers("clients.count")
      ? [] : ["\(HumanText.count(study.scenario.clients.count)) clients"]) + [
        "\(study.direction.rawValue) \(study.range.key) from \(study.range.text(study.range.low)) to "
          + study.range.text(study.range.high),
        study.seeds == 1 ? "1 seed" : "\(study.seeds) seeds",
      ], gap: "   ", first: harmless(study.scenario.name) + "   ", width: style.width)
  lines += [""] + labelled("promises", promises, width: style.width)
  lines += [""] + drawn(capacityTable(capacity), width: style.width)
  for answer in capacity.answers {
    lines += verdict(answer, study, nil, style)
  }
  for world in capacity.worlds where world.answers.allSatisfy({ $0.finding.value == nil }) {
    if let answer = world.answers.first {
      lines += verdict(answer, world.study, world.title, style)
    }
  }
  let items =
    [
      folder.map(harmless), "\(capacity.values) values tried",
      "\(HumanText.count(capacity.runs)) runs",
      "\(HumanText.count(capacity.events)) events in \(HumanText.duration(facts.wallSeconds))",
    ].compactMap { $0 }
  lines +=
    [""]
    + wrapped(items, gap: "   ", first: "  ", width: style.width)
    .map { style.coloured($0, .dim) }
  return lines.joined(separator: "\n") + "\n"
}

/// - Parameter world: whose answer it is; nil for the scenario as it is.
private func verdict(
  _ answer: CapacityAnswer, _ study: CapacityStudy, _ world: String?, _ style: TerminalStyle
) -> [String] {
  let place = world.map { "Behind one single limit at \($0): " } ?? ""
  return [""]
    + paragraph(place + capacityVerdict(answer, study), width: style.width)
    .map { style.coloured($0, answer.finding.value == nil ? .red : .bold) }
}

/// The table of the answers, in words: titles, and a row for each formula.
func capacityTable(_ capacity: Capacity) -> [[String]] {
  guard capacity.worlds.isEmpty else {
    let rows = capacity.answers.indices.map { index in
      [harmless(capacity.answers[index].variant.name)]
        + capacity.all.map { world in
          guard world.answers.indices.contains(index) else { return "-" }
          return world.answers[index].finding.value.map(world.study.range.text) ?? "none"
        }
    }
    return [["\(capacity.study.range.key), with"] + capacity.all.map(\.title)] + rows
  }
  let titles = ["formula", capacity.study.range.key, "99 % back", "peak in 1 s", "attempts"]
  return [titles] + capacity.answers.map { cells($0, capacity.study) }
}

/// The row of a formula; one without a value has that of no probe.
private func cells(_ answer: CapacityAnswer, _ study: CapacityStudy) -> [String] {
  let probe = answer.finding.found
  func figure(_ path: String, _ unit: MetricUnit) -> String {
    probe?.figure(path).map { HumanText.value(.number($0), unit) } ?? "-"
  }
  return [
    harmless(answer.variant.name), answer.finding.value.map(study.range.text) ?? "none",
    figure("recover.p99", .seconds), figure("peak_arrivals_1s", .count),
    figure("attempts_per_client", .count),
  ]
}

private func drawn(_ rows: [[String]], width: Int) -> [String] {
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
