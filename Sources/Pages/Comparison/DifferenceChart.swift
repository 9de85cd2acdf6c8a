import Charts
import Documents
import Words

/// Each formula against the first one, seed by seed: how much sooner or later, and how sure that is.
struct DifferenceChart: Chart {
  private let part: ComparisonData.Part
  /// Among the scenarios.
  private let place: Int
  private let names: ShownNames
  private let metric: Headline
  private let rows: [Row]
  private let seeds: Int

  private struct Row {
    let variant: ComparisonData.Variant
    let difference: ComparisonDocument.Pair?
  }

  /// nil where no formula differs from the first by a number.
  init?(_ place: Int, of data: ComparisonData, names: ShownNames) {
    let part = data.parts[place]
    let metric = data.ranking(of: part)
    self.part = part
    self.place = place
    self.names = names
    self.metric = metric
    seeds = data.replications
    let first = part.variants[0].name
    rows = part.ranked.filter { $0.name != first }.map {
      Row(variant: $0, difference: part.difference(of: $0, metric.path))
    }
    if rows.allSatisfy({ ($0.difference?.difference ?? 0) == 0 }) { return nil }
  }

  private var first: String { names[part.variants[0].name] }

  private func isBetter(_ difference: ComparisonDocument.Pair) -> Bool {
    guard let figure = difference.difference else { return false }
    return metric.isBetterHigh ? figure > 0 : figure < 0
  }

  var finding: String {
    let decided = rows.compactMap(\.difference).filter(\.isDecided)
    let better = decided.count(where: isBetter)
    let same = decided.count { $0.difference == 0 }
    let open = rows.count { $0.difference?.difference != nil } - decided.count
    let without = rows.count { $0.difference?.difference == nil }
    let counts = [
      (better, "better"), (same, "the same"), (decided.count - better - same, "worse"),
      (open, "not told from it by the seeds"), (without, "without a figure to compare"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\(PageNumber.spelled($0.0)) \($0.1)" }
    return "\(metric.heading), less that of \(first). Of "
      + "\(PageNumber.spelled(rows.count)) other\(rows.count == 1 ? "" : "s"): \(listed(parts, most: .max))."
  }

  var note: String? {
    let statistic = metric.isToldByMedian ? "Medians" : "Means"
    return
      "\(statistic) of the differences with their \(SeedWords.intervals(seeds)). Hollow: the interval leaves "
      + "open which of the two has more. p is corrected by Holm's method; with five seeds or fewer it cannot fall "
      + "below 0.05."
  }

  var folds: [Fold] {
    let fold = Fold(
      summary: "Data: differences to \(first)",
      columns: ["formula", "difference", "low", "high", "p"],
      rows: rows.map { row in
        [names[row.variant.name]]
          + [row.difference?.difference, row.difference?.low, row.difference?.high].map {
            $0.map(PageNumber.precise) ?? "-"
          } + [row.difference?.p.map(PageNumber.chance) ?? "-"]
      })
    return [fold]
  }

  // MARK: Drawing

  var name: String { "differences\(place)" }
  var title: String { "\(metric.title) of each formula less that of \(first)" }

  func plot(_ drawing: Drawing) -> any Plot {
    let count = drawing.isNarrow ? 4 : 8
    let domain = domain
    let x = Axis(
      domain: domain,
      ticks: metric.isTime ? Ticks.times(domain, count: count) : Ticks.values(domain, count: count),
      inset: 8, text: { signed($0, isTick: true) })
    return RowChart(
      x: x, left: 200, right: 180, steps: (wide: rows.count > 16 ? 21 : 26, narrow: 42), top: 40,
      columns: [.init(title: "difference", end: 62), .init(title: "p", end: 0)],
      groups: [.init(rows: rows.map(drawn))], origin: (style: "zero", value: 0), marks: [heads])
  }

  private var domain: ClosedRange<Double> {
    let ends: [Double] =
      [0]
      + rows.compactMap(\.difference).flatMap { difference -> [Double] in
        [difference.difference, difference.low, difference.high].compactMap { $0 }
      }
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 1)
    let margin = max((high - low) * 0.04, 1e-9)
    return .between(low - margin, high + margin)
  }

  /// The meaning of both sides of the line.
  private var heads: Mark {
    let words = metric.isTime ? ("◂ sooner", "later ▸") : ("◂ less", "more ▸")
    return Mark { frame in
      let (x, axes) = (frame.x(0), frame.axes)
      let anchor: Label.Anchor =
        x < axes.left + 120 ? .start : x > axes.right - 120 ? .end : .middle
      let labels = [
        Label("as \(first)", "hd halo", x: x, y: 14, anchor: anchor),
        x - axes.left > 70 ? Label(words.0, "lab", x: x - 8, y: 32, anchor: .end) : nil,
        axes.right - x > 70 ? Label(words.1, "lab", x: x + 8, y: 32) : nil,
      ]
      return labels.compactMap { $0?.element }
    }
  }

  private func drawn(_ row: Row) -> RowChart.Row {
    let words = row.difference?.difference.map { signed($0, isTick: false) } ?? "not comparable"
    let chance = row.difference?.p.map(PageNumber.chance)
    return .init(
      name: names[row.variant.name], figures: [.init(words), .init(chance ?? "-")],
      narrow: words + (chance.map { ", p \($0)" } ?? ""), marks: marks(row))
  }

  private func marks(_ row: Row) -> [Mark] {
    guard let difference = row.difference, let figure = difference.difference else { return [] }
    let isOpen = !difference.isDecided || figure == 0
    let dot = Mark.dot(figure, 0, isOpen ? "ph" : isBetter(difference) ? "pf" : "px")
    guard let low = difference.low, let high = difference.high else { return [dot] }
    return [.interval((low, 0), (high, 0)), dot]
  }

  private func signed(_ value: Double, isTick: Bool) -> String {
    if value == 0 { return metric.isTime ? "0\u{a0}s" : "0" }
    let text = isTick ? metric.tick(abs(value), isLast: true) : metric.text(abs(value))
    return (value < 0 ? "−" : "+") + text
  }
}
