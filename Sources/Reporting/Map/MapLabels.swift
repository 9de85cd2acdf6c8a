import Campaigns
import SweepStore
import Systems

extension MapAxis {
  /// A value as people read it.
  func label(_ place: Int) -> String {
    switch scale {
    case .count: HumanText.count(Int(numbers[place]))
    case .duration: HumanText.duration(numbers[place])
    case .rate, .share, .number: texts[place]
    }
  }
}

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
      .truth(false): ".", .truth(true): "#", .mixed: "+", .undecided: Self.undefined,
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
    let scale = FigureScale(map.cells.compactMap(\.mean))
    self.scale = scale
    let unit = map.plane.unit
    var legend = scale.ends.map { digit, value in
      (digit, HumanText.value(.number(value), unit))
    }
    if map.cells.contains(where: { $0.mean == .infinity }) {
      legend.append((Self.never, "never with some seed"))
    }
    if map.cells.contains(where: { $0.mean == nil }) {
      legend.append((Self.undefined, "undefined"))
    }
    self.legend = legend
  }

  func sign(_ cell: MapCell) -> Character {
    if let state = cell.state { return states[state] ?? " " }
    guard let mean = cell.mean else { return Self.undefined }
    return mean.isFinite ? scale?.digit(mean) ?? " " : Self.never
  }

  /// The sign of several cells that are drawn as one: what they have in common, or that they differ.
  func sign(_ cells: [MapCell]) -> Character {
    let signs = Set(cells.map(sign))
    if signs.count == 1, let sign = signs.first { return sign }
    // Of figures the greatest: `!` and `?` stand for what is beyond any.
    if cells[0].state == nil { return signs.contains(Self.never) ? Self.never : signs.max() ?? " " }
    return "+"
  }

  private static func rank(_ state: MapCell.State) -> (Int, String) {
    switch state {
    case .truth(false): (0, "")
    case .word(let word): (1, word)
    case .mixed: (2, "")
    case .truth(true): (3, "")
    case .undecided: (4, "")
    }
  }
}

/// Figures as digits from 0, the least, to 9, the greatest.
private struct FigureScale {
  private let low: Double
  private let high: Double
  private let isGeometric: Bool

  init(_ values: [Double]) {
    let finite = values.filter(\.isFinite)
    low = finite.min() ?? 0
    high = finite.max() ?? 0
    isGeometric = low > 0 && high >= 20 * low
  }

  /// The digits with the values that they begin at; the last with the greatest there is.
  var ends: [(Character, Double)] {
    guard high > low else { return [("0", low)] }
    return [0, 3, 6, 9].map { digit in
      let part = digit == 9 ? 1 : Double(digit) / 10
      return (
        Character("\(digit)"),
        isGeometric ? SearchScale.geometric(low, high, part) : low + (high - low) * part
      )
    }
  }

  func digit(_ value: Double) -> Character {
    guard high > low else { return "0" }
    let part =
      isGeometric ? SearchScale.part(of: value, from: low, to: high) : (value - low) / (high - low)
    return Character("\(min(9, max(0, Int(part * 10))))")
  }
}
