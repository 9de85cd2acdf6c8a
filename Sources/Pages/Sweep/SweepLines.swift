import Charts
import Words

/// A metric over the numbers of one key: the figure over the seeds, and how far single seeds lie from it.
struct SweepLines {
  private let data: SweepData
  private let metric: SweepMetric
  private let axis: SweepAxis
  private let numbers: [Double]

  /// nil where the key has no numbers, or the metric has no two different figures.
  init?(_ data: SweepData, _ metric: SweepMetric) {
    guard data.axes.count == 1, let numbers = data.axes[0].numbers, !metric.finite.isEmpty else {
      return nil
    }
    self.data = data
    self.metric = metric
    axis = data.axes[0]
    self.numbers = numbers
  }

  var finding: String {
    let never = metric.numbers.count { !$0.isFinite }
    return metric.sentence(metric.range)
      + (never > 0 ? ", and never with \(never) values of \(axis.key)." : ".")
  }

  func markup(_ drawing: Drawing, name: String) -> String {
    let hasNever = metric.numbers.contains { !$0.isFinite }
    let top = hasNever ? 48.0 : 28
    let axes = Axes(left: 56, right: drawing.width - 14, top: top, bottom: top + 190)
    let x = Scale(
      isLogarithmic ? .logarithmic : .linear, (numbers.first ?? 0)...(numbers.last ?? 1),
      from: axes.left + 30, to: axes.right - 24)
    let y = vertical(axes)
    let ticks =
      y.kind == .logarithmic
      ? Ticks.powers(y.domain, count: 5) : Ticks.values(y.domain, count: 4)
    var elements = axes.vertical(y, ticks: ticks) { tick($0, last: ticks.last) }
    elements.append(segment("base", axes.left, axes.bottom, axes.right, axes.bottom))
    if hasNever { elements += gutter(axes) }
    elements += whiskers(x, y, axes) + [Path.line(line(x, y)).element("ld")] + points(x, y, axes)
    elements += names(x, axes)
    if y.kind == .logarithmic {
      elements.append(Label("log scale", "ax", size: 12, x: 0, y: 10).element)
    }
    elements.append(
      Label(
        axis.key + (isLogarithmic ? " (log scale)" : ""), "ax", size: 12, x: axes.right,
        y: axes.bottom + 38, anchor: .end
      ).element)
    return drawing.picture(
      height: axes.bottom + 44, name: name, title: "\(metric.title) over \(axis.key)",
      finding: finding, elements)
  }

  private var isLogarithmic: Bool { axis.isGeometric }

  /// From nothing where that shows the differences, by ratio where figures lie far apart.
  private func vertical(_ axes: Axes) -> Scale {
    let ends = metric.figures.flatMap { [$0?.least, $0?.greatest, $0?.number].compactMap { $0 } }
      .filter(\.isFinite)
    let (low, high) = (ends.min() ?? 0, max(ends.max() ?? 1, 1e-9))
    if low > 0, high > 40 * low {
      return Scale(.logarithmic, (low / 1.3)...(high * 1.3), from: axes.bottom, to: axes.top)
    }
    let ceiling = Ticks.ceiling(1.08 * high, count: 4)
    return Scale(.linear, min(0, low)...ceiling, from: axes.bottom, to: axes.top)
  }

  private func tick(_ value: Double, last: Double?) -> String {
    switch metric.unit {
    case "s": value == last || value >= 600 ? PageNumber.moment(value) : PageNumber.number(value)
    case "share", "bool": PageNumber.percentile(value)
    case "times" where value == last: PageNumber.times(value)
    case _: value >= 10_000 ? PageNumber.short(value) : PageNumber.number(value)
    }
  }

  /// The finite figures: the line parts where one is never reached.
  private func line(_ x: Scale, _ y: Scale) -> [(x: Double, y: Double)] {
    zip(numbers, metric.figures).compactMap { number, figure in
      figure?.number.flatMap { $0.isFinite ? (x(number), y($0)) : nil }
    }
  }

  private func gutter(_ axes: Axes) -> [Element] {
    [
      segment("grid", axes.left, axes.top - 20, axes.right, axes.top - 20),
      Label("never", "lab o", x: axes.left - 7, y: axes.top - 16, anchor: .end).element,
    ]
  }

  private func whiskers(_ x: Scale, _ y: Scale, _ axes: Axes) -> [Element] {
    zip(numbers, metric.figures).flatMap { number, figure -> [Element] in
      guard let figure, figure.seeds > 1, let least = figure.least, let greatest = figure.greatest,
        least.isFinite, least < greatest
      else { return [] }
      let top = greatest.isFinite ? y(greatest) : axes.top - 20
      let at = x(number)
      return [
        segment("whisker", at, y(least), at, top),
        segment("whisker", at - 4, y(least), at + 4, y(least)),
        segment("whisker", at - 4, top, at + 4, top),
      ]
    }
  }

  /// The most points that all have a name. If there are more, only the first and the last have one,
  /// and all points are small.
  private static let mostLabels = 40

  private func points(_ x: Scale, _ y: Scale, _ axes: Axes) -> [Element] {
    let frame = Box(
      x: axes.left - 14, y: axes.top - 18, width: axes.right - axes.left + 28, height: 214)
    var dots: [Element] = []
    var taken: [Box] = []
    var labels: [[Label]] = []
    for (number, figure) in zip(numbers, metric.figures) {
      guard let level = figure?.number else { continue }
      let at = x(number)
      guard level.isFinite else {
        dots.append(dot("gutter", at, axes.top - 20, radius: 4))
        continue
      }
      dots.append(dot("pf", at, y(level), radius: numbers.count > Self.mostLabels ? 1.5 : 4))
      taken.append(Box(x: at - 4, y: y(level) - 4, width: 8, height: 8))
      let text = metric.text(level)
      labels.append([
        Label(text, "lab b halo", x: at, y: y(level) - 10, anchor: .middle),
        Label(text, "lab b halo", x: at, y: y(level) + 20, anchor: .middle),
      ])
    }
    var placement = LabelPlacement(in: frame, taken: taken)
    // The ends tell most.
    let ends = labels.prefix(1) + labels.dropFirst().suffix(1)
    let inner = labels.count > Self.mostLabels ? [] : labels.dropFirst().dropLast()
    for label in ends + inner {
      placement.put(label)
    }
    return dots + placement.labels.map(\.element)
  }

  private func names(_ x: Scale, _ axes: Axes) -> [Element] {
    var end = -Double.infinity
    return zip(axis.values, numbers).flatMap { value, number -> [Element] in
      let label = Label(
        shortened(value.shown, to: 100), "ax", size: 12, x: x(number), y: axes.bottom + 18,
        anchor: .middle)
      let tick = segment("tick", x(number), axes.bottom, x(number), axes.bottom + 4)
      guard label.box.x > end + 6 else { return [tick] }
      end = label.box.x + label.box.width
      return [tick, label.element]
    }
  }
}
