import Charts

/// What the template of a sweep's page shows. Texts are escaped by the template; drawings are markup.
struct SweepPage {
  let title: String
  let scenario: String
  let facts: [String]
  let verdict: String
  let lead: String
  let sections: [Section]
  let ranks: SweepRanks?
  /// What is not shown.
  let notes: [String]
  let all: Fold?
  let command: String
  let about: String
  let settings: [RunPage.Setting]
  let settingsHash: String
  let digest: String
  let events: String
  let cells: String
  let stylesheet = StyleSheet.text + HeatStyle.text
  /// The class of the sections' grid.
  let layout: String

  struct Section {
    let title: String
    let figure: Figure
  }

  init(_ data: SweepData) {
    let reading = SweepVerdict(data)
    scenario = data.scenario
    facts = Self.facts(data)
    verdict = reading.headline
    title = "\(data.scenario): \(reading.headline)"
    lead = reading.lead
    about = data.about
    let form = SweepForm(data)
    sections = form.sections
    ranks = form.ranks
    layout = form.layout
    notes = form.notes
    all = SweepPage.fold(data)
    command = Self.command(data)
    settings = RunPage.Setting.all(data.settings)
    settingsHash = data.settingsHash
    digest = data.digest
    events = PageNumber.count(data.events)
    cells = PageNumber.count(data.cells)
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
  private static func fold(_ data: SweepData) -> Fold? {
    guard !data.metrics.isEmpty else { return nil }
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
    return Fold(
      summary: "Data: \(count)\(spread)", columns: data.axes.map(\.key) + data.metrics.map(\.title),
      rows: rows)
  }

  private static func command(_ data: SweepData) -> String {
    var command = data.command
    for (key, values) in data.vary {
      command.add("--vary", "\(key)=\(values.joined(separator: ","))")
    }
    for formula in data.formulas { command.add("--backoff", formula) }
    command.add("--replications", "\(data.replications)")
    if data.kept.count <= 16 { for path in data.kept { command.add("--metric", path) } }
    return command.text
  }
}
