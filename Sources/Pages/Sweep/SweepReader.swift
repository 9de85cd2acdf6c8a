import Documents

/// Reads `figures.csv` as a grid: a row for each metric of each point.
struct SweepReader {
  private let vary: [(key: String, values: [String])]
  private let formulas: [String]
  private let rows: [Row]

  private struct Row {
    /// The place of the value of each key, formulas last.
    let places: [Int]
    /// The numbers in the columns of the keys: nil for a field that is no number.
    let numbers: [Double?]
    let metric: String
    let unit: String
    let figure: SweepFigure
  }

  init(_ table: FieldTable, vary: [(key: String, values: [String])], formulas: [String]) {
    self.vary = vary
    self.formulas = formulas
    let sizes = vary.map(\.values.count) + [max(1, formulas.count)]
    // Keys may have any name: the columns are counted from both ends.
    let last = table.header.count
    rows = table.rows.compactMap { fields in
      guard fields.count == last, last >= 9, let point = Int(fields[0]), point > 0 else {
        return nil
      }
      let end = Array(fields.suffix(7))
      return Row(
        places: Self.places(of: point - 1, sizes),
        numbers: fields[1..<last - 7].map { Double($0) }, metric: end[0], unit: end[1],
        figure: SweepFigure(
          value: .init(end[2], unit: end[1]), least: Double(end[3]), greatest: Double(end[4]),
          seeds: Int(end[5]) ?? 0, never: Int(end[6]) ?? 0))
    }
  }

  private static func places(of point: Int, _ sizes: [Int]) -> [Int] {
    var rest = point
    var places: [Int] = []
    for size in sizes.reversed() {
      places.append(rest % max(1, size))
      rest /= max(1, size)
    }
    return places.reversed()
  }

  /// The places of the values that have figures, for each key.
  private var shown: [[Int]] {
    let count = vary.count + 1
    return (0..<count).map { axis in Set(rows.map { $0.places[axis] }).sorted() }
  }

  var axes: [SweepAxis] {
    let keys = vary.map { (key: $0.key, values: $0.values) } + [(key: "backoff", values: formulas)]
    return zip(keys, shown).enumerated().compactMap { axis, entry in
      let (key, places) = entry
      guard key.values.count > 1, !places.isEmpty else { return nil }
      var numbers: [Int: Double] = [:]
      if axis < vary.count {
        for row in rows { numbers[row.places[axis]] = row.numbers[axis] }
      }
      return SweepAxis(
        key: key.key, values: places.map { .init(text: key.values[$0], number: numbers[$0]) },
        size: key.values.count)
    }
  }

  var metrics: [SweepMetric] {
    let shown = shown
    let size = shown.reduce(1) { $0 * max(1, $1.count) }
    let ranks = shown.map { places in
      Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
    }
    var order: [String] = []
    var found: [String: (unit: String, figures: [SweepFigure?])] = [:]
    for row in rows {
      let place = row.places.indices.reduce(0) { sum, axis in
        sum * shown[axis].count + (ranks[axis][row.places[axis]] ?? 0)
      }
      if found[row.metric] == nil {
        order.append(row.metric)
        found[row.metric] = (row.unit, Array(repeating: nil, count: size))
      }
      found[row.metric]?.figures[place] = row.figure
    }
    return order.compactMap { path in
      found[path].map {
        SweepMetric(headline: Headline(path, unit: $0.unit), figures: $0.figures)
      }
    }
  }
}
