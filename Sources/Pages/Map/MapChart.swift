import Charts
import Words

/// A map as a picture: coloured cells, the border between states, where runs were made, and where the
/// scenario itself lies.
struct MapChart: Chart {
  private let data: MapData
  private let states: MapStates
  private let scale: HeatScale?
  let finding: String

  init(_ data: MapData, finding: String) {
    self.data = data
    self.finding = finding
    states = MapStates(data)
    scale = HeatScale(data.cells.compactMap(\.figure))
  }

  private var columns: Int { data.x.texts.count }
  private var rows: Int { data.y.texts.count }

  /// The meaning of the colours.
  var legend: String {
    guard data.hasStates else {
      return scale?.legend(data.text, hasNever: data.cells.contains { $0.figure == .infinity })
        ?? ""
    }
    let items = states.words.flatMap { word -> [Element] in
      let count = data.cells.count { $0.state == word }
      let cells = "\(word): \(PageNumber.count(count)) cell\(count == 1 ? "" : "s")"
      let swatch = HeatScale.swatches([states.style(word)])
      return [Element("span", ["class": "item"], [swatch, Element("span", text: cells)])]
    }
    return Element("p", ["class": "scale"], items).markup
  }

  let name = "map"
  var title: String { "\(data.metric) over \(data.x.key) and \(data.y.key)" }

  func plot(_ drawing: Drawing) -> any Plot {
    HeatChart(
      x: data.x.axis, y: data.y.axis, styles: data.cells.map(style),
      height: drawing.isNarrow ? 300 : min(560, max(240, 26 * Double(rows)))
    ) { frame in
      hatching(frame) + border(frame) + dots(frame) + labels(frame, drawing)
    }
  }

  private func style(_ cell: MapSquare) -> String {
    cell.state.map(states.style) ?? scale.style(cell.figure)
  }

  // MARK: States

  private var runs: [HeatRun<String>] { HeatRun.all(data.cells.map(\.state), columns: columns) }

  private func hatching(_ frame: HeatFrame) -> [Element] {
    var path = Path()
    for run in runs where MapStates.isHatched(run.value) { hatch(frame.box(run), &path) }
    return path.isEmpty ? [] : [path.element("hatch")]
  }

  /// Lines from the lower left to the upper right, cut at the sides of a box.
  private func hatch(_ box: Box, _ path: inout Path) {
    let (left, right, top, bottom) = (box.x, box.x + box.width, box.y, box.y + box.height)
    let step = 8.0
    // All lines x + y = sum lie on one grid, so that neighbours join.
    var sum = ((left + top) / step).rounded(.up) * step
    while sum < right + bottom {
      let begin = max(left, sum - bottom)
      let end = min(right, sum - top)
      if end > begin {
        path.move(begin, sum - begin)
        path.line(end, sum - end)
      }
      sum += step
    }
  }

  /// Lines between cells of different states.
  private func border(_ frame: HeatFrame) -> [Element] {
    guard data.hasStates else { return [] }
    func state(_ x: Int, _ y: Int) -> String? { data.cells[y * columns + x].state }
    var path = Path()
    for y in 0..<rows {
      for x in 0..<columns {
        let box = frame.box(x: x, y: y)
        if x + 1 < columns, state(x, y) != state(x + 1, y) {
          path.move(box.x + box.width, box.y)
          path.vertical(box.y + box.height)
        }
        if y + 1 < rows, state(x, y) != state(x, y + 1) {
          path.move(box.x, box.y)
          path.horizontal(box.x + box.width)
        }
      }
    }
    return path.isEmpty ? [] : [path.element("border")]
  }

  // MARK: Marks

  /// True if some cells were run and others were not. Only then does it matter which.
  var hasInferred: Bool { data.cells.contains { $0.seeds == 0 } }

  /// A dot where runs were made.
  private func dots(_ frame: HeatFrame) -> [Element] {
    guard hasInferred else { return [] }
    var path = Path()
    for (place, cell) in data.cells.enumerated() where cell.seeds > 0 {
      let centre = frame.centre(place)
      path.move(centre.x, centre.y)
      path.horizontal(centre.x)
    }
    return [path.element("runs")]
  }

  private func labels(_ frame: HeatFrame, _ drawing: Drawing) -> [Element] {
    let whole = frame.axes.box
    var marks: [Element] = []
    var placement = LabelPlacement(in: whole)
    if let own = data.own {
      let (x, y) = frame.centre(own)
      marks = [dot("halo2", x, y, radius: 7), dot("frame", x, y, radius: 7)]
      placement = LabelPlacement(in: whole, taken: [Box(x: x - 8, y: y - 8, width: 16, height: 16)])
      let text = data.hasStates ? "the scenario" : "the scenario: \(data.text(data.cells[own]))"
      placement.put([
        Label(text, "lab b plate", x: x + 12, y: y - 8),
        Label(text, "lab b plate", x: x - 12, y: y - 8, anchor: .end),
        Label(text, "lab b plate", x: x + 12, y: y + 18),
        Label(text, "lab b plate", x: x - 12, y: y + 18, anchor: .end),
      ])
    }
    for word in states.words { placement.put(candidates(word, frame)) }
    let figures =
      data.hasStates || drawing.isNarrow
      ? [] : figures(frame, besides: placement.labels.map { $0.box.widened(by: 4) })
    return figures + marks + placement.labels.map(\.element)
  }

  /// The name of a state inside its region: in its widest runs first.
  private func candidates(_ word: String, _ frame: HeatFrame) -> [Label] {
    let boxes = runs.filter { $0.value == word }.map(frame.box)
    let needed = textWidth(word, size: 13) + 12
    let widest = boxes.map(\.width).max() ?? 0
    let wide = boxes.filter { $0.width >= max(needed, 0.7 * widest) }
      .sorted { ($1.height, $0.y) < ($0.height, $1.y) }
    // The places are off the middle of the cells, where dots mark the cells that were run.
    return wide.prefix(12).flatMap { box in
      [0.5, 0.25, 0.75].map { part in
        Label(
          word, "lab b plate", x: box.x + part * box.width,
          y: box.y + box.height / 2 + (box.height >= 34 ? -6 : 4), anchor: .middle)
      }
    }.filter { label in wide.contains { $0.x <= label.box.x && $0.y <= label.box.y } }
  }

  /// The figure of each cell, where it has room.
  /// - Parameter taken: labels that none may touch.
  private func figures(_ frame: HeatFrame, besides taken: [Box]) -> [Element] {
    data.cells.enumerated().compactMap { place, cell in
      let box = frame.box(x: place % columns, y: place / columns)
      let text = data.text(cell)
      guard place != data.own, box.height >= 18, box.width >= textWidth(text, size: 12) + 6 else {
        return nil
      }
      let label = Label(
        text, "num k\(style(cell))", size: 12, x: box.x + box.width / 2,
        y: box.y + box.height / 2 + 4,
        anchor: .middle)
      return taken.contains(where: label.box.overlaps) ? nil : label.element
    }
  }
}
