import Studies
import Words

/// A map in blocks of characters: the least y at the bottom, the least x on the left.
struct MapDrawing {
  private let map: MapCells
  private let signs: MapSigns
  private let width: Int
  /// How many cells one sign stands for, from left to right and from bottom to top.
  private let group: (x: Int, y: Int)
  /// Columns of one sign.
  private let step: Int
  private let labels: Int

  private static let mostRows = 40

  init(_ map: MapCells, _ signs: MapSigns, width: Int) {
    self.map = map
    self.signs = signs
    self.width = width
    let (x, y) = (map.plane.x, map.plane.y)
    labels = max(8, y.texts.indices.map { y.label($0).count }.max() ?? 0)
    let room = max(10, width - labels - 6)
    group = ((x.texts.count + room - 1) / room, (y.texts.count + Self.mostRows - 1) / Self.mostRows)
    step = 2 * x.texts.count <= room ? 2 : 1
  }

  /// How many cells one sign stands for, where it is not one.
  var cellsOfASign: (x: Int, y: Int)? { group.x * group.y > 1 ? group : nil }

  /// True if the scenario's own cell has a sign of its own, instead of one in parentheses.
  var marksOwn: Bool { step == 1 }

  func lines(_ style: TerminalStyle) -> [String] {
    let rows = stride(from: 0, to: map.plane.y.texts.count, by: group.y).reversed()
    let drawn = Array(rows)
    let body = drawn.enumerated().map { place, first in
      let label = isLabelled(place, drawn) ? map.plane.y.label(labelled(first)) : ""
      return "  " + paddedLeft(label, to: labels) + " |" + row(first, style)
    }
    let axis =
      "  " + paddedLeft("", to: labels) + " +"
      + String(repeating: "-", count: columns.count * step + (step == 2 ? 1 : 0))
    return ["  " + harmless(map.plane.y.key)] + body + [axis] + underline
  }

  private var columns: [Int] { Array(stride(from: 0, to: map.plane.x.texts.count, by: group.x)) }

  /// Returns true if a row has a label. Of a few rows all have one; else the top, the bottom, the
  /// scenario's own row, and some between.
  private func isLabelled(_ place: Int, _ rows: [Int]) -> Bool {
    if rows.count <= 10 { return true }
    let own = map.plane.y.own.map { own in rows.firstIndex { $0 <= own } ?? -1 }
    if place == 0 || place == rows.count - 1 || place == own { return true }
    return place % 4 == 0 && place < rows.count - 2 && own.map { abs($0 - place) > 1 } ?? true
  }

  /// The row whose value stands beside a drawn one.
  private func labelled(_ first: Int) -> Int {
    let last = min(first + group.y, map.plane.y.texts.count) - 1
    if let own = map.plane.y.own, (first...last).contains(own) { return own }
    return last == map.plane.y.texts.count - 1 ? last : first
  }

  private func row(_ first: Int, _ style: TerminalStyle) -> String {
    var text = ""
    var isMarked = false
    for column in columns {
      let cells = cells(column, first)
      let sign = signs.sign(cells)
      let isOwn = cells.contains { $0.number == map.plane.own }
      if step == 2 { text += isOwn ? "(" : isMarked ? ")" : " " }
      isMarked = isOwn
      let shown = isOwn && marksOwn ? MapSigns.own : sign
      text += style.coloured(String(shown), Self.colour(sign))
    }
    if step == 2 { text += isMarked ? ")" : "" }
    return text
  }

  private static func colour(_ sign: Character) -> TerminalStyle.Colour {
    switch sign {
    case "#", "!": .red
    case ".", "?": .dim
    case _: .bold
    }
  }

  private func cells(_ column: Int, _ row: Int) -> [MapCell] {
    let (x, y) = (map.plane.x.texts.count, map.plane.y.texts.count)
    return (row..<min(row + group.y, y)).flatMap { y in
      (column..<min(column + group.x, x)).map { map.cell(x: $0, y: y) }
    }
  }

  /// The values below the drawing, as many as there is room for, and the key.
  private var underline: [String] {
    let x = map.plane.x
    let indent = labels + 4
    let last = x.texts.count - 1
    var texts: [(at: Int, text: String)] = []
    for place in [0, last] + [x.own].compactMap({ $0 }) + [last / 2, last / 4, 3 * last / 4] {
      let text = x.label(place)
      let sign = indent + place / group.x * step + (step == 2 ? 1 : 0)
      let begin = min(max(sign - text.count / 2, 2), width - text.count)
      let isFree = texts.allSatisfy {
        begin + text.count + 2 <= $0.at || $0.at + $0.text.count + 2 <= begin
      }
      if isFree { texts.append((begin, text)) }
    }
    var line = ""
    for (at, text) in texts.sorted(by: { $0.at < $1.at }) { line = padded(line, to: at) + text }
    let key = harmless(x.key)
    let end = indent + columns.count * step
    return [line, padded("", to: max(2, end - key.count)) + key]
  }
}
