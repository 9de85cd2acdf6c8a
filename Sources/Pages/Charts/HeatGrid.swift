import Charts

/// Figures over two keys as coloured cells: a table where there is room for it, or else a picture.
struct HeatGrid: Chart {
  let name: String
  /// Unlike that of any other grid of the page.
  let title: String
  let finding: String
  /// The words that tell the grid from its neighbours; nil if it stands alone.
  let caption: String?
  let x: HeatAxis
  let y: HeatAxis
  /// Row by row from the first value of y.
  let cells: [Cell]

  struct Cell {
    let text: String
    /// Its class in the style sheet.
    let style: String
  }

  var table: String {
    Page.markup(
      Table(
        label: title, caption: caption, rowKey: y.key, columnKey: x.key, columns: x.names,
        rows: y.names.enumerated().map { row, name in
          Table.Row(
            name: name, cells: Array(cells[row * x.names.count..<(row + 1) * x.names.count]))
        }), "grid")
  }

  /// The content of the table's template.
  private struct Table {
    struct Row {
      let name: String
      let cells: [Cell]
    }

    let label: String
    let caption: String?
    let rowKey: String
    let columnKey: String
    let columns: [String]
    let rows: [Row]
  }

  /// - Parameter wide: its width on a wide page.
  func picture(wide: Double) -> String {
    let heading = caption.map { Element("p", ["class": "note"], text: $0).markup }
    return (heading ?? "") + drawing(wide: caption == nil ? wide : 320)
  }

  func plot(_ drawing: Drawing) -> any Plot {
    HeatChart(
      x: x, y: y, styles: cells.map(\.style),
      height: caption == nil && !drawing.isNarrow ? 300 : 220)
  }
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
        "viewBox": "0 0 \(length(width * Double(styles.count))) 10",
        "preserveAspectRatio": "none",
      ], paths)
  }
}
