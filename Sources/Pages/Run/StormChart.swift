import Charts

/// Arrivals against the limit, and connected clients below, over the same time.
struct StormChart {
  private let data: RunData
  private let arrivals: [Double]
  private let connected: [Double?]

  /// nil where nothing arrived.
  init?(_ data: RunData) {
    self.data = data
    arrivals = data.series.figures("arrivals")
    connected = data.series.column("connected") ?? []
    guard arrivals.contains(where: { $0 > 0 }) else { return nil }
  }

  /// The seconds that are drawn: from a little before the first fault to a little after the last that
  /// happens.
  private var window: ClosedRange<Double> {
    let end = Double(data.series.count)
    let last = arrivals.lastIndex { $0 > 0 }.map { Double($0) + 1 } ?? end
    let until = min(end, max(last, data.faults.compactMap(\.to).filter { $0 < end }.max() ?? 0))
    let first = arrivals.firstIndex { $0 > 0 }.map(Double.init) ?? 0
    let begin = min(first, data.faults.map(\.from).min() ?? first)
    let margin = max(5, (until - begin) / 8)
    return max(0, begin - margin)...min(end, until + margin / 4)
  }

  var finding: String {
    var parts: [String] = []
    if let peak = data.number("peak_arrivals_1s"), let at = data.number("peak_arrivals_1s_at_s") {
      let limit = data.limit.map { ", the limit is \(Words.rate($0.perSecond))" } ?? ""
      parts.append("Arrivals peak at \(Words.count(peak)) a second at \(Words.moment(at))\(limit).")
    }
    if !data.mostWereBack, let clear = data.number("clear_s"), let back = data.number("recover.p99")
    {
      parts.append(
        "The cause is gone at \(Words.moment(clear)); 99 % of the affected clients are back "
          + "\(Words.duration(back)) after that.")
    }
    return parts.joined(separator: " ")
  }

  func markup(_ drawing: Drawing) -> String {
    let right = drawing.isNarrow ? drawing.width - 8 : drawing.width - 138
    let left = drawing.isNarrow ? 48.0 : 58.0
    let lanes = min(data.faults.count, 3)
    let top = 46 + 18 * Double(max(0, lanes - 1))
    let upper = Axes(left: left, right: right, top: top, bottom: top + 176)
    let lower = Axes(left: left, right: right, top: upper.bottom + 44, bottom: upper.bottom + 144)
    let time = Scale(.linear, window, from: left, to: right)
    let ticks = Ticks.times(window, count: drawing.isNarrow ? 4 : 8)
    var elements = bands(time, [upper, lower])
    elements += [upper, lower].flatMap { $0.columns(time, ticks: ticks) }
    elements += lane(time, drawing)
    elements += arrivalPanel(upper, time, drawing)
    elements += connectedPanel(lower, time, drawing)
    elements += recoveryBars(lower, time, drawing)
    let axis = Axes(left: left, right: right, top: lower.bottom, bottom: lower.bottom + 44)
    elements += axis.horizontal(time, ticks: ticks) { tick in
      tick == ticks.first || tick == ticks.last ? Words.moment(tick) : plain(tick)
    }
    elements.append(
      Label(
        "time since the start of the run", "ax", size: 12, x: right, y: axis.bottom + 34,
        anchor: .end
      ).element)
    return drawing.picture(
      height: axis.bottom + 40, name: "storm",
      title: "Arrivals and connected clients over time, \(data.scenario)", finding: finding,
      elements)
  }

  private func plain(_ tick: Double) -> String {
    tick < 600 ? Words.number(tick) : Words.moment(tick)
  }

  // MARK: Faults

  private func bands(_ time: Scale, _ panels: [Axes]) -> [Element] {
    data.faults.flatMap { fault -> [Element] in
      let (from, to) = (time(fault.from), time(fault.to ?? window.upperBound))
      guard to > from else { return [] }
      return panels.map { panel in
        rectangle(
          "band", Box(x: from, y: panel.top, width: to - from, height: panel.bottom - panel.top))
      }
    }
  }

  /// A bar for each of the first faults, with its name.
  private func lane(_ time: Scale, _ drawing: Drawing) -> [Element] {
    data.faults.prefix(3).enumerated().flatMap { place, fault -> [Element] in
      let y = 8 + 18 * Double(place)
      let from = time(fault.from)
      let to = max(from, time(fault.to ?? window.upperBound))
      let bar = rectangle("fx", Box(x: from, y: y, width: max(2, to - from), height: 6))
      let more = data.faults.count > 3 && place == 2 ? ", and \(data.faults.count - 3) more" : ""
      let span = fault.to.map { ", \(Words.duration($0 - fault.from))" } ?? ", without an end"
      let text = fault.kind + (fault.to == fault.from ? "" : span) + more
      return [bar] + beside(from...to, text, "lab b", y: y + 7, drawing)
    }
  }

