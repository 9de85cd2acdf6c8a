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
    Metric(path: "shed", name: "turned away by admission", text: PageNumber.number),
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
        metric: metric, values: values, figure: figure, interval: data.estimate(metric.path)?.ends)
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

  let name = "seeds"
  let title = "Figures of single runs around their medians and means"

  func plot(_ drawing: Drawing) -> any Plot {
    let widest = min(Self.mostPart, rows.map(\.widest).max() ?? 0)
    let end = Ticks.ceiling(max(widest, 0.001), count: 2)
    let x = Axis(
      domain: .between(-end, end), ticks: [-end, -end / 2, 0, end / 2, end],
      title: "difference from the median or mean", inset: drawing.isNarrow ? 18 : 0,
      text: Self.signed)
    return RowChart(
      x: x, left: 150, right: 410, steps: (wide: 32, narrow: 46),
      columns: [
        .init(title: "over the runs", end: 310), .init(title: "interval", end: 155),
        .init(title: "least to greatest", end: 0),
      ],
      groups: [.init(rows: rows.map { drawn($0, most: end) })], base: "grid",
      origin: (style: "base", value: 0))
  }

  private static func signed(_ part: Double) -> String {
    if part == 0 { return "0" }
    return (part < 0 ? "−" : "+") + "\(PageNumber.plain(abs(part) * 100))\u{a0}%"
  }

  private func drawn(_ row: Row, most: Double) -> RowChart.Row {
    let dots = row.values.sorted().map(row.part).map { part in
      Mark.dot(part, 0, abs(part) > most ? "po" : "ps", radius: 4)
    }
    let interval = row.interval.map { low, high in
      [Mark.interval((row.part(low), 0), (row.part(high), 0), cap: 3, below: 8)]
    }
    let text = row.metric.text
    let words = row.interval.map { "\(text($0.low)) to \(text($0.high))" } ?? "-"
    let figure = text(row.figure)
    return .init(
      name: row.metric.name, figures: [figure, words, row.range].map { .init($0) },
      narrow: "\(figure), \(row.range)", marks: dots + (interval ?? []))
  }
}
