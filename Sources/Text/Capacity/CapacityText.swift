import Documents
import Metrics
import Words

extension CapacityReport {
  /// A study on one screen: the answer of each formula, and what it comes from. Ends with a line break.
  package func text() -> String {
    let clients =
      document.key == "clients.count"
      ? nil : record.scenario.resolved["clients.count"].flatMap { Int($0) }
    let asked = [
      clients.map { "\(HumanText.count($0)) clients" },
      "\(document.direction.rawValue) \(document.key) \(document.range)",
      document.seeds == 1 ? "1 seed" : "\(document.seeds) seeds",
    ]
    let made = [
      "\(document.all.flatMap(\.variants).reduce(0) { $0 + $1.probes.count }) values tried",
      "\(HumanText.count(record.runs)) runs", eventsText(record.events),
    ]
    let width = style.width
    let lines =
      wrapped(
        asked.compactMap(\.self), gap: "   ", first: harmless(document.scenario) + "   ",
        width: width)
      + [""]
      + labelled("promises", document.promises.map(harmless), width: width) + [""]
      + table(rowsForPeople, width: width)
      + verdicts(width) + [""] + footer(made)
    return lines.joined(separator: "\n") + "\n"
  }

  /// A paragraph for each formula, one for what is the same with all, and one for each world in which none has an
  /// answer.
  private func verdicts(_ width: Int) -> [String] {
    let own = document.variants.map { (text: document.text($0), isLost: $0.value == nil) }
    let sentences = document.common.joined(separator: " ")
    let common = sentences.isEmpty ? [] : [(text: "With each formula: \(sentences)", isLost: false)]
    let lost = document.worlds.compactMap { world -> (text: String, isLost: Bool)? in
      guard let first = world.variants.first, world.variants.allSatisfy({ $0.value == nil }) else {
        return nil
      }
      return ("Behind one single limit at \(world.world): \(first.text)", true)
    }
    return (own + common + lost).flatMap { text, isLost -> [String] in
      let lines = paragraph(tied(text), width: width)
      return [""] + lines.map { style.coloured($0, isLost ? .red : .bold) }
    }
  }

  /// The answers in words: titles, and a row for each formula. Each of several worlds has a column.
  var rowsForPeople: [[String]] {
    func found(_ answer: CapacityDocument.Answer) -> String {
      answer.value.map(document.text) ?? "none"
    }
    guard document.worlds.isEmpty else {
      let rows = document.variants.enumerated().map { place, answer in
        [harmless(answer.name)]
          + document.all.map {
            $0.variants.indices.contains(place) ? found($0.variants[place]) : "-"
          }
      }
      return [["\(document.key), with"] + document.all.map(\.world)] + rows
    }
    let units: [MetricUnit] = [.seconds, .count, .count]
    let rows = document.variants.map { answer in
      let probe = answer.probe(at: answer.value)
      return [harmless(answer.name), found(answer)]
        + zip(CapacityDocument.metrics, units).map { path, unit in
          probe?.figure(path).map { HumanText.value(.number($0), unit) } ?? "-"
        }
    }
    return [["formula", document.key, "99 % back", "peak in 1 s", "attempts"]] + rows
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
