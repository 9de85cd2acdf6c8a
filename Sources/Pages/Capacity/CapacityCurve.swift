import Charts
import Documents
import Words

/// The result at each value that was tried with one formula: kept or broken, and how far from the
/// promise.
struct CapacityCurve {
  private let data: CapacityDocument
  private let answer: CapacityDocument.Answer
  private let metric: String
  private let limit: CapacityDocument.Limit?
  /// The range over all formulas, so that their drawings can be compared.
  private let values: ClosedRange<Double>
  private let figures: [Double]

  init(_ data: CapacityDocument, _ answer: CapacityDocument.Answer, metric: String) {
    self.data = data
    self.answer = answer
    self.metric = metric
    limit = data.limits.first { $0.metric == metric }
    let probes = data.variants.flatMap(\.probes)
    let tried = probes.map(\.value)
    values = (tried.min() ?? 0)...(tried.max() ?? 1)
    figures = probes.compactMap { $0.figure(metric) } + [limit?.value].compactMap { $0 }
  }

  private var isLogarithmic: Bool {
    values.lowerBound > 0 && values.upperBound >= 4 * values.lowerBound
  }

  private var hasGutter: Bool {
    data.variants.contains { $0.probes.contains { $0.figure(metric) == nil } }
  }

  /// Returns the word for a value without a figure. If runs were left early, the value is `beyond`
  /// the promise; otherwise the figure is `never` reached.
  static func absence(_ data: CapacityDocument) -> String {
    data.variants.contains { $0.probes.contains(where: \.isLeft) } ? "beyond" : "never"
  }

  var finding: String {
    let kept = answer.probes.count(where: \.kept)
    return
      "\(answer.name): \(kept) of \(answer.probes.count) values that were tried keep every promise. "
      + (answer.verdict.first ?? "")
  }

  func markup(_ drawing: Drawing, name: String, height: Double) -> String {
    let top = hasGutter ? 56.0 : 34
    let axes = Axes(left: 64, right: drawing.width - 12, top: top, bottom: top + height)
    let x = Scale(
      isLogarithmic ? .logarithmic : .linear, values, from: axes.left + 16, to: axes.right - 16)
    let y = vertical(axes)
    let ticks =
      y.kind == .logarithmic
      ? Ticks.powers(y.domain, count: 4) : Ticks.values(y.domain, count: 3)
    var elements = axes.vertical(y, ticks: ticks) { tick($0, last: ticks.last) }
    elements.append(segment("base", axes.left, axes.bottom, axes.right, axes.bottom))
    if hasGutter {
      elements.append(segment("grid", axes.left, axes.top - 18, axes.right, axes.top - 18))
      elements.append(
        Label(Self.absence(data), "lab o", x: axes.left - 7, y: axes.top - 14, anchor: .end).element
      )
    }
    elements += promise(axes, y) + curve(x, y) + marks(axes, x, y) + names(axes, x)
    let scale = y.kind == .logarithmic ? " (log scale)" : ""
    let title = shortened(answer.name, to: drawing.width - 8, size: 13)
    elements.append(Label(title + (scale.isEmpty ? "" : scale), "hd", x: 0, y: 12).element)
    elements.append(
      Label(
        data.key + (isLogarithmic ? " (log scale)" : ""), "ax", size: 12, x: axes.right,
        y: axes.bottom + 36, anchor: .end
      ).element)
    return drawing.picture(
      height: axes.bottom + 42, name: name,
      title: "\(CapacityMetric.title(metric)) over \(data.key), \(answer.name)",
      finding: finding, elements)
  }

  private func vertical(_ axes: Axes) -> Scale {
    let (low, high) = (figures.min() ?? 0, max(figures.max() ?? 1, 1e-9))
    if low > 0, high > 40 * low {
      return Scale(.logarithmic, (low / 1.4)...(high * 1.4), from: axes.bottom, to: axes.top)
    }
    return Scale(
      .linear, 0...Ticks.ceiling(1.1 * high, count: 3), from: axes.bottom, to: axes.top)
  }

  private func tick(_ value: Double, last: Double?) -> String {
    guard metric.hasPrefix("recover") else {
      return value >= 10_000 ? PageNumber.short(value) : PageNumber.number(value)
    }
    return value == last || value >= 600 ? PageNumber.moment(value) : PageNumber.number(value)
  }

  private func promise(_ axes: Axes, _ y: Scale) -> [Element] {
    guard let limit else { return [] }
    let at = y(limit.value)
    let text = "promise \(CapacityMetric.text(limit.value, of: metric))"
    let isAbove = at - 18 > axes.top
    return [
      segment("lim", axes.left, at, axes.right, at),
      Label(text, "lab halo", x: axes.right, y: isAbove ? at - 6 : at + 17, anchor: .end).element,
    ]
  }

  /// Through the figures: it parts where there is none.
  private func curve(_ x: Scale, _ y: Scale) -> [Element] {
    var lines: [[(x: Double, y: Double)]] = [[]]
    for probe in answer.probes {
      if let figure = probe.figure(metric) {
        lines[lines.count - 1].append((x(probe.value), y(figure)))
      } else {
        lines.append([])
      }
    }
    return lines.filter { $0.count > 1 }.map { Path.line($0).element("thin") }
  }

  private func marks(_ axes: Axes, _ x: Scale, _ y: Scale) -> [Element] {
    var elements: [Element] = []
    var taken: [Box] = []
    var found: (x: Double, y: Double)?
    // Dots of kept values lie above those of broken values beside them.
    for probe in answer.probes.filter({ !$0.kept }) + answer.probes.filter(\.kept) {
      let at = x(probe.value)
      let level = probe.figure(metric).map { y($0) } ?? axes.top - 18
      elements.append(dot(probe.kept ? "pf" : "open", at, level, radius: probe.kept ? 4.5 : 4))
      taken.append(Box(x: at - 5, y: level - 5, width: 10, height: 10))
      if probe.value == answer.value { found = (at, level) }
    }
    guard let found, let value = answer.value else { return elements }
    let frame = Box(
      x: axes.left, y: axes.top - 10, width: axes.right - axes.left,
      height: axes.bottom - axes.top + 10)
    var placement = LabelPlacement(in: frame, taken: taken)
    let text = data.shown(value)
    placement.put(
      [(10.0, 20.0), (10, -10)].flatMap { aside, below in
        [
          Label(text, "lab b halo", x: found.x + aside, y: found.y + below),
          Label(text, "lab b halo", x: found.x - aside, y: found.y + below, anchor: .end),
        ]
      } + [
        Label(text, "lab b halo", x: found.x, y: found.y + 34, anchor: .middle),
        Label(text, "lab b halo", x: found.x, y: found.y - 24, anchor: .middle),
      ])
    return [segment("answer", found.x, found.y, found.x, axes.bottom)] + elements
      + placement.labels.map(\.element)
  }

  /// The values that were tried, as many as there is room for; the answer first.
  private func names(_ axes: Axes, _ x: Scale) -> [Element] {
    let tried = answer.probes.map(\.value)
    let order = [answer.value, tried.first, tried.last].compactMap { $0 } + tried
    var taken: [Box] = []
    var elements = tried.map { segment("tick", x($0), axes.bottom, x($0), axes.bottom + 4) }
    for value in order {
      let label = Label(
        data.shown(value), "ax", size: 12, x: x(value), y: axes.bottom + 18, anchor: .middle)
      let room = Box(x: label.box.x - 3, y: 0, width: label.box.width + 6, height: 1)
      guard !taken.contains(where: room.overlaps) else { continue }
      taken.append(room)
      elements.append(label.element)
    }
    return elements
  }
}
