import Charts
import Words

/// A row for each item over one horizontal axis: its name, its marks and its figures.
struct RowChart: Plot {
  let x: Axis
  /// The room on both sides of the marks of a wide drawing.
  let left: Double
  let right: Double
  /// The height of a row of a wide drawing and of a narrow one.
  var steps = (wide: 26.0, narrow: 42.0)
  /// The distance of the first row from the top.
  var top = 26.0
  /// How high marks rise above the line of their row.
  var rise = 0.0
  /// The headings of the figures, and how far their right ends are from the right side.
  var columns: [Column] = []
  let groups: [Group]
  /// The class of the line of each row, and that of the line across all rows with its value.
  var base: String?
  var origin: (style: String, value: Double)?
  /// Marks that belong to all rows, with their own words above them.
  var marks: [Mark] = []

  struct Column {
    let title: String
    let end: Double
    /// The same of a narrow drawing, if the column is there, too.
    var narrowEnd: Double?
    /// The class of the dot beside the title, which tells what the column is about.
    var dot: String?
  }

  struct Group {
    var title: String?
    let rows: [Row]
  }

  struct Row {
    let name: String
    /// By column.
    let figures: [Figure]
    /// The words in their place where there is no room for columns; nil for all of them in a line.
    var narrow: String?
    /// The line of the row has the value 0 of the vertical axis; 1 is as high as marks rise.
    let marks: [Mark]
  }

  struct Figure {
    let text: String
    let style: String

    init(_ text: String, _ style: String = "num") {
      self.text = text
      self.style = style
    }
  }

  private static let groupHeight = 26.0
  /// The distance of a narrow row's line from its top: it lies below the words.
  private static let narrowLine = 31.0

  func drawn(_ drawing: Drawing) -> (elements: [Element], height: Double) {
    let step = drawing.isNarrow ? steps.narrow : steps.wide
    let height = groups.reduce(0) {
      $0 + ($1.title == nil ? 0 : Self.groupHeight) + step * Double($1.rows.count)
    }
    let axes = Axes(
      left: drawing.isNarrow ? 6 : left, right: drawing.width - (drawing.isNarrow ? 6 : right),
      top: top, bottom: top + height + 4)
    let scale = x.scale(from: axes.left, to: axes.right)
    let whole = Frame(axes, x: x)
    var elements = marks.flatMap { $0.elements(whole) }
    elements += x.ticks.map { segment("grid", scale($0), axes.top, scale($0), axes.bottom) }
    if let origin {
      let at = scale(origin.value)
      elements.append(segment(origin.style, at, axes.top - 4, at, axes.bottom))
    }
    elements += heads(drawing)
    var y = top
    for group in groups {
      if let title = group.title {
        elements.append(Label(title, "hd halo", x: 0, y: y + 17).element)
        y += Self.groupHeight
      }
      for row in group.rows {
        let indent = group.title == nil || drawing.isNarrow ? 0.0 : 12
        elements += drawn(row, top: y, step: step, indent: indent, axes, drawing)
        y += step
      }
    }
    if base == nil { elements.append(axes.base) }
    return (
      elements + axes.horizontal(scale, x), axes.bottom + (x.title.isEmpty ? 26 : 42)
    )
  }

  private func heads(_ drawing: Drawing) -> [Element] {
    if drawing.isNarrow {
      let items = columns.compactMap { column in
        column.dot.map { Legend.Item(name: column.title, style: $0, sign: .dot) }
      }
      return Legend(items: items).drawn(top: 14, width: drawing.width).elements
    }
    return columns.flatMap { column -> [Element] in
      let at = drawing.width - column.end
      guard let style = column.dot else {
        return [
          Label(column.title, "ax", size: 12, x: at, y: top - 8, anchor: .end).element
        ]
      }
      return [
        dot(style, at - textWidth(column.title, size: 13) - 12, top - 12, radius: 5),
        Label(column.title, "lab b", x: at, y: top - 8, anchor: .end).element,
      ]
    }
  }

  private func drawn(
    _ row: Row, top: Double, step: Double, indent: Double, _ axes: Axes,
    _ drawing: Drawing
  ) -> [Element] {
    let line = top + (rise > 0 ? step : drawing.isNarrow ? Self.narrowLine : step / 2)
    let words = drawing.isNarrow ? top + 15 : rise > 0 ? line : line + 4.5
    let own = Axes(left: axes.left, right: axes.right, top: line - rise, bottom: line)
    let frame = Frame(own, x: x)
    let halo = drawing.isNarrow ? " halo" : ""
    let figures = drawing.isNarrow ? narrow(row) : zip(row.figures, columns).map { ($0, $1.end) }
    return (base.map { [segment($0, axes.left, line, axes.right, line)] } ?? [])
      + row.marks.flatMap { $0.elements(frame) }
      + [Label(row.name, "lab b" + halo, x: indent, y: words).element]
      + figures.map { figure, end in
        Label(
          figure.text, figure.style + halo, x: drawing.width - end, y: words, anchor: .end
        ).element
      }
  }

  private func narrow(_ row: Row) -> [(Figure, Double)] {
    let shown = zip(row.figures, columns).compactMap { figure, column in
      column.narrowEnd.map { (figure, $0) }
    }
    let text = row.narrow ?? row.figures.map(\.text).joined(separator: ", ")
    return shown.isEmpty ? [(Figure(text, "lab"), 0)] : shown
  }
}
