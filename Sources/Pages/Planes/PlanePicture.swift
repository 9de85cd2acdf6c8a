import Charts
import Words

/// Figures or states over two keys as a picture: for more cells than a table has room for.
struct PlanePicture {
  let x: PlaneAxis
  /// The least value stands at the bottom.
  let y: PlaneAxis
  /// Row by row from the first value of y: the class of each cell in the style sheet; nil leaves it empty.
  let styles: [String?]

  /// The panel of a drawing.
  struct Frame {
    let axes: Axes
    let columns: [Double]
    let rows: [Double]

    /// The rectangle of a cell.
    func box(x: Int, y: Int) -> Box {
      let (low, high) = (min(rows[y], rows[y + 1]), max(rows[y], rows[y + 1]))
      return Box(x: columns[x], y: low, width: columns[x + 1] - columns[x], height: high - low)
    }
  }

  func frame(_ drawing: Drawing, height: Double) -> Frame {
    let widest = y.names.map { textWidth($0, size: 12) }.max() ?? 0
    let left = min(drawing.isNarrow ? 90 : 160, widest + 12)
    let axes = Axes(left: left, right: drawing.width - 12, top: 22, bottom: 22 + height)
    return Frame(
      axes: axes, columns: x.edges(from: axes.left, to: axes.right),
      rows: y.edges(from: axes.bottom, to: axes.top))
  }

  func elements(_ frame: Frame) -> [Element] {
    fills(frame) + verticalNames(frame) + horizontalNames(frame) + [
      Label(y.title, "hd", x: 0, y: 12).element,
      Label(x.title, "hd", x: frame.axes.right, y: frame.axes.bottom + 36, anchor: .end).element,
    ]
  }

  /// One path for each style: neighbours in a row are one rectangle.
  private func fills(_ frame: Frame) -> [Element] {
    var paths: [String: Path] = [:]
    let width = x.names.count
    for row in y.names.indices {
      var column = 0
      while column < width {
        let style = styles[row * width + column]
        var end = column + 1
        while end < width, styles[row * width + end] == style { end += 1 }
        if let style {
          let (first, last) = (frame.box(x: column, y: row), frame.box(x: end - 1, y: row))
          var path = paths[style] ?? Path()
          path.move(first.x, first.y)
          path.horizontal(last.x + last.width)
          path.vertical(first.y + first.height)
          path.horizontal(first.x)
          path.close()
          paths[style] = path
        }
        column = end
      }
    }
    return paths.sorted { $0.key < $1.key }.map { $0.value.element($0.key) }
  }

  /// As many names as there is room for, evenly spread, and the last one.
  private func verticalNames(_ frame: Frame) -> [Element] {
    let centres = y.centres(from: frame.axes.bottom, to: frame.axes.top)
    return spread(centres.map { Box(x: 0, y: $0 - 8, width: 1, height: 16) }).flatMap { place in
      let at = centres[place]
      let name = shortened(y.names[place], to: frame.axes.left - 10)
      return [
        Label(name, "ax", size: 12, x: frame.axes.left - 8, y: at + 4, anchor: .end).element,
        segment("tick", frame.axes.left - 5, at, frame.axes.left - 1, at),
      ]
    }
  }

  private func horizontalNames(_ frame: Frame) -> [Element] {
    let centres = x.centres(from: frame.axes.left, to: frame.axes.right)
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
