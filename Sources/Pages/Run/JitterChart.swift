import Charts

/// When each attempt comes to the door, one row for each attempt number: lock-step is a needle.
struct JitterChart {
  private let data: RunData
  private let rows: [Row]
  /// Set-ups a second that the gateway lets in; nil where it has no limit, and where the clients did not
  /// lose their connections together: then times since the drop are no rates.
  private let limit: Double?

  private struct Row {
    let spread: RunData.AttemptSpread
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
      guard spread.count >= 20 else { return nil }
      let width = Self.width(of: spread)
      return Row(spread: spread, width: width, perSecond: 0.9 * spread.count / width)
    }
    if rows.isEmpty { return nil }
  }

  /// The shortest run of bins that holds nine in ten arrivals.
  private static func width(of spread: RunData.AttemptSpread) -> Double {
    let wanted = 0.9 * spread.count
    var best = Double.infinity
    var (first, sum) = (0, 0.0)
    for bin in spread.bins {
      sum += bin.count
      while sum - spread.bins[first].count >= wanted {
        sum -= spread.bins[first].count
        first += 1
      }
      if sum >= wanted { best = min(best, bin.end - spread.bins[first].begin) }
    }
    return best
  }

  var finding: String {
    guard let first = rows.first else { return "" }
    let number = first.spread.number
    var text =
      "Nine in ten of the attempts number \(number) come within \(Words.duration(first.width))"
    guard data.dropsTogether else {
      return text + ". The clients lost their connections at different times, so that is no rate."
    }
    guard let limit else { return text + "." }
    text += ", \(Words.times(first.perSecond / limit)) as fast as the gateway lets in."
    guard first.perSecond > limit else { return text }
    if let fits = rows.first(where: { $0.perSecond <= limit }) {
      return text + " Attempt \(fits.spread.number) is the first that is spread widely enough."
    }
    return text + " No attempt is spread widely enough."
  }

  var note: String {
    let height = "Each row has its own height."
    return limit == nil
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
    var elements = axes.columns(time, ticks: ticks)
    if !drawing.isNarrow { elements += heads(drawing, y: top - 8) }
    for (place, row) in rows.enumerated() {
      elements += drawn(row, base: top + step * Double(place + 1), time, drawing)
    }
    elements += axes.horizontal(time, ticks: ticks) { tick in
      tick == ticks.last ? Words.moment(tick) : Words.number(tick)
    }
    elements.append(
      Label(
        "time since the drop of the connection", "ax", size: 12, x: right, y: bottom + 36,
        anchor: .end
      ).element)
    return drawing.picture(
      height: bottom + 42, name: "jitter", title: "When each attempt comes, since the drop",
      finding: finding, elements)
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
      let text = (["attempt \(row.spread.number)"] + figures.map(\.text)).joined(separator: "   ")
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
    var all = [(Words.duration(row.width), "num"), (Words.rate(row.perSecond), "num")]
    if let limit { all.append((Words.times(row.perSecond / limit), isAbove ? "lab o" : "num")) }
    return Array(all.prefix(columns))
  }

  /// Each row on its own height: what matters is where the attempts lie, not how many they are.
  private func shape(
    _ spread: RunData.AttemptSpread, base: Double, height: Double, _ time: Scale
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
