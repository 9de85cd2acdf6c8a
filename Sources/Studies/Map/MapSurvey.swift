import Metrics
import Systems

/// Which cells of a map one seed has to run, and what the others are.
///
/// A coarse grid is run first, and with it the row and the column of the scenario itself, about which the
/// verdict speaks. Then the distances are halved again and again: a new cell among equal
/// ones is taken to be like them, any other is run. Where two cells beside each other differ, both are
/// run in the end, and so every border that was met is known to one cell.
struct MapSurvey {
  private let lines: (x: [[Int]], y: [[Int]])
  private let columns: Int
  private let plane: MapPlane
  private let known: (Int) -> MetricValue?
  private var marks: [MetricValue?]
  private var isRun: [Bool]

  /// The result of a survey.
  enum Result: Equatable {
    /// Cells that have to be run before it can go on; never empty.
    case wants([Int])
    /// The value of every cell, and whether it was run.
    case done([MetricValue], isRun: [Bool])
  }

  /// - Parameters:
  ///   - plane: which says how many cells there are, and whether a border can be looked for.
  ///   - known: the value of a cell that has been run.
  static func result(_ plane: MapPlane, known: @escaping (Int) -> MetricValue?) -> Result {
    var survey = MapSurvey(plane, known)
    return survey.run()
  }

  private init(_ plane: MapPlane, _ known: @escaping (Int) -> MetricValue?) {
    columns = plane.x.texts.count
    self.known = known
    marks = Array(repeating: nil, count: plane.cells)
    isRun = Array(repeating: false, count: plane.cells)
    // No two figures are equal: every cell is run.
    let x = plane.hasStates ? Self.lines(columns) : [Array(0..<columns)]
    let y = plane.hasStates ? Self.lines(plane.y.texts.count) : [Array(0..<plane.y.texts.count)]
    let levels = max(x.count, y.count)
    func whole(_ lines: [[Int]]) -> [[Int]] {
      lines + Array(repeating: lines[lines.count - 1], count: levels - lines.count)
    }
    lines = (whole(x), whole(y))
    self.plane = plane
  }

  /// Every cell of the scenario's own row and column; of the lowest and the highest row where it is not
  /// known.
  private var slices: [Int] {
    let (columns, rows) = (plane.x.texts.count, plane.y.texts.count)
    let across = (plane.y.own.map { [$0] } ?? [0, rows - 1])
      .flatMap { y in (0..<columns).map { cell($0, y) } }
    let up = plane.x.own.map { x in (0..<rows).map { cell(x, $0) } } ?? []
    return Array(Set(across + up)).sorted()
  }

  /// The lines of the coarse grid, then those with their middles, until there is one for each value.
  private static func lines(_ count: Int) -> [[Int]] {
    let step = count > 64 ? 8 : count > 8 ? 4 : count > 4 ? 2 : 1
    var levels = [Array(stride(from: 0, to: count - 1, by: step)) + [count - 1]]
    while let last = levels.last, last.count < count {
      let middles = zip(last, last.dropFirst()).map { ($0 + $1) / 2 }
      levels.append(Array(Set(last + middles)).sorted())
    }
    return levels
  }

  private mutating func run() -> Result {
    for level in lines.x.indices {
      if let missing = begin(level) { return .wants(missing) }
      while let doubtful = doubtful(level) {
        if let missing = take(doubtful) { return .wants(missing) }
      }
    }
    return .done(marks.map { $0! }, isRun: isRun)
  }

  /// Gives the new cells of a level their values.
  /// - Returns: those that are not known yet; nil where all are.
  private mutating func begin(_ level: Int) -> [Int]? {
    var wanted = level == 0 ? slices : []
    for y in lines.y[level] {
      for x in lines.x[level] where marks[cell(x, y)] == nil {
        if let common = commonMark(around: x, y, level) {
          marks[cell(x, y)] = common
        } else if level > 0 || !wanted.contains(cell(x, y)) {
          wanted.append(cell(x, y))
        }
      }
    }
    return take(wanted)
  }

  /// Returns the value that all corners around a cell have in the grid of the level before; nil if
  /// they differ.
  private func commonMark(around x: Int, _ y: Int, _ level: Int) -> MetricValue? {
    guard level > 0 else { return nil }
    var found: MetricValue?
    for cornerY in Self.corners(of: y, in: lines.y[level - 1]) {
      for cornerX in Self.corners(of: x, in: lines.x[level - 1]) {
        guard let mark = marks[cell(cornerX, cornerY)], found == nil || found == mark else {
          return nil
        }
        found = mark
      }
    }
    return found
  }

  private static func corners(of place: Int, in lines: [Int]) -> [Int] {
    let above = lines.firstIndex { $0 >= place }!
    return lines[above] == place ? [place] : [lines[above - 1], lines[above]]
  }

  /// Cells of a level that were not run although one beside them differs; nil where there is none.
  private func doubtful(_ level: Int) -> [Int]? {
    var found: [Int] = []
    for (row, y) in lines.y[level].enumerated() {
      for (column, x) in lines.x[level].enumerated() where !isRun[cell(x, y)] {
        let beside = [
          neighbour(of: column, by: -1, in: lines.x[level]).map { cell($0, y) },
          neighbour(of: column, by: 1, in: lines.x[level]).map { cell($0, y) },
          neighbour(of: row, by: -1, in: lines.y[level]).map { cell(x, $0) },
          neighbour(of: row, by: 1, in: lines.y[level]).map { cell(x, $0) },
        ]
        if beside.contains(where: { $0.map { marks[$0] != marks[cell(x, y)] } ?? false }) {
          found.append(cell(x, y))
        }
      }
    }
    return found.isEmpty ? nil : found
  }

  private func neighbour(of place: Int, by step: Int, in lines: [Int]) -> Int? {
    lines.indices.contains(place + step) ? lines[place + step] : nil
  }

  /// Takes the values of cells that have been run.
  /// - Returns: those that are not known yet; nil where all are.
  private mutating func take(_ cells: [Int]) -> [Int]? {
    var missing: [Int] = []
    for cell in cells {
      if let value = known(cell) {
        marks[cell] = value
        isRun[cell] = true
      } else {
        missing.append(cell)
      }
    }
    return missing.isEmpty ? nil : missing.sorted()
  }

  private func cell(_ x: Int, _ y: Int) -> Int { y * columns + x }
}
