/// A table with a row for each word of the only key, such as a formula, and a bar for each metric.
enum SweepRanks {
  /// Ordered by the first metric, the least first.
  static func section(_ data: SweepData) -> PageSection {
    let metrics = data.metrics.filter { $0.hasWords || !$0.numbers.isEmpty }.prefix(4)
    let names = data.axes.first?.values.map(\.shown) ?? []
    func rank(_ place: Int) -> (Int, Double, Int) {
      let number = metrics.first?.figures[place]?.number
      return (number == nil ? 1 : 0, number ?? 0, place)
    }
    let order = names.indices.sorted { rank($0) < rank($1) }
    return PageSection(
      "Ranking",
      finding: "Ordered by the first column, the least first."
        + (data.grid.replications > 1 ? " Small: the least and the greatest seed." : ""),
      PageTable(
        "Ranking", style: "ranks", [data.axes.first?.key ?? ""] + metrics.map(\.title),
        order.map { place in [.head(names[place])] + metrics.map { cell($0, place) } }))
  }

  private static func cell(_ metric: SweepMetric, _ place: Int) -> PageTable.Cell {
    let figure = metric.figures[place]
    let most = metric.finite.max() ?? 0
    var cell = PageTable.Cell.text(metric.text(figure), isLost: figure?.number == .infinity)
    cell.small = metric.spread(figure).map { [$0] } ?? []
    if let number = figure?.number, number.isFinite, number >= 0, most > 0 {
      cell.bar = [.init(number / most)]
    }
    return cell
  }
}
