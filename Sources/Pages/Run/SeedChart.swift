import Charts

/// How much the figures of single runs differ: a strip of dots for each metric, all on one scale of
/// parts of the median or mean.
struct SeedChart: Chart {
  private let data: RunData
  private let rows: [Row]

  private struct Row {
    let metric: Metric
    /// The values of the runs that have a finite one.
    let values: [Double]
    /// The median or the mean.
    let figure: Double
    let interval: (low: Double, high: Double)?

    /// The distance to that in parts of it.
    func part(_ value: Double) -> Double { value / figure - 1 }

    var widest: Double { values.map { abs(part($0)) }.max() ?? 0 }
    /// `73.8 s to 74.2 s`.
    var range: String {
      "\(metric.text(values.min() ?? 0)) to \(metric.text(values.max() ?? 0))"
    }
  }

  /// A metric that a run is judged by.
  struct Metric: Sendable {
    let path: String
    let name: String
    let text: @Sendable (Double) -> String

    /// A figure below this is next to nothing, and differs by much without meaning much.
    func least(_ data: RunData) -> Double {
      switch path {
      case "shed": 0.01 * (data.number("attempts") ?? 0)
      case "wasted_work_share": 0.005
      case _: 0
      }
    }
  }

  static let metrics = [
    Metric(path: "recover.p50", name: "50 % back after", text: PageNumber.duration),
    Metric(path: "recover.p99", name: "99 % back after", text: PageNumber.duration),
    Metric(path: "recover.max", name: "last one back after", text: PageNumber.duration),
    Metric(path: "downtime.p99", name: "away, 99 %", text: PageNumber.duration),
    Metric(path: "peak_arrivals_1s", name: "peak in 1 s", text: PageNumber.number),
    Metric(path: "attempts_per_client", name: "attempts per client", text: PageNumber.number),
    Metric(path: "queue_peak", name: "longest queue", text: PageNumber.number),
    Metric(path: "shed", name: "shed at the door", text: PageNumber.number),
    Metric(path: "wasted_work_share", name: "wasted work", text: PageNumber.share),
    Metric(path: "gave_up", name: "gave up", text: PageNumber.number),
    Metric(path: "in_error", name: "in error", text: PageNumber.number),
    Metric(path: "stuck", name: "stuck", text: PageNumber.number),
    Metric(path: "still_trying", name: "still trying", text: PageNumber.number),
  ]

  /// nil of a single run, and where all runs have the same figures.
  init?(_ data: RunData) {
    guard let runs = data.replications else { return nil }
    self.data = data
    rows = Self.metrics.compactMap { metric in
      let values = runs.values(metric.path)
      guard let figure = data.number(metric.path), figure > 0, Set(values).count > 1,
        figure > metric.least(data)
      else { return nil }
      return Row(
        metric: metric, values: values, figure: figure, interval: data.interval(metric.path))
    }
    if rows.isEmpty { return nil }
  }

  var finding: String {
    var text = ""
    if let back = rows.first(where: { $0.metric.path == "recover.p99" }) {
      text = "From seed to seed 99\u{a0}% are back after \(back.range). "
    }
    guard let widest = rows.max(by: { $0.widest < $1.widest }) else { return text }
    return text + "What differs most is: \(widest.metric.name), \(widest.range)."
  }

  /// How to read it, and which metrics have no strip.
  var folds: [Fold] { RunFolds(data).seeds.map { [$0] } ?? [] }

  var note: String? {
    let beyond = rows.contains { $0.widest > Self.mostPart } ? " Hollow: beyond the scale." : ""
    let never = Self.metrics.compactMap { metric -> String? in
      let count = (data.replications?.values(metric.path) ?? []).count { $0.isInfinite }
      return count > 0 ? "\(metric.name) (never in \(count) of \(data.runs) runs)" : nil
    }
    return
      "A dot is a run. Times and peaks stand around their median, the rest around the mean. The line below the dots "
      + "is the interval of that, of \(SeedWords.confidence(data.runs)) for a median and 95\u{a0}% for a mean.\(beyond)"
      + (never.isEmpty ? "" : " Without a figure: \(never.joined(separator: ", ")).")
  }

