import Charts

/// Figures over two keys as a table whose cells are coloured: read by eye, and cell by cell.
struct HeatTable {
  struct Row {
    let name: String
    let cells: [Cell]
  }

  struct Cell {
    let text: String
    /// Its class in the style sheet.
    let style: String
  }

  /// The name of the content, unlike that of any other table of the page.
  let label: String
  /// The caption that tells the table from its neighbours; nil if it stands alone.
  let caption: String?
  let rowKey: String
  let columnKey: String
  let columns: [String]
  let rows: [Row]

  var markup: String { Page.markup(self, "grid") }
}

extension HeatScale {
  /// The steps from the least to the greatest figure, with those two.
  /// - Parameter hasNever: whether some figures are never reached.
  func legend(_ text: (Double) -> String, hasNever: Bool) -> String {
    var elements = [
      Element("span", text: text(low)), Self.swatches(Array(0..<Self.steps).map { "h\($0)" }),
      Element("span", text: "\(text(high)), \(note)"),
    ]
    if hasNever { elements += [Self.swatches([Self.never]), Element("span", text: "never")] }
    return Element("p", ["class": "scale"], elements).markup
  }

  /// Small rectangles side by side.
  static func swatches(_ styles: [String]) -> Element {
    let width = 26.0
    let paths = styles.enumerated().map { place, style in
      var path = Path()
      path.move(width * Double(place), 0)
      path.horizontal(width * Double(place + 1))
      path.vertical(10)
      path.horizontal(width * Double(place))
      path.close()
      return path.element(style)
    }
    return Element(
      "svg",
      [
        "class": styles.count == 1 ? "one" : "all", "aria-hidden": "true",
        "viewBox": Element.Value("0 0 \(length(width * Double(styles.count))) 10"),
        "preserveAspectRatio": "none",
      ], paths)
  }
}
