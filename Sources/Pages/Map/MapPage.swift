import Charts
import Documents

extension MapManifest: PagedStudy {
  package static let kind = ResultsKind.map

  package static func page(of folder: FolderTexts) throws(PageProblem) -> String {
    MapPage(try MapData(folder)).page.markup
  }
}

/// The page of a map: its answer, and the picture.
struct MapPage {
  private let data: MapData

  init(_ data: MapData) { self.data = data }

  var page: StudyPage {
    let sentences = data.hasStates ? data.manifest.tail.verdict : Self.range(data)
    return StudyPage(
      scenario: data.head.scenario,
      facts: [
        data.metric, "\(data.x.texts.count) × \(data.y.texts.count) cells",
        data.manifest.map.replications == 1
          ? "seed \(data.manifest.map.seeds.first)" : "\(data.manifest.map.replications) seeds",
      ],
      verdict: sentences.first ?? "A map of \(data.metric).",
      lead: (sentences.dropFirst() + Self.own(data)).joined(separator: " "),
      rows: [.init(PageSection("The map", figure(sentences)))],
      again: RunAgain(
        Self.command(data), data.manifest.scenario, digest: data.head.digest,
        events: data.head.events, runs: data.manifest.tail.runs))
  }

  private func figure(_ sentences: [String]) -> Figure {
    let chart = MapChart(data, finding: sentences.joined(separator: " "))
    return Figure(
      finding: Self.how(data), drawing: chart.legend + chart.drawing(),
      note: Self.note(data, chart), folds: Self.folds(data))
  }

  /// Returns sentences on where a figure is least and where it is greatest.
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
  private static func folds(_ data: MapData) -> [Fold] {
    let width = data.x.texts.count
    guard data.cells.count <= mostCells else { return [] }
    let rows = data.y.names.indices.reversed().map { row in
      [data.y.texts[row]] + (0..<width).map { data.text(data.cells[row * width + $0]) }
    }
    let fold = Fold(
      summary:
        "Data: every cell; \(data.y.key) from top to bottom, \(data.x.key) from left to right",
      columns: [data.y.key] + data.x.texts, rows: rows)
    return [fold]
  }

  private static func command(_ data: MapData) -> CommandLine {
    var command = CommandLine("map", data.head)
    for (option, side) in [("--x", data.x), ("--y", data.y)] {
      command.add(option, "\(side.key)=\(side.texts.first ?? "")..\(side.texts.last ?? "")")
    }
    command.add("--metric", data.metric)
    command.add("--cells", "\(data.x.texts.count)x\(data.y.texts.count)")
    command.add("--replications", "\(data.manifest.map.replications)")
    return command
  }
}
