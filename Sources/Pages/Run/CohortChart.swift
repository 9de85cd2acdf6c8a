import Charts

/// Connected clients of each cohort over time, as a share of the cohort, so that cohorts compare.
struct CohortChart: Chart {
  private let data: RunData
  let finding: String
  let span: StormTime
  /// The largest cohorts, in the order of the files.
  private let lines: [Line]

  private struct Line {
    let name: String
    /// Class in the style sheet.
    let style: String
    /// At the end of each second.
    let shares: [Double?]
  }

  /// More lines cannot be told apart.
  private static let mostLines = 6

  /// nil where no cohort has clients.
  init?(_ data: RunData, finding: String) {
    self.data = data
    self.finding = finding
    span = StormTime(data)
    func clients(_ name: String) -> Double { data.number("cohorts.\(name).clients") ?? 0 }
    let largest = Set(
      data.cohorts.filter { clients($0) > 0 }
        .sorted { (clients($0), $1) > (clients($1), $0) }.prefix(Self.mostLines))
    lines = data.cohorts.filter(largest.contains).enumerated().map { place, name in
      let whole = clients(name)
      let connected = data.series.column(RunData.cohortPrefix + name) ?? []
      return Line(name: name, style: "l\(place)", shares: connected.map { $0.map { $0 / whole } })
    }
    if lines.isEmpty { return nil }
  }

  var folds: [Fold] { RunFolds(data).cohorts(in: span.window).map { [$0] } ?? [] }

  /// Cohorts without a line.
  var note: String? {
    let rest = data.cohorts.count - lines.count
    let largest = "The \(lines.count) largest cohorts have a line; all stand in the table."
    return sentences(rest > 0 ? largest : nil, folds.isEmpty ? RunFolds.tooLong : nil)
  }

  let name = "cohorts"
  let title = "Connected clients of each cohort over time"

  func plot(_ drawing: Drawing) -> any Plot {
    let drawn = lines.map { (line: $0, points: span.points($0.shares)) }
    let panel = Panel(
      title: "Clients connected, share of each cohort",
      y: .whole, height: 176,
      // The first line lies on top.
      marks: drawn.reversed().map { .series($0.points, $0.line.style) },
      legend: Legend(
        items: drawn.map {
          .init(name: $0.line.name, style: $0.line.style, sign: .line, end: $0.points.last)
        }))
    return span.chart([panel], drawing)
  }

  /// The ends of the lines, for those who do not see them.
  var description: String {
    lines.map { line in
      let least = line.shares.compactMap { $0 }.min() ?? 0
      let last = line.shares.compactMap { $0 }.last ?? 0
      return "\(line.name): least \(PageNumber.share(least)), at the end \(PageNumber.share(last))."
    }.joined(separator: " ")
  }
}
