/// The lines and numbers beside and below a panel.
package struct Axes: Sendable {
  /// The panel's sides.
  package let left: Double
  package let right: Double
  package let top: Double
  package let bottom: Double

  package init(left: Double, right: Double, top: Double, bottom: Double) {
    self.left = left
    self.right = right
    self.top = top
    self.bottom = bottom
  }

  /// Lines across the panel at the ticks of a vertical axis, with their numbers on the left, and the line
  /// below the panel.
  package func vertical(
    _ scale: Scale, ticks: [Double], label: (Double) -> String
  ) -> [Element] {
    let lines = ticks.map { ($0, scale($0)) }.flatMap { tick, y -> [Element] in
      let line = tick == scale.domain.lowerBound ? [] : [segment("grid", left, y, right, y)]
      return line + [
        Label(label(tick), "ax", size: 12, x: left - 7, y: y + 4, anchor: .end).element
      ]
    }
    return lines + [base]
  }

  /// The line below the panel.
  package var base: Element { segment("base", left, bottom, right, bottom) }

  /// Lines up the panel at the ticks of a horizontal axis.
  package func columns(_ scale: Scale, ticks: [Double]) -> [Element] {
    ticks.filter { scale($0) > left + 0.5 }
      .map { segment("grid", scale($0), top, scale($0), bottom) }
  }

  /// The ticks of a horizontal axis below the panel, with their numbers as long as those do not touch.
  /// - Parameter first: ticks that have their numbers before the others.
  package func horizontal(
    _ scale: Scale, ticks: [Double], first: [Double] = [], label: (Double) -> String
  ) -> [Element] {
    var taken: [Box] = []
    let texts = (first + ticks).compactMap { tick -> Element? in
      let text = Label(label(tick), "ax", size: 12, x: scale(tick), y: bottom + 17, anchor: .middle)
      let room = text.box.widened(by: 3)
      guard !taken.contains(where: room.overlaps) else { return nil }
      taken.append(room)
      return text.element
    }
    return ticks.map { segment("tick", scale($0), bottom, scale($0), bottom + 4) } + texts
  }
}

/// A straight line.
package func segment(
  _ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
) -> Element {
  Element(
    "line",
    [
      "class": Element.Value(style), "x1": Element.Value(x1), "y1": Element.Value(y1),
      "x2": Element.Value(x2), "y2": Element.Value(y2),
    ])
}

/// A rectangle.
package func rectangle(_ style: String, _ box: Box) -> Element {
  Element(
    "rect",
    [
      "class": Element.Value(style), "x": Element.Value(box.x), "y": Element.Value(box.y),
      "width": Element.Value(max(0, box.width)), "height": Element.Value(max(0, box.height)),
    ])
}

/// A small circle.
package func dot(_ style: String, _ x: Double, _ y: Double, radius: Double) -> Element {
  Element(
    "circle",
    [
      "class": Element.Value(style), "cx": Element.Value(x), "cy": Element.Value(y),
      "r": Element.Value(radius),
    ])
}
