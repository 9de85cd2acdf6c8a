import Charts
import Words

/// Panels over each other with one horizontal axis: the time of a run, or figures.
struct PanelChart: Plot {
  let x: Axis
  let panels: [Panel]
  /// Drawn behind all panels.
  var bands: [Mark] = []
  /// Spans above the panels and below them.
  var above: [Span] = []
  var below: [Span] = []
  /// The room on both sides of the panels.
  var left: Double?
  var right = 12.0
  /// The base line of the first title.
  var top = 14.0

  /// A part of the horizontal axis as a bar with its name.
  struct Span {
    let from: Double
    let to: Double
    let name: String
    let bar: String
    let style: String
  }

  private static let spanHeight = 18.0

  func axes(top: Double, height: Double, _ drawing: Drawing) -> Axes {
    Axes(
      left: left ?? (drawing.isNarrow ? 48 : 58), right: drawing.width - right, top: top,
      bottom: top + height)
  }

  /// The frame of the only panel.
  func frame(_ drawing: Drawing) -> Frame {
    Frame(
      axes(top: top + panels[0].distance, height: panels[0].height, drawing), x: x, y: panels[0].y)
  }

  func drawn(_ drawing: Drawing) -> (elements: [Element], height: Double) {
    var elements: [Element] = []
    var y = top + Self.spanHeight * Double(above.count)
    var last = axes(top: y, height: 0, drawing)
    for panel in panels {
      let isBeside = !drawing.isNarrow && panel.legend.items.contains { $0.end != nil }
      let legend = isBeside ? Legend(items: []) : panel.legend
      let names = legend.drawn(top: y + 20, width: drawing.width)
      last = axes(top: y + panel.distance + names.height, height: panel.height, drawing)
      let frame = Frame(last, x: x, y: panel.y)
      elements += bands.flatMap { $0.elements(frame) } + names.elements
      elements += panel.drawn(frame, x, title: y)
      if isBeside { elements += panel.legend.besideLines(frame, width: drawing.width) }
      y = last.bottom + 32
    }
    let scale = x.scale(from: last.left, to: last.right)
    elements += spans(above, scale, top: 8, drawing)
    elements += spans(below, scale, top: last.bottom + 12, drawing)
    if !below.isEmpty { last = axes(top: last.bottom, height: 44, drawing) }
    elements += last.horizontal(scale, x)
    return (elements, last.bottom + (x.title.isEmpty ? 22 : 42))
  }

  private func spans(
    _ spans: [Span], _ x: Scale, top: Double, _ drawing: Drawing
  ) -> [Element] {
    spans.enumerated().flatMap { place, span -> [Element] in
      let y = top + Self.spanHeight * Double(place)
      let from = x(span.from)
      let to = max(from, x(span.to))
      return [rectangle(span.bar, Box(x: from, y: y, width: max(2, to - from), height: 6))]
        + Self.name(span, from, to, y: y + 7, width: drawing.width)
    }
  }

  /// The name on the right of a bar, or on its left; in the place of its end where there is room on neither
  /// side.
  private static func name(
    _ span: Span, _ from: Double, _ to: Double, y: Double, width: Double
  ) -> [Element] {
    let length = textWidth(span.name, size: 13)
    if to + 8 + length <= width { return [Label(span.name, span.style, x: to + 8, y: y).element] }
    if from - 8 >= length {
      return [Label(span.name, span.style, x: from - 8, y: y, anchor: .end).element]
    }
    let begin = width - length
    let gap = Box(x: begin - 6, y: y - 9, width: length + 6, height: 12)
    return [rectangle("bg", gap), Label(span.name, span.style, x: begin, y: y).element]
  }
}

/// A field of a chart with a vertical axis of its own.
struct Panel {
  var title = ""
  let y: Axis
  let height: Double
  let marks: [Mark]
  var callouts: [Callout] = []
  var legend = Legend(items: [])
  /// The word for infinite figures, which stand on a line above the panel; empty where there is none.
  var gutter = ""
  /// From the base line of the title to the panel.
  var distance = 12.0

  /// - Parameter title: the base line of the title.
  fileprivate func drawn(_ frame: Frame, _ x: Axis, title place: Double) -> [Element] {
    let axes = frame.axes
    var elements = x.isRuled ? axes.columns(frame.x, x) : []
    elements += axes.vertical(frame.y, y)
    if !gutter.isEmpty {
      let y = frame.height(.infinity)
      elements += [
        segment("grid", axes.left, y, axes.right, y),
        Label(gutter, "lab o", x: axes.left - 7, y: y + 4, anchor: .end).element,
      ]
    }
    if !title.isEmpty { elements.append(Label(title, "hd", x: 0, y: place).element) }
    return elements + marks.flatMap { $0.elements(frame) } + labels(frame, x, title: place)
  }

  private func labels(_ frame: Frame, _ x: Axis, title place: Double) -> [Element] {
    guard !callouts.isEmpty else { return [] }
    let axes = frame.axes
    let room = Box(
      from: (axes.left - x.inset / 2, axes.top - 18),
      to: (axes.right + x.inset / 2, axes.bottom + 6))
    var placement = LabelPlacement(in: room, taken: marks.flatMap { $0.boxes(frame) })
    var others: [Label] = []
    for callout in callouts where !placement.put(callout.candidates(frame)) && callout.isForTitle {
      let label = Label(
        "peak " + callout.text, callout.style, x: axes.right, y: place, anchor: .end)
      if label.box.x > textWidth(title, size: 13) + 16 { others.append(label) }
    }
    return (placement.labels + others).map(\.element)
  }
}
