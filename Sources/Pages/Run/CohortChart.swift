import Charts
import Words

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

  func markup(_ drawing: Drawing) -> String {
    let right = drawing.isNarrow ? drawing.width - 8 : drawing.width - 138
    let left = drawing.isNarrow ? 48.0 : 58.0
    let title = 28 + span.laneHeight - 12
    let legend = drawing.isNarrow ? self.legend(top: title + 20, width: drawing.width) : ([], 0)
    let top = title + 12 + legend.1
    let axes = Axes(left: left, right: right, top: top, bottom: top + 176)
    let time = Scale(.linear, span.window, from: left, to: right)
    let share = Scale(.linear, 0...1, from: axes.bottom, to: axes.top)
    let ticks = Ticks.times(span.window, count: drawing.isNarrow ? 4 : 8)
    var elements = span.bands(time, [axes]) + axes.columns(time, ticks: ticks)
    elements += span.lane(time, drawing)
    elements += axes.vertical(share, ticks: [0, 0.5, 1], label: PageNumber.percentile)
    elements.append(
      Label("Clients connected, share of each cohort", "hd", x: 0, y: title).element)
    let drawn = lines.map { (line: $0, points: span.points($0.shares, time, share)) }
    // The first line lies on top.
    elements += drawn.reversed().map { Path.line($0.points).element($0.line.style) }
    elements +=
      drawing.isNarrow ? legend.0 : names(drawn.map { ($0.line, $0.points.last) }, axes, drawing)
    elements += span.axis(axes, time, ticks: ticks)
    return drawing.picture(
      height: axes.bottom + 40, name: "cohorts",
      title: "Connected clients of each cohort over time", finding: description, elements)
  }

  /// The ends of the lines, for those who do not see them.
  private var description: String {
    lines.map { line in
      let least = line.shares.compactMap { $0 }.min() ?? 0
      let last = line.shares.compactMap { $0 }.last ?? 0
      return "\(line.name): least \(PageNumber.share(least)), at the end \(PageNumber.share(last))."
    }.joined(separator: " ")
  }

  // MARK: Names

  /// The names on the right, each at the end of its line or led to it.
  private func names(
    _ ends: [(line: Line, end: (x: Double, y: Double)?)], _ axes: Axes, _ drawing: Drawing
  ) -> [Element] {
    let sorted = ends.compactMap { line, end in end.map { (line: line, end: $0) } }
      .sorted { $0.end.y < $1.end.y }
    var places = sorted.map(\.end.y)
    for place in places.indices.dropFirst() {
      places[place] = max(places[place], places[place - 1] + 16)
    }
    // Names that are pushed below the panel are pushed up again.
    let surplus = (places.last ?? 0) - axes.bottom
    if surplus > 0 { places = Self.raised(places, lowest: axes.bottom) }
    return zip(sorted, places).flatMap { item, y -> [Element] in
      let lead = Path.line([
        (item.end.x, item.end.y), (axes.right + 10, y), (axes.right + 24, y),
      ])
      let name = shortened(item.line.name, to: drawing.width - axes.right - 34, size: 13)
      return [
        lead.element(item.line.style),
        Label(name, "lab b", x: axes.right + 28, y: y + 4).element,
      ]
    }
  }

  private static func raised(_ places: [Double], lowest: Double) -> [Double] {
    var places = places
    var limit = lowest
    for place in places.indices.reversed() {
      places[place] = min(places[place], limit)
      limit = places[place] - 16
    }
    return places
  }

  /// The names with a piece of their lines, in rows.
  /// - Returns: the elements, and their height.
  private func legend(top: Double, width: Double) -> ([Element], Double) {
    var elements: [Element] = []
    var (x, y) = (0.0, top)
    for line in lines {
      let name = shortened(line.name, to: width - 26, size: 13)
      let length = 26 + textWidth(name, size: 13)
      if x > 0, x + length > width { (x, y) = (0, y + 18) }
      elements.append(segment(line.style, x, y - 4, x + 20, y - 4))
      elements.append(Label(name, "lab", x: x + 26, y: y).element)
      x += length + 14
    }
    return (elements, y - top + 22)
  }
}
