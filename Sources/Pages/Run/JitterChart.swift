import Charts
import Words

/// When each attempt comes to the door, one row for each attempt number: lock-step is a needle.
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

  func markup(_ drawing: Drawing) -> String {
    let left = drawing.isNarrow ? 0.0 : 82
    let right = drawing.isNarrow ? drawing.width - 4 : drawing.width - 330
    let step = drawing.isNarrow ? 62.0 : 46
    let top = 34.0
    let domain = 0...(rows.compactMap { $0.spread.bins.last?.end }.max() ?? 1)
    let time = Scale(.linear, domain, from: left, to: right)
    let bottom = top + step * Double(rows.count) + 8
    let axes = Axes(left: left, right: right, top: top - 20, bottom: bottom)
    let ticks = Ticks.times(domain, count: drawing.isNarrow ? 4 : 7)
    var elements = incident(
      axes, time, bases: rows.indices.map { top + step * Double($0 + 1) }, drawing)
    elements += axes.columns(time, ticks: ticks)
    if !drawing.isNarrow { elements += heads(drawing, y: top - 8) }
    for (place, row) in rows.enumerated() {
      elements += drawn(row, base: top + step * Double(place + 1), time, drawing)
    }
    elements += axes.horizontal(time, ticks: ticks) { PageNumber.tick($0, of: ticks) }
    elements.append(
      Label(
        "time since the drop of the connection", "ax", size: 12, x: right, y: bottom + 36,
        anchor: .end
      ).element)
    return drawing.picture(
      height: bottom + 42, name: "jitter", title: "When each attempt comes, since the drop",
      finding: finding, elements)
  }

  /// Returns the bands over the time of the incident, with words above the rows. A title that
  /// stands among the rows has no band behind it.
  private func incident(
    _ axes: Axes, _ time: Scale, bases: [Double], _ drawing: Drawing
  ) -> [Element] {
    guard let length = data.incident else { return [] }
    let end = time(length)
    let lane = Box(x: axes.left, y: axes.top, width: end - axes.left, height: 18)
    let inRows = bases.map { Box(x: lane.x, y: $0 - 36, width: lane.width, height: 36) }
    let whole = Box(x: lane.x, y: lane.y, width: lane.width, height: axes.bottom - lane.y)
    let bands = drawing.isNarrow ? [lane] + inRows : [whole]
    let (during, after) =
      data.isRefusing ? ("refused", "open again") : ("cause in force", "cause gone")
    let room = axes.right - end
    let y = axes.top + 13
    var labels: [Label] = []
    if textWidth(during, size: 12) + 8 <= lane.width {
      labels.append(Label(during, "ax", size: 12, x: axes.left + 4, y: y))
      if textWidth(after, size: 12) + 6 <= room {
        labels.append(Label(after, "ax", size: 12, x: end + 6, y: y))
      }
    } else {
      let text = "\(during) for \(PageNumber.duration(length)), then \(after)"
      labels.append(Label(text, "ax halo", size: 12, x: end + 6, y: y))
    }
    return bands.map { rectangle("band", $0) } + labels.map(\.element)
  }

  /// How many figures stand beside a row.
  private var columns: Int { !data.dropsTogether ? 1 : limit == nil ? 2 : 3 }

  private func heads(_ drawing: Drawing, y: Double) -> [Element] {
    [("nine in ten within", 220.0), ("at a rate of", 110.0), ("times the limit", 0)]
      .prefix(columns)
      .map { text, back in
        Label(text, "ax", size: 12, x: drawing.width - back, y: y, anchor: .end).element
      }
  }

  private func drawn(
    _ row: Row, base: Double, _ time: Scale, _ drawing: Drawing
  ) -> [Element] {
    let isAbove = limit.map { row.perSecond > $0 } ?? false
    let height = 34.0
    var elements = [segment("base", time.from, base, time.to, base)]
    elements.append(
      shape(row.spread, base: base, height: height, time).element(isAbove ? "fo" : "fd"))
    let figures = figures(row, isAbove: isAbove)
    if drawing.isNarrow {
      let text = (["attempt \(row.spread.number)"] + figures.map(\.text)).joined(
        separator: "\u{a0}\u{a0} ")
      elements.append(Label(text, "lab halo", size: 12, x: 0, y: base - height - 6).element)
      return elements
    }
    elements.append(Label("attempt \(row.spread.number)", "lab b", x: 0, y: base).element)
    for (figure, back) in zip(figures, [220.0, 110, 0]) {
      elements.append(
        Label(figure.text, figure.style, x: drawing.width - back, y: base, anchor: .end).element)
    }
    return elements
  }

  private func figures(_ row: Row, isAbove: Bool) -> [(text: String, style: String)] {
    var all = [(PageNumber.duration(row.width), "num"), (PageNumber.rate(row.perSecond), "num")]
    if let limit {
      all.append((PageNumber.times(row.perSecond / limit), isAbove ? "lab o" : "num"))
    }
    return Array(all.prefix(columns))
  }

  /// Returns the shape of a row, on a height of its own: it matters where the attempts lie, not how
  /// many they are.
  private func shape(
    _ spread: AttemptSpread, base: Double, height: Double, _ time: Scale
  ) -> Path {
    let densities = spread.bins.map { $0.count / ($0.end - $0.begin) }
    let greatest = densities.max() ?? 1
    var points: [(x: Double, y: Double)] = []
    var end = -1.0
    for (bin, density) in zip(spread.bins, densities) {
      if bin.begin > end {
        if let last = points.last { points.append((last.x, base)) }
        points.append((time(bin.begin), base))
      }
      let y = base - height * density / greatest
      points.append((time(bin.begin), y))
      points.append((time(bin.end), y))
      end = bin.end
    }
    return Path.area(points, above: base)
  }
}
