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
      let caption = others.isEmpty ? nil : words(of: panel)
      return isPicture
        ? picture(panel, name: "\(name)-\(place)", caption, wide: width)
        : table(panel, caption).markup
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

  private func words(of panel: [Int]) -> String {
    others.map { "\(data.axes[$0].key) \(data.axes[$0].values[panel[$0]].shown)" }
      .joined(separator: ", ")
  }

  private func figure(_ panel: [Int], row: Int, column: Int) -> SweepFigure? {
    var places = panel
    places[rows] = row
    places[columns] = column
    let point = data.point(places)
    return point < metric.figures.count ? metric.figures[point] : nil
  }

  private func style(_ figure: SweepFigure?) -> String {
    guard let number = figure?.number else { return HeatScale.none }
    if !number.isFinite { return HeatScale.never }
    return scale?.style(number) ?? "h0"
  }

  private func table(_ panel: [Int], _ caption: String?) -> HeatTable {
    let (rowAxis, columnAxis) = (data.axes[rows], data.axes[columns])
    return HeatTable(
      label: metric.title + (caption.map { ", \($0)" } ?? ""), caption: caption,
      rowKey: rowAxis.key, columnKey: columnAxis.key, columns: columnAxis.values.map(\.shown),
      rows: rowAxis.values.enumerated().map { row, value in
        .init(
          name: value.shown,
          cells: columnAxis.values.indices.map { column in
            let figure = figure(panel, row: row, column: column)
            return .init(text: metric.text(figure), style: style(figure))
          })
      })
  }

  private func picture(_ panel: [Int], name: String, _ caption: String?, wide: Double) -> String {
    let heading = caption.map { Element("p", ["class": "note"], text: $0).markup } ?? ""
    let picture = Picture(
      name: name, title: metric.title + (caption.map { ", \($0)" } ?? ""),
      finding: "\(metric.title) over \(data.axes[columns].key) and \(data.axes[rows].key): the "
        + "stronger the colour, the more.",
      x: HeatAxis(data.axes[columns]), y: HeatAxis(data.axes[rows]),
      styles: data.axes[rows].values.indices.flatMap { row in
        data.axes[columns].values.indices.map { style(figure(panel, row: row, column: $0)) }
      }, isAlone: others.isEmpty)
    return heading + picture.drawing(wide: others.isEmpty ? wide : 320)
  }

  private struct Picture: Chart {
    let name: String
    let title: String
    let finding: String
    let x: HeatAxis
    let y: HeatAxis
    let styles: [String?]
    let isAlone: Bool

    func plot(_ drawing: Drawing) -> any Plot {
      HeatChart(x: x, y: y, styles: styles, height: isAlone && !drawing.isNarrow ? 300 : 220)
    }
  }
}

extension HeatAxis {
  fileprivate init(_ axis: SweepAxis) {
    self.init(
      key: axis.key, names: axis.values.map(\.shown), numbers: axis.numbers,
      isLogarithmic: axis.isGeometric)
  }
}
