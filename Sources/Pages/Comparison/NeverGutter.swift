import Charts
import Words

/// The formulas that are never back: beside a scatter, at the height of their second figures.
struct NeverGutter {
  let points: [Point]

  struct Point {
    let name: String
    let value: Double
    /// The text of its tooltip.
    let note: String
  }

  private static let gap = 17.0

  func mark(_ drawing: Drawing) -> Mark { Mark { elements($0, drawing) } }

  private func elements(_ frame: Frame, _ drawing: Drawing) -> [Element] {
    guard !points.isEmpty else { return [] }
    let axes = frame.axes
    let left = axes.right + (drawing.isNarrow ? 8 : 16)
    var elements = [
      segment("base", left, axes.top, left, axes.bottom),
      Label("never", "lab o", x: left + 4, y: axes.top - 10).element,
    ]
    let rows = points.map { ($0, frame.y($0.value)) }.sorted { $0.1 < $1.1 }
    let room = Int(clamped: (axes.bottom - axes.top) / Self.gap)
    let shown = rows.prefix(rows.count > room ? room - 1 : room)
    let places = spread(shown.map(\.1), gap: Self.gap, to: axes.bottom - 6)
    for ((point, at), place) in zip(shown, places) {
      if abs(at - place) > 3 { elements.append(segment("leader", left + 12, at, left + 19, place)) }
      let name = shortened(point.name, to: drawing.width - left - 22, size: 13)
      elements += [
        Element(
          "g", [:], [Element("title", text: point.note), dot("px", left + 9, at, radius: 4.5)]),
        Label(name, "lab", x: left + 22, y: place + 4.5).element,
      ]
    }
    if shown.count < rows.count {
      let text = "and \(rows.count - shown.count) more"
      elements.append(Label(text, "lab", x: left + 22, y: axes.bottom + 12).element)
    }
    return elements
  }
}
