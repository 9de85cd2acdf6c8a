import Charts

/// After how long which share of the affected clients was back.
struct RecoveryChart: Chart {
  private let data: RunData
  /// Shares of all affected clients, not only of those that returned.
  private let points: [RunData.PercentilePoint]
  /// The share of the affected clients that came back.
  private let returned: Double
  /// `recover`; `downtime` where most were back before the cause was gone.
  let metric: String
  private let bound: Double?

  /// nil if no client was affected, or no client came back.
  init?(_ data: RunData) {
    self.data = data
    metric = data.mostWereBack ? "downtime" : "recover"
    bound = data.mostWereBack ? nil : data.bound
    let rows = data.mostWereBack ? data.downtime : data.recovery
    let back = data.number("\(metric).count") ?? 0
    let affected = data.mostWereBack ? back : data.number("affected") ?? 0
    guard affected > 0, back > 0, !rows.isEmpty else { return nil }
    returned = min(1, back / affected)
    points = rows.map { [returned] point in
      RunData.PercentilePoint(share: point.share * returned, seconds: point.seconds)
    }
  }

  /// The percentiles that people speak of.
  static let marks = [0.5, 0.9, 0.99, 0.999]

  var folds: [Fold] { RunFolds(data).recovery(self) }

  var finding: String {
    let known = Self.marks.compactMap { share in
      data.percentile(metric, share).map {
        "\(PageNumber.percentile(share)) after \(PageNumber.duration($0))"
      }
    }
    var begin = metric == "downtime" ? "Counted from the loss of the connection, back" : "Back"
    if data.replications != nil { begin = "All runs as one population. " + begin }
    var text = known.isEmpty ? "" : "\(begin) are \(known.joined(separator: ", "))."
    if let bound {
      text += " At best 99 % could be back after \(PageNumber.duration(bound))."
    }
    if returned < 1 { text += " \(PageNumber.share(1 - returned)) did not come back." }
    return text
  }

  func markup(_ drawing: Drawing) -> String {
    let height = drawing.isNarrow ? 250.0 : 300
    let axes = Axes(left: 48, right: drawing.width - 20, top: 34, bottom: height - 44)
    let greatest = max(points.last?.seconds ?? 1, 0.001)
    let most = max(greatest, bound ?? 0)
    let step = Ticks.times(0...most, count: 4).dropFirst().first ?? most
    let top = (most / step).rounded(.up) * step
    let value = Scale(.linear, 0...top, from: axes.bottom, to: axes.top)
    let nines = Scale(.nines, 0...0.9999, from: axes.left, to: axes.right)
    let shares = [0, 0.5, 0.9, 0.99, 0.999, 0.9999]
    let ticks = Array(stride(from: 0, through: top * 1.0001, by: step))
    var elements = axes.vertical(value, ticks: ticks) { PageNumber.tick($0, of: ticks) }
    elements += axes.columns(nines, ticks: shares)
    elements += axes.horizontal(nines, ticks: shares) { PageNumber.percentile($0) }
    if returned < 1 {
      let from = nines(returned)
      elements.append(
        rectangle(
          "band",
          Box(x: from, y: axes.top, width: axes.right - from, height: axes.bottom - axes.top)))
    }
    let line = points.map { (x: nines($0.share), y: value($0.seconds)) }
    elements.append(Path.line(line).element("ld"))
    elements += marks(axes, nines, value)
    let title = metric == "downtime" ? "Time without a connection" : "Time from clear until back"
    elements.append(Label(title, "hd", x: 0, y: 14).element)
    elements.append(
      Label(
        "share of the affected clients", "ax", size: 12, x: axes.right, y: height - 6, anchor: .end
      ).element)
    return drawing.picture(
      height: height, name: "recovery", title: "Time to recover, by percentile", finding: finding,
      elements)
  }

  /// Dots at the percentiles that people speak of, and the distance of the 99th to the best.
  private func marks(
    _ axes: Axes, _ nines: Scale, _ value: Scale
  ) -> [Element] {
    let frame = Box(
      x: axes.left, y: axes.top - 12, width: axes.right - axes.left + 20,
      height: axes.bottom - axes.top + 12)
    var placement = LabelPlacement(in: frame)
    var elements: [Element] = []
    if let bound, let back = data.percentile(metric, 0.99), back > bound {
      let x = nines(0.99)
      elements.append(segment("whisk", x, value(bound), x, value(back)))
      elements.append(segment("whisk", x - 7, value(bound), x + 7, value(bound)))
      placement.put([
        Label("at best \(PageNumber.duration(bound))", "lab halo", x: x + 12, y: value(bound) + 4),
        Label(
          "at best \(PageNumber.duration(bound))", "lab halo", x: x - 12, y: value(bound) + 4,
          anchor: .end),
      ])
      placement.put([
        Label(
          PageNumber.times(back / bound), "lab b halo", x: x + 8,
          y: (value(bound) + value(back)) / 2 + 4)
      ])
    }
    // The 99th and the median matter most: they are placed first.
    for place in [2, 0, 3, 1] {
      let share = Self.marks[place]
      guard let seconds = data.percentile(metric, share) else { continue }
      let (x, y) = (nines(share), value(seconds))
      elements.append(dot("pf", x, y, radius: 3.5))
      let text = PageNumber.duration(seconds)
      placement.put([
        Label(text, "lab b halo", x: x + 7, y: y + 17),
        Label(text, "lab b halo", x: x - 7, y: y - 8, anchor: .end),
        Label(text, "lab b halo", x: x + 7, y: y - 8),
      ])
    }
    return elements + placement.labels.map(\.element)
  }
}