  /// A label on the right of a bar, or on its left; in the place of its end where there is room on
  /// neither side.
  private func beside(
    _ bar: ClosedRange<Double>, _ text: String, _ style: String, y: Double, _ drawing: Drawing
  ) -> [Element] {
    let width = textWidth(text, size: 13)
    if bar.upperBound + 8 + width <= drawing.width {
      return [Label(text, style, x: bar.upperBound + 8, y: y).element]
    }
    if bar.lowerBound - 8 >= width {
      return [Label(text, style, x: bar.lowerBound - 8, y: y, anchor: .end).element]
    }
    let begin = drawing.width - width
    let gap = Box(x: begin - 6, y: y - 9, width: width + 6, height: 12)
    return [rectangle("bg", gap), Label(text, style, x: begin, y: y).element]
  }

  // MARK: Panels

  private func arrivalPanel(_ axes: Axes, _ time: Scale, _ drawing: Drawing) -> [Element] {
    let shown = Array(arrivals.prefix(Int(window.upperBound.rounded(.up))))
    let peak = shown.max() ?? 1
    let limit = data.limit?.perSecond
    // Where the limit would lie on the base line, the axis is one of ratios.
    let isLogarithmic = limit.map { peak > 40 * $0 } ?? false
    let top = isLogarithmic ? peak * 1.3 : Ticks.ceiling(max(peak, limit ?? 0), count: 4)
    let kind: Scale.Kind = isLogarithmic ? .logarithmic : .linear
    let scale = Scale(
      kind, (isLogarithmic ? 1 : 0)...max(2, top), from: axes.bottom, to: axes.top)
    let ticks =
      isLogarithmic ? Ticks.powers(scale.domain, count: 5) : Ticks.counts(0...top, count: 4)
    var elements = axes.vertical(scale, ticks: ticks) {
      drawing.isNarrow ? Words.short($0) : Words.count($0)
    }
    let bars = Bars(from: 0, width: 1, shown).merged(time)
    let paths = bars.paths(time, scale, limit: limit)
    for (path, style) in [(paths.below, "fd"), (paths.above, "fo")] where !path.isEmpty {
      elements.append(path.element(style))
    }
    var title = "Arrivals per second" + (isLogarithmic ? ", log scale" : "")
    if let limit {
      elements.append(segment("lim", axes.left, scale(limit), axes.right, scale(limit)))
      if drawing.isNarrow {
        title += ", limit \(Words.rate(limit))"
      } else {
        elements.append(
          Label("limit \(Words.rate(limit))", "lab b", x: axes.right + 8, y: scale(limit) + 4)
            .element)
      }
    }
    elements.append(Label(title, "hd", x: 0, y: axes.top - 12).element)
    return elements + peakLabel(shown, axes, time, scale)
  }

  /// The peak's figure beside its bar: where there is room, and no other bar is as high.
  private func peakLabel(
    _ shown: [Double], _ axes: Axes, _ time: Scale, _ scale: Scale
  ) -> [Element] {
    guard let peak = shown.max(), let at = shown.firstIndex(of: peak) else { return [] }
    let frame = Box(
      x: axes.left, y: axes.top - 8, width: axes.right - axes.left,
      height: axes.bottom - axes.top + 8)
    let isAbove = data.limit.map { peak > $0.perSecond } ?? false
    var placement = LabelPlacement(in: frame, taken: barBoxes(shown, time, scale, axes))
    let text = "\(Words.rate(peak)) at \(Words.moment(Double(at)))"
    let style = isAbove ? "lab o halo" : "lab b halo"
    let y = scale(peak) + 10
    let right = Label(text, style, x: time(Double(at) + 1) + 5, y: y)
    let left = Label(text, style, x: time(Double(at)) - 5, y: y, anchor: .end)
    guard placement.put([right, left]) else { return [] }
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
      drawing.isNarrow ? Words.short($0) : Words.count($0)
    }
    // Read at the end of each second.
    var points = connected.enumerated().compactMap { second, value -> (x: Double, y: Double)? in
      let t = Double(second) + 1
      guard let value, window.contains(t) else { return nil }
      return (time(t), scale(value))
    }
    points = thinned(points)
    elements.append(Path.area(points, above: axes.bottom).element("fs"))
    elements.append(Path.line(points).element("ld"))
    elements.append(Label("Clients connected", "hd", x: 0, y: axes.top - 12).element)
    return elements
  }

  /// No more than one point for each unit of the drawing, the first and the last among them.
  private func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    guard let last = points.last else { return points }
    var kept: [(x: Double, y: Double)] = []
    for point in points where kept.last.map({ point.x - $0.x >= 1 }) ?? true { kept.append(point) }
    if let end = kept.last, end.x != last.x { kept.append(last) }
    return kept
  }

  /// From clear until 99 % are back, and how long that would take at best.
  private func recoveryBars(_ axes: Axes, _ time: Scale, _ drawing: Drawing) -> [Element] {
    guard let clear = data.number("clear_s") else { return [] }
    let rows = [
      (data.number("recover.p99"), "fd", "lab b", "99 % back after "),
      (data.bound, "fg", "lab", "at best "),
    ]
    return rows.enumerated().flatMap { place, row -> [Element] in
      guard let seconds = row.0, seconds > 0 else { return [] }
      let y = axes.bottom + 12 + 17 * Double(place)
      let (from, to) = (time(clear), time(clear + seconds))
      let text = row.3 + Words.duration(seconds)
      return [
        rectangle(row.1, Box(x: from, y: y, width: max(1, to - from), height: 6))
      ] + beside(from...max(from, to), text, row.2, y: y + 7, drawing)
    }
  }
}
