import Documents
import Metrics
import Words

/// The results folder of a map, as its page needs it.
struct MapData {
  let head: ManifestHead
  let manifest: MapManifest
  let x: MapSide
  /// The least value stands at the bottom.
  let y: MapSide
  /// True if a figure is the median over the seeds; otherwise it is the mean.
  let isOfMedians: Bool
  /// Row by row from the least y, each from the least x.
  let cells: [MapSquare]

  /// - Throws: where it is no folder of a whole map, or a cell is missing.
  init(_ folder: FolderTexts) throws(PageProblem) {
    head = folder.head
    manifest = try folder.document(ManifestHead.file, MapManifest.self)
    guard manifest.shard.count == 1 else { throw .noPage }
    let map = manifest.map
    let table = FieldTable(try folder.text("map.csv"))
    let places = ["x", "y", "low", "high", "seeds"].compactMap(table.place)
    let isState = table.place("state") != nil
    guard places.count == 5,
      let value = table.place("state") ?? table.place("mean") ?? table.place("median")
    else { throw .damaged("map.csv: a column is missing") }
    isOfMedians = table.place("median") != nil
    let whole = table.rows.filter { $0.count == table.header.count }
    cells = whole.map { fields in
      MapSquare(
        state: isState ? fields[value] : nil, figure: isState ? nil : Double(fields[value]),
        seeds: Int(fields[places[4]]) ?? 0)
    }
    let width = map.x.values.count
    x = MapSide(map.x, whole.prefix(width).compactMap { Double($0[places[0]]) })
    y = MapSide(
      map.y,
      stride(from: 0, to: whole.count, by: max(1, width)).compactMap {
        Double(whole[$0][places[1]])
      })
    guard !cells.isEmpty, x.texts.count * y.texts.count == cells.count,
      x.numbers.count == x.texts.count, y.numbers.count == y.texts.count
    else { throw .damaged("map.csv: a cell is missing") }
  }

  var metric: String { manifest.map.metric }

  var hasStates: Bool { cells.contains { $0.state != nil } }

  /// The cell of the scenario as it is; nil where it is none of them.
  var own: Int? {
    guard let column = x.own, let row = y.own else { return nil }
    return row * x.texts.count + column
  }

  /// Returns the content of a cell, as people read it.
  func text(_ cell: MapSquare) -> String {
    cell.state ?? cell.figure.map(text) ?? "–"
  }

  func text(_ number: Double) -> String {
    Headline(metric, unit: manifest.map.unit.rawValue).text(number)
  }

  /// `200 clients and a first fault of 5 s`
  func words(of cell: Int) -> String {
    let (row, column) = cell.quotientAndRemainder(dividingBy: x.texts.count)
    return "\(KeyPhrase(x.key).with(x.names[column])) and \(KeyPhrase(y.key).with(y.names[row]))"
  }
}

/// A cell of a map.
struct MapSquare {
  /// nil where the metric is a figure.
  let state: String?
  /// Infinite where it is never reached; nil where it is undefined.
  let figure: Double?
  /// With how many seeds it was run; 0 where it lies among cells that are all alike.
  let seeds: Int
}

/// A side of a map.
struct MapSide {
  let key: String
  /// As a scenario file would say them, ascending.
  let texts: [String]
  let numbers: [Double]
  /// As people read them.
  let names: [String]
  /// The place of the scenario's own value.
  let own: Int?

  init(_ axis: MapPlaneRecord.Axis, _ numbers: [Double]) {
    key = axis.key
    texts = axis.values
    self.numbers = numbers
    names = zip(texts, numbers).map { text, number in
      switch axis.scale {
      case .count: PageNumber.count(number)
      case .duration where number >= 0.01: PageNumber.settingTick(number)
      case _: text
      }
    }
    own = axis.own.flatMap { numbers.indices.contains($0) ? $0 : nil }
  }

  /// By ratio where the values cover a factor of four, as they were chosen.
  var axis: HeatAxis {
    let isWide =
      numbers.count > 2 && (numbers.first ?? 0) > 0
      && (numbers.last ?? 0) >= 4 * (numbers.first ?? 1)
    return HeatAxis(key: key, names: names, numbers: numbers, isLogarithmic: isWide)
  }
}
