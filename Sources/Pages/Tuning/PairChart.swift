import Charts
import Documents

/// The formula found against the own one, scenario by scenario: where it was tuned, and where not.
struct PairChart: Chart {
  let groups: [Group]
  let metric: Headline
  let finding: String
  let own: String
  let folds: [Fold]

  var note: String? {
    "Lines through points are 95\u{a0}% intervals over the seeds. Never: with some seed somebody was "
      + "not back, or there was nothing to measure. In brackets: lost seeds."
      + (hasEdge ? " At the left edge: less than the axis shows." : "")
  }

  struct Group {
    let title: String
    let rows: [Row]
  }

  struct Row {
    let name: String
    let found: End
    let own: End
  }

  /// How a formula ends: a figure, or a word in its place.
  struct End {
    let estimate: Estimate?
    let word: String
    let isLost: Bool

    init(_ estimate: Estimate?, _ metric: Headline) {
      self.estimate = estimate
      word = estimate.map { metric.text($0.figure) } ?? (metric.isTime ? "never" : "-")
      isLost = estimate == nil && metric.isTime
    }

    init(_ outcome: LimitsDocument.Outcome?, _ metric: Headline) {
      estimate = outcome?.seconds.map { Estimate(figure: $0) }
      word = outcome?.words(metric) ?? "-"
      isLost =
        estimate == nil
        ? (outcome?.ending ?? .nothing) != .nothing : outcome?.seedsLost ?? 0 > 0
    }
  }

  /// The greatest value on an axis over the least.
  private static let widest = 2_000.0

  /// True if some figures are less than the axis shows.
  var hasEdge: Bool {
    let high = ends.map(\.figure).max() ?? 0
    return ends.contains { $0.figure < high / Self.widest }
  }

  private var ends: [Estimate] {
    groups.flatMap(\.rows).flatMap { [$0.found.estimate, $0.own.estimate] }.compactMap { $0 }
  }

  let name = "pairs"
  var title: String { "\(metric.title): the formula found and \(own)" }

  func plot(_ drawing: Drawing) -> any Plot {
    RowChart(
      x: axis(count: drawing.isNarrow ? 4 : 8), left: 236, right: 250, top: 34,
      columns: [
        .init(title: "found", end: 130, narrowEnd: 96, dot: "pf"),
        .init(title: own, end: 0, narrowEnd: 0, dot: "pb"),
      ], groups: groups.map { .init(title: $0.title, rows: $0.rows.map(drawn)) })
  }

  private func axis(count: Int) -> Axis {
    let high = ends.map { max($0.figure, $0.high ?? $0.figure) }.max() ?? 1
    let least = ends.map(\.figure).filter { $0 > 0 }.min() ?? 1
    // A figure that is next to nothing stands at the edge: its number is beside it.
    let figures = [max(least, high / Self.widest), high]
    var axis = Axis.figures(
      metric, figures, ratio: 8, margin: 1.15, count: count, ratios: count)
    axis.inset = 8
    return axis
  }

  private func drawn(_ row: Row) -> RowChart.Row {
    var marks: [Mark] = []
    if let found = row.found.estimate, let own = row.own.estimate {
      marks.append(.interval((found.figure, 0), (own.figure, 0), "leader"))
    }
    for (end, style) in [(row.own, "pb"), (row.found, "pf")] {
      guard let estimate = end.estimate else { continue }
      if let low = estimate.low, let high = estimate.high {
        marks.append(.interval((low, 0), (high, 0)))
      }
      marks.append(.dot(estimate.figure, 0, style))
    }
    return .init(
      name: row.name,
      figures: [row.found, row.own].map { .init($0.word, $0.isLost ? "lab o" : "lab") },
      marks: marks)
  }
}
