import Studies
import Systems
import Words

/// The sign of each cell of a drawn map, and what the signs mean.
struct MapSigns {
  /// In the order of the legend.
  let legend: [(sign: Character, meaning: String)]
  private let states: [MapCell.State: Character]
  private let scale: FigureScale?

  static let own: Character = "@"
  private static let never: Character = "!"
  private static let undefined: Character = "?"

  init(_ map: MapCells) {
    let found = map.cells.compactMap(\.state)
    var states: [MapCell.State: Character] = [
      .truth(false): ".", .truth(true): "#", .mixed: "+", .undecided: Self.undefined, .none: "-",
    ]
    var free = Array("abcdefghijklmnopqrstuvwxyz")
    let words = Set(found.compactMap { if case .word(let word) = $0 { word } else { nil } })
    for word in words.sorted() {
      let sign = word.first { free.contains($0) } ?? free[0]
      free.removeAll { $0 == sign }
      states[.word(word)] = sign
    }
    self.states = states
    if map.plane.hasStates {
      scale = nil
      let order = found.reduce(into: [MapCell.State]()) { list, state in
        if !list.contains(state) { list.append(state) }
      }
      legend = order.sorted { Self.rank($0) < Self.rank($1) }
        .map { (states[$0] ?? " ", map.plane.word(for: $0)) }
      return
    }
    let scale = FigureScale(map.cells.compactMap(\.figure))
    self.scale = scale
    let unit = map.plane.unit
    var legend = scale.legend { HumanText.value(.number($0), unit) }
    if map.cells.contains(where: { $0.figure == .infinity }) {
      legend.append((Self.never, "never with some seed"))
    }
    if map.cells.contains(where: { $0.figure == nil }) {
      legend.append((Self.undefined, "undefined"))
    }
    self.legend = legend
  }

  func sign(_ cell: MapCell) -> Character {
    if let state = cell.state { return states[state] ?? " " }
    guard let figure = cell.figure else { return Self.undefined }
    return figure.isFinite ? scale?.digit(figure) ?? " " : Self.never
  }

  /// The sign of several cells that are drawn as one: that of the worst of them.
  func sign(_ cells: [MapCell]) -> Character {
    if cells[0].state != nil {
      let worst = cells.compactMap(\.state).max { Self.rank($0) < Self.rank($1) }
      return worst.flatMap { states[$0] } ?? " "
    }
    let signs = Set(cells.map(sign))
    return signs.contains(Self.never) ? Self.never : signs.max() ?? " "
  }

  private static func rank(_ state: MapCell.State) -> (Int, String) {
    switch state {
    case .truth(false), .none: (0, "")
    case .undecided: (1, "")
    case .word(let word): (2, word)
    case .mixed: (3, "")
    case .truth(true): (4, "")
    }
  }
}

/// Figures as digits from 0, the least, to 9, the greatest.
private struct FigureScale {
  private let low: Double
  private let high: Double
  private let isGeometric: Bool
  private let isEmpty: Bool

  init(_ values: [Double]) {
    let finite = values.filter(\.isFinite)
    isEmpty = finite.isEmpty
    low = finite.min() ?? 0
    high = finite.max() ?? 0
    isGeometric = low > 0 && high >= 20 * low
  }

  /// Some digits with the values that they begin at, and the last one with where it ends.
  func legend(_ text: (Double) -> String) -> [(sign: Character, meaning: String)] {
    guard !isEmpty else { return [] }
    guard high > low else { return [("0", text(low))] }
    let some = [0, 3, 6, 9].map { digit -> (sign: Character, meaning: String) in
      let part = Double(digit) / 10
      let begin = isGeometric ? QuantityScale.geometric(low, high, part) : low + (high - low) * part
      let end = digit == 9 ? " to \(text(high))" : ""
      return (Character("\(digit)"), "from \(text(begin))\(end)")
    }
    return some
  }

  func digit(_ value: Double) -> Character {
    guard high > low else { return "0" }
    let part =
      isGeometric
      ? QuantityScale.part(of: value, from: low, to: high) : (value - low) / (high - low)
    return Character("\(min(9, max(0, Int(part * 10))))")
  }
}
