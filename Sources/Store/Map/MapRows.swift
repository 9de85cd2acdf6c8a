import Documents
import Studies

extension MapCells {
  /// Gives the rows of `map.csv` one after another, the header first. Numbers are plain: a duration is
  /// in seconds, a share a fraction.
  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body([
      "x", "y", plane.hasStates ? "state" : plane.statistic.rawValue, "low", "high", "seeds",
    ])
    for cell in cells {
      let value = cell.state.map { plane.word(for: $0) } ?? field(cell.figure)
      try body([
        jsonNumber(plane.x.numbers[plane.x(ofCell: cell.number)]),
        jsonNumber(plane.y.numbers[plane.y(ofCell: cell.number)]),
        value, field(cell.low), field(cell.high), "\(cell.runs)",
      ])
    }
  }

  private func field(_ number: Double?) -> String {
    guard let number else { return "" }
    return number.isFinite ? jsonNumber(number) : "inf"
  }
}
