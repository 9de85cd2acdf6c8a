/// A table with a row for each word of the only key, such as a formula, and a bar for each metric.
struct SweepRanks {
  struct Row {
    let name: String
    let cells: [Cell]
  }

  struct Cell {
    let text: String
    let spread: String
    /// In percent, for the bar; nil where there is none.
    let width: String?
    let isNever: Bool
  }

  let key: String
  let columns: [String]
  let rows: [Row]
  let finding: String

  /// Ordered by the first metric, the least first.
  init(_ data: SweepData) {
    let metrics = data.metrics.filter { $0.hasWords || !$0.numbers.isEmpty }.prefix(4)
    key = data.axes.first?.key ?? ""
    columns = metrics.map(\.title)
    let names = data.axes.first?.values.map(\.shown) ?? []
    let order = names.indices.sorted { one, other in
      func rank(_ place: Int) -> (Int, Double, Int) {
        let number = metrics.first?.figures[place]?.number
        return (number == nil ? 1 : 0, number ?? 0, place)
      }
      return rank(one) < rank(other)
    }
    rows = order.map { place in
      Row(name: names[place], cells: metrics.map { Self.cell($0, place) })
    }
    finding =
      "Ordered by the first column, the least first."
      + (data.replications > 1 ? " Small: the least and the greatest seed." : "")
  }

  private static func cell(_ metric: SweepMetric, _ place: Int) -> Cell {
    let figure = metric.figures[place]
    let most = metric.finite.max() ?? 0
    let width = figure?.number.flatMap { number -> String? in
      guard number.isFinite, number >= 0, most > 0 else { return nil }
      return "\((number / most * 10_000).rounded() / 100)%"
    }
    return Cell(
      text: metric.text(figure), spread: metric.spread(figure) ?? "", width: width,
      isNever: figure?.value == .never)
  }
}
