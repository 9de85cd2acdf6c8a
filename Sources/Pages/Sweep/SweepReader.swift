import Documents

/// Reads `figures.csv` as a grid: a row for each metric of each point.
struct SweepReader {
  /// The varied keys with their values as typed, the formulas last.
  private let keys: [SweepGridRecord.Key]
  private let rows: [Row]
  /// The places of the values that have figures, for each key.
  private let shown: [[Int]]

  /// A sweep writes the figures of 10,000.
  private static let mostPoints = 20_000.0

  private struct Row {
    /// The place of the value of each key.
    let places: [Int]
    /// The numbers in the columns of the keys: nil for a field that is no number.
    let numbers: [Double?]
    let metric: String
    let unit: String
    let figure: SweepFigure
  }

  init(_ table: FieldTable, _ grid: SweepGridRecord) {
    let keys = grid.vary + [.init(key: "backoff", values: grid.backoffs)]
    // Keys may have any name: the columns are counted from both ends.
    let last = table.header.count
    let rows = table.rows.compactMap { fields -> Row? in
      guard fields.count == last, last == keys.count + 8, let point = Int(fields[0]), point > 0
      else { return nil }
      let end = Array(fields.suffix(7))
      let isWord = end[1] == "word" && !end[2].isEmpty
      return Row(
        places: gridPlaces(of: point - 1, keys.map(\.values.count)),
        numbers: fields[1..<last - 7].map { Double($0) }, metric: end[0], unit: end[1],
        figure: SweepFigure(
          number: Double(end[2]), word: isWord ? end[2] : nil, least: Double(end[3]),
          greatest: Double(end[4]),
          seeds: Int(end[5]) ?? 0))
    }
    let shown = keys.indices.map { key in Set(rows.map { $0.places[key] }).sorted() }
    let points = shown.reduce(1.0) { $0 * Double(max(1, $1.count)) }
    // What has more is not from here, and no picture.
    self.rows = points <= Self.mostPoints ? rows : []
    self.shown = points <= Self.mostPoints ? shown : keys.map { _ in [] }
    self.keys = keys
  }

  var axes: [SweepAxis] {
    zip(keys, shown).enumerated().compactMap { place, entry in
      let (key, places) = entry
      guard key.values.count > 1, !places.isEmpty else { return nil }
      var numbers: [Int: Double] = [:]
      if place < keys.count - 1 {
        for row in rows { numbers[row.places[place]] = row.numbers[place] }
      }
      return SweepAxis(
        key: key.key, values: places.map { .init(text: key.values[$0], number: numbers[$0]) },
        size: key.values.count)
    }
  }

  var metrics: [SweepMetric] {
    let sizes = shown.map { max(1, $0.count) }
    let ranks = shown.map { Dictionary(uniqueKeysWithValues: zip($0, $0.indices)) }
    var order: [String] = []
    var found: [String: SweepMetric] = [:]
    for row in rows {
      if found[row.metric] == nil {
        order.append(row.metric)
        found[row.metric] = SweepMetric(
          headline: Headline(row.metric, unit: row.unit),
          figures: Array(repeating: nil, count: sizes.reduce(1, *)))
      }
      let places = zip(ranks, row.places).map { $0[$1] ?? 0 }
      found[row.metric]?.figures[gridPoint(places, sizes)] = row.figure
    }
    return order.compactMap { found[$0] }
  }
}
