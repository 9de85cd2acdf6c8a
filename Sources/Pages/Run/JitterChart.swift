import Charts
import Words

/// When each attempt comes to the listener, one row for each attempt number: lock-step is a needle.
struct JitterChart: Chart {
  private let data: RunData
  private let rows: [Row]
  /// Set-ups a second that the narrowest stage takes; nil where there is no limit, and where the clients
  /// did not lose their connections together: then times since the drop are no rates.
  private let limit: Double?

  private struct Row {
    let spread: AttemptSpread
    /// The shortest time in which nine in ten of them come.
    let width: Double
    let perSecond: Double
  }

  private static let mostRows = 8

  /// nil where no attempt has enough arrivals to have a shape.
  init?(_ data: RunData) {
    self.data = data
    limit = data.dropsTogether ? data.limit?.perSecond : nil
    rows = data.attempts.prefix(Self.mostRows).compactMap { spread in
      guard let width = spread.shortestTime, let rate = spread.rate(runs: data.runs) else {
        return nil
      }
      return Row(spread: spread, width: width, perSecond: rate)
    }
    if rows.isEmpty { return nil }
  }

  var finding: String {
    guard let first = rows.first else { return "" }
    let number = first.spread.number
    var text =
      "Nine in ten of the attempts number \(number) come within \(PageNumber.duration(first.width))"
    guard data.dropsTogether else {
      return text
        + ". That is no rate: it counts from the moment at which each client lost its own connection."
    }
    guard let limit, let stage = data.limit?.stage else { return text + "." }
    text +=
      ", \(PageNumber.times(first.perSecond / limit)) the \(PageNumber.rate(limit)) of the narrowest stage, \(stage)."
    guard first.perSecond > limit else { return text }
    if let fits = rows.first(where: { $0.perSecond <= limit }) {
      return text + " Attempt \(fits.spread.number) is the first that is spread widely enough."
    }
    return text + " No attempt is spread widely enough."
  }

  var folds: [Fold] { [RunFolds(data).attempts] }

  var note: String? {
    let height = "Each row has its own height."
    let isAbove = rows.contains { row in limit.map { row.perSecond > $0 } ?? false }
    return !isAbove
      ? height : height + " Orange: nine in ten of these attempts come faster than the limit."
  }

  let name = "jitter"
  let title = "When each attempt comes, since the drop"

  func plot(_ drawing: Drawing) -> any Plot {
    let end = rows.compactMap { $0.spread.bins.last?.end }.max() ?? 1
    let band = data.incident.map { [Mark.band(0, $0)] } ?? []
    return RowChart(
      x: .time(
        .between(0, end), count: drawing.isNarrow ? 4 : 7,
        title: "time since the drop of the connection"),
      left: 82, right: 330, steps: (wide: 46, narrow: 58), top: 34, rise: 34,
      columns: columns,
      // A title that stands among the rows has no band behind it.
      groups: [.init(rows: rows.map { drawn($0, behind: drawing.isNarrow ? band : []) })],
      base: "base", marks: (drawing.isNarrow ? [] : band) + incident)
  }

  /// Returns the words about the time of the incident, above the rows.
  private var incident: [Mark] {
    guard let length = data.incident else { return [] }
    let (during, after) =
      data.isRefusing ? ("refused", "open again") : ("cause in force", "cause gone")
    let words = Mark { frame in
      let (begin, end, y) = (frame.x(0), frame.x(length), frame.axes.top - 7)
      func label(_ text: String, x: Double) -> Element {
        Label(text, "ax halo", size: 12, x: x, y: y).element
      }
      guard textWidth(during, size: 12) + 8 <= end - begin else {
        let text = "\(during) for \(PageNumber.duration(length)), then \(after)"
        return [label(text, x: end + 6)]
      }
      let hasRoom = textWidth(after, size: 12) + 6 <= frame.axes.right - end
      return [label(during, x: begin + 4)] + (hasRoom ? [label(after, x: end + 6)] : [])
    }
    return [words]
  }

  private var columns: [RowChart.Column] {
    [("nine in ten within", 220.0), ("at a rate of", 110.0), ("times the limit", 0)]
      .prefix(!data.dropsTogether ? 1 : limit == nil ? 2 : 3).map { .init(title: $0, end: $1) }
  }

  private func drawn(_ row: Row, behind: [Mark]) -> RowChart.Row {
    let isAbove = limit.map { row.perSecond > $0 } ?? false
    var figures: [RowChart.Figure] = [
      .init(PageNumber.duration(row.width)), .init(PageNumber.rate(row.perSecond)),
    ]
    if let limit {
      figures.append(.init(PageNumber.times(row.perSecond / limit), isAbove ? "lab o" : "num"))
    }
    return .init(
      name: "attempt \(row.spread.number)", figures: Array(figures.prefix(columns.count)),
      marks: behind + [.shape(Self.shape(row.spread), isAbove ? "fo" : "fd")])
  }

  /// Returns the shape of a row, on a height of its own: it matters where the attempts lie, not how
  /// many they are.
  private static func shape(_ spread: AttemptSpread) -> [Mark.Point] {
    let densities = spread.bins.map { $0.count / ($0.end - $0.begin) }
    let greatest = densities.max() ?? 1
    var points: [Mark.Point] = []
    var end = -1.0
    for (bin, density) in zip(spread.bins, densities) {
      if bin.begin > end {
        if let last = points.last { points.append((last.x, 0)) }
        points.append((bin.begin, 0))
      }
      points += [(bin.begin, density / greatest), (bin.end, density / greatest)]
      end = bin.end
    }
    return points
  }
}
