import Documents

extension SweepManifest: PagedStudy {
  package static let kind = ResultsKind.sweep

  package static func page(of folder: FolderTexts) throws(PageProblem) -> String {
    SweepPage(try SweepData(folder)).page.markup
  }
}

/// The page of a sweep: its answer, and a picture for each metric.
struct SweepPage {
  private let data: SweepData

  init(_ data: SweepData) { self.data = data }

  var page: StudyPage {
    let reading = SweepVerdict(data)
    let form = SweepForm(data)
    let last = PageSection(notes: form.notes, folds: Self.folds(data))
    return StudyPage(
      scenario: data.head.scenario, facts: Self.facts(data), verdict: reading.headline,
      lead: reading.lead,
      rows: [.init(form.sections, layout: form.layout), .init(form.ranking, last)],
      again: RunAgain(
        Self.command(data), data.manifest.scenario, digest: data.head.digest,
        events: data.head.events, runs: data.manifest.tail.cells)
    )
  }

  private static func facts(_ data: SweepData) -> [String] {
    let sizes = data.axes.map {
      "\(PageNumber.count($0.size)) \($0.key == "backoff" ? "formulas" : $0.key)"
    }
    let grid = sizes.isEmpty ? "a single combination" : sizes.joined(separator: " × ")
    let seeds =
      data.grid.replications == 1
      ? "seed \(data.grid.seeds.first)" : "\(PageNumber.count(data.grid.replications)) seeds each"
    let constants =
      data.grid.vary.filter { $0.values.count == 1 }.map { "\($0.key) \($0.values[0])" }
      + (data.grid.backoffs.count == 1 ? ["backoff \(data.grid.backoffs[0])"] : [])
    let isVaried = data.grid.vary.contains { "clients.count".hasPrefix($0.key) }
    let clients = isVaried ? nil : data.manifest.scenario.resolved["clients.count"]
    return (clients.flatMap { Int($0) }.map { ["\(PageNumber.count($0)) clients"] } ?? []) + [
      grid, seeds,
    ] + constants
  }

  private static let mostRows = 200

  /// Every figure with its spread over the seeds.
  private static func folds(_ data: SweepData) -> [Fold] {
    guard !data.metrics.isEmpty else { return [] }
    let rows = (0..<min(data.points, mostRows)).map { point in
      zip(data.axes, data.places(of: point)).map { $0.values[$1].shown }
        + data.metrics.map { metric in
          let figure = metric.figures[point]
          return metric.text(figure) + (metric.spread(figure).map { " (\($0))" } ?? "")
        }
    }
    let spread =
      data.grid.replications > 1
      ? ", medians of times and peaks, means of the rest (least – greatest)" : ""
    let count =
      data.points > rows.count
      ? "the first \(rows.count) of \(PageNumber.count(data.points)) combinations; the others stand in figures.csv"
      : "all combinations"
    let fold = Fold(
      summary: "Data: \(count)\(spread)", columns: data.axes.map(\.key) + data.metrics.map(\.title),
      rows: rows)
    return [fold]
  }

  private static func command(_ data: SweepData) -> CommandLine {
    var command = CommandLine("sweep", data.head)
    for vary in data.grid.vary {
      command.add("--vary", "\(vary.key)=\(vary.values.joined(separator: ","))")
    }
    for formula in data.grid.backoffs { command.add("--backoff", formula) }
    command.add("--replications", "\(data.grid.replications)")
    if data.grid.metrics.count <= 16 {
      for path in data.grid.metrics { command.add("--metric", path) }
    }
    return command
  }
}
