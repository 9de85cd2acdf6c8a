import Store
import Studies
import Systems
import Verdicts
import Words

/// A map on one screen. Ends with a line break.
func mapText(_ folder: MapFolder, facts: SweepFacts, style: TerminalStyle) -> String {
  let map = folder.cells
  let signs = MapSigns(map)
  let drawing = MapDrawing(map, signs, width: style.width)
  var lines = header(folder, style) + [""] + drawing.lines(style) + [""]
  lines += legend(map, signs, drawing, style)
  let verdict = mapVerdict(map).map(harmless)
  if !verdict.isEmpty {
    lines += [""]
    for sentence in verdict {
      lines += paragraph(sentence, width: style.width).map { style.coloured($0, .bold) }
    }
  }
  for note in notes(map) { lines += [""] + paragraph(note, width: style.width) }
  return (lines + [""] + footer(folder, facts, style)).joined(separator: "\n") + "\n"
}

private func header(_ folder: MapFolder, _ style: TerminalStyle) -> [String] {
  let plane = folder.cells.plane
  let seeds = folder.shard.seeds(of: plane).count
  var items = [
    plane.metric, "\(plane.x.texts.count) x \(plane.y.texts.count) cells",
    plane.seeds.count == 1 ? "1 seed" : "\(plane.seeds.count) seeds",
  ]
  if folder.shard.count > 1 { items.append("\(seeds) of them in shard \(folder.shard)") }
  return wrapped(items, gap: "   ", first: harmless(folder.scenario) + "   ", width: style.width)
}

private func legend(
  _ map: MapCells, _ signs: MapSigns, _ drawing: MapDrawing, _ style: TerminalStyle
) -> [String] {
  let items = signs.legend.map { "\($0.sign) \($0.meaning)" }
  let plane = map.plane
  var lines = wrapped(items, gap: "   ", first: "  ", width: style.width)
  if let (x, y) = drawing.cellsOfASign {
    lines.append("  a sign stands for \(x) x \(y) cells, and is that of the worst of them")
  }
  let mark = drawing.marksOwn ? "\(MapSigns.own)" : "( )"
  if let own = plane.own, let column = plane.x.own, let row = plane.y.own {
    let cell = map.cells[own]
    let state =
      cell.state.map { plane.word(for: $0) }
      ?? cell.figure.map { HumanText.value($0.isFinite ? .number($0) : .never, plane.unit) } ?? "-"
    lines += wrapped(
      [
        "the scenario: \(harmless(plane.x.key)) \(plane.x.label(column)),",
        "\(harmless(plane.y.key)) \(plane.y.label(row)): \(state)",
      ], gap: " ", first: "  \(mark) ", width: style.width)
  } else {
    lines.append("  the scenario itself is none of the cells, or its values are not known")
  }
  return lines
}

private func notes(_ map: MapCells) -> [String] {
  let undecided = map.cells.count { $0.state == .undecided }
  var notes: [String] = []
  if undecided > 0 {
    notes.append(
      "\(undecided) of \(map.cells.count) cells are undecided: \(map.plane.metric) is undefined there. "
        + "A longer --duration may decide them.")
  }
  let run = map.cells.count { $0.runs > 0 }
  if run < map.cells.count {
    notes.append(
      "\(run) of \(map.cells.count) cells were run. The others lie among equal ones; something "
        + "narrower than the coarse grid between them would not be seen.")
  }
  return notes
}

private func footer(_ folder: MapFolder, _ facts: SweepFacts, _ style: TerminalStyle) -> [String] {
  let items =
    [
      harmless(folder.path), "digest \(folder.digest)",
      "\(HumanText.count(folder.cells.runs)) runs",
      "\(HumanText.count(folder.events)) events\(facts.time)",
    ] + facts.notes
  return wrapped(items, gap: "   ", first: "  ", width: style.width)
    .map { style.coloured($0, .dim) }
}
