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

  /// Lines across the panel at the ticks of a vertical axis, with their numbers on the left.
  package func vertical(
    _ scale: Scale, ticks: [Double], label: (Double) -> String
  ) -> [Element] {
    ticks.flatMap { tick -> [Element] in
      let y = scale(tick)
      let isBase = tick == scale.domain.lowerBound
      return [
        segment(isBase ? "base" : "grid", left, y, right, y),
        Label(label(tick), "ax", size: 12, x: left - 7, y: y + 4, anchor: .end).element,
      ]
    }
  }

  /// Lines up the panel at the ticks of a horizontal axis.
  package func columns(_ scale: Scale, ticks: [Double]) -> [Element] {
    ticks.filter { scale($0) > left + 0.5 }
      .map { segment("grid", scale($0), top, scale($0), bottom) }
  }

  /// The numbers of a horizontal axis below the panel; those that would touch are left out, the last
  /// ones first.
  package func horizontal(
    _ scale: Scale, ticks: [Double], label: (Double) -> String
  ) -> [Element] {
    var end = -Double.infinity
    return ticks.flatMap { tick -> [Element] in
      let text = Label(label(tick), "ax", size: 12, x: scale(tick), y: bottom + 17, anchor: .middle)
      guard text.box.x > end + 6 else { return [] }
      end = text.box.x + text.box.width
      return [segment("tick", scale(tick), bottom, scale(tick), bottom + 4), text.element]
    }
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
