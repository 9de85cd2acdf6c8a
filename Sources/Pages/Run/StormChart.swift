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

  func markup(_ drawing: Drawing) -> String {
    let right = drawing.isNarrow ? drawing.width - 8 : drawing.width - 138
    let left = drawing.isNarrow ? 48.0 : 58.0
    let top = 28 + span.laneHeight
    let upper = Axes(left: left, right: right, top: top, bottom: top + 176)
    let lower = Axes(left: left, right: right, top: upper.bottom + 44, bottom: upper.bottom + 144)
    let time = Scale(.linear, span.window, from: left, to: right)
    let ticks = Ticks.times(span.window, count: drawing.isNarrow ? 4 : 8)
    var elements = span.bands(time, [upper, lower])
    elements += [upper, lower].flatMap { $0.columns(time, ticks: ticks) }
    elements += span.lane(time, drawing)
    elements += arrivalPanel(upper, time, drawing)
    elements += connectedPanel(lower, time, drawing)
    elements += recoveryBars(lower, time, drawing)
    let axis = Axes(left: left, right: right, top: lower.bottom, bottom: lower.bottom + 44)
    elements += span.axis(axis, time, ticks: ticks)
    return drawing.picture(
      height: axis.bottom + 40, name: "storm",
      title: "Arrivals and connected clients over time, \(data.scenario)", finding: finding,
      elements)
  }

  // MARK: Panels

  private var ofSeveral: String { data.replications == nil ? "" : ", mean of \(data.runs) runs" }

  private func arrivalPanel(_ axes: Axes, _ time: Scale, _ drawing: Drawing) -> [Element] {
    let shown = Array(arrivals.prefix(Int(span.window.upperBound.rounded(.up))))
    let greatest = data.series.figures("arrivals_max").prefix(shown.count)
    let peak = max(shown.max() ?? 1, greatest.max() ?? 0)
    let limit = data.limit?.perSecond
    // If the limit would lie on the base line, the axis is one of ratios.
    let isLogarithmic = limit.map { peak > 40 * $0 } ?? false
    let top = isLogarithmic ? peak * 1.3 : Ticks.ceiling(max(peak, limit ?? 0), count: 4)
    let kind: Scale.Kind = isLogarithmic ? .logarithmic : .linear
    let scale = Scale(
      kind, (isLogarithmic ? 1 : 0)...max(2, top), from: axes.bottom, to: axes.top)
    let ticks =
      isLogarithmic ? Ticks.powers(scale.domain, count: 5) : Ticks.counts(0...top, count: 4)
    var elements = axes.vertical(scale, ticks: ticks) {
      drawing.isNarrow ? PageNumber.short($0) : PageNumber.count($0)
    }
    if !greatest.isEmpty {
      let bars = Bars(from: 0, width: 1, Array(greatest)).merged(time)
      elements.append(bars.paths(time, scale, limit: nil).below.element("fs"))
    }
    let bars = Bars(from: 0, width: 1, shown).merged(time)
    let paths = bars.paths(time, scale, limit: limit)
    for (path, style) in [(paths.below, "fd"), (paths.above, "fo")] where !path.isEmpty {
      elements.append(path.element(style))
    }
    var title = "Arrivals per second" + ofSeveral + (isLogarithmic ? ", log scale" : "")
    if let limit {
      elements.append(segment("lim", axes.left, scale(limit), axes.right, scale(limit)))
      if drawing.isNarrow {
        title += ", limit \(PageNumber.rate(limit))"
      } else {
        elements.append(
          Label("limit \(PageNumber.rate(limit))", "lab b", x: axes.right + 8, y: scale(limit) + 4)
            .element)
      }
    }
    elements.append(Label(title, "hd", x: 0, y: axes.top - 12).element)
    return elements + peakLabel(shown, axes, time, scale, title: title)
  }

  /// The peak's figure beside its bar: where there is room, and no other bar is as high.
  private func peakLabel(
    _ shown: [Double], _ axes: Axes, _ time: Scale, _ scale: Scale, title: String
  ) -> [Element] {
    guard let peak = shown.max(), let at = shown.firstIndex(of: peak) else { return [] }
    let frame = Box(
      x: axes.left, y: axes.top - 8, width: axes.right - axes.left,
      height: axes.bottom - axes.top + 8)
    let isAbove = data.limit.map { peak > $0.perSecond } ?? false
    var placement = LabelPlacement(in: frame, taken: barBoxes(shown, time, scale, axes))
    let mean = data.replications == nil ? "" : "mean "
    let text = "\(mean)\(PageNumber.rate(peak)) at \(PageNumber.moment(Double(at)))"
    let style = isAbove ? "lab o halo" : "lab b halo"
    let y = scale(peak) + 10
    let right = Label(text, style, x: time(Double(at) + 1) + 5, y: y)
    let left = Label(text, style, x: time(Double(at)) - 5, y: y, anchor: .end)
    // If bars are everywhere, it stands beside the title.
    guard placement.put([right, left]) else {
      let beside = Label("peak " + text, style, x: axes.right, y: axes.top - 12, anchor: .end)
      return beside.box.x > textWidth(title, size: 13) + 16 ? [beside.element] : []
    }
    return placement.labels.map(\.element)
  }

  private func barBoxes(
    _ shown: [Double], _ time: Scale, _ scale: Scale, _ axes: Axes
  ) -> [Box] {
    shown.enumerated().compactMap { second, value in
      guard value > 0 else { return nil }
      let x = time(Double(second))
      return Box(
        x: x, y: scale(value), width: time(Double(second) + 1) - x,
        height: axes.bottom - scale(value))
    }
  }

  private func connectedPanel(_ axes: Axes, _ time: Scale, _ drawing: Drawing) -> [Element] {
    let top = Ticks.ceiling(max(Double(data.clients), 1), count: 2)
    let scale = Scale(.linear, 0...top, from: axes.bottom, to: axes.top)
    var elements = axes.vertical(scale, ticks: Ticks.counts(0...top, count: 2)) {
      drawing.isNarrow ? PageNumber.short($0) : PageNumber.count($0)
    }
    // Read at the end of each second.
    let points = span.points(connected, time, scale)
    let extremes = ["connected_max", "connected_min"].map { name in
      span.points(data.series.column(name) ?? [], time, scale)
    }
    let area =
      extremes[0].isEmpty
      ? Path.area(points, above: axes.bottom) : Path.line(extremes[0] + extremes[1].reversed())
    elements.append(area.element("fs"))
    elements.append(Path.line(points).element("ld"))
    elements.append(Label("Clients connected" + ofSeveral, "hd", x: 0, y: axes.top - 12).element)
    return elements
  }

  /// From clear until 99 % are back, and how long that would take at best.
  private func recoveryBars(_ axes: Axes, _ time: Scale, _ drawing: Drawing) -> [Element] {
    guard let clear = data.number("clear_s"), clear < span.window.upperBound else { return [] }
    let rows = [
      (data.number("recover.p99"), "fd", "lab b", "99 % back after "),
      (data.bound, "fg", "lab", "at best "),
    ]
    return rows.enumerated().flatMap { place, row -> [Element] in
      guard let seconds = row.0, seconds > 0 else { return [] }
      let y = axes.bottom + 12 + 17 * Double(place)
      let (from, to) = (time(clear), time(clear + seconds))
      let text = row.3 + PageNumber.duration(seconds)
      return [
        rectangle(row.1, Box(x: from, y: y, width: max(1, to - from), height: 6))
      ] + drawing.beside(from...max(from, to), text, row.2, y: y + 7)
    }
  }
}
