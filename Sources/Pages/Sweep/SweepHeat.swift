import Charts

/// A metric over two of the varied keys, for each combination of the others.
struct SweepHeat {
  private let data: SweepData
  private let metric: SweepMetric
  /// The places of the two keys among the axes.
  private let rows: Int
  private let columns: Int
  private let scale: HeatScale?

  private static let mostColumns = 12
  private static let mostRows = 24
  static let mostPanels = 12

  init(_ data: SweepData, _ metric: SweepMetric) {
    self.data = data
    self.metric = metric
    let (rows, columns) = Self.sides(data)
    self.rows = rows
    self.columns = columns
    scale = HeatScale(metric.finite)
  }

  /// Returns the two keys of a table, with a row for each value of the first. Of more than two keys
  /// it takes the numeric ones with the most values.
  private static func sides(_ data: SweepData) -> (rows: Int, columns: Int) {
    let order = data.axes.indices.sorted { one, other in
      let (first, second) = (data.axes[one], data.axes[other])
      let (isFirst, isSecond) = (first.numbers != nil, second.numbers != nil)
      if isFirst != isSecond { return isFirst }
      return (-first.values.count, one) < (-second.values.count, other)
    }
    let two = order.prefix(2).sorted()
    let (first, second) = (data.axes[two[0]].values.count, data.axes[two[1]].values.count)
    let isTurned = second > mostColumns && first <= mostColumns
    return isTurned ? (two[1], two[0]) : (two[0], two[1])
  }

  /// The keys that tell the panels apart.
  private var others: [Int] { data.axes.indices.filter { $0 != rows && $0 != columns } }

  /// The place of each panel on the other axes.
  private var panels: [[Int]] {
    others.reduce([data.axes.map { _ in 0 }]) { panels, axis in
      panels.flatMap { places in
        data.axes[axis].values.indices.map { place in
          var places = places
          places[axis] = place
          return places
        }
      }
    }
  }

  var panelCount: Int { panels.count }
  var isPicture: Bool {
    data.axes[columns].values.count > Self.mostColumns
      || data.axes[rows].values.count > Self.mostRows
  }

  /// - Parameter width: of a picture on a wide page.
  func markup(name: String, wide width: Double) -> String {
    let legend =
      scale?.legend(metric.text, hasNever: metric.numbers.contains { !$0.isFinite }) ?? level
    let shown = panels.prefix(Self.mostPanels)
    let bodies = shown.enumerated().map { place, panel in
      let grid = grid(panel, name: "\(name)-\(place)")
      return isPicture ? grid.picture(wide: width) : grid.table
    }
    return legend + Page.panels(bodies)
  }

  /// Why there is no scale of colours.
  private var level: String {
    guard metric.common == nil, !metric.finite.isEmpty else { return "" }
    let text =
      "Not coloured: \(metric.range), less than \(PageNumber.percentile(HeatScale.least)) apart."
    return Element("p", ["class": "scale"], text: text).markup
  }

  private func grid(_ panel: [Int], name: String) -> HeatGrid {
    let (y, x) = (data.axes[rows], data.axes[columns])
    let words = others.map { "\(data.axes[$0].key) \(data.axes[$0].values[panel[$0]].shown)" }
    let figures = y.values.indices.flatMap { row in
      x.values.indices.map { figure(panel, row: row, column: $0) }
    }
    return HeatGrid(
      name: name, title: ([metric.title] + words).joined(separator: ", "),
      finding: "\(metric.title) over \(x.key) and \(y.key): the stronger the colour, the more.",
      caption: words.isEmpty ? nil : words.joined(separator: ", "), x: HeatAxis(x), y: HeatAxis(y),
      cells: figures.map { .init(text: metric.text($0), style: scale.style($0?.number)) })
  }

  private func figure(_ panel: [Int], row: Int, column: Int) -> SweepFigure? {
    var places = panel
    places[rows] = row
    places[columns] = column
    let point = data.point(places)
    return point < metric.figures.count ? metric.figures[point] : nil
  }

}

extension HeatAxis {
  fileprivate init(_ axis: SweepAxis) {
    self.init(
      key: axis.key, names: axis.values.map(\.shown), numbers: axis.numbers,
      isLogarithmic: axis.isGeometric)
  }
}
