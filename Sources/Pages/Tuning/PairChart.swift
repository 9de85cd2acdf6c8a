import Charts
import Words

/// The formula found against the own one, scenario by scenario: where it was tuned, and where not.
struct PairChart: Chart {
  let groups: [Group]
  let metric: Headline
  let finding: String
  let own: String
  let folds: [Fold]

  var note: String? {
    "Lines through points are 95\u{a0}% intervals over the seeds. Never: with some seed somebody was "
      + "not back, or there was nothing to measure. In brackets: lost seeds."
      + (hasEdge ? " At the left edge: less than the axis shows." : "")
  }

  struct Group {
    let title: String
    let rows: [Row]
  }

  struct Row {
    let name: String
    let found: End
    let own: End
  }

  /// How a formula ends: a figure, or a word in its place.
  struct End {
    let estimate: ComparisonData.Estimate?
    let word: String
    let isLost: Bool

    init(_ estimate: ComparisonData.Estimate?, _ metric: Headline) {
      self.estimate = estimate
      word = estimate.map { metric.text($0.figure) } ?? (metric.isTime ? "never" : "-")
      isLost = estimate == nil && metric.isTime
    }

    init(_ outcome: ComparisonData.Limits.Outcome?, _ metric: Headline) {
      guard let outcome, outcome.ending == "back", let seconds = outcome.seconds else {
        estimate = nil
        word = outcome?.words(metric) ?? "-"
        isLost = outcome != nil && outcome?.ending != "nothing"
        return
      }
      estimate = .init(figure: seconds, low: nil, high: nil)
      word = outcome.words(metric)
      isLost = outcome.lostSeeds > 0
    }
  }

  /// The greatest value on an axis over the least.
  private static let widest = 2_000.0

  /// True if some figures are less than the axis shows.
  var hasEdge: Bool {
    let high = ends.map(\.figure).max() ?? 0
    return ends.contains { $0.figure < high / Self.widest }
  }

  private var ends: [ComparisonData.Estimate] {
    groups.flatMap(\.rows).flatMap { [$0.found.estimate, $0.own.estimate] }.compactMap { $0 }
  }

  func markup(_ drawing: Drawing) -> String {
    let step = drawing.isNarrow ? 42.0 : 26
    let axes = Axes(
      left: drawing.isNarrow ? 6 : 236, right: drawing.width - (drawing.isNarrow ? 6 : 250),
      top: 34,
      bottom: 34 + groups.reduce(0) { $0 + 26 + step * Double($1.rows.count) })
    let x = scale(axes)
    let ticks = ticks(x, count: drawing.isNarrow ? 4 : 8)
    var elements = axes.columns(x, ticks: ticks)
    elements += heads(drawing)
    var y = axes.top
    for group in groups {
      elements.append(Label(group.title, "hd halo", x: 0, y: y + 17).element)
      y += 26
      for row in group.rows {
        elements += drawn(row, y: y + step / 2, x, axes, drawing)
        y += step
      }
    }
    elements.append(segment("base", axes.left, axes.bottom, axes.right, axes.bottom))
    elements += axes.horizontal(x, ticks: ticks) { metric.tick($0, isLast: true) }
    let heading = metric.title + (x.kind == .logarithmic ? " (log scale)" : "")
    elements.append(
      Label(heading, "ax", size: 12, x: axes.right, y: axes.bottom + 36, anchor: .end).element)
    return drawing.picture(
      height: axes.bottom + 42, name: "pairs",
      title: "\(metric.title): the formula found and \(own)", finding: finding, elements)
  }

  private func scale(_ axes: Axes) -> Scale {
    let least = ends.map(\.figure).filter { $0 > 0 }.min() ?? 1
    let high = ends.map { max($0.figure, $0.high ?? $0.figure) }.max() ?? 1
    let (from, to) = (axes.left + 8, axes.right - 8)
    if high > 8 * least {
      // A figure that is next to nothing stands at the edge: its number is beside it.
      let low = max(least, high / Self.widest)
      return Scale(.logarithmic, low / 1.15...high * 1.15, from: from, to: to)
    }
    return Scale(.linear, 0...Ticks.ceiling(max(high, 1e-9), count: 4), from: from, to: to)
  }

  private func ticks(_ x: Scale, count: Int) -> [Double] {
    switch (x.kind == .logarithmic, metric.isTime) {
    case (true, true): Ticks.durations(x.domain, count: count)
    case (true, false): Ticks.ratios(x.domain, count: count)
    case (false, true): Ticks.times(x.domain, count: count)
    case (false, false): Ticks.values(x.domain, count: count)
    }
  }

  private func heads(_ drawing: Drawing) -> [Element] {
    let marks: [Element] =
      drawing.isNarrow
      ? [
        dot("pf", 6, 10, radius: 5), Label("found", "lab", x: 16, y: 14).element,
        dot("pb", 86, 10, radius: 5), Label(own, "lab", x: 96, y: 14).element,
      ]
      : [
        dot("pf", drawing.width - 186, 18, radius: 5),
        Label("found", "lab b", x: drawing.width - 130, y: 22, anchor: .end).element,
        dot("pb", drawing.width - 4 - textWidth(own, size: 13) - 10, 18, radius: 5),
        Label(own, "lab b", x: drawing.width, y: 22, anchor: .end).element,
      ]
    return marks
  }

  private func drawn(
    _ row: Row, y: Double, _ x: Scale, _ axes: Axes, _ drawing: Drawing
  ) -> [Element] {
    let line = drawing.isNarrow ? y + 10 : y
    var elements: [Element] = []
    if let found = row.found.estimate, let own = row.own.estimate {
      elements.append(segment("leader", x(found.figure), line, x(own.figure), line))
    }
    for (end, style) in [(row.own, "pb"), (row.found, "pf")] {
      guard let estimate = end.estimate else { continue }
      if let low = estimate.low, let high = estimate.high {
        elements.append(segment("whisk", x(low), line, x(high), line))
      }
      elements.append(dot(style, x(estimate.figure), line, radius: 5))
    }
    func text(_ end: End, _ place: Double) -> Element {
      Label(
        end.word, end.isLost ? "lab o halo" : "lab halo", x: place,
        y: drawing.isNarrow ? y - 6 : y + 4.5, anchor: .end
      ).element
    }
    let name = Label(
      row.name, "lab b halo", x: drawing.isNarrow ? 0 : 12, y: drawing.isNarrow ? y - 6 : y + 4.5)
    return elements + [name.element] + [
      text(row.found, drawing.width - (drawing.isNarrow ? 96 : 130)), text(row.own, drawing.width),
    ]
  }
}
