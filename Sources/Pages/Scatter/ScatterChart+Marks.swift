import Charts

extension ScatterChart {
  // MARK: Lines

  /// Returns the lines of the least possible figure and of the limit.
  func references(_ axes: Axes, _ x: Scale, _ y: Scale) -> [Element] {
    var elements: [Element] = []
    if let least, x.domain.contains(least) {
      elements.append(segment("lim", x(least), axes.top - 6, x(least), axes.bottom))
      let isLeft = x(least) < axes.left + 60
      let text = "at best \(across.text(least))"
      elements.append(
        Label(
          text, "lab", x: isLeft ? axes.left : x(least), y: axes.top - 10,
          anchor: isLeft ? .start : .middle
        ).element)
    }
    if let limit, let label = limitLabel(axes, y) {
      elements.append(segment("lim", axes.left, y(limit.value), axes.right, y(limit.value)))
      elements.append(label.element)
    }
    return elements
  }

  /// nil where the limit is not on the axis.
  private func limitLabel(_ axes: Axes, _ y: Scale) -> Label? {
    guard let limit, y.domain.contains(limit.value) else { return nil }
    return Label(limit.text, "lab halo", x: axes.right, y: y(limit.value) - 5, anchor: .end)
  }

  func front(_ x: Scale, _ y: Scale) -> [Element] {
    guard let first = steps.first, steps.count > 1 else { return [] }
    var path = Path()
    path.move(x(first.x.figure), y(first.y.figure))
    for step in steps.dropFirst() {
      path.horizontal(x(step.x.figure))
      path.vertical(y(step.y.figure))
    }
    return [path.element("stair")]
  }

  func whiskers(_ point: Point, _ x: Scale, _ y: Scale) -> [Element] {
    let (px, py) = (x(point.x.figure), y(point.y.figure))
    var elements: [Element] = []
    if let low = point.x.low, let high = point.x.high {
      elements.append(segment("whisk", x(low), py, x(high), py))
    }
    if let low = point.y.low, let high = point.y.high {
      elements.append(segment("whisk", px, y(low), px, y(high)))
    }
    return elements
  }

  // MARK: Points

  func mark(_ point: Point, _ x: Scale, _ y: Scale) -> Element {
    let words = [
      point.name, "\(across.title) \(across.text(point.x.figure))",
      "\(up.title) \(up.text(point.y.figure))", point.note,
    ]
    return Element(
      "g", [:],
      [
        Element("title", text: words.filter { !$0.isEmpty }.joined(separator: ", ")),
        dot(point.kind.rawValue, x(point.x.figure), y(point.y.figure), radius: 5),
      ])
  }

  /// Returns the points of the cloud. Of points that would lie on each other, one is drawn.
  func cloudElements(_ x: Scale, _ y: Scale) -> [Element] {
    struct Cell: Hashable {
      let x: Int
      let y: Int
      let isFilled: Bool
    }
    var seen = Set<Cell>()
    return cloud.compactMap { point in
      let (px, py) = (x(point.x), y(point.y))
      let cell = Cell(
        x: Int((px / 4).rounded()), y: Int((py / 4).rounded()), isFilled: point.isFilled)
      guard seen.insert(cell).inserted else { return nil }
      return dot(point.isFilled ? "cf" : "ch", px, py, radius: 2.5)
    }
  }

  func labels(
    _ axes: Axes, _ x: Scale, _ y: Scale, _ drawing: Drawing
  ) -> (elements: [Element], missing: [Int]) {
    let frame = Box(
      x: axes.left, y: axes.top - 8, width: axes.right - axes.left + 8,
      height: axes.bottom - axes.top + 8)
    // A point without a name is one of many alike.
    return PointLabels(
      in: frame,
      points.filter { !$0.name.isEmpty }.map { point in
        PointLabels.Point(
          x: x(point.x.figure), y: y(point.y.figure), text: point.name,
          style: point.isImportant ? "lab b halo" : "lab halo", isImportant: point.isImportant)
      }, obstacles: obstacles(axes, x, y),
      texts: limitLabel(axes, y).map { [$0.box.widened(by: 2)] } ?? [],
      reach: drawing.isNarrow ? 2 : 5
    ).placed()
  }

  private func obstacles(_ axes: Axes, _ x: Scale, _ y: Scale) -> [Box] {
    let stairs = zip(steps, steps.dropFirst()).flatMap { one, next in
      let (left, right) = (x(one.x.figure), x(next.x.figure))
      let (top, bottom) = (y(one.y.figure), y(next.y.figure))
      return [
        Box(x: left, y: top - 1, width: right - left, height: 2),
        Box(x: right - 1, y: top, width: 2, height: bottom - top),
      ]
    }
    let whiskers = points.compactMap { point -> Box? in
      guard let low = point.x.low, let high = point.x.high, x(high) - x(low) > 12 else {
        return nil
      }
      return Box(x: x(low), y: y(point.y.figure) - 1, width: x(high) - x(low), height: 2)
    }
    let lines = [
      least.map { Box(x: x($0) - 1, y: axes.top, width: 2, height: axes.bottom - axes.top) },
      limit.map {
        Box(x: axes.left, y: y($0.value) - 16, width: axes.right - axes.left, height: 18)
      },
    ]
    return (hasSteps ? stairs : []) + whiskers + lines.compactMap { $0 }
  }
}
