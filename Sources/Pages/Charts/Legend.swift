import Charts
import Words

/// The names of what a panel shows, in rows.
struct Legend {
  let items: [Item]

  struct Item {
    enum Sign { case line, patch, dot }

    let name: String
    let style: String
    let sign: Sign
    /// The end of a line, beside which its name stands where there is room for that.
    var end: Mark.Point?

    fileprivate var width: Double { sign == .line ? 20 : 12 }

    fileprivate func drawn(x: Double, y: Double) -> Element {
      switch sign {
      case .line: segment(style, x, y - 4, x + width, y - 4)
      case .patch: rectangle(style, Box(x: x, y: y - 9, width: width, height: 10))
      case .dot: dot(style, x + 6, y - 4, radius: 5)
      }
    }
  }

  func drawn(top: Double, width: Double) -> (elements: [Element], height: Double) {
    guard !items.isEmpty else { return ([], 0) }
    var elements: [Element] = []
    var (x, y) = (0.0, top)
    for item in items {
      let sign = item.width + 6
      let name = shortened(item.name, to: width - sign, size: 13)
      let length = sign + textWidth(name, size: 13)
      if x > 0, x + length > width { (x, y) = (0, y + 18) }
      elements += [item.drawn(x: x, y: y), Label(name, "lab", x: x + sign, y: y).element]
      x += length + 16
    }
    return (elements, y - top + 24)
  }

  /// The names on the right of a panel, each at the end of its line or led to it.
  func besideLines(_ frame: Frame, width: Double) -> [Element] {
    let ends = items.compactMap { item in item.end.map { (item, frame.x($0.x), frame.y($0.y)) } }
      .sorted { $0.2 < $1.2 }
    let right = frame.axes.right
    let places = spread(ends.map(\.2), gap: 16, to: frame.axes.bottom)
    return zip(ends, places).flatMap { end, y -> [Element] in
      let name = shortened(end.0.name, to: width - right - 34, size: 13)
      return [
        Path.line([(end.1, end.2), (right + 10, y), (right + 24, y)]).element(end.0.style),
        Label(name, "lab b", x: right + 28, y: y + 4).element,
      ]
    }
  }
}
