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
    var last = PageSection()
    last.notes = form.notes
    last.folds = Self.folds(data)
    return StudyPage(
      scenario: data.scenario, facts: Self.facts(data), verdict: reading.headline,
      lead: reading.lead,
      rows: [.init(form.sections, layout: form.layout), .init(form.ranking, last)],
      again: RunAgain(
        Self.command(data), data.record, digest: data.digest, events: data.events, runs: data.cells)
    )
  }

  private static func facts(_ data: SweepData) -> [String] {
    let sizes = data.axes.map {
      "\(PageNumber.count($0.size)) \($0.key == "backoff" ? "formulas" : $0.key)"
    }
    let grid = sizes.isEmpty ? "a single combination" : sizes.joined(separator: " × ")
    let seeds =
      data.replications == 1
      ? "seed \(data.firstSeed)" : "\(PageNumber.count(data.replications)) seeds each"
    let constants =
      data.vary.filter { $0.values.count == 1 }.map { "\($0.key) \($0.values[0])" }
      + (data.formulas.count == 1 ? ["backoff \(data.formulas[0])"] : [])
    let clients = data.clients.flatMap { Int($0) }.map { ["\(PageNumber.count($0)) clients"] } ?? []
    return clients + [grid, seeds] + constants
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
      data.replications > 1
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
    var command = data.command
    for (key, values) in data.vary {
      command.add("--vary", "\(key)=\(values.joined(separator: ","))")
    }
    for formula in data.formulas { command.add("--backoff", formula) }
    command.add("--replications", "\(data.replications)")
    if data.kept.count <= 16 { for path in data.kept { command.add("--metric", path) } }
    return command
  }
}
