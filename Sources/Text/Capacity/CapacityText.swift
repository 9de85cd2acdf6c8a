import Documents
import Findings
import Metrics
import Store
import Studies
import Verdicts
import Words

extension CapacityReport {
  /// A study on one screen: the answer of each formula, and what it comes from. Ends with a line break.
  package func text() -> String {
    let clients =
      study.key == "clients.count"
      ? nil : record.scenario.resolved["clients.count"].flatMap { Int($0) }
    let asked = [
      clients.map { "\(HumanText.count($0)) clients" },
      "\(study.direction.rawValue) \(study.key) \(study.range)",
      study.seeds == 1 ? "1 seed" : "\(study.seeds) seeds",
    ]
    let made = [
      folder.map(harmless),
      "\(study.all.flatMap(\.variants).reduce(0) { $0 + $1.probes.count }) values tried",
      "\(HumanText.count(record.runs)) runs",
      "\(HumanText.count(record.events)) events in \(HumanText.duration(facts.wallSeconds))",
    ]
    let width = style.width
    let lines =
      wrapped(
        asked.compactMap(\.self), gap: "   ", first: harmless(study.scenario) + "   ", width: width)
      + [""]
      + labelled("promises", study.promises.map(harmless), width: width) + [""]
      + table(rowsForPeople, width: width)
      + verdicts(width) + [""]
      + wrapped(made.compactMap(\.self), gap: "   ", first: "  ", width: width).map {
        style.coloured($0, .dim)
      }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A paragraph for each formula, and for each world in which none has an answer.
  private func verdicts(_ width: Int) -> [String] {
    let own = study.variants.map { ("", $0) }
    let lost = study.worlds.filter { world in world.variants.allSatisfy { $0.value == nil } }
      .compactMap { world in
        world.variants.first.map { ("Behind one single limit at \(world.world): ", $0) }
      }
    return (own + lost).flatMap { place, answer in
      [""]
        + paragraph(place + answer.text, width: width)
        .map { style.coloured($0, answer.value == nil ? .red : .bold) }
    }
  }

  /// The answers in words: titles, and a row for each formula. Each of several worlds has a column.
  var rowsForPeople: [[String]] {
    func found(_ answer: CapacityDocument.Answer) -> String {
      answer.value.map(study.text) ?? "none"
    }
    guard study.worlds.isEmpty else {
      let rows = study.variants.enumerated().map { place, answer in
        [harmless(answer.name)]
          + study.all.map { $0.variants.indices.contains(place) ? found($0.variants[place]) : "-" }
      }
      return [["\(study.key), with"] + study.all.map(\.world)] + rows
    }
    let units: [MetricUnit] = [.seconds, .count, .count]
    let rows = study.variants.map { answer in
      let probe = answer.probe(at: answer.value)
      return [harmless(answer.name), found(answer)]
        + zip(CapacityDocument.metrics, units).map { path, unit in
          probe?.figure(path).map { HumanText.value(.number($0), unit) } ?? "-"
        }
    }
    return [["formula", study.key, "99 % back", "peak in 1 s", "attempts"]] + rows
  }
}

/// Rows of cells, the titles first: the first column on the left and cut where there is no room, the others on the right.
func table(_ rows: [[String]], width: Int) -> [String] {
  let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
  let others = widths.dropFirst().reduce(0) { $0 + $1 + 2 }
  // A formula has the rest of the line, and at least a few columns.
  let room = min(widths[0], max(12, width - 2 - others))
  return rows.map { row in
    let cells = row.indices.dropFirst().map { "  " + paddedLeft(row[$0], to: widths[$0]) }
    return "  " + padded(cut(row[0], to: room), to: room) + cells.joined()
  }
}
