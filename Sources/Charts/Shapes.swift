/// Lines and areas, as the data of an SVG path.
package struct Path: Hashable, Sendable {
  package private(set) var data = ""

  package init() {}

  package var isEmpty: Bool { data.isEmpty }

  package mutating func move(_ x: Double, _ y: Double) { data += "M\(length(x)),\(length(y))" }

  package mutating func line(_ x: Double, _ y: Double) { data += "L\(length(x)),\(length(y))" }

  package mutating func horizontal(_ x: Double) { data += "H\(length(x))" }

  package mutating func vertical(_ y: Double) { data += "V\(length(y))" }

  package mutating func close() { data += "Z" }

  /// - Parameter style: its class in the page's style sheet.
  package func element(_ style: String) -> Element {
    Element("path", ["class": style, "d": data])
  }

  /// A line through points.
  package static func line(_ points: [(x: Double, y: Double)]) -> Path {
    var path = Path()
    for (place, point) in points.enumerated() {
      if place == 0 { path.move(point.x, point.y) } else { path.line(point.x, point.y) }
    }
    return path
  }

  /// The area between a line and a level.
  package static func area(_ points: [(x: Double, y: Double)], above base: Double) -> Path {
    guard let first = points.first, let last = points.last else { return Path() }
    var path = Path()
    path.move(first.x, base)
    for point in points { path.line(point.x, point.y) }
    path.line(last.x, base)
    path.close()
    return path
  }

  /// Bars side by side as one area: a step for each, nothing where it has no height.
  /// - Parameters:
  ///   - edges: the begins and ends of the bars: one more than there are bars.
  ///   - tops: the tops of the bars.
  static func steps(_ edges: [Double], _ tops: [Double], above base: Double) -> Path {
    var path = Path()
    var isOpen = false
    for (place, top) in tops.enumerated() {
      if top == base {
        if isOpen { path.vertical(base) }
        isOpen = false
        continue
      }
      if !isOpen { path.move(edges[place], base) }
      isOpen = true
      path.vertical(top)
      path.horizontal(edges[place + 1])
    }
    if isOpen { path.vertical(base) }
    return path
  }
}

/// A straight line.
package func segment(
  _ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double
) -> Element {
  Element("line", ["class": style, "x1": x1, "y1": y1, "x2": x2, "y2": y2])
}

/// A rectangle.
package func rectangle(_ style: String, _ box: Box) -> Element {
  Element(
    "rect",
    [
      "class": style, "x": box.x, "y": box.y, "width": max(0, box.width),
      "height": max(0, box.height),
    ])
}

/// A small circle.
package func dot(_ style: String, _ x: Double, _ y: Double, radius: Double) -> Element {
  Element("circle", ["class": style, "cx": x, "cy": y, "r": radius])
}
