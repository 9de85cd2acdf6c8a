import Scenarios
import Systems
import Words

/// How the seconds of a run are laid out over the columns of a plot.
struct TimeScale: Sendable {
  /// Seconds of the run, rounded up, >= 1.
  let seconds: Int
  let columns: Int
  /// Each column stands for this many seconds, or ...
  private let secondsPerColumn: Int
  /// ... each second for this many columns.
  private let columnsPerSecond: Int

  /// - Parameters:
  ///   - end: of the run, in seconds.
  ///   - width: columns there are, > 0.
  init(end: Double, width: Int) {
    seconds = max(1, Int(end.rounded(.up)))
    secondsPerColumn = (seconds + width - 1) / width
    columnsPerSecond = max(1, width / seconds)
    columns =
      secondsPerColumn > 1
      ? (seconds + secondsPerColumn - 1) / secondsPerColumn : seconds * columnsPerSecond
  }

  /// The seconds that a column stands for.
  func seconds(of column: Int) -> Range<Int> {
    if secondsPerColumn == 1 {
      let second = column / columnsPerSecond
      return second..<second + 1
    }
    let first = column * secondsPerColumn
    return first..<min(first + secondsPerColumn, seconds)
  }

  /// The column that a moment falls into, at most `columns`.
  func column(of moment: Double) -> Int {
    let position = moment * Double(columnsPerSecond) / Double(secondsPerColumn)
    return max(0, min(columns, Int(position.rounded(.down))))
  }

  /// The moment in the middle of a column's time.
  func middle(of column: Int) -> Double {
    (Double(column) + 0.5) * Double(secondsPerColumn) / Double(columnsPerSecond)
  }

  /// A line of moments, each beginning in the column it belongs to.
  var axis: String {
    let room = 12
    let step = Self.steps.first { column(of: Double($0)) >= room } ?? seconds + 1
    var line = ""
    var moment = 0
    while moment <= seconds {
      let start = column(of: Double(moment))
      let label = moment == 0 ? "0 s" : HumanText.moment(Double(moment))
      if start + label.count > columns { break }
      line = padded(line, to: start) + label
      moment += step
    }
    return line
  }

  /// Round numbers of seconds between two labels.
  private static let steps = [
    1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
    172_800, 604_800, 2_592_000, 31_536_000, 315_360_000,
  ]
}

/// Heights as block characters. 0 is blank, anything above it is seen.
func sparkline(_ values: [Int]) -> String {
  let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  let top = max(1, values.max() ?? 1)
  return String(
    values.map { value -> Character in
      value <= 0 ? " " : blocks[min(7, value * 8 / top)]
    })
}