  /// More than twice the figure would leave no room for the rest.
  private static let mostPart = 1.0

  // MARK: Drawing

  func markup(_ drawing: Drawing) -> String {
    let left = drawing.isNarrow ? 24.0 : 150
    let right = drawing.isNarrow ? drawing.width - 24 : drawing.width - 410
    let step = drawing.isNarrow ? 48.0 : 32
    let top = 22.0
    let widest = min(Self.mostPart, rows.map(\.widest).max() ?? 0)
    let end = Ticks.ceiling(max(widest, 0.001), count: 2)
    let part = Scale(.linear, -end...end, from: left, to: right)
    let bottom = top + step * Double(rows.count) + 4
    let axes = Axes(left: left, right: right, top: top, bottom: bottom)
    let ticks = [-end, -end / 2, 0, end / 2, end]
    var elements = [-end, -end / 2, end / 2, end].map {
      segment("grid", part($0), top, part($0), bottom)
    }
    elements.append(segment("base", part(0), top, part(0), bottom))
    if !drawing.isNarrow { elements += heads(drawing) }
    for (place, row) in rows.enumerated() {
      elements += drawn(row, bottom: top + step * Double(place + 1), part, drawing)
    }
    elements += axes.horizontal(part, ticks: ticks) { Self.signed($0) }
    elements.append(
      Label(
        "difference from the median or mean", "ax", size: 12, x: right, y: bottom + 34, anchor: .end
      )
      .element)
    return drawing.picture(
      height: bottom + 40, name: "seeds",
      title: "Figures of single runs around their medians and means",
      finding: finding, elements)
  }

  private static func signed(_ part: Double) -> String {
    if part == 0 { return "0" }
    return (part < 0 ? "−" : "+") + "\(PageNumber.plain(abs(part) * 100))\u{a0}%"
  }

  private func heads(_ drawing: Drawing) -> [Element] {
    [("over the runs", 310.0), ("interval", 155.0), ("least to greatest", 0)].map { text, back in
      Label(text, "ax", size: 12, x: drawing.width - back, y: 10, anchor: .end).element
    }
  }

  private func drawn(
    _ row: Row, bottom: Double, _ part: Scale, _ drawing: Drawing
  ) -> [Element] {
    let y = bottom - 14
    var elements = [segment("grid", part.from, y, part.to, y)]
    for value in row.values.sorted() {
      let isBeyond = abs(row.part(value)) > part.domain.upperBound
      elements.append(dot(isBeyond ? "po" : "ps", part(row.part(value)), y, radius: 4))
    }
    if let (low, high) = row.interval {
      let (from, to) = (part(row.part(low)), part(row.part(high)))
      elements.append(segment("whisk", from, y + 8, max(to, from + 1), y + 8))
      elements += [from, to].map { segment("whisk", $0, y + 5, $0, y + 11) }
    }
    return elements + words(row, y: y, drawing)
  }

  private func words(_ row: Row, y: Double, _ drawing: Drawing) -> [Element] {
    let figure = row.metric.text(row.figure)
    let interval =
      row.interval.map { "\(row.metric.text($0.low)) to \(row.metric.text($0.high))" } ?? "-"
    if drawing.isNarrow {
      let text = "\(figure), \(row.range)"
      return [
        Label(row.metric.name, "lab b halo", size: 12, x: 0, y: y - 12).element,
        Label(text, "lab halo", size: 12, x: drawing.width, y: y - 12, anchor: .end).element,
      ]
    }
    return [Label(row.metric.name, "lab b", x: 0, y: y + 4).element]
      + [(figure, 310.0), (interval, 155), (row.range, 0)].map { text, back in
        Label(text, "num", x: drawing.width - back, y: y + 4, anchor: .end).element
      }
  }
}
