import Words

/// A rectangle with its sides along the axes, in user units.
package struct Box: Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// - Parameters:
  ///   - from: the upper left corner.
  ///   - to: the lower right corner.
  package init(from: (x: Double, y: Double), to: (x: Double, y: Double)) {
    self.init(x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y)
  }

  /// The same with a margin on every side.
  package func widened(by margin: Double) -> Box {
    Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  package func overlaps(_ other: Box) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }

  package func contains(_ other: Box) -> Bool {
    x <= other.x && y <= other.y && other.x + other.width <= x + width
      && other.y + other.height <= y + height
  }
}

/// A short text at a place.
package struct Label: Hashable, Sendable {
  /// Which end of the text stands at `x`.
  package enum Anchor: String, Hashable, Sendable {
    case start, middle, end
  }

  package let text: String
  /// Its class in the page's style sheet.
  package let style: String
  package let size: Double
  package let x: Double
  /// The y of the base line.
  package let y: Double
  package let anchor: Anchor

  package init(
    _ text: String, _ style: String, size: Double = 13, x: Double, y: Double,
    anchor: Anchor = .start
  ) {
    self.text = text
    self.style = style
    self.size = size
    self.x = x
    self.y = y
    self.anchor = anchor
  }

  /// The box that the label covers at most.
  package var box: Box {
    let width = textWidth(text, size: size)
    let left =
      switch anchor {
      case .start: x
      case .middle: x - width / 2
      case .end: x - width
      }
    return Box(x: left, y: y - 0.8 * size, width: width, height: size)
  }

  package var element: Element {
    Element(
      "text", ["class": style, "x": x, "y": y, "text-anchor": anchor.rawValue], text: text)
  }
}

/// Labels of which none covers another.
package struct LabelPlacement: Sendable {
  private let frame: Box
  private var taken: [Box]
  package private(set) var labels: [Label] = []

  /// - Parameters:
  ///   - frame: the box that no label may leave.
  ///   - taken: the boxes that no label may cover.
  package init(in frame: Box, taken: [Box] = []) {
    self.frame = frame
    self.taken = taken
  }

  /// Puts a label at the first of several places that is free.
  /// - Returns: false where none is: the label is left out.
  @discardableResult
  package mutating func put(_ candidates: [Label]) -> Bool {
    for label in candidates {
      let box = label.box
      guard frame.contains(box), !taken.contains(where: box.overlaps) else { continue }
      taken.append(box)
      labels.append(label)
      return true
    }
    return false
  }
}
