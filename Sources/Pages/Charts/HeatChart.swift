import Charts
import Words

/// Figures or states over two keys as coloured cells: for more cells than a table has room for.
struct HeatChart: Plot {
  let x: HeatAxis
  /// The least value stands at the bottom.
  let y: HeatAxis
  /// Row by row from the first value of y: the class of each cell in the style sheet; nil leaves it empty.
  let styles: [String?]
  let height: Double
  /// Drawn over the cells.
  var marks: (HeatFrame) -> [Element] = { _ in [] }

  func drawn(_ drawing: Drawing) -> (elements: [Element], height: Double) {
    let widest = y.names.map { textWidth($0, size: 12) }.max() ?? 0
    let left = min(drawing.isNarrow ? 90 : 160, widest + 12)
    let axes = Axes(left: left, right: drawing.width - 12, top: 22, bottom: 22 + height)
    let frame = HeatFrame(axes, x, y)
    let titles = [
      Label(y.title, "hd", x: 0, y: 12),
      Label(x.title, "hd", x: axes.right, y: axes.bottom + 36, anchor: .end),
    ]
    let names = verticalNames(frame) + horizontalNames(frame) + titles.map(\.element)
    return (fills(frame) + names + marks(frame), axes.bottom + 44)
  }

  /// One path for each style.
  private func fills(_ frame: HeatFrame) -> [Element] {
    var paths: [String: Path] = [:]
    for run in HeatRun.all(styles, columns: x.names.count) {
      let box = frame.box(run)
      var path = paths[run.value] ?? Path()
      path.move(box.x, box.y)
      path.horizontal(box.x + box.width)
      path.vertical(box.y + box.height)
      path.horizontal(box.x)
      path.close()
      paths[run.value] = path
    }
    return paths.sorted { $0.key < $1.key }.map { $0.value.element($0.key) }
  }

  /// As many names as there is room for, evenly spread, and the last one.
  private func verticalNames(_ frame: HeatFrame) -> [Element] {
    let centres = frame.rowCentres
    return spread(centres.map { Box(x: 0, y: $0 - 8, width: 1, height: 16) }).flatMap { place in
      let at = centres[place]
      let name = shortened(y.names[place], to: frame.axes.left - 10)
      return [
        Label(name, "ax", size: 12, x: frame.axes.left - 8, y: at + 4, anchor: .end).element,
        segment("tick", frame.axes.left - 5, at, frame.axes.left - 1, at),
      ]
    }
  }

  private func horizontalNames(_ frame: HeatFrame) -> [Element] {
    let centres = frame.columnCentres
    let labels = zip(x.names, centres).map { name, centre in
      let name = shortened(name, to: 120)
      let at = min(centre, frame.axes.right + 12 - textWidth(name, size: 12) / 2)
      return Label(name, "ax", size: 12, x: at, y: frame.axes.bottom + 19, anchor: .middle)
    }
    let rooms = labels.map { Box(x: $0.box.x - 4, y: 0, width: $0.box.width + 8, height: 1) }
    return spread(rooms).flatMap { place in
      let at = centres[place]
      return [
        labels[place].element,
        segment("tick", at, frame.axes.bottom + 1, at, frame.axes.bottom + 5),
      ]
    }
  }

  /// Every first, second, fifth or tenth of some labels, and the last one: as many as do not touch.
  private func spread(_ rooms: [Box]) -> [Int] {
    guard let last = rooms.indices.last else { return [] }
    for step in [1, 2, 5, 10, 20, 50, 100, 200] {
      var places = Array(stride(from: 0, through: last, by: step))
      let touches = zip(places, places.dropFirst()).contains { rooms[$0].overlaps(rooms[$1]) }
      if touches { continue }
      if places.last != last {
        if let end = places.last, rooms[end].overlaps(rooms[last]) { places.removeLast() }
        places.append(last)
      }
      return places
    }
    return [last]
  }
}

/// The cells of a heat map in a drawing.
struct HeatFrame {
  let axes: Axes
  private let columns: [Double]
  private let rows: [Double]
  let columnCentres: [Double]
  let rowCentres: [Double]

  init(_ axes: Axes, _ x: HeatAxis, _ y: HeatAxis) {
    self.axes = axes
    columns = x.edges(from: axes.left, to: axes.right)
    rows = y.edges(from: axes.bottom, to: axes.top)
    columnCentres = x.centres(from: axes.left, to: axes.right)
    rowCentres = y.centres(from: axes.bottom, to: axes.top)
  }

  /// The rectangle of a cell.
  func box(x: Int, y: Int) -> Box {
    let (low, high) = (min(rows[y], rows[y + 1]), max(rows[y], rows[y + 1]))
    return Box(x: columns[x], y: low, width: columns[x + 1] - columns[x], height: high - low)
  }

  func box<Value>(_ run: HeatRun<Value>) -> Box {
    let (first, last) = (box(x: run.from, y: run.row), box(x: run.to, y: run.row))
    return Box(x: first.x, y: first.y, width: last.x + last.width - first.x, height: first.height)
  }

  func centre(_ cell: Int) -> (x: Double, y: Double) {
    let (row, column) = cell.quotientAndRemainder(dividingBy: columnCentres.count)
    return (columnCentres[column], rowCentres[row])
  }
}

/// Neighbours in a row that are alike.
struct HeatRun<Value: Equatable> {
  let value: Value
  let row: Int
  let from: Int
  private(set) var to: Int

  /// - Parameter cells: row by row; a cell without a value is in no run.
  static func all(_ cells: [Value?], columns: Int) -> [HeatRun] {
    var runs: [HeatRun] = []
    for (place, value) in cells.enumerated() {
      guard let value else { continue }
      let (row, column) = place.quotientAndRemainder(dividingBy: columns)
      if let last = runs.last, last.value == value, last.row == row, last.to == column - 1 {
        runs[runs.count - 1].to = column
      } else {
        runs.append(HeatRun(value: value, row: row, from: column, to: column))
      }
    }
    return runs
  }
}
