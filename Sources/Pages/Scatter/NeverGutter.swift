import Charts
import Words

/// The formulas that are never back: beside a scatter, at the height of their second figures.
struct NeverGutter {
  let marks: [Mark]

  struct Mark {
    let name: String
    let value: Double
    /// The text of its tooltip.
    let note: String
  }

  private static let gap = 17.0

  func elements(_ axes: Axes, _ y: Scale, _ drawing: Drawing) -> [Element] {
    guard !marks.isEmpty else { return [] }
    let left = axes.right + (drawing.isNarrow ? 8 : 16)
    var elements = [
      segment("base", left, axes.top, left, axes.bottom),
      Label("never", "lab o", x: left + 4, y: axes.top - 10).element,
    ]
    let rows = marks.map { ($0, y($0.value)) }.sorted { $0.1 < $1.1 }
    let room = Int((axes.bottom - axes.top) / Self.gap)
    let shown = rows.prefix(rows.count > room ? room - 1 : room)
    let places = Self.spread(shown.map(\.1), within: axes.top + 6...axes.bottom - 6)
    for ((mark, at), place) in zip(shown, places) {
      if abs(at - place) > 3 { elements.append(segment("leader", left + 12, at, left + 19, place)) }
      elements.append(
        Element(
          "g", [:],
          [Element("title", text: mark.note), dot("px", left + 9, at, radius: 4.5)]))
      let name = shortened(mark.name, to: drawing.width - left - 22, size: 13)
      elements.append(Label(name, "lab", x: left + 22, y: place + 4.5).element)
    }
    if shown.count < rows.count {
      let text = "and \(rows.count - shown.count) more"
      elements.append(Label(text, "lab", x: left + 22, y: axes.bottom + 12).element)
    }
    return elements
  }

  /// Places in ascending order with a gap between them, as near as can be to those wished for.
  private static func spread(_ wishes: [Double], within range: ClosedRange<Double>) -> [Double] {
    var places: [Double] = []
    for wish in wishes { places.append(max(wish, (places.last ?? -.infinity) + gap)) }
    var least = range.upperBound + gap
    for place in places.indices.reversed() {
      places[place] = min(places[place], least - gap)
      least = places[place]
    }
    return places
  }
}
