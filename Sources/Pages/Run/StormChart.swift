import Charts
import Words

/// Arrivals against the limit, and connected clients below, over the same time.
struct StormChart: Chart {
  private let data: RunData
  /// The time span that is drawn of the run.
  let span: StormTime
  private let arrivals: [Double]
  private let connected: [Double?]

  /// nil where nothing arrived.
  init?(_ data: RunData) {
    self.data = data
    span = StormTime(data)
    arrivals = data.series.figures("arrivals")
    connected = data.series.column("connected") ?? []
    guard arrivals.contains(where: { $0 > 0 }) else { return nil }
  }

  var finding: String {
    var parts: [String] = []
    if let peak = data.number("peak_arrivals_1s") {
      let limit = data.limit.map { ", the limit is \(PageNumber.rate($0.perSecond))" } ?? ""
      parts.append("Arrivals peak at \(PageNumber.number(peak)) a second\(whenOrRange)\(limit).")
    }
    if !data.mostWereBack, !data.faults.isEmpty, let clear = data.number("clear_s"),
      let back = data.number("recover.p99")
    {
      let mean = data.replications == nil ? "" : ", in the mean of the runs"
      parts.append(
        "The cause is gone at \(PageNumber.moment(clear)); 99 % of the affected clients are back "
          + "\(PageNumber.duration(back)) after that\(mean).")
    }
    return parts.joined(separator: " ")
  }

  /// When the peak is; of several runs how much it differs.
  private var whenOrRange: String {
    guard let runs = data.replications else {
      return data.number("peak_arrivals_1s_at_s").map { " at \(PageNumber.moment($0))" } ?? ""
    }
    let peaks = runs.values("peak_arrivals_1s")
    guard let least = peaks.min(), let most = peaks.max(), least < most else { return "" }
    return " in the mean, \(PageNumber.number(least)) to \(PageNumber.number(most)) in single runs"
  }

  /// The numbers behind it; none of a long run.
  var folds: [Fold] { RunFolds(data).seconds(in: span.window).map { [$0] } ?? [] }

  /// The meaning of the pale areas.
  var note: String? {
    let pale =
      "Pale: the greatest arrivals of any run, and the least and greatest number connected."
    return sentences(
      data.series.column("arrivals_max") == nil ? nil : pale, folds.isEmpty ? RunFolds.tooLong : nil
    )
  }

  let name = "storm"
  var title: String { "Arrivals and connected clients over time, \(data.head.scenario)" }

  func plot(_ drawing: Drawing) -> any Plot {
    span.chart([arrivalPanel(drawing), connectedPanel(drawing)], below: recovery, drawing)
  }

  // MARK: Panels

  private var ofSeveral: String { data.replications == nil ? "" : ", mean of \(data.runs) runs" }

  private func arrivalPanel(_ drawing: Drawing) -> Panel {
    let shown = Array(arrivals.prefix(max(0, Int(clamped: span.window.upperBound.rounded(.up)))))
    let greatest = Array(data.series.figures("arrivals_max").prefix(shown.count))
    let peak = max(shown.max() ?? 1, greatest.max() ?? 0)
    let limit = data.limit?.perSecond
    // If the limit would lie on the base line, the axis is one of ratios.
    let isLogarithmic = limit.map { peak > 40 * $0 } ?? false
    let ratios = ClosedRange.between(1, max(2, peak * 1.3))
    let y =
      isLogarithmic
      ? Axis(
        kind: .logarithmic, domain: ratios, ticks: Ticks.ratios(ratios, count: 5),
        text: Axis.short(drawing))
      : .counts(to: max(peak, limit ?? 0), count: 4, drawing)
    let name = limit.map { "limit \(PageNumber.rate($0))" }
    let marks: [Mark?] = [
      .bars(Bars(from: 0, width: 1, greatest), "fs"),
      .bars(Bars(from: 0, width: 1, shown), limit: limit),
      limit.map {
        .level($0, drawing.isNarrow ? "" : name ?? "", isBeside: true, style: "lab b")
      },
    ]
    return Panel(
      title: "Arrivals per second" + ofSeveral + (isLogarithmic ? ", log scale" : "")
        + (drawing.isNarrow ? name.map { ", \($0)" } ?? "" : ""),
      y: y, height: 176, marks: marks.compactMap { $0 }, callouts: peakCallout(shown))
  }

  /// The peak's figure beside its bar, or beside the title.
  private func peakCallout(_ shown: [Double]) -> [Callout] {
    guard let peak = shown.max(), let at = shown.firstIndex(of: peak) else { return [] }
    let isAbove = data.limit.map { peak > $0.perSecond } ?? false
    let mean = data.replications == nil ? "" : "mean "
    let text = "\(mean)\(PageNumber.rate(peak)) at \(PageNumber.moment(Double(at)))"
    let callout = Callout(
      text: text, style: isAbove ? "lab o halo" : "lab b halo", x: Double(at) + 0.5, y: peak,
      reach: 0.5, places: [(5, 10, .start), (-5, 10, .end)], isForTitle: true)
    return [callout]
  }

  private func connectedPanel(_ drawing: Drawing) -> Panel {
    let points = span.points(connected)
    let extremes = ["connected_max", "connected_min"].map {
      span.points(data.series.column($0) ?? [])
    }
    let area: Mark =
      extremes[0].isEmpty
      ? .area(points, [points.first, points.last].compactMap { $0.map { ($0.x, 0) } }, "fs")
      : .area(extremes[0], extremes[1], "fs")
    return Panel(
      title: "Clients connected" + ofSeveral,
      y: .counts(to: Double(data.clients), count: 2, drawing), height: 100,
      marks: [area, .series(points, "ld")])
  }

  /// From clear until 99 % are back, and how long that would take at best.
  private var recovery: [PanelChart.Span] {
    guard let clear = data.number("clear_s"), clear < span.window.upperBound else { return [] }
    let rows = [
      (data.number("recover.p99"), "fd", "lab b", "99 % back after "),
      (data.bound, "fg", "lab", "at best "),
    ]
    return rows.compactMap { seconds, bar, style, words in
      guard let seconds, seconds > 0 else { return nil }
      return .init(
        from: clear, to: clear + seconds, name: words + PageNumber.duration(seconds), bar: bar,
        style: style)
    }
  }
}
