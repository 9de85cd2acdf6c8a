import Charts

/// What the template of a map's page shows. Texts are escaped by the template; drawings are markup.
struct MapPage {
  let title: String
  let scenario: String
  let facts: [String]
  let verdict: String
  let lead: String
  let figure: Figure
  let command: String
  let about: String
  let settings: [RunPage.Setting]
  let settingsHash: String
  let digest: String
  let events: String
  let cells: String
  let stylesheet = StyleSheet.text + HeatStyle.text

  init(_ data: MapData) {
    let sentences = data.hasStates ? data.verdict : Self.range(data)
    scenario = data.scenario
    verdict = sentences.first ?? "A map of \(data.metric)."
    title = "\(data.scenario): \(verdict)"
    lead = (sentences.dropFirst() + Self.own(data)).joined(separator: " ")
    facts = [
      data.metric, "\(data.x.texts.count) × \(data.y.texts.count) cells",
      data.replications == 1 ? "seed \(data.firstSeed)" : "\(data.replications) seeds",
    ]
    about = data.about
    let chart = MapChart(data)
    let finding = sentences.joined(separator: " ")
    figure = Figure(
      finding: Self.how(data),
      drawing: chart.legend
        + Drawing.both(wide: 1_088) { chart.markup($0, finding: finding) },
      note: Self.note(data, chart), fold: Self.fold(data))
    command = Self.command(data)
    settings = RunPage.Setting.all(data.settings)
    settingsHash = data.settingsHash
    digest = data.digest
    events = PageNumber.count(data.events)
    cells = PageNumber.count(data.runs)
  }

  /// Where a figure is least and where it is greatest.
  private static func range(_ data: MapData) -> [String] {
    let figures = data.cells.map(\.figure)
    let finite = figures.compactMap { $0 }.filter(\.isFinite)
    let never = figures.count { $0 == .infinity }
    let lost =
      never > 0
      ? [
        "\(data.metric) is never reached in \(PageNumber.count(never)) of \(PageNumber.count(figures.count)) cells."
      ]
      : []
    guard let low = finite.min(), let high = finite.max(), let first = figures.firstIndex(of: low),
      let last = figures.firstIndex(of: high)
    else { return lost.isEmpty ? ["\(data.metric) is undefined in every cell."] : lost }
    if low == high {
      let scope = lost.isEmpty ? "every cell" : "the others"
      return lost + ["\(data.metric) is \(data.text(low)) in \(scope)."]
    }
    return lost + [
      "\(data.metric) goes from \(data.text(low)) to \(data.text(high)).",
      "Least with \(data.words(of: first)), most with \(data.words(of: last)).",
    ]
  }

  private static func own(_ data: MapData) -> [String] {
    guard let own = data.own else {
      return ["The scenario itself is none of the cells, or its values are not known."]
    }
    let text = data.text(data.cells[own])
    return ["The scenario, with \(data.words(of: own)): \(text)."]
  }

  private static func how(_ data: MapData) -> String {
    data.hasStates
      ? "Each cell is what the seeds have in common; mixed where they differ. Lines mark the border."
      : "The \(data.isOfMedians ? "median" : "mean") over the seeds in each cell. The stronger the colour, the more."
  }

  private static func note(_ data: MapData, _ chart: MapChart) -> String? {
    var notes: [String] = []
    let run = data.cells.count { $0.seeds > 0 }
    if chart.hasInferred {
      notes.append(
        "A dot marks the \(PageNumber.count(run)) of \(PageNumber.count(data.cells.count)) cells that were run. The "
          + "others lie among equal ones; something narrower than the coarse grid would not be seen."
      )
    }
    let undecided = data.cells.count { $0.state == "undecided" }
    if undecided > 0 {
      notes.append(
        "\(PageNumber.count(undecided)) cells are undecided: \(data.metric) is undefined there. A longer "
          + "--duration may decide them.")
    }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }

  private static let mostCells = 1_200

  /// The map as a table, the greatest y first as in the picture.
  private static func fold(_ data: MapData) -> Fold? {
    let width = data.x.texts.count
    guard data.cells.count <= mostCells else { return nil }
    let rows = data.y.names.indices.reversed().map { row in
      [data.y.names[row]] + (0..<width).map { data.text(data.cells[row * width + $0]) }
    }
    return Fold(
      summary:
        "Data: every cell; \(data.y.key) from top to bottom, \(data.x.key) from left to right",
      columns: [data.y.key] + data.x.names, rows: rows)
  }

  private static func command(_ data: MapData) -> String {
    var command = data.command
    for (option, side) in [("--x", data.x), ("--y", data.y)] {
      command.add(option, "\(side.key)=\(side.texts.first ?? "")..\(side.texts.last ?? "")")
    }
    command.add("--metric", data.metric)
    command.add("--cells", "\(data.x.texts.count)x\(data.y.texts.count)")
    command.add("--replications", "\(data.replications)")
    return command.text
  }
}
